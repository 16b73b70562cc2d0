import { deserialize } from 'node:v8'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { type ColumnSegment, type Ephemeris, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { lookAt, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { Bodies } from '@apsis/astro/visibility/bodies-over.ts'
import { betaAngle, eclipsesOn } from '@apsis/astro/visibility/eclipses.ts'
import { pathsOfEphemeris } from '@apsis/astro/visibility/ephemeris-path.ts'
import { maskOfHorizon } from '@apsis/astro/visibility/mask.ts'
import { type OpticalConditions, opticalSight, opticalVisibility } from '@apsis/astro/visibility/optical.ts'
import type { Pass } from '@apsis/astro/visibility/passes.ts'
import { type Path, pathOfElements, trajectoryOf } from '@apsis/astro/visibility/path.ts'
import { passesOnPath } from '@apsis/astro/visibility/path-passes.ts'
import { toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import type { Fault } from '@apsis/ccsds/fault.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'
import { readOmm } from '@apsis/ccsds/omm/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import {
  BETA_EVERY_HOURS,
  type PassLight,
  type PassReason,
  type PredictedPass,
  TRACK_PLACES,
  type TrackPlace,
  type UnsearchedSpan,
} from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { StoredOrbit } from '../../ca/ephemeris/own-orbit.service.ts'
import { bodiesDuring, turnsDuring } from './span-sky.ts'

/** The source of the orbit: a stored set or ephemeris, or the text of a message. */
export type GivenOrbit = StoredOrbit | { readonly kind: 'TLE' | 'OMM' | 'OEM'; readonly text: string }

export type PassOrder = {
  readonly orbit: GivenOrbit
  readonly sensors: readonly Sensor[]
  /** ISO 8601, UTC. */
  readonly from: string
  readonly to: string
  readonly minimumElevation: number | undefined
  readonly minimumDurationS: number | undefined
  /** True: passes that stay below the minimum elevation are included. */
  readonly showLow: boolean
  readonly standardMagnitude: number | undefined
  /** True: the path of each pass over the sky is included. */
  readonly track: boolean
  /** True: the light on the object is included. */
  readonly light: boolean
}

/** The fault of a message, or its orbit and the passes over each sensor. */
export type PassAnswer =
  | { readonly fault: string }
  | {
      readonly fault: undefined
      readonly noradId: number
      readonly epoch: string | null
      readonly endsAt: string | null
      readonly notSearched: readonly UnsearchedSpan[]
      /** The passes in the order of the sensors. */
      readonly passes: readonly (readonly PredictedPass[])[]
      readonly light: PassLight | null
    }

type Flight =
  | { readonly noradId: number; readonly set: ElementSet }
  | { readonly noradId: number; readonly ephemeris: Ephemeris }

/** A telescope measures nothing reliably that is fainter than its limit minus this margin (domain.md C19). */
const MAGNITUDE_MARGIN = 0.5

/** Predicts the passes of an object over sensors. Runs in the worker pool: a week over twenty sensors takes 0.1 s. */
export function predictPasses(order: PassOrder): PassAnswer {
  try {
    const flight = readOrbit(order.orbit)
    return 'fault' in flight ? flight : fly(flight, order)
  } catch (error) {
    // Elements or states that cannot be propagated are a fault of the message.
    if (!(error instanceof RangeError)) throw error
    return { fault: error.message }
  }
}

function fly(flight: Flight, order: PassOrder): PassAnswer {
  const [from, to] = [parseTime(order.from), parseTime(order.to)]
  const found = pathsOf(flight, from, to)
  const last = found.at(-1)
  if (last === undefined) return { fault: 'the ephemeris has no states in the time that is searched' }
  const stop = endOf(last)
  const answer = {
    fault: undefined,
    noradId: flight.noradId,
    epoch: 'set' in flight ? instant(flight.set.epoch) : null,
    endsAt: secondsBetween(stop, to) > LEAST_TOLD_S && !goesOn(flight, to) ? instant(stop) : null,
    notSearched: notSearched(found, { from, to, flight }),
  }
  const paths = found.filter(({ count }) => count >= 2)
  if (paths.length === 0) return { ...answer, passes: order.sensors.map(() => []), light: null }
  const scenes = paths.map((path): Scene => ({ path, bodies: bodiesDuring(path.start, path.lengthS), order }))
  return {
    ...answer,
    passes: order.sensors.map((sensor) => scenes.flatMap((scene) => overSensor(scene, sensor))),
    light: order.light ? lightOver(scenes) : null,
  }
}

const endOf = ({ start, lengthS }: Path): Epoch => addSeconds(start, lengthS)

/** Shorter times without an orbit come from rounding. */
const LEAST_TOLD_S = 1

/** Returns the parts of a search without an orbit: before the first path, between two paths, and after the last one. */
function notSearched(
  paths: readonly Path[],
  { from, to, flight }: { readonly from: Epoch; readonly to: Epoch; readonly flight: Flight },
): UnsearchedSpan[] {
  const begins = [...paths.map(({ start }) => start), to]
  const ends = [from, ...paths.map(endOf)]
  return begins.flatMap((end, place): UnsearchedSpan[] => {
    const start = ends[place] ?? missing()
    if (secondsBetween(start, end) <= LEAST_TOLD_S) return []
    const isFirst = place === 0 && !beganBefore(flight, from)
    const isLast = place === paths.length && !goesOn(flight, to)
    const reason = isFirst ? 'ORBIT_BEGINS' : isLast ? 'ORBIT_ENDS' : 'ORBIT_GAP'
    return [{ ...written({ start, end }), reason }]
  })
}

/** Returns true if an ephemeris has states before an instant: a search that begins in a gap does not begin before the ephemeris. */
const beganBefore = (flight: Flight, at: Epoch): boolean =>
  'ephemeris' in flight && flight.ephemeris.segments.some(({ start }) => secondsBetween(start, at) > 0)

/** Returns true if an ephemeris has states after an instant. */
const goesOn = (flight: Flight, at: Epoch): boolean =>
  'ephemeris' in flight && flight.ephemeris.segments.some(({ stop }) => secondsBetween(at, stop) > 0)

/** Returns the light on each path, one after the other. */
function lightOver(scenes: readonly Scene[]): PassLight {
  const lights = scenes.map(({ path, bodies }) => lightOn(path, bodies))
  return { eclipses: lights.flatMap(({ eclipses }) => eclipses), beta: lights.flatMap(({ beta }) => beta) }
}

/** Returns the times when the object is in the shadow of the Earth, and the angle between the Sun and the plane of its orbit. */
function lightOn(path: Path, bodies: Scene['bodies']): PassLight {
  const at = (seconds: number) => addSeconds(path.start, seconds)
  const span = ({ startS, endS }: { readonly startS: number; readonly endS: number }) =>
    written({ start: at(startS), end: at(endS) })
  const sunAt = (epoch: Epoch) => bodies(epoch).sun
  const trajectory = trajectoryOf(path)
  const steps = Math.max(1, Math.ceil(path.lengthS / ((BETA_EVERY_HOURS * HOUR_MS) / 1000)))
  return {
    eclipses: eclipsesOn(path, sunAt).map(({ umbra, ...eclipse }) => ({
      ...span(eclipse),
      umbra: umbra === null ? null : span(umbra),
    })),
    beta: Array.from({ length: steps + 1 }, (_, k) => {
      const epoch = at((path.lengthS * k) / steps)
      return { time: instant(epoch), angle: radToDeg(betaAngle(trajectory(epoch), sunAt(epoch))) }
    }),
  }
}

function readOrbit(orbit: GivenOrbit): Flight | { readonly fault: string } {
  if (orbit.kind === 'set') return { noradId: orbit.set.noradId, set: orbit.set }
  if (orbit.kind === 'ephemeris') {
    const segments = deserialize(orbit.segments) as readonly ColumnSegment[]
    return { noradId: orbit.noradId, ephemeris: makeEphemeris(segments) }
  }
  const { kind, text } = orbit
  if (kind === 'TLE') {
    const [first, other] = [...readTles(text.split(/\r\n|[\r\n]/))]
    if (first === undefined) return { fault: 'it holds no element set' }
    if (other !== undefined) return { fault: 'it holds more than one element set' }
    if (!first.ok) return { fault: `line ${first.line}: ${first.message}` }
    return { noradId: first.elements.noradId, set: first.elements }
  }
  return kind === 'OMM' ? readOmmText(text) : readOemText(text)
}

function readOmmText(text: string): Flight | { readonly fault: string } {
  const reading = readOmm(text, { strict: false })
  if (!reading.ok) return { fault: faultOf(reading.errors) }
  const set = toElementSet(reading.message)
  return { noradId: set.noradId, set }
}

function readOemText(text: string): Flight | { readonly fault: string } {
  const reading = readOem(text, { strict: false })
  if (!reading.ok) return { fault: faultOf(reading.errors) }
  return { noradId: 0, ephemeris: toTemeEphemeris(reading.message.segments) }
}

function faultOf([first]: readonly Fault[]): string {
  return first === undefined ? 'it cannot be read' : `line ${first.line}: ${first.message}`
}

/** Returns the paths of the search, one for each span with an orbit. */
function pathsOf(flight: Flight, from: Epoch, to: Epoch): Path[] {
  if ('ephemeris' in flight) return pathsOfEphemeris(flight.ephemeris, from, to)
  return [pathOfElements(initSgp4(flight.set), turnsDuring(from, secondsBetween(from, to)))]
}

type Scene = { readonly path: Path; readonly bodies: (epoch: Epoch) => Bodies; readonly order: PassOrder }

function overSensor({ path, bodies, order }: Scene, sensor: Sensor): PredictedPass[] {
  const { latitude, longitude, altitude } = sensor
  const station = makeStation({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: altitude })
  const own = sensor.minimumElevation
  const least = Math.max(own, order.minimumElevation ?? Number.NEGATIVE_INFINITY)
  const passesFrom = (degrees: number) => passesOnPath(path, { station, mask: maskOfHorizon(sensor.horizon, degrees) })
  const isLow = ({ culmination }: Pass) => culmination.look.elevationRad < degToRad(least)
  const low = order.showLow && least > own ? passesFrom(own).filter(isLow) : []
  const trajectory = trajectoryOf(path)
  const conditions = conditionsOf(sensor, order.standardMagnitude)
  const target = { trajectory, station, bodies, ...(conditions === undefined ? {} : { conditions }) }
  return [...passesFrom(least), ...low].toSorted(byStart).map((pass) => {
    const { start, end, culmination } = pass
    const { look } = culmination
    const sight = opticalSight(target, culmination.epoch)
    const spin = Math.hypot(look.elevationRateRadS, look.azimuthRateRadS * Math.cos(look.elevationRad))
    const { magnitude } = sight
    return {
      start: instant(start.epoch),
      culmination: instant(culmination.epoch),
      end: instant(end.epoch),
      startsBefore: pass.startsBefore,
      endsAfter: pass.endsAfter,
      startAzimuth: radToDeg(start.look.azimuthRad),
      culminationAzimuth: radToDeg(look.azimuthRad),
      endAzimuth: radToDeg(end.look.azimuthRad),
      maximumElevation: radToDeg(look.elevationRad),
      range: look.rangeM,
      angularRate: radToDeg(spin),
      sunElevation: radToDeg(sight.sunElevationRad),
      moonElevation: radToDeg(sight.moonElevationRad),
      moonSeparation: radToDeg(sight.moonSeparationRad),
      phaseAngle: radToDeg(sight.phaseAngleRad),
      isSunlit: sight.penumbraMarginRad > 0,
      magnitude:
        magnitude === undefined || !Number.isFinite(magnitude) || sight.penumbraMarginRad <= 0 ? null : magnitude,
      ...(low.includes(pass) ? NEVER_HIGH : longIn(visibility(target, pass, sensor), order.minimumDurationS)),
      track: order.track ? trackOf(target, pass) : null,
    }
  })
}

const byStart = (a: Pass, b: Pass) => secondsBetween(b.start.epoch, a.start.epoch)

/** Returns the positions of a pass at equal steps of time. */
function trackOf(target: Target, { start, end }: Pass): TrackPlace[] {
  const { station, trajectory, bodies } = target
  const lengthS = secondsBetween(start.epoch, end.epoch)
  return Array.from({ length: TRACK_PLACES }, (_, place) => {
    const epoch = addSeconds(start.epoch, (lengthS * place) / (TRACK_PLACES - 1))
    const look = lookAt(station, trajectory(epoch))
    const moon = lookAt(station, { r: bodies(epoch).moon, v: [0, 0, 0] })
    const sight = opticalSight(target, epoch)
    const isSunlit = sight.penumbraMarginRad > 0
    const { magnitude } = sight
    return {
      time: instant(epoch),
      azimuth: radToDeg(look.azimuthRad),
      elevation: radToDeg(look.elevationRad),
      range: look.rangeM,
      sunElevation: radToDeg(sight.sunElevationRad),
      moonAzimuth: radToDeg(moon.azimuthRad),
      moonElevation: radToDeg(sight.moonElevationRad),
      moonSeparation: radToDeg(sight.moonSeparationRad),
      phaseAngle: radToDeg(sight.phaseAngleRad),
      isSunlit,
      magnitude: magnitude === undefined || !Number.isFinite(magnitude) || !isSunlit ? null : magnitude,
    }
  })
}

type SeenPass = Pick<PredictedPass, 'visibilityIntervals' | 'reasons'>
type Target = Parameters<typeof opticalVisibility>[0] & Pick<Scene, 'bodies'>

const NEVER_HIGH: SeenPass = { visibilityIntervals: [], reasons: ['too-low'] }

/** Returns the parts of a pass that are at least as long as requested. */
function longIn(seen: SeenPass, leastS = 0): SeenPass {
  const visibilityIntervals = seen.visibilityIntervals.filter(
    ({ start, end }) => Date.parse(end) - Date.parse(start) >= leastS * 1000,
  )
  const isShort = visibilityIntervals.length === 0 && seen.visibilityIntervals.length > 0
  return { visibilityIntervals, reasons: isShort ? ['too-short'] : seen.reasons }
}

function visibility(target: Target, pass: Pass, sensor: Sensor): SeenPass {
  const never = (reason: PassReason): SeenPass => ({ visibilityIntervals: [], reasons: [reason] })
  if (sensor.status === 'DOWN') return never('sensor-down')
  const span = { start: pass.start.epoch, end: pass.end.epoch }
  if (sensor.sensorType === 'RADAR_ACTIVE') {
    // The object is nearest at about the time when it is highest.
    const isNear = sensor.maximumRange === null || pass.culmination.look.rangeM <= sensor.maximumRange
    return isNear ? { visibilityIntervals: [written(span)], reasons: [] } : never('too-far')
  }
  if (secondsBetween(span.start, span.end) <= 0) return never('never-together')
  const { visible, reasons } = opticalVisibility(target, span)
  return { visibilityIntervals: visible.map(written), reasons: [...reasons] }
}

const written = ({ start, end }: { readonly start: Epoch; readonly end: Epoch }) => ({
  start: instant(start),
  end: instant(end),
})

function conditionsOf(sensor: Sensor, standardMagnitude: number | undefined): OpticalConditions {
  const { maximumSunElevation, minimumMoonSeparation, limitingMagnitude } = sensor
  return {
    maxSunElevationRad: degToRad(maximumSunElevation),
    minMoonSeparationRad: degToRad(minimumMoonSeparation),
    ...(standardMagnitude === undefined ? {} : { standardMagnitude }),
    ...(standardMagnitude === undefined || limitingMagnitude === null
      ? {}
      : { limitingMagnitude: limitingMagnitude - MAGNITUDE_MARGIN }),
  }
}

/** Writes a time to the millisecond, as every answer does. */
const instant = (epoch: Epoch): string => formatTime(epoch, { digits: 3, zulu: true })
