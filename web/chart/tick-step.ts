/** The distance between two ticks of an axis; of fewer than two it is 1, so that their numbers are written whole. */
export function tickStep([first, second]: readonly number[]): number {
  return first === undefined || second === undefined ? 1 : second - first
}
