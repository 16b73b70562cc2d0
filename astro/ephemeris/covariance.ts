import { GM_EARTH } from '../constants.ts'
import { earthAt } from '../frames/earth.ts'
import { FRAMES, transformCovariance } from '../frames/frame.ts'
import { localRotation, parseLocalFrame } from '../frames/local.ts'
import { invert, rotateCovariance } from '../frames/rotation.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { axesAt, type EphemerisCovariance, epochAt, matrixAt } from './columns.ts'
import { type Ephemeris, type EphemerisFailure, findSegment, type PreparedSegment } from './ephemeris.ts'
import { interpolateState, lastAtOrBefore } from './interpolate.ts'

/** A covariance from an ephemeris, 6 × 6 in m and m/s in the frame of its segment, or the reason why there is none. */
export type InterpolatedCovariance =
  | { readonly ok: true; readonly frame: string; readonly covariance: Matrix }
  | { readonly ok: false; readonly reason: EphemerisFailure }

/**
 * Returns the covariance at an epoch: the covariances before and after it are each mapped to the epoch along the orbit by the two-body transition
 * matrix and blended by the fraction of the time, so that the result is positive (semi-)definite if both are, and equal to them at their epochs.
 * Source: S. Alfano, "Orbital Covariance Interpolation", AAS 04-223 (2004). Valid for segments in an inertial frame about the body of `gm`
 * (m³/s²); there is no extrapolation beyond the first and last covariance. Interpolating single entries would be wrong: between two covariances
 * an ellipsoid rotates with the orbit, and a mean of its entries can lose its positive definiteness or grow across the track. Mapped by Φ, each
 * keeps its information about the orbit.
 */
export function interpolateCovariance(
  ephemeris: Ephemeris,
  epoch: Epoch,
  gm: number = GM_EARTH,
): InterpolatedCovariance {
  const found = findSegment(ephemeris, epoch)
  if (!found.ok) return found
  const { segment } = found
  const t = secondsBetween(segment.origin, epoch)
  const before = lastAtOrBefore(segment.covarianceTimes, t)
  const { frame } = segment.segment
  if (before < 0) return { ok: false, reason: 'no-covariance' }
  const leftTime = segment.covarianceTimes[before] ?? missing()
  if (leftTime === t) return { ok: true, frame, covariance: covarianceInFrame(segment, before).covariance }
  const rightTime = segment.covarianceTimes[before + 1]
  if (rightTime === undefined) return { ok: false, reason: 'no-covariance' }
  const [left, right] = [covarianceInFrame(segment, before), covarianceInFrame(segment, before + 1)]
  const share = (t - leftTime) / (rightTime - leftTime)
  const fromLeft = carry({ ephemeris, segment, gm }, { ...left, time: leftTime }, t)
  const fromRight = carry({ ephemeris, segment, gm }, { ...right, time: rightTime }, t)
  const covariance = buildMatrix(6, 6, (i, j) => (1 - share) * entry(fromLeft, i, j) + share * entry(fromRight, i, j))
  return { ok: true, frame, covariance }
}

/**
 * Returns a covariance of a segment in the frame of the segment. In axes of the orbit, which are those of the state at its epoch, the axes count as
 * fixed at the epoch, as in CDMs and in the ephemerides of operators. Beyond the Earth orientation parameters their last values are used: the error
 * between two objects is zero. Throws RangeError for axes that are not known, and without a state at its epoch.
 */
export function covarianceInFrame(prepared: PreparedSegment, row: number): EphemerisCovariance {
  const { frame: to, covariances } = prepared.segment
  if (covariances === undefined) throw new RangeError('the segment has no covariances')
  const [axes, epoch] = [axesAt(covariances, row), epochAt(covariances, row)]
  const matrix = matrixAt(covariances.triangles, row)
  if (axes === to) return { epoch, covariance: matrix }
  const [from, into] = [axes, to].map((name) => FRAMES.find((known) => known === name))
  if (from !== undefined && into !== undefined)
    return { epoch, covariance: transformCovariance(matrix, from, into, earthAt(epoch, { outside: 'hold' })) }
  const local = parseLocalFrame(axes)
  const state = interpolateState({ segments: [prepared] }, epoch)
  if (local === undefined) throw new RangeError(`a covariance in ${axes} cannot be turned to ${to}`)
  if (!state.ok) throw new RangeError('a covariance lies outside the useable span of its segment')
  const rotation = invert(localRotation(local.frame, state, { kind: 'inertial' }))
  return { epoch, covariance: rotateCovariance(rotation, matrix) }
}

/** Returns the covariance that is nearest in time, of the first of two that are equally near, in the frame of its segment; null if there is none. */
export function nearestCovariance(segments: readonly PreparedSegment[], epoch: Epoch): EphemerisCovariance | null {
  let nearest: { readonly segment: PreparedSegment; readonly row: number } | null = null
  let leastS = Number.POSITIVE_INFINITY
  for (const segment of segments) {
    const t = secondsBetween(segment.origin, epoch)
    for (const [row, time] of segment.covarianceTimes.entries()) {
      const away = Math.abs(time - t)
      if (away < leastS) [nearest, leastS] = [{ segment, row }, away]
    }
  }
  return nearest && covarianceInFrame(nearest.segment, nearest.row)
}

interface Way {
  readonly ephemeris: Ephemeris
  readonly segment: PreparedSegment
  readonly gm: number
}

/**
 * Maps a covariance to another time by Φ P Φᵀ, with the two-body matrix Φ about the ephemeris's state there. Two-body motion is enough between
 * lines that are minutes apart: J2 changes Φ by a thousandth in a quarter of a revolution.
 */
function carry({ ephemeris, segment, gm }: Way, from: { time: number; covariance: Matrix }, t: number): Matrix {
  const state = interpolateState(ephemeris, addSeconds(segment.origin, from.time))
  if (!state.ok) throw new RangeError('a covariance lies outside the useable span of its segment')
  return mapCovariance(propagateTwoBody(state, t - from.time, gm).stm, from.covariance)
}
