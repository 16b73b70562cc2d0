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

/** The question for passes: the object, the sensors (all if none is named), and the time. */
export type PassQuestion = {
  readonly orbit: Orbit
  readonly codes: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  /** Lowest elevation that is wanted, degrees. */
  readonly elevation: number | undefined
  /** Shortest time in one piece that is wanted, s. */
  readonly durationS?: number | undefined
  /** Passes that stay below the elevation are listed with that reason. */
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

/** The light of a question as a call of the API, as it is copied; a message is sent in its body. */
export function lightCall(question: PassQuestion, code: string) {
  const { orbit } = question
  const query = { ...searchOf({ ...question, codes: [code], elevation: undefined }), light: 'true' }
  if (orbit.kind === 'catalogue' || orbit.kind === 'satellite')
    return { method: predictPasses.method, path: predictPasses.path, query: { ...query, ...objectOf(orbit) } }
  return { method: predictPassesOfMessage.method, path: predictPassesOfMessage.path, query }
}

/** Reads again when a sensor changes: passes are over sensors. */
export const passesQuery = (question: PassQuestion) =>
  queryOptions({
    queryKey: ['sensor', 'passes', question],
    queryFn: ({ signal }) => predict(question, {}, signal),
    meta: { silent: 'predict-passes' },
  })

/** The query for the light in which the object flies in the time of a question; one sensor is enough, as it is the same over all. */
export const lightQuery = (question: PassQuestion, code: string) =>
  queryOptions({
    queryKey: ['sensor', 'light', question.orbit, question.fromMs, question.toMs, code],
    queryFn: async ({ signal }) => {
      const [found] = await predict({ ...question, codes: [code], elevation: undefined }, { light: 'true' }, signal)
      return found ?? null
    },
    meta: { silent: 'predict-passes' },
  })

/** The query for one pass with its track over the sky: the whole of it, also if it was under way when the list was asked for. */
export const trackQuery = ({ orbit, elevation }: PassQuestion, { name, code, startMs, endMs, pass }: PassOf) =>
  trackIn(
    // An object that stays below the lowest elevation is drawn from the horizon of the sensor on.
    { orbit, code, elevation: pass.reasons.includes('too-low') ? undefined : elevation },
    {
      name,
      ...aroundPass({ startMs, endMs }, pass),
      duringMs: startMs + 1,
    },
  )

type PassOrbit = { readonly orbit: Orbit; readonly code: string; readonly elevation?: number | undefined }
type When = { readonly name: string; readonly fromMs: number; readonly toMs: number; readonly duringMs: number }

/** A pass with its track over the sky; simulated if the sensor or the orbit is. */
export type TrackedPass = PredictedPass & {
  readonly isSimulated: boolean
  /** The times in the searched span in which the object is not in full sunlight; undefined: they are not known. */
  readonly eclipses: readonly Span[] | undefined
}

export const eclipsesOf = ({ eclipses }: Pick<PassLight, 'eclipses'>): readonly Span[] =>
  eclipses.map(({ start, end }) => ({ fromMs: Date.parse(start), toMs: Date.parse(end) }))

/** Returns the pass over one sensor that is under way, or next, at a moment; it is chosen from all that were found, so that the moment can go on. */
export const trackIn = ({ orbit, code, elevation }: PassOrbit, { name, fromMs, toMs, duringMs }: When) =>
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

/** A pass of a sensor, named as requests name it. */
export type PassOf = {
  readonly name: string
  readonly code: string
  readonly sensorName: string
  readonly startMs: number
  readonly endMs: number
  /** The time at which it begins to be observable; undefined: never. */
  readonly seenMs: number | undefined
  /** The time for which it can be observed, ms. */
  readonly seenForMs: number
  readonly pass: PredictedPass
}

/** The track of an observable part of a pass, as the server plans it: in its middle. */
export function trackOfPart(part: PredictedPass['visibilityIntervals'][number]) {
  const seconds = (Date.parse(part.end) - Date.parse(part.start)) / 1_000
  const startMs = Date.parse(part.start) + Math.max(0, (seconds - MOST_TRACK_SECONDS) / 2) * 1_000
  return { startMs, endMs: startMs + Math.min(seconds, MOST_TRACK_SECONDS) * 1_000 }
}

/** Returns the beginning of the track of a pass: that of its first observable part. */
const trackStartMs = ({ start, visibilityIntervals: [first] }: PredictedPass): number =>
  first ? trackOfPart(first).startMs : Date.parse(start)

/** All passes of all sensors, in time order. */
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
