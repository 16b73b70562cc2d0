/** Returns milliseconds since the page was opened, with fractions: for measuring durations, never for the time of day. */
export function elapsedMs(): number {
  return performance.now()
}
