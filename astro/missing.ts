/**
 * Ends a calculation that reads beyond the end of a list: `values[k] ?? missing()`. No number may stand in for one that is not
 * there. It is called where the value is read, and not a function that reads, since a read that all callers shared would be
 * slow in the loops over typed arrays.
 */
export function missing(): never {
  throw new RangeError('a list of numbers was read beyond its end')
}
