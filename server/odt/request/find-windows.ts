import { DAY_MS } from '@apsis/astro/constants.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { makeStation, type Trajectory } from '@apsis/astro/frames/topocentric.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import { flatMask, maskFromDegrees } from '@apsis/astro/visibility/mask.ts'
import { opticalVisibility } from '@apsis/astro/visibility/optical.ts'
import { findPasses, type Pass } from '@apsis/astro/visibility/passes.ts'
import {
  type INFEASIBLE_REASONS,
  type MeasurementType,
  MOST_TRACK_SECONDS,
  passName,
} from '@apsis/contract/odt/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import type { KnownOrbit } from '../object/object.service.ts'

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
    for (const sensor of search.sensors) {
      const found = windowsOf(sensor, search.orbit, { from, to })
      windows.push(...found.windows)
      for (const reason of found.reasons) reasons.add(reason)
    }
  }
  if (windows.length === 0 && reasons.size === 0) reasons.add('never-above-mask')
  return { windows, reasons: windows.length > 0 ? [] : [...reasons] }
}

const epochOf = (ms: number): Epoch => parseTime(new Date(ms).toISOString())

function windowsOf(sensor: Sensor, orbit: KnownOrbit, { from, to }: { from: number; to: number }) {
  const station = makeStation({
    latRad: degToRad(sensor.latitude),
    lonRad: degToRad(sensor.longitude),
    heightM: sensor.altitude,
  })
  const trajectory = trajectoryOf(orbit)
  const mask =
    sensor.horizon.length === 0
      ? flatMask(degToRad(sensor.minimumElevation))
      : maskFromDegrees(
          sensor.horizon.map(({ azimuth, elevation }) => [azimuth, Math.max(elevation, sensor.minimumElevation)]),
        )
  const windows: Window[] = []
  const reasons = new Set<Reason>()
  let passes: Pass[]
  try {
    passes = findPasses({ trajectory, station, start: epochOf(from), end: epochOf(to), mask })
  } catch (error) {
    // The orbit ends within the days that are looked at.
    if (error instanceof NoStateError) return { windows, reasons: ['no-orbit' as const] }
    throw error
  }
  for (const pass of passes) {
    const span = { start: pass.start.epoch, end: pass.end.epoch }
    const { visible, because } = seenIn(sensor, { trajectory, station }, { pass, span })
    for (const reason of because) reasons.add(reason)
    for (const part of visible) {
      const lengthS = secondsBetween(part.start, part.end)
      if (lengthS < SHORTEST_S) continue
      const startsIn = secondsBetween(epochOf(from), part.start) + Math.max(0, (lengthS - MOST_TRACK_SECONDS) / 2)
      const startMs = from + Math.ceil(startsIn) * 1000
      const endMs = startMs + Math.floor(Math.min(lengthS, MOST_TRACK_SECONDS)) * 1000
      const name = passName(sensor.sensorCode, new Date(startMs))
      windows.push({ name, sensor, startMs, endMs, peakElevationRad: pass.culmination.look.elevationRad })
    }
  }
  return { windows, reasons }
}

/** The orbit has no state at a time. */
class NoStateError extends Error {}

function trajectoryOf(orbit: KnownOrbit): Trajectory {
  return (epoch) => {
    const state = orbit.at(epoch)
    if (state === null) throw new NoStateError('the orbit has no state then')
    return rotateState(rotationBetween('TEME', 'ITRF', earthAt(epoch, { theory: 'IAU1980', outside: 'hold' })), state)
  }
}

type Seeing = { readonly trajectory: Trajectory; readonly station: ReturnType<typeof makeStation> }
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
