import type { Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'

/** The interpolation methods of a message (CCSDS 502.0-B-3, INTERPOLATION). */
export const INTERPOLATIONS = ['LINEAR', 'LAGRANGE', 'HERMITE'] as const
export type Interpolation = (typeof INTERPOLATIONS)[number]

/** One line of an ephemeris: r in m, v in m/s, in the frame of its segment; a, if given, in m/s². */
export interface EphemerisState {
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3
  readonly a?: Vec3
}

/** 6 × 6 covariance of r and v in m and m/s, in the frame of its segment. */
export interface EphemerisCovariance {
  readonly epoch: Epoch
  readonly covariance: Matrix
}

/** A span without a discontinuity: there is no interpolation from one segment into the next. */
export interface EphemerisSegment {
  readonly frame: string
  /** The method in the message; default: HERMITE of degree 7. */
  readonly interpolation?: Interpolation
  readonly degree?: number
  /** The span in which the states may be used; default: the whole segment. */
  readonly useableStart?: Epoch
  readonly useableStop?: Epoch
  readonly states: readonly EphemerisState[]
  readonly covariances?: readonly EphemerisCovariance[]
}

/**
 * A checked segment, prepared for fast look-up. Times are in s after the first state. `start` and `stop` are the limits of the usable span, in
 * which states may be requested.
 */
export interface PreparedSegment {
  readonly segment: EphemerisSegment
  readonly origin: Epoch
  readonly times: Float64Array
  readonly start: Epoch
  readonly stop: Epoch
  readonly interpolation: Interpolation
  readonly degree: number
  readonly covarianceTimes: Float64Array
}

/** The checked segments in order of time. */
export interface Ephemeris {
  readonly segments: readonly PreparedSegment[]
}

/** Why an ephemeris has no state at an epoch. */
export type EphemerisFailure = 'no-states' | 'before-start' | 'after-stop' | 'between-segments' | 'no-covariance'

// Hermite of degree 7 uses position and velocity of four states: eight conditions for each axis.
const DEFAULT_INTERPOLATION: Interpolation = 'HERMITE'
const DEFAULT_DEGREE = 7
/**
 * Polynomials through equal steps oscillate at the ends of their nodes, more for a higher degree (Runge, Z. Math. Phys. 46 (1901) 224): a larger
 * degree is an error of the file.
 */
const LARGEST_DEGREE = 31

/**
 * Returns the checked ephemeris of segments in any order: at least one state each, strictly ascending epochs, a degree of 1 to 31 (odd for
 * Hermite), a usable span inside the states, spans that overlap at most at their ends. Throws RangeError that names the segment and the error. It
 * does not copy states. A manoeuvre ends a segment: a polynomial through states on both sides of it would be wrong by the Δv times the step.
 */
export function makeEphemeris(segments: readonly EphemerisSegment[]): Ephemeris {
  const prepared = segments.map(prepare).sort((a, b) => compareEpochs(a.start, b.start))
  for (const [index, { start }] of prepared.entries()) {
    const before = prepared[index - 1]
    if (before !== undefined && compareEpochs(before.stop, start) > 0) {
      throw new RangeError(`the useable spans of two segments overlap by ${secondsBetween(start, before.stop)} s`)
    }
  }
  return { segments: prepared }
}

/**
 * Returns the segment whose usable span contains the epoch. If one ends as the next starts, it is the next one, with the state after a manoeuvre.
 */
export function findSegment(
  { segments }: Ephemeris,
  epoch: Epoch,
):
  | { readonly ok: true; readonly segment: PreparedSegment }
  | { readonly ok: false; readonly reason: EphemerisFailure } {
  const [first] = segments
  if (first === undefined) return { ok: false, reason: 'no-states' }
  if (compareEpochs(epoch, first.start) < 0) return { ok: false, reason: 'before-start' }
  const index = segments.findLastIndex(({ start }) => compareEpochs(start, epoch) <= 0)
  const segment = segments[index] ?? first
  if (compareEpochs(epoch, segment.stop) <= 0) return { ok: true, segment }
  return { ok: false, reason: index === segments.length - 1 ? 'after-stop' : 'between-segments' }
}

/** Checks one segment, with times in s after its first state; a RangeError names the error. */
function prepare(segment: EphemerisSegment, index: number): PreparedSegment {
  const { states, covariances = [], interpolation = DEFAULT_INTERPOLATION, degree = DEFAULT_DEGREE } = segment
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError(`segment ${index} has no states`)
  // Hermite has pairs of conditions, for position and velocity, and so an odd degree.
  const isOdd = degree % 2 === 1
  if (!Number.isInteger(degree) || degree < 1 || degree > LARGEST_DEGREE || (interpolation === 'HERMITE' && !isOdd)) {
    throw new RangeError(`segment ${index}: degree ${degree} is none for ${interpolation}`)
  }
  const [start, stop] = [segment.useableStart ?? first.epoch, segment.useableStop ?? last.epoch]
  if (compareEpochs(start, first.epoch) < 0 || compareEpochs(stop, last.epoch) > 0 || compareEpochs(start, stop) > 0) {
    throw new RangeError(`segment ${index}: the useable span is not within its states`)
  }
  return {
    segment,
    origin: first.epoch,
    times: risingTimes(first.epoch, states, `segment ${index}: state`),
    start,
    stop,
    interpolation,
    degree,
    covarianceTimes: risingTimes(first.epoch, covariances, `segment ${index}: covariance`),
  }
}

/** Returns times in s after the first state. Two equal times would cause a division by 0 in the interpolation, and are refused. */
function risingTimes(origin: Epoch, rows: readonly { readonly epoch: Epoch }[], name: string): Float64Array {
  const times = Float64Array.from(rows, ({ epoch }) => secondsBetween(origin, epoch))
  const fault = times.findIndex((time, k) => k > 0 && !(time > (times[k - 1] ?? missing())))
  if (fault !== -1) throw new RangeError(`${name} ${fault} is not later than the one before`)
  return times
}
