import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { readTdm, type Tdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import type { OrbitDataType } from '@apsis/contract/odt/observation/observation.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { OwnEphemeris } from '../../ca/ephemeris/own-orbit.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import { legOver, legsOfOwn, msOf, type OrbitLeg, orbitOfSet } from '../object/known-orbit.ts'
import type { Span } from '../object/object.service.ts'
import { over, type Suspect } from './make-report.ts'
import { type MeasuredFile, measureTrack } from './measure-track.ts'
import { refuseReading } from './refuse-reading.ts'

/** An object that may have made a track, in the form for another process. */
export type SuspectSet = {
  readonly noradId: number
  readonly name: string
  readonly type: OrbitDataType
  readonly epoch: Epoch | null
  readonly set: MeanElements
}

/** The public catalogue in a form that is fast to send to another process: ten numbers per object. */
export type PackedCatalogue = { readonly names: readonly string[]; readonly numbers: Float64Array }

const NUMBERS_OF_OBJECT = 10

export function packCatalogue(
  objects: readonly { readonly noradId: number; readonly name: string; readonly elements: MeanElements }[],
): PackedCatalogue {
  const numbers = new Float64Array(objects.length * NUMBERS_OF_OBJECT)
  objects.forEach(({ noradId, elements: e }, at) => {
    const row = [noradId, e.epoch.taiS, e.epoch.taiFs, e.meanMotionRadPerS, e.eccentricity, e.incRad, e.raanRad]
    numbers.set([...row, e.argPeriapsisRad, e.meanAnomalyRad, e.bstar], at * NUMBERS_OF_OBJECT)
  })
  return { names: objects.map(({ name }) => name), numbers }
}

function unpack({ names, numbers }: PackedCatalogue): SuspectSet[] {
  return names.map((name, at) => {
    const [noradId = 0, taiS = 0, taiFs = 0, meanMotionRadPerS = 0, eccentricity = 0, incRad = 0, ...rest] =
      numbers.subarray(at * NUMBERS_OF_OBJECT, (at + 1) * NUMBERS_OF_OBJECT)
    const [raanRad = 0, argPeriapsisRad = 0, meanAnomalyRad = 0, bstar = 0] = rest
    const epoch = { taiS, taiFs }
    const angles = { incRad, raanRad, argPeriapsisRad, meanAnomalyRad }
    return { noradId, name, type: 'OMM', epoch, set: { epoch, meanMotionRadPerS, eccentricity, bstar, ...angles } }
  })
}

/** An own satellite with an ephemeris, in the form for another process. */
export type FlownSuspect = Omit<OwnEphemeris, 'satelliteId'> & Pick<Suspect, 'noradId' | 'name'>

/** A calendar date or a date with the day of the year, as messages write them (CCSDS 301.0-B-4, 3.5). */
const TIME = /\b(\d{4})-(?:(\d{2})-(\d{2})|(\d{3}))T(\d{2}):(\d{2})/g
/** The largest difference between the time systems of messages, plus the seconds, which are not read. */
const SYSTEMS_MS = 3 * MINUTE_MS

/** Returns the span of all times in a message, whatever they mean; undefined if it has none. */
export function timesIn(text: string): Span | undefined {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [, year, month, day, dayOfYear, hour, minute] of text.matchAll(TIME)) {
    const monthAt = dayOfYear === undefined ? Number(month) - 1 : 0
    const ms = Date.UTC(Number(year), monthAt, Number(dayOfYear ?? day), Number(hour), Number(minute))
    fromMs = Math.min(fromMs, ms)
    toMs = Math.max(toMs, ms)
  }
  if (fromMs > toMs) return undefined
  return { from: new Date(fromMs - SYSTEMS_MS), to: new Date(toMs + SYSTEMS_MS) }
}

export type MeasureTask = {
  readonly text: string
  /** The sensors that may have made it. */
  readonly sensors: readonly Sensor[]
  readonly catalogue: PackedCatalogue
  /** Orbits that are better than the catalogue's: they replace its objects. */
  readonly better: readonly SuspectSet[]
  /** Ephemerides that replace both kinds of orbits, if they cover a whole track. */
  readonly flown: readonly FlownSuspect[]
  readonly isSimulated: boolean
}

export type MeasureAnswer =
  | { readonly ok: true; readonly files: readonly MeasuredFile[] }
  | { readonly ok: false; readonly message: string; readonly errors: readonly ProblemDetail[] }

/** Reads a message and returns the object of each of its segments, or the faults of the message. Runs in the worker pool. */
export async function measureMessage(task: MeasureTask): Promise<MeasureAnswer> {
  try {
    return { ok: true, files: await measureSegments(task) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, message: error.message, errors: error.errors ?? [] }
  }
}

async function measureSegments(task: MeasureTask): Promise<MeasuredFile[]> {
  const { text, sensors, catalogue, better, flown, isSimulated } = task
  const tdm = readMessage(text)
  const suspects = suspectsOf(better, catalogue)
  const ephemerides = await legsOfAll(flown)
  return tdm.segments.map((segment) => {
    const sensor = sensors.find(({ sensorCode }) => sensorCode === segment.metadata.participant1)
    if (sensor === undefined)
      throw new ApiError(
        'unprocessable',
        `PARTICIPANT_1 ${segment.metadata.participant1} is no sensor of the organisation.`,
      )
    const times = segment.observations.flatMap(({ epoch }) => (isResolved(epoch) ? [msOf(epoch)] : []))
    const own = flownDuring(times, ephemerides)
    return measureTrack({
      tdm: { ...tdm, segments: [segment] },
      sensor,
      suspects: over(own, suspects),
      isSimulated,
    })
  })
}

/** Returns all suspects with elements: the catalogue, with better orbits in place of its own. */
export function suspectsOf(better: readonly SuspectSet[], catalogue: PackedCatalogue): Suspect[] {
  const known = new Set(better.map(({ noradId }) => noradId))
  const all = [...better, ...unpack(catalogue).filter(({ noradId }) => !known.has(noradId))]
  return all.flatMap((one): Suspect[] => {
    const orbit = orbitOfSet(one.set, one.type)
    return orbit === undefined ? [] : [{ noradId: one.noradId, name: one.name, orbit: { ...orbit, epoch: one.epoch } }]
  })
}

/** Returns the own ephemerides with the spans for which they have states. */
export async function legsOfAll(flown: readonly FlownSuspect[]): Promise<SuspectWithLegs[]> {
  return Promise.all(flown.map(async (one) => ({ ...one, legs: await legsOfOwn(one) })))
}

type SuspectWithLegs = FlownSuspect & { readonly legs: readonly OrbitLeg[] }

/** Returns the suspects whose ephemerides cover a whole track. */
export function flownDuring(timesMs: readonly number[], flown: readonly SuspectWithLegs[]): Suspect[] {
  const fromMs = timesMs.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const toMs = timesMs.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY)
  return flown.flatMap(({ noradId, name, legs }) => {
    const leg = legOver(legs, fromMs, toMs)
    return leg === undefined ? [] : [{ noradId, name, orbit: leg.orbit }]
  })
}

export function readMessage(text: string): Tdm {
  const reading = readTdm(text, { strict: false })
  if (reading.ok) return reading.message
  throw refuseReading(reading.errors, 'TDM')
}
