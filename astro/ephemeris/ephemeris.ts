import { missing } from '../missing.ts'
import { compareEpochs, type Epoch, FEMTOS_PER_SECOND, secondsBetween } from '../time/epoch.ts'
import {
  type CovarianceColumns,
  type EphemerisCovariance,
  type EphemerisState,
  epochAt,
  type StateColumns,
  toCovarianceColumns,
  toStateColumns,
} from './columns.ts'

/** The interpolation methods of a message (CCSDS 502.0-B-3, INTERPOLATION). */
export const INTERPOLATIONS = ['LINEAR', 'LAGRANGE', 'HERMITE'] as const
export type Interpolation = (typeof INTERPOLATIONS)[number]

/** What a segment says besides its states. */
interface SegmentFacts {
  readonly frame: string
  /** The method in the message; default: HERMITE of degree 7. */
  readonly interpolation?: Interpolation
  readonly degree?: number
  /** The span in which the states may be used; default: the whole segment. */
  readonly useableStart?: Epoch
  readonly useableStop?: Epoch
}

/** A span without a discontinuity: there is no interpolation from one segment into the next. */
export interface EphemerisSegment extends SegmentFacts {
  readonly states: readonly EphemerisState[]
  readonly covariances?: readonly EphemerisCovariance[]
}

/** The same, with the states and the covariances in columns; it consists of data alone, and can be stored and sent. */
export interface ColumnSegment extends SegmentFacts {
  readonly states: StateColumns
  readonly covariances?: CovarianceColumns
}

/**
 * A checked segment, prepared for fast look-up. Times are in s after the first state. `start` and `stop` are the limits of the usable span, in
 * which states may be requested.
 */
export interface PreparedSegment {
  readonly segment: ColumnSegment
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
 * Hermite), a usable span inside the states, spans that overlap at most at their ends. Throws RangeError that names the segment and the error.
 * Columns are not copied. A manoeuvre ends a segment: a polynomial through states on both sides of it would be wrong by the Δv times the step.
 */
export function makeEphemeris(segments: readonly (EphemerisSegment | ColumnSegment)[]): Ephemeris {
  const prepared = segments
    .map((segment, index) => prepare(toColumnSegment(segment), index))
    .sort((a, b) => compareEpochs(a.start, b.start))
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

function toColumnSegment(segment: EphemerisSegment | ColumnSegment): ColumnSegment {
  if ('count' in segment.states) return segment as ColumnSegment
  const { states, covariances, ...facts } = segment as EphemerisSegment
  const columns = { ...facts, states: toStateColumns(states) }
  if (covariances === undefined) return columns
  return { ...columns, covariances: toCovarianceColumns(covariances, facts.frame) }
}

/** Checks one segment, with times in s after its first state; a RangeError names the error. */
function prepare(segment: ColumnSegment, index: number): PreparedSegment {
  const { states, covariances, interpolation = DEFAULT_INTERPOLATION, degree = DEFAULT_DEGREE } = segment
  if (states.count === 0) throw new RangeError(`segment ${index} has no states`)
  const [first, last] = [epochAt(states, 0), epochAt(states, states.count - 1)]
  // Hermite has pairs of conditions, for position and velocity, and so an odd degree.
  const isOdd = degree % 2 === 1
  if (!Number.isInteger(degree) || degree < 1 || degree > LARGEST_DEGREE || (interpolation === 'HERMITE' && !isOdd)) {
    throw new RangeError(`segment ${index}: degree ${degree} is none for ${interpolation}`)
  }
  const [start, stop] = [segment.useableStart ?? first, segment.useableStop ?? last]
  if (compareEpochs(start, first) < 0 || compareEpochs(stop, last) > 0 || compareEpochs(start, stop) > 0) {
    throw new RangeError(`segment ${index}: the useable span is not within its states`)
  }
  return {
    segment,
    origin: first,
    times: risingTimes(first, states, `segment ${index}: state`),
    start,
    stop,
    interpolation,
    degree,
    covarianceTimes:
      covariances === undefined ? new Float64Array() : risingTimes(first, covariances, `segment ${index}: covariance`),
  }
}

/** Returns times in s after the first state. Two equal times would cause a division by 0 in the interpolation, and are refused. */
function risingTimes(
  origin: Epoch,
  { count, taiS, taiFs }: Pick<StateColumns, 'count' | 'taiS' | 'taiFs'>,
  name: string,
): Float64Array {
  const times = new Float64Array(count)
  let last = Number.NEGATIVE_INFINITY
  for (let row = 0; row < count; row += 1) {
    // This is secondsBetween().
    const time = (taiS[row] ?? missing()) - origin.taiS + ((taiFs[row] ?? missing()) - origin.taiFs) / FEMTOS_PER_SECOND
    if (!(time > last)) throw new RangeError(`${name} ${row} is not later than the one before`)
    times[row] = time
    last = time
  }
  return times
}
