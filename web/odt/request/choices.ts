import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import { MOST_PASSES_OF_REQUEST, SAME_PASS_MS } from '@apsis/contract/odt/request/request.ts'
import type { EventTracking, RankedPass, TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import { getEventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Booking, conflictOf } from '../pass/booking.ts'
import type { PassOf } from '../pass/pass-query.ts'
import { type Draft, fromOf, limitsOf, trackMsOf, untilOf } from './draft.ts'

/**
 * Reads the sensors that track the objects of an event, and the value of each pass for its decision; read again when requests or tracks
 * change.
 */
export const worthQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: ['observation', 'worth', conjunctionId],
    queryFn: ({ signal }) => call(getEventTracking, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

export const worthCall = (conjunctionId: string) => ({
  method: getEventTracking.method,
  path: getEventTracking.path.replace('{conjunction-id}', conjunctionId),
})

/** Returns the object of an event that a draft is for; undefined if the draft is for another object. */
export const objectOf = (draft: Draft, found: EventTracking | undefined): TrackedObject | undefined =>
  found?.objects.find(({ satelliteId, catalogueId }) =>
    draft.satellite === '' ? String(catalogueId) === draft.object.trim() : satelliteId === draft.satellite,
  )

/** A pass that can be chosen. */
export type Choice = {
  /** The name of the pass in a request. */
  readonly name: string
  readonly code: string
  readonly startMs: number
  readonly elevation: number
  readonly magnitude: number | null
  /** The share of clear nights, 0 to 1; null if it is not known, or if the sensor needs no clear sky. */
  readonly clearSky: number | null
  /** The value of the pass for the decision on the event; undefined if it is not ranked. */
  readonly worth: RankedPass | undefined
}

/** Returns the conflicting bookings of the sensors, by the name of the choice: the sensor cannot serve both. */
export const conflictsOf = (
  choices: readonly Choice[],
  passes: readonly PassOf[],
  bookings: readonly Booking[],
): ReadonlyMap<string, string> =>
  new Map(
    choices.flatMap(({ name }) => {
      const pass = passes.find((one) => isSamePass(name, one))
      const conflict = pass && conflictOf(bookings, pass)
      return conflict ? [[name, conflict.objectName] as const] : []
    }),
  )

/** Returns the passes that can be chosen: ranked passes, best first; else all observable passes, in time order. */
export function choicesOf(
  draft: Draft,
  object: TrackedObject | undefined,
  predictions: readonly PassPrediction[],
  passes: readonly PassOf[],
): readonly Choice[] {
  const [from, until] = [fromOf(draft), untilOf(draft)]
  const isInTime = (startMs: number, endMs: number) =>
    (typeof from !== 'number' || startMs >= from) && (typeof until !== 'number' || endMs <= until)
  if (object && isRanked(object))
    return object.passes
      .filter(({ start, end }) => isInTime(Date.parse(start), Date.parse(end)))
      .filter(({ measurementType }) => measurementType === draft.type)
      .filter(({ name }) => !isRejected(name, draft, passes))
      .map((worth) => ({
        name: worth.name,
        code: worth.sensorCode,
        startMs: Date.parse(worth.start),
        elevation: worth.maximumElevation,
        magnitude: worth.magnitude,
        clearSky: worth.clearSky,
        worth,
      }))
  const clear = new Map(predictions.map(({ sensorCode, clearSky }) => [sensorCode, clearSky?.fraction ?? null]))
  return passes
    .filter(({ seenMs, endMs }) => seenMs !== undefined && isInTime(seenMs, endMs))
    .map((one) => ({ ...one, name: draft.names.find((name) => isSamePass(name, one)) ?? one.name }))
    .map(({ name, code, pass }) => ({
      name,
      code,
      startMs: trackMsOf(name),
      elevation: pass.maximumElevation,
      magnitude: pass.magnitude,
      clearSky: clear.get(code) ?? null,
      worth: undefined,
    }))
}

/** True if a pass is lower or shorter than the draft's limits, which the ranking does not consider. */
function isRejected(name: string, draft: Draft, passes: readonly PassOf[]): boolean {
  const { elevation, durationS } = limitsOf(draft)
  if (elevation === undefined && durationS === undefined) return false
  return passes.length > 0 && !passes.some((one) => one.seenMs !== undefined && isSamePass(name, one))
}

export const isRanked = (object: TrackedObject | undefined): boolean => object?.unranked === null

type Looking = {
  /** The name of the pass that was pressed last. */
  readonly looked: string | undefined
  readonly names: readonly string[]
  readonly choices: readonly Choice[]
  readonly passes: readonly PassOf[]
}

/** Returns the pass whose sky is shown: the pass that was pressed last, else the best chosen pass, else the best of all. */
export function shownOf({ looked, names, choices, passes }: Looking): PassOf | undefined {
  const all = [
    ...(looked === undefined ? [] : [looked]),
    ...bestFirst(names, choices),
    ...choices.map(({ name }) => name),
  ]
  for (const name of all) {
    const found = passes.find((pass) => pass.name === name) ?? passes.find((pass) => isSamePass(name, pass))
    if (found) return found
  }
  return undefined
}

/**
 * True if a name refers to the pass. The times of the same pass differ by seconds between the orbit of a message and the orbit of a
 * catalogue.
 */
export function isSamePass(
  name: string,
  { code, startMs, endMs }: Pick<PassOf, 'code' | 'startMs' | 'endMs'>,
): boolean {
  const sensor = name.split('@')[0]
  const ms = trackMsOf(name)
  return sensor === code && ms >= startMs - SAME_PASS_MS && ms <= endMs + SAME_PASS_MS
}

/** Returns the chosen passes in the order of the choices; passes that are no longer among the choices are last. */
export function bestFirst(names: readonly string[], choices: readonly Choice[]): readonly string[] {
  const known = choices.map(({ name }) => name).filter((name) => names.includes(name))
  return [...known, ...names.filter((name) => !known.includes(name))]
}

/** Returns the names with one name added, or removed if it was among them. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  if (names.includes(name)) return names.filter((one) => one !== name)
  return isFull(names, name) ? names : [...names, name]
}

/** True if the request already names the maximum number of passes, and the pass is not one of them. */
export const isFull = (names: readonly string[], name: string): boolean =>
  names.length >= MOST_PASSES_OF_REQUEST && !names.includes(name)
