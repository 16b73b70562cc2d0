import type { Encounter, Screening } from '@apsis/contract/ca/screening/screening.ts'

/** A close approach in the earlier and in the later screening. */
export type EncounterChange = { readonly before: Encounter; readonly after: Encounter }
/** The changes of close approaches from one screening to the next. */
export type Comparison = {
  readonly fresh: readonly Encounter[]
  readonly gone: readonly Encounter[]
  readonly closer: readonly EncounterChange[]
  readonly farther: readonly EncounterChange[]
}

/** The volume that a screening searched: its span, and its distance or box. */
export type Volume = Pick<Screening, 'from' | 'to' | 'thresholdM' | 'box'>

/** Messages of one pair within 15 minutes belong to one event (domain: event association), and so do close approaches. */
const SAME_MS = 15 * 60_000
/** A smaller difference is the rounding of two computations. */
const LEAST_M = 1

/**
 * Pairs each close approach with the nearest in time of the same two objects. Ends of a span are not approaches: they move with the span,
 * and are left out.
 */
export function compareEncounters(before: readonly Encounter[], after: readonly Encounter[]): Comparison {
  const pairOf = (one: Encounter) => [one.primary.objectId, one.secondary.objectId].toSorted().join(' ')
  const left = Map.groupBy(
    before.filter(({ kind }) => kind === 'minimum'),
    pairOf,
  )
  const [fresh, closer, farther]: [Encounter[], EncounterChange[], EncounterChange[]] = [[], [], []]
  for (const one of after.filter(({ kind }) => kind === 'minimum')) {
    const candidates = left.get(pairOf(one)) ?? []
    const apart = (other: Encounter) => Math.abs(Date.parse(other.tca) - Date.parse(one.tca))
    const nearest = candidates.toSorted((a, b) => apart(a) - apart(b))[0]
    if (nearest === undefined || apart(nearest) > SAME_MS) {
      fresh.push(one)
      continue
    }
    left.set(
      pairOf(one),
      candidates.filter((other) => other !== nearest),
    )
    if (Math.abs(one.missM - nearest.missM) < LEAST_M) continue
    if (one.missM < nearest.missM) closer.push({ before: nearest, after: one })
    else farther.push({ before: nearest, after: one })
  }
  return { fresh, gone: [...left.values()].flat(), closer, farther }
}

/** Returns the encounters that another screening could also have found, inside its span and its volume. */
export function withinVolume(encounters: readonly Encounter[], { from, to, thresholdM, box }: Volume): Encounter[] {
  const isNear = ({ missM, missRtn: { r, t, n } }: Encounter) => {
    if (box !== null)
      return Math.abs(r) <= box.radialM && Math.abs(t) <= box.alongTrackM && Math.abs(n) <= box.crossTrackM
    // If there are boxes for several satellites, the box of each one is not known here.
    return !thresholdM || missM <= thresholdM
  }
  return encounters.filter((one) => one.tca >= from && one.tca <= to && isNear(one))
}

/** The times of two spans count as equal if they differ by less. */
const ALIKE_MS = 60_000

/** True if two screenings searched the same span with the same distances. */
export function isSameVolume(one: Volume, other: Volume): boolean {
  const sides = ({ thresholdM, box }: Volume) => [
    thresholdM,
    ...(box ? [box.radialM, box.alongTrackM, box.crossTrackM] : []),
  ]
  const isAlike = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) < ALIKE_MS
  return isAlike(one.from, other.from) && isAlike(one.to, other.to) && String(sides(one)) === String(sides(other))
}
