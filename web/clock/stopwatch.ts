/** Milliseconds since the page was opened, with their fractions: for measuring how long something takes, never for the time. */
export function elapsedMs(): number {
  return performance.now()
}
