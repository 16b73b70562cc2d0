import {
  type PassLight,
  type PredictedPass,
  predictPasses,
  predictPassesOfMessage,
} from '@apsis/contract/odt/pass/passprediction.ts'
import { MOST_TRACK_SECONDS, passName } from '@apsis/contract/odt/request/request.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Orbit } from './orbit-text.ts'
import { aroundPass } from './pass-around.ts'
import type { Span } from './track.ts'

/** The query for passes: the object, the sensors (all if none is named), and the time. */
export type PassQuestion = {
  readonly orbit: Orbit
  readonly codes: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  /** The lowest elevation that is requested, degrees. */
  readonly elevation: number | undefined
  /** The shortest continuous time that is requested, s. */
  readonly durationS?: number | undefined
  /** True if passes that stay below the elevation are listed with that reason. */
  readonly showsLow?: boolean
}

const searchOf = ({ codes, fromMs, toMs, elevation, durationS, showsLow }: PassQuestion) => ({
  ...(codes.length > 0 ? { 'sensor-code': codes.join(',') } : {}),
  ...(elevation === undefined ? {} : { 'minimum-elevation': elevation }),
  ...(durationS === undefined ? {} : { 'minimum-duration': durationS }),
  ...(showsLow && elevation !== undefined ? { 'show-low': 'true' } : {}),
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})

type More = { readonly track?: string; readonly light?: string }

function predict(question: PassQuestion, more: More, signal: AbortSignal) {
  const query = { ...searchOf(question), ...more }
  const { orbit } = question
  if (orbit.kind === 'catalogue' || orbit.kind === 'satellite')
    return call(predictPasses, { query: { ...query, ...objectOf(orbit) } }, signal)
  const body = { orbitDataMessageType: orbit.kind, orbitDataMessage: orbit.text }
  return call(predictPassesOfMessage, { query, body }, signal)
}

type KnownOrbit = Extract<Orbit, { readonly kind: 'catalogue' | 'satellite' }>
const objectOf = (orbit: KnownOrbit) =>
  orbit.kind === 'catalogue' ? { 'catalogue-id': orbit.catalogueId } : { 'satellite-id': orbit.satelliteId }

/** Returns the call of the API for the light of a query, for copying; a message is sent in its body. */
export function lightCall(question: PassQuestion, code: string) {
  const { orbit } = question
  const query = { ...searchOf({ ...question, codes: [code], elevation: undefined }), light: 'true' }
  if (orbit.kind === 'catalogue' || orbit.kind === 'satellite')
    return { method: predictPasses.method, path: predictPasses.path, query: { ...query, ...objectOf(orbit) } }
  return { method: predictPassesOfMessage.method, path: predictPassesOfMessage.path, query }
}

/** Reads the passes; they are read again when a sensor changes, because passes are over sensors. */
export const passesQuery = (question: PassQuestion) =>
  queryOptions({
    queryKey: ['sensor', 'passes', question],
    queryFn: ({ signal }) => predict(question, {}, signal),
    meta: { silent: 'predict-passes' },
  })

/** Reads the light at an object during the time of a query; one sensor is enough, because the light is the same over all. */
export const lightQuery = (question: PassQuestion, code: string) =>
  queryOptions({
    queryKey: ['sensor', 'light', question.orbit, question.fromMs, question.toMs, code],
    queryFn: async ({ signal }) => {
      const [found] = await predict({ ...question, codes: [code], elevation: undefined }, { light: 'true' }, signal)
      return found ?? null
    },
    meta: { silent: 'predict-passes' },
  })

/** Reads one pass with its track over the sky: the complete pass, also if it had already begun when the list was read. */
export const trackQuery = ({ orbit, elevation }: PassQuestion, { name, code, startMs, endMs, pass }: PassOf) =>
  trackIn(
    // An object that stays below the lowest elevation is drawn from the horizon of the sensor.
    { orbit, code, elevation: pass.reasons.includes('too-low') ? undefined : elevation },
    {
      name,
      ...aroundPass({ startMs, endMs }, pass),
      duringMs: startMs + 1,
    },
  )

type PassOrbit = { readonly orbit: Orbit; readonly code: string; readonly elevation?: number | undefined }
type PassSpan = { readonly name: string; readonly fromMs: number; readonly toMs: number; readonly duringMs: number }

/** A pass with its track over the sky; simulated if the sensor or the orbit is. */
export type TrackedPass = PredictedPass & {
  readonly isSimulated: boolean
  /** The times in the searched span in which the object is not in full sunlight; undefined if they are not known. */
  readonly eclipses: readonly Span[] | undefined
}

export const eclipsesOf = ({ eclipses }: Pick<PassLight, 'eclipses'>): readonly Span[] =>
  eclipses.map(({ start, end }) => ({ fromMs: Date.parse(start), toMs: Date.parse(end) }))

/**
 * Reads the pass over one sensor at a moment, or the next one. It is selected from all passes that were found, so that the moment can
 * change without another read.
 */
export const trackIn = ({ orbit, code, elevation }: PassOrbit, { name, fromMs, toMs, duringMs }: PassSpan) =>
  queryOptions({
    queryKey: ['sensor', 'track', orbit, elevation, name],
    queryFn: async ({ signal }): Promise<readonly TrackedPass[]> => {
      const more = { track: 'true', light: 'true' }
      const [found] = await predict({ orbit, codes: [code], fromMs, toMs, elevation }, more, signal)
      if (found === undefined) return []
      const { light, isSimulated } = found
      return found.passes.map((pass) => ({ ...pass, isSimulated, eclipses: light ? eclipsesOf(light) : undefined }))
    },
    select: (passes) => passes.find(({ end }) => Date.parse(end) > duringMs) ?? null,
    meta: { silent: 'predict-passes' },
  })

type Prediction = Awaited<ReturnType<typeof predict>>[number]

/** A pass of a sensor, with the name that requests use. */
export type PassOf = {
  readonly name: string
  readonly code: string
  readonly sensorName: string
  readonly startMs: number
  readonly endMs: number
  /** The time at which the pass becomes observable; undefined if it never does. */
  readonly seenMs: number | undefined
  /** The duration for which the pass can be observed, ms. */
  readonly seenForMs: number
  readonly pass: PredictedPass
}

/** Returns the track in an observable part of a pass, at the same place as the server plans it: in the middle. */
export function trackOfPart(part: PredictedPass['visibilityIntervals'][number]) {
  const seconds = (Date.parse(part.end) - Date.parse(part.start)) / 1_000
  const startMs = Date.parse(part.start) + Math.max(0, (seconds - MOST_TRACK_SECONDS) / 2) * 1_000
  return { startMs, endMs: startMs + Math.min(seconds, MOST_TRACK_SECONDS) * 1_000 }
}

/** Returns the beginning of the track of a pass, which is in its first observable part. */
const trackStartMs = ({ start, visibilityIntervals: [first] }: PredictedPass): number =>
  first ? trackOfPart(first).startMs : Date.parse(start)

/** Returns all passes of all sensors, in time order. */
export function passesOf(predictions: readonly Prediction[]): readonly PassOf[] {
  return predictions
    .flatMap(({ sensorCode, groundSensorName, passes }) =>
      passes.map((pass): PassOf => {
        const [first] = pass.visibilityIntervals
        const spans = pass.visibilityIntervals.map(({ start, end }) => Date.parse(end) - Date.parse(start))
        return {
          name: passName(sensorCode, new Date(trackStartMs(pass))),
          code: sensorCode,
          sensorName: groundSensorName,
          startMs: Date.parse(pass.start),
          endMs: Date.parse(pass.end),
          seenMs: first && Date.parse(first.start),
          seenForMs: spans.reduce((sum, ms) => sum + ms, 0),
          pass,
        }
      }),
    )
    .toSorted((a, b) => a.startMs - b.startMs)
}
