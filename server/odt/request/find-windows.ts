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
} from '@apsis/contract/odt/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'

/** A time at which a sensor can observe an object. */
export type Window = {
  readonly name: string
  readonly sensor: Sensor
  readonly startMs: number
  readonly endMs: number
  readonly peakElevationRad: number
}

export type Reason = (typeof INFEASIBLE_REASONS)[number]

type Search = {
  readonly orbit: KnownOrbit
  readonly sensors: readonly Sensor[]
  readonly fromMs: number
  readonly toMs: number
  /** Enough are found: no more days are looked at. */
  readonly enough: number
}

/** A track has to be as long at least. */
const SHORTEST_S = 30
/** Of an object whose size nobody knows: a sphere of 1 m. */
const UNKNOWN_RADIUS_M = 1
/** A magnitude is left for what the model does not know (domain.md C19). */
const MAGNITUDE_RESERVE = 0.5

/** Sensors that measure what is asked for and take requests. */
export function sensorsFor(sensors: readonly Sensor[], type: MeasurementType): Sensor[] {
  const wanted = type === 'OPTICAL' ? 'OPTICAL_PASSIVE' : 'RADAR_ACTIVE'
  return sensors.filter(({ sensorType, status, providerId }) => {
    return sensorType === wanted && status === 'OPERATIONAL' && providerId !== null
  })
}

/** When sensors can see an object, day by day until there are enough; and if never, the reasons. */
export function findWindows(search: Search): { readonly windows: Window[]; readonly reasons: Reason[] } {
  const windows: Window[] = []
  const reasons = new Set<Reason>()
  for (let from = search.fromMs; from < search.toMs && windows.length < search.enough; from += DAY_MS) {
    const to = Math.min(from + DAY_MS, search.toMs)
    const sky = skyOf(search.orbit, from, to)
    if (sky === undefined) {
      reasons.add('no-orbit')
      continue
    }
    for (const sensor of search.sensors) {
      const found = windowsOf(sensor, sky)
      windows.push(...found.windows)
      for (const reason of found.reasons) reasons.add(reason)
    }
  }
  if (windows.length === 0 && reasons.size === 0) reasons.add('never-above-mask')
  return { windows, reasons: windows.length > 0 ? [] : [...reasons] }
}

const epochOf = (ms: number): Epoch => parseTime(new Date(ms).toISOString())

/** What all sensors share in the search of a day: the way of the object, and Sun and Moon. */
type Sky = { readonly path: Path; readonly bodies: (epoch: Epoch) => Bodies; readonly fromMs: number }

/** Undefined where the orbit has no state within the day. */
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
    return { path, bodies: bodiesOver(start, lengthS), fromMs }
  } catch (error) {
    if (error instanceof NoStateError) return undefined
    throw error
  }
}

function windowsOf(sensor: Sensor, { path, bodies, fromMs }: Sky) {
  const station = makeStation({
    latRad: degToRad(sensor.latitude),
    lonRad: degToRad(sensor.longitude),
    heightM: sensor.altitude,
  })
  const windows: Window[] = []
  const reasons = new Set<Reason>()
  for (const pass of passesOnPath(path, { station, mask: maskOfHorizon(sensor.horizon, sensor.minimumElevation) })) {
    const span = { start: pass.start.epoch, end: pass.end.epoch }
    const seeing = { trajectory: trajectoryOf(path), station, bodies }
    const { visible, because } = seenIn(sensor, seeing, { pass, span })
    for (const reason of because) reasons.add(reason)
    for (const part of visible) {
      const lengthS = secondsBetween(part.start, part.end)
      if (lengthS < SHORTEST_S) continue
      const startsIn = secondsBetween(path.start, part.start) + Math.max(0, (lengthS - MOST_TRACK_SECONDS) / 2)
      const startMs = fromMs + Math.ceil(startsIn) * 1000
      const endMs = startMs + Math.floor(Math.min(lengthS, MOST_TRACK_SECONDS)) * 1000
      const name = passName(sensor.sensorCode, new Date(startMs))
      windows.push({ name, sensor, startMs, endMs, peakElevationRad: pass.culmination.look.elevationRad })
    }
  }
  return { windows, reasons }
}

/** The orbit has no state at a time. */
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
