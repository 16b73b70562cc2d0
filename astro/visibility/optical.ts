import { type EarthModel, earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { angleBetween, elevationAndRange, type Station, type Trajectory } from '../frames/topocentric.ts'
import { transform } from '../mat3.ts'
import { apparentBodyPosition } from '../sky/body.ts'
import type { EpochSpan } from '../sky/sight.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { findIntervals, type Interval, intersect, stepsBetween } from '../time/intervals.ts'
import { degToRad } from '../units.ts'
import { scale, subtract } from '../vec3.ts'
import type { Bodies } from './bodies-over.ts'
import { lightingOf } from './lighting.ts'
import { apparentMagnitude } from './magnitude.ts'

/** The conditions of a telescope for seeing a satellite. */
export interface OpticalConditions {
  /** The Sun must be below this at the station, rad; default −12°. */
  readonly maxSunElevationRad?: number
  /** The Moon, if it is up, must be farther away than this, rad; default 20°. */
  readonly minMoonSeparationRad?: number
  /** The object must be at least this bright. Absent: brightness is no condition. */
  readonly limitingMagnitude?: number
  /** Magnitude of the object at 1 000 km and full phase. */
  readonly standardMagnitude?: number
  /** Magnitudes per airmass. */
  readonly extinction?: number
}

/** The names of the conditions, which are reasons for a failed pass. */
export const OPTICAL_REASONS = [
  'object-in-shadow',
  'station-not-dark',
  'moon-too-near',
  'too-faint',
  'never-together',
] as const
export type OpticalReason = (typeof OPTICAL_REASONS)[number]

/** The data of an object seen from a station at one moment. */
export interface OpticalSight {
  readonly epoch: Epoch
  readonly elevationRad: number
  readonly rangeM: number
  readonly sunElevationRad: number
  readonly moonElevationRad: number
  readonly moonSeparationRad: number
  /** At the object, between Sun and station, rad; 0 at full phase. */
  readonly phaseAngleRad: number
  readonly penumbraMarginRad: number
  readonly litFraction: number
  /** Apparent magnitude as if in full sunlight; undefined without a standard magnitude. */
  readonly magnitude: number | undefined
}

/** The object and the station of an optical sight. */
export interface OpticalTarget {
  /** Position in ITRF. */
  readonly trajectory: Trajectory
  readonly station: Station
  readonly conditions?: OpticalConditions
  /** As for earthAt; the classical theory is accurate enough for the Sun and the Moon. */
  readonly model?: EarthModel
  /** Returns Sun and Moon in ITRF, if they are known already (bodiesOver). */
  readonly bodies?: (epoch: Epoch) => Bodies
}

/** IAU 1976/1980 differs from the newer theory by a tenth of an arcsecond, far below the 0.01° of Sun and Moon. */
const CLASSICAL: EarthModel = { theory: 'IAU1980', outside: 'hold' }
// Sun, Moon, shadow and brightness change slowly: findIntervals finds changes between two samples.
const STEP_S = 30
const LEAST_SAMPLES = 16

/**
 * Returns the data for the visibility of the object at the epoch. Sources and accuracy: apparentBodyPosition (0.01° for Sun and Moon),
 * lightingOf, apparentMagnitude.
 */
export function opticalSight(
  { trajectory, station, conditions, model = CLASSICAL, bodies }: OpticalTarget,
  epoch: Epoch,
): OpticalSight {
  const { sun, moon } = bodies?.(epoch) ?? bodiesAt(epoch, model)
  const state = trajectory(epoch)
  const { elevationRad, rangeM } = elevationAndRange(station, state.r)
  const { penumbraMarginRad, litFraction } = lightingOf(state.r, sun)
  const toObject = subtract(state.r, station.r)
  // The angle at the object between the directions to the Sun and to the station.
  const phaseAngleRad = angleBetween(subtract(sun, state.r), scale(toObject, -1))
  const { standardMagnitude, extinction } = conditions ?? {}
  const dimming = extinction === undefined ? {} : { extinction }
  const light = { rangeM, phaseAngleRad, elevationRad, ...dimming }
  return {
    epoch,
    elevationRad,
    rangeM,
    sunElevationRad: elevationAndRange(station, sun).elevationRad,
    moonElevationRad: elevationAndRange(station, moon).elevationRad,
    moonSeparationRad: angleBetween(toObject, subtract(moon, station.r)),
    phaseAngleRad,
    penumbraMarginRad,
    litFraction,
    magnitude: standardMagnitude === undefined ? undefined : apparentMagnitude({ standardMagnitude, ...light }),
  }
}

/** Returns the apparent Sun and Moon in ITRF, m. */
function bodiesAt(epoch: Epoch, model: EarthModel): Bodies {
  const { matrix } = rotationBetween('GCRF', 'ITRF', earthAt(epoch, model))
  const inItrf = (body: 'Sun' | 'Moon') => transform(matrix, apparentBodyPosition(body, epoch))
  return { sun: inItrf('Sun'), moon: inItrf('Moon') }
}

/** The visible spans of a pass, or the reasons why there are none. */
export interface OpticalResult {
  readonly visible: readonly EpochSpan[]
  /** Empty if something is visible; otherwise the conditions that hold at no moment, or 'never-together' if each holds at some moment. */
  readonly reasons: readonly OpticalReason[]
}

/**
 * Returns the parts of a span, a pass, in which all conditions hold: object in full sunlight (no penumbra), station dark, Moon far away or below
 * the horizon, bright enough (domain.md C19). Ends agree with opticalSight to 1e-3 s. Each condition is a margin that is positive where it holds.
 * Their intervals are found one by one and then intersected, so that the result can name the failed condition.
 */
export function opticalVisibility(target: OpticalTarget, span: EpochSpan): OpticalResult {
  const lengthS = secondsBetween(span.start, span.end)
  if (!(lengthS > 0)) throw new RangeError('the span to look at ends before it starts')
  // Up to four margins need the same moments: each is computed once.
  const known = new Map<number, OpticalSight>()
  const at = (seconds: number) => {
    const found = known.get(seconds) ?? opticalSight(target, addSeconds(span.start, seconds))
    known.set(seconds, found)
    return found
  }
  const samples = stepsBetween(0, lengthS, Math.min(STEP_S, lengthS / LEAST_SAMPLES))
  const held = marginsOf(target.conditions ?? {}).map(([reason, margin]) => {
    return [reason, findIntervals((seconds) => margin(at(seconds)), samples, 1e-3)] as const
  })
  const visible = held.reduce<Interval[]>((rest, [, holds]) => intersect(rest, holds), [{ startS: 0, endS: lengthS }])
  const failed = held.filter(([, holds]) => holds.length === 0).map(([reason]) => reason)
  return {
    visible: visible.map(({ startS, endS }) => ({
      start: addSeconds(span.start, startS),
      end: addSeconds(span.start, endS),
    })),
    reasons: visible.length > 0 ? [] : failed.length > 0 ? failed : ['never-together'],
  }
}

type SightMargin = (sight: OpticalSight) => number

/**
 * Returns each condition as a function that is above 0 where it holds: the margin to the penumbra, to the limits of Sun and Moon in rad, and the
 * brightness over the limit minus 1.
 */
function marginsOf(conditions: OpticalConditions): (readonly [OpticalReason, SightMargin])[] {
  const { maxSunElevationRad = degToRad(-12), minMoonSeparationRad = degToRad(20), limitingMagnitude } = conditions
  const margins: (readonly [OpticalReason, SightMargin])[] = [
    ['object-in-shadow', (sight) => sight.penumbraMarginRad],
    ['station-not-dark', (sight) => maxSunElevationRad - sight.sunElevationRad],
    // One of the two is enough: far from the Moon, or the Moon below the horizon.
    ['moon-too-near', (sight) => Math.max(sight.moonSeparationRad - minMoonSeparationRad, -sight.moonElevationRad)],
  ]
  if (limitingMagnitude === undefined) return margins
  if (conditions.standardMagnitude === undefined) {
    throw new RangeError('a limiting magnitude needs the standard magnitude of the object')
  }
  // The margin uses brightness and not magnitudes, which are infinite if the Sun is behind the object.
  const limit = 10 ** (-0.4 * limitingMagnitude)
  return [...margins, ['too-faint', ({ magnitude = Infinity }) => 10 ** (-0.4 * magnitude) / limit - 1]]
}
