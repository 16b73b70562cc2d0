import { DAY_MS } from '@apsis/astro/constants.ts'
import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { type Bodies, bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import { maskOfHorizon } from '@apsis/astro/visibility/mask.ts'
import { type OpticalTarget, opticalVisibility } from '@apsis/astro/visibility/optical.ts'
import type { Pass } from '@apsis/astro/visibility/passes.ts'
import { earthTurns, type Path, pathOfOrbit, trajectoryOf } from '@apsis/astro/visibility/path.ts'
import { passesOnPath } from '@apsis/astro/visibility/path-passes.ts'
import {
  type INFEASIBLE_REASONS,
  type MeasurementType,
  MOST_TRACK_SECONDS,
  passName,
} from '@apsis/contract/odt/request/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { KnownOrbit, OrbitLeg } from '../object/known-orbit.ts'

/** A time at which a sensor can observe an object. */
export type Window = {
  readonly name: string
  readonly sensor: Sensor
  /** The orbit of the object at that time. */
  readonly orbit: KnownOrbit
  /** The times of the track. */
  readonly startMs: number
  readonly endMs: number
  /** The span in which the object can be observed: the track is in its middle. */
  readonly part: { readonly fromMs: number; readonly toMs: number }
  readonly peakElevationRad: number
}

export type Reason = (typeof INFEASIBLE_REASONS)[number]

type Search = {
  /** The legs in the order of time. */
  readonly legs: readonly OrbitLeg[]
  readonly sensors: readonly Sensor[]
  readonly fromMs: number
  readonly toMs: number
  /** The search stops after this many windows: no further days are searched. */
  readonly enough: number
} & Limits

/** The user's limits for a pass, which apply in addition to the limits of its sensor. */
type Limits = {
  /** The limit in degrees. */
  readonly minimumElevation?: number | undefined
  readonly minimumDurationS?: number | undefined
}

/** The shortest track. */
const SHORTEST_S = 30
/** The radius of an object of unknown size: a sphere of 1 m. */
const UNKNOWN_RADIUS_M = 1
/** A margin of half a magnitude is kept for the errors of the model (domain.md C19). */
const MAGNITUDE_RESERVE = 0.5

/** Returns the sensors that make the wanted measurement and accept requests. */
export function sensorsFor(sensors: readonly Sensor[], type: MeasurementType): Sensor[] {
  const wanted = type === 'OPTICAL' ? 'OPTICAL_PASSIVE' : 'RADAR_ACTIVE'
  return sensors.filter(({ sensorType, status, providerId }) => {
    return sensorType === wanted && status === 'OPERATIONAL' && providerId !== null
  })
}

/** Returns the windows in which sensors can see an object, searched day by day until there are enough; if there are none, the reasons. */
export function findWindows(search: Search): { readonly windows: Window[]; readonly reasons: Reason[] } {
  const parts: Part[] = []
  const reasons = new Set<Reason>()
  const leastMs = Math.max(SHORTEST_S, search.minimumDurationS ?? 0) * 1000
  const isLong = ({ fromMs, toMs }: Part) => toMs - fromMs >= leastMs
  let searchedToMs = search.fromMs
  for (const { orbit, fromMs, toMs } of daysOf(search)) {
    if (parts.filter(isLong).length >= search.enough) break
    const sky = skyOf(orbit, fromMs, toMs)
    if (sky === undefined || fromMs > searchedToMs) reasons.add('no-orbit')
    searchedToMs = toMs
    if (sky === undefined) continue
    for (const sensor of search.sensors) {
      const found = partsOf(sensor, sky, search)
      for (const part of found.parts) addPart(parts, part, fromMs)
      for (const reason of found.reasons) reasons.add(reason)
    }
  }
  if (searchedToMs < search.toMs) reasons.add('no-orbit')
  const windows = parts.filter(isLong).map(windowOf)
  if (windows.length < parts.length) reasons.add('too-short')
  if (windows.length === 0 && reasons.size === 0) reasons.add('never-above-mask')
  return { windows, reasons: windows.length > 0 ? [] : [...reasons] }
}

/** Returns the days of a search, each with one orbit; none if no orbit is known. */
function daysOf({ legs, fromMs, toMs }: Search): OrbitLeg[] {
  return legs.flatMap((leg) => {
    const [begin, end] = [Math.max(leg.fromMs, fromMs), Math.min(leg.toMs, toMs)]
    const count = Math.max(0, Math.ceil((end - begin) / DAY_MS))
    return Array.from({ length: count }, (_, day) => {
      const from = begin + day * DAY_MS
      return { orbit: leg.orbit, fromMs: from, toMs: Math.min(from + DAY_MS, end) }
    })
  })
}

/** A span in which a sensor sees an object without a break. */
type Part = Pick<Window, 'sensor' | 'orbit' | 'peakElevationRad'> & Window['part']

/** A part that ends this close to the edge of its day continues in the next day. */
const EDGE_MS = 1000

/**
 * Joins parts that the edge between two days has cut. A part that fills a whole day stays as it is, since a track
 * fits into each day. If the end of an orbit has cut a part, the longer piece stays, because a provider points with
 * one orbit.
 */
function addPart(parts: Part[], part: Part, edgeMs: number): void {
  const at = parts.findLastIndex(({ sensor }) => sensor === part.sensor)
  const before = parts[at]
  const isMet = before !== undefined && edgeMs - before.toMs < EDGE_MS && part.fromMs - edgeMs < EDGE_MS
  const isDay = (one: Part) => one.toMs - one.fromMs >= DAY_MS - EDGE_MS
  if (!isMet || isDay(before) || isDay(part)) parts.push(part)
  else if (part.orbit !== before.orbit) {
    if (part.toMs - part.fromMs > before.toMs - before.fromMs) parts[at] = part
  } else {
    const peakElevationRad = Math.max(before.peakElevationRad, part.peakElevationRad)
    parts[at] = { ...before, toMs: part.toMs, peakElevationRad }
  }
}

/** Returns the track of a part. */
function windowOf({ sensor, orbit, fromMs, toMs, peakElevationRad }: Part): Window {
  const lengthS = (toMs - fromMs) / 1000
  const startMs = Math.ceil(fromMs / 1000 + Math.max(0, (lengthS - MOST_TRACK_SECONDS) / 2)) * 1000
  const endMs = startMs + Math.floor(Math.min(lengthS, MOST_TRACK_SECONDS)) * 1000
  const name = passName(sensor.sensorCode, new Date(startMs))
  return { name, sensor, orbit, startMs, endMs, part: { fromMs, toMs }, peakElevationRad }
}

const epochOf = (ms: number): Epoch => parseTime(new Date(ms).toISOString())

/** The data that all sensors share in the search of a day: the path of the object, and Sun and Moon. */
type Sky = {
  readonly orbit: KnownOrbit
  readonly path: Path
  readonly bodies: (epoch: Epoch) => Bodies
  readonly fromMs: number
}

/** Returns the shared data; undefined if the orbit has no state within the day. */
function skyOf(orbit: KnownOrbit, fromMs: number, toMs: number): Sky | undefined {
  const start = epochOf(fromMs)
  const lengthS = (toMs - fromMs) / 1000
  const stateAt = (epoch: Epoch) => {
    const state = orbit.at(epoch)
    if (state === null) throw new NoStateError('the orbit has no state then')
    return state
  }
  try {
    const path = pathOfOrbit({ frame: 'TEME', stateAt }, earthTurns('TEME', start, lengthS))
    return { orbit, path, bodies: bodiesOver(start, lengthS), fromMs }
  } catch (error) {
    if (error instanceof NoStateError) return undefined
    throw error
  }
}

function partsOf(sensor: Sensor, { orbit, path, bodies, fromMs }: Sky, { minimumElevation }: Limits) {
  const station = makeStation({
    latRad: degToRad(sensor.latitude),
    lonRad: degToRad(sensor.longitude),
    heightM: sensor.altitude,
  })
  const parts: Part[] = []
  const reasons = new Set<Reason>()
  const passesFrom = (degrees: number) => passesOnPath(path, { station, mask: maskOfHorizon(sensor.horizon, degrees) })
  const least = Math.max(sensor.minimumElevation, minimumElevation ?? sensor.minimumElevation)
  const passes = passesFrom(least)
  const isLow = ({ culmination }: Pass) => culmination.look.elevationRad < degToRad(least)
  if (least > sensor.minimumElevation && passesFrom(sensor.minimumElevation).some(isLow)) reasons.add('too-low')
  for (const pass of passes) {
    const span = { start: pass.start.epoch, end: pass.end.epoch }
    const seeing = { trajectory: trajectoryOf(path), station, bodies }
    const { visible, because } = seenIn(sensor, seeing, { pass, span })
    for (const reason of because) reasons.add(reason)
    const msOf = (epoch: Epoch) => fromMs + secondsBetween(path.start, epoch) * 1000
    const peakElevationRad = pass.culmination.look.elevationRad
    for (const { start, end } of visible)
      parts.push({ sensor, orbit, fromMs: msOf(start), toMs: msOf(end), peakElevationRad })
  }
  return { parts, reasons }
}

/** The error for an orbit without a state at a time. */
class NoStateError extends Error {}

type Seeing = Pick<OpticalTarget, 'trajectory' | 'station' | 'bodies'>
type Span = { readonly start: Epoch; readonly end: Epoch }

function seenIn(
  sensor: Sensor,
  seeing: Seeing,
  { pass, span }: { pass: Pass; span: Span },
): { visible: readonly Span[]; because: readonly Reason[] } {
  if (sensor.sensorType === 'RADAR_ACTIVE') {
    const isNear = sensor.maximumRange === null || pass.culmination.look.rangeM <= sensor.maximumRange
    return isNear ? { visible: [span], because: [] } : { visible: [], because: ['out-of-range'] }
  }
  const { visible, reasons } = opticalVisibility(
    {
      ...seeing,
      conditions: {
        maxSunElevationRad: degToRad(sensor.maximumSunElevation),
        minMoonSeparationRad: degToRad(sensor.minimumMoonSeparation),
        standardMagnitude: standardMagnitude(UNKNOWN_RADIUS_M),
        ...(sensor.limitingMagnitude === null
          ? {}
          : { limitingMagnitude: sensor.limitingMagnitude - MAGNITUDE_RESERVE }),
      },
    },
    span,
  )
  return { visible, because: reasons }
}
