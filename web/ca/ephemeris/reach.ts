type Span = { readonly fromMs: number; readonly untilMs: number; readonly periodMs: number }

/**
 * Returns the part that a file lacks for the first approach that it does not cover with one more revolution; undefined if nothing is
 * missing.
 */
export function reachOf(
  tcas: readonly number[],
  { fromMs, untilMs, periodMs }: Span,
): { readonly what: 'beginsAfter' | 'endsBefore' | 'endsSoonAfter'; readonly tcaMs: number } | undefined {
  for (const tcaMs of tcas.toSorted((a, b) => a - b)) {
    if (tcaMs < fromMs) return { what: 'beginsAfter', tcaMs }
    if (tcaMs > untilMs) return { what: 'endsBefore', tcaMs }
    if (tcaMs + periodMs > untilMs) return { what: 'endsSoonAfter', tcaMs }
  }
  return undefined
}
