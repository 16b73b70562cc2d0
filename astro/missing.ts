/**
 * Ends a calculation that reads beyond the end of a list: `values[k] ?? missing()`. A missing number must not be replaced by another one. The
 * reading stays with the caller, because a shared function for reading would be slow in the loops over typed arrays.
 */
export function missing(): never {
  throw new RangeError('a list of numbers was read beyond its end')
}
