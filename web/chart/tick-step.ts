/**
 * Returns the distance between two ticks of an axis. With fewer than two ticks it is 1, so that their numbers are written without decimals.
 */
export function tickStep([first, second]: readonly number[]): number {
  return first === undefined || second === undefined ? 1 : second - first
}
