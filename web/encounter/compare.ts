import type { Encounter } from '@apsis/contract/ca/screening.ts'

/** What has become of close approaches from one screening to the next. */
export type Comparison = {
  readonly fresh: readonly Encounter[]
  readonly gone: readonly Encounter[]
  readonly closer: readonly Encounter[]
  readonly farther: readonly Encounter[]
}

/** Messages of one pair within 15 minutes are of one event (domain: event association); so are close approaches. */
const SAME_MS = 15 * 60_000

/**
 * Pairs each close approach with that of the same two objects nearest in time. Ends of a span are no approaches: they
 * move with the span, and are left out.
 */
export function compareEncounters(before: readonly Encounter[], after: readonly Encounter[]): Comparison {
  const pairOf = (one: Encounter) => [one.primary.objectId, one.secondary.objectId].toSorted().join(' ')
  const left = Map.groupBy(
    before.filter(({ kind }) => kind === 'minimum'),
    pairOf,
  )
  const found: { [K in keyof Comparison]: Encounter[] } = { fresh: [], gone: [], closer: [], farther: [] }
  for (const one of after.filter(({ kind }) => kind === 'minimum')) {
    const candidates = left.get(pairOf(one)) ?? []
    const apart = (other: Encounter) => Math.abs(Date.parse(other.tca) - Date.parse(one.tca))
    const nearest = candidates.toSorted((a, b) => apart(a) - apart(b))[0]
    if (nearest === undefined || apart(nearest) > SAME_MS) {
      found.fresh.push(one)
      continue
    }
    left.set(
      pairOf(one),
      candidates.filter((other) => other !== nearest),
    )
    if (one.missM < nearest.missM) found.closer.push(one)
    else if (one.missM > nearest.missM) found.farther.push(one)
  }
  found.gone.push(...[...left.values()].flat())
  return found
}
