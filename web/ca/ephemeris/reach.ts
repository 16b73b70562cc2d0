type Span = { readonly fromMs: number; readonly untilMs: number; readonly periodMs: number }

/**
 * Returns the first approach that a file does not cover up to one revolution after it, and the reason; undefined if the file covers all
 * approaches in this way.
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
