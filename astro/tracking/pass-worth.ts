import type { EncounterObject, PlaneCovariance } from '../conjunction/conjunction-plane.ts'
import { conjunctionPlane } from '../conjunction/conjunction-plane.ts'
import { type PrincipalResult, principalMiss } from '../conjunction/principal-axes.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { buildMatrix, entry, type Matrix, transformRow, transposeMatrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { combine, inverseTransition, splitCovariance, transitionBetween } from './unavoidable.ts'

/** A measurement of a sensor in inertial axes: a direction, optionally with a range. */
export interface Look {
  /** From the measurement to closest approach, s. */
  readonly secondsToTca: number
  /** The object at that time, m and m/s. */
  readonly object: CartesianState
  /** The sensor at that time, m. */
  readonly observer: Vec3
  /** 1 sigma of each component of the direction, rad. */
  readonly directionSigmaRad: number
  /** 1 sigma of a range, m; null: no range is measured. */
  readonly rangeSigmaM: number | null
}

/** An encounter of which one object may be tracked; both at closest approach, the tracked one with a 6 × 6 covariance. */
export interface TrackedEncounter {
  readonly tracked: EncounterObject
  readonly other: EncounterObject
  readonly radiusM: number
  /** Unknown constant acceleration along the track of the tracked object, 1 sigma, m/s². */
  readonly accelerationSigma: number
}

/** The uncertainty of the object at closest approach after a track: 6 × 6, m and m/s. */
export interface AfterTrack {
  readonly covariance: Matrix
  /** The information in the measurements: half the log of the ratio of determinants before and after, nats. */
  readonly gainNats: number
  readonly isExhausted: boolean
}

/**
 * Returns the covariance at closest approach after the measurements, which are processed one after the other (Kalman 1960; Bierman, Factorization
 * Methods (1977), §5.1, for scalars). The contribution of the acceleration after the last measurement is separated before and added again:
 * measurements do not lower it. Without measurements the covariance does not change. Throws RangeError if it is not positive definite. A scalar
 * measurement with the partial derivative h and the noise σ changes P to P − (P h)(P h)ᵀ/(hᵀ P h + σ²), and contains ½ ln(1 + hᵀ P h/σ²) nats. It
 * does not depend on measured values: the worth of a pass is known before the pass.
 */
export function afterTrack({ tracked, accelerationSigma }: TrackedEncounter, looks: readonly Look[]): AfterTrack {
  const last = looks.at(-1)
  if (last === undefined) return { covariance: tracked.covariance, gainNats: 0, isExhausted: false }
  // The future effect of the acceleration after the last measurement cannot be measured by then.
  const split = splitCovariance(tracked.covariance, tracked, { seconds: last.secondsToTca, accelerationSigma })
  let known: Matrix = split.known
  let gainNats = 0
  for (const look of looks) {
    const back = inverseTransition(transitionBetween(look.object, tracked, look.secondsToTca))
    for (const { along, sigma } of componentsOf(look)) {
      // The partial derivative with respect to the position at the measurement, mapped to closest approach.
      const row = transformRow(transposeMatrix(back.slice(0, 3)), along)
      // P h; the gain of the filter is this over hᵀPh + σ².
      const gain = transformRow(known, row)
      const spread = row.reduce((sum, value, i) => sum + value * (gain[i] ?? missing()), 0)
      const total = spread + sigma * sigma
      gainNats += Math.log1p(spread / (sigma * sigma)) / 2
      const before = known
      known = buildMatrix(
        6,
        6,
        (i, j) => entry(before, i, j) - ((gain[i] ?? missing()) * (gain[j] ?? missing())) / total,
      )
    }
  }
  return { covariance: combine(known, split.unavoidable), gainNats, isExhausted: split.isExhausted }
}

/** Returns the measured components: a direction in space, and 1 sigma of the position along it, m. */
function componentsOf({ object, observer, directionSigmaRad, rangeSigmaM }: Look) {
  const line = subtract(object.r, observer)
  const rangeM = norm(line)
  const unit = scale(line, 1 / rangeM)
  // Any two axes normal to the line of sight are possible: the noise is equal in both.
  const aside = cross(unit, Math.abs(unit[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])
  const east = scale(aside, 1 / norm(aside))
  const sigma = directionSigmaRad * rangeM
  return [
    { along: east, sigma },
    { along: cross(unit, east), sigma },
    ...(rangeSigmaM === null ? [] : [{ along: unit, sigma: rangeSigmaM }]),
  ]
}

/** The worth of a track for the decision at the threshold `line`. */
export interface PassWorth {
  /** The current probability of collision. */
  readonly probability: number
  /** The probability that it is on the other side of the line after the track. */
  readonly crossingChance: number
  /**
   * Expected cost of the best decision now minus the cost of the best decision after the track, in burns: at the line a burn costs as much as the
   * probability times the consequence, so a cost is min(1, probability / line).
   */
  readonly savedBurns: number
  /** The larger 1 sigma in the conjunction plane, before and after, m. */
  readonly sigmaBeforeM: number
  readonly sigmaAfterM: number
}

/**
 * Rings and spokes of equal weight over the possible positions of the miss: the probability is accurate to 0.01. A radius √(−2 ln(1 − q))
 * contains the fraction q of a two-dimensional normal distribution.
 */
const RINGS = 32
const SPOKES = 48

/**
 * Returns the worth of a track that reduces the covariance to `after` (F19 of the flight rules). Before the track the new miss is unknown: it
 * moves by a Gaussian of C − C′, the plane covariance that the track removes, so that the probability does not change on average (Raiffa and
 * Schlaifer, Applied Statistical Decision Theory (1961), §5: preposterior analysis). The probability at each position is circle2d with C′. The
 * saving is never below 0, because min(1, p / line) is concave. Null if the objects do not move past each other or a covariance has no principal
 * axes.
 */
export function worthOfTrack(
  { tracked, other, radiusM }: TrackedEncounter,
  after: Matrix,
  line: number,
): PassWorth | null {
  const plane = conjunctionPlane(tracked, other)
  const later = conjunctionPlane({ ...tracked, covariance: after }, other)
  if (plane === null || later === null) return null
  const now = principalMiss(plane.missM, plane.combined, radiusM)
  const then = principalMiss([0, 0], later.combined, radiusM)
  if (!now.ok || !then.ok) return null
  const probability = circle2d(now.miss, radiusM)
  const probabilityAt = probabilityWith(then, radiusM, line * NEGLIGIBLE_SHARE)
  const [before, left] = [axesOf(plane.combined), axesOf(later.combined)]
  const moved = axesOf({
    xx: plane.combined.xx - later.combined.xx,
    yx: plane.combined.yx - later.combined.yx,
    yy: plane.combined.yy - later.combined.yy,
  })
  let [crossed, cost] = [0, 0]
  for (let ring = 0; ring < RINGS; ring += 1) {
    // The middle of a ring of equal probability.
    const radius = Math.sqrt(-2 * Math.log(1 - (ring + 0.5) / RINGS))
    for (let spoke = 0; spoke < SPOKES; spoke += 1) {
      const angle = (2 * Math.PI * (spoke + (ring % 2) / 2)) / SPOKES
      // A position drawn from the Gaussian of C − C′, along its principal axes.
      const [u, v] = [moved.major * radius * Math.cos(angle), moved.minor * radius * Math.sin(angle)]
      const [c, s] = [Math.cos(moved.directionRad), Math.sin(moved.directionRad)]
      const found = probabilityAt(plane.missM[0] + c * u - s * v, plane.missM[1] + s * u + c * v)
      if (found >= line !== probability >= line) crossed += 1
      cost += Math.min(1, found / line)
    }
  }
  // All positions have the same weight.
  const places = RINGS * SPOKES
  return {
    probability,
    crossingChance: crossed / places,
    savedBurns: Math.max(0, Math.min(1, probability / line) - cost / places),
    sigmaBeforeM: before.major,
    sigmaAfterM: left.major,
  }
}

/** A probability below this fraction of the line counts as zero: its effect on the saving is smaller. */
const NEGLIGIBLE_SHARE = 1e-5

/**
 * Returns the probability with one covariance at many misses. If the density at the nearest point of the circle's square, times its area, is
 * below `least`, the probability is even smaller, and 0 is returned.
 */
function probabilityWith({ miss, minorAxisRad }: PrincipalOf, radiusM: number, least: number) {
  const { sigmaXM, sigmaYM } = miss
  const [c, s] = [Math.cos(minorAxisRad), Math.sin(minorAxisRad)]
  const most = radiusM ** 2 / (2 * sigmaXM * sigmaYM)
  return (x: number, y: number): number => {
    const [xM, yM] = [c * x + s * y, c * y - s * x]
    const [a, b] = [Math.max(0, Math.abs(xM) - radiusM) / sigmaXM, Math.max(0, Math.abs(yM) - radiusM) / sigmaYM]
    if (most * Math.exp(-(a * a + b * b) / 2) < least) return 0
    return circle2d({ xM: Math.abs(xM), yM: Math.abs(yM), sigmaXM, sigmaYM }, radiusM)
  }
}

type PrincipalOf = Extract<PrincipalResult, { readonly ok: true }>

/** Returns the square roots of the eigenvalues, at least 0 (differences may be below 0 by rounding), and the direction of the larger one. */
function axesOf({ xx, yx, yy }: PlaneCovariance) {
  const [mean, half] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, yx)]
  return {
    major: Math.sqrt(Math.max(0, mean + half)),
    minor: Math.sqrt(Math.max(0, mean - half)),
    directionRad: Math.atan2(2 * yx, xx - yy) / 2,
  }
}
