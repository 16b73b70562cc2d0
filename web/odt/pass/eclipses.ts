import { useQuery } from '@tanstack/react-query'
import { eclipsesOf, lightQuery, type PassQuestion } from './pass-query.ts'
import type { Span } from './pass-view.ts'

const NONE: readonly Span[] = []

/**
 * Returns the times in which the object of a query is not in full sunlight, the same over every sensor; undefined if they are not known.
 */
export function useEclipses(question: PassQuestion, code: string | undefined): readonly Span[] | undefined {
  const { data } = useQuery({ ...lightQuery(question, code ?? ''), enabled: code !== undefined })
  return data?.light ? eclipsesOf(data.light) : undefined
}

/** Returns the parts of a pass in which its object is not in full sunlight. */
export const shadowsIn = (
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  eclipses: readonly Span[] = NONE,
): readonly Span[] =>
  eclipses
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, endMs) }))
    .filter(({ fromMs, toMs }) => toMs > fromMs)

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
