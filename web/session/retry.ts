const FIRST_MS = 5_000
const LONGEST_MS = 60_000

/** Returns the wait after a number of failures: 5 s, doubled each time, at most a minute. */
export function retryDelayMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10))
}
