import type { EncounterObject, PlaneCovariance } from '../conjunction/conjunction-plane.ts'
import { conjunctionPlane } from '../conjunction/conjunction-plane.ts'
import { type PrincipalResult, principalMiss } from '../conjunction/principal-axes.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { buildMatrix, entry, type Matrix, transformRow, transposeMatrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { combine, inverseTransition, splitCovariance, transitionBetween } from './unavoidable.ts'

/** A look of a sensor at the object, inertial axes: direction alone, or with a range. */
export interface Look {
  /** From the look to closest approach, s. */
  readonly secondsToTca: number
  /** The object then, m and m/s. */
  readonly object: CartesianState
  /** The sensor then, m. */
  readonly observer: Vec3
  /** 1 sigma of each component of the direction, rad. */
  readonly directionSigmaRad: number
  /** 1 sigma of a range, m; null: it measures none. */
  readonly rangeSigmaM: number | null
}

/** An encounter of which one object may be tracked; both at closest approach, the tracked one with 6 × 6. */
export interface TrackedEncounter {
  readonly tracked: EncounterObject
  readonly other: EncounterObject
  readonly radiusM: number
  /** Unknown constant acceleration along the track of the tracked object, 1 sigma, m/s². */
  readonly accelerationSigma: number
}

/** What a track would leave of the uncertainty of the object at closest approach: 6 × 6, m and m/s. */
export interface AfterTrack {
  readonly covariance: Matrix
  /** How much the measurements tell: half the log of the determinants' ratio of what was there by then, nats. */
  readonly gainNats: number
  readonly isExhausted: boolean
}

/**
 * The covariance at closest approach after the looks, taken in one after the other (Kalman 1960; Bierman, Factorization Methods
 * (1977), §5.1, for scalars). What the acceleration adds after the last look is set aside before and added again: looks do not
 * lower it. Without looks it is the covariance that was given. Throws RangeError for one that is not positive definite.
 * A scalar measurement with the partial derivative h and the noise σ changes P to P − (P h)(P h)ᵀ/(hᵀ P h + σ²), and
 * tells ½ ln(1 + hᵀ P h/σ²) nats. No measured value is in it: the worth of a pass is known before it is flown.
 */
export function afterTrack({ tracked, accelerationSigma }: TrackedEncounter, looks: readonly Look[]): AfterTrack {
  const last = looks.at(-1)
  if (last === undefined) return { covariance: tracked.covariance, gainNats: 0, isExhausted: false }
  // What the acceleration is still to add after the last look cannot be measured by then.
  const split = splitCovariance(tracked.covariance, tracked, { seconds: last.secondsToTca, accelerationSigma })
  let known: Matrix = split.known
  let gainNats = 0
  for (const look of looks) {
    const back = inverseTransition(transitionBetween(look.object, tracked, look.secondsToTca))
    for (const { along, sigma } of componentsOf(look)) {
      // The partial by the place at the look, carried to closest approach.
      const row = transformRow(transposeMatrix(back.slice(0, 3)), along)
      // P h; the gain of the filter is that over hᵀPh + σ².
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

/** What a look measures: a direction in space, and 1 sigma of the place along it, m. */
function componentsOf({ object, observer, directionSigmaRad, rangeSigmaM }: Look) {
  const line = subtract(object.r, observer)
  const rangeM = norm(line)
  const unit = scale(line, 1 / rangeM)
  // Any two axes across the line of sight serve: the noise is the same in both.
  const aside = cross(unit, Math.abs(unit[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])
  const east = scale(aside, 1 / norm(aside))
  const sigma = directionSigmaRad * rangeM
  return [
    { along: east, sigma },
    { along: cross(unit, east), sigma },
    ...(rangeSigmaM === null ? [] : [{ along: unit, sigma: rangeSigmaM }]),
  ]
}

/** What a track is worth to the decision that `line` is for. */
export interface PassWorth {
  /** The probability of collision as it is. */
  readonly probability: number
  /** The chance that it is on the other side of the line afterwards. */
  readonly crossingChance: number
  /**
   * Expected cost of the best decision now less that of the best one afterwards, in burns: the line is where a burn costs as much
   * as the probability times the consequence, so that a cost is min(1, probability / line).
   */
  readonly savedBurns: number
  /** Larger 1 sigma in the conjunction plane, before and after, m. */
  readonly sigmaBeforeM: number
  readonly sigmaAfterM: number
}

/**
 * Rings and spokes of equal weight over the places where the miss may be found: the chance is right to 0.01. A radius
 * √(−2 ln(1 − q)) holds the share q of a two-dimensional normal distribution.
 */
const RINGS = 32
const SPOKES = 48

/**
 * What a track that leaves `after` of the covariance is worth (F19 of the flight rules). Before it is made nobody knows where the
 * miss will be found: it moves by a Gaussian of C − C′, the plane covariance that the track takes away, so that the probability
 * stays the same on average (Raiffa and Schlaifer, Applied Statistical Decision Theory (1961), §5: preposterior analysis). The
 * probability of each place is circle2d with C′. The saving is never below 0, as min(1, p / line) is concave. Null where the
 * objects do not move past each other or a covariance has no principal axes.
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
      // A place of the Gaussian of C − C′, along its principal axes.
      const [u, v] = [moved.major * radius * Math.cos(angle), moved.minor * radius * Math.sin(angle)]
      const [c, s] = [Math.cos(moved.directionRad), Math.sin(moved.directionRad)]
      const found = probabilityAt(plane.missM[0] + c * u - s * v, plane.missM[1] + s * u + c * v)
      if (found >= line !== probability >= line) crossed += 1
      cost += Math.min(1, found / line)
    }
  }
  // All places have the same weight.
  const places = RINGS * SPOKES
  return {
    probability,
    crossingChance: crossed / places,
    savedBurns: Math.max(0, Math.min(1, probability / line) - cost / places),
    sigmaBeforeM: before.major,
    sigmaAfterM: left.major,
  }
}

/** This part of the line counts as no probability: it changes the saving by less. */
const NEGLIGIBLE_SHARE = 1e-5

/**
 * The probability with one covariance at many misses. Where the density at the nearest point of the circle's square, times its area,
 * is below `least`, the probability is still less, and 0 is answered.
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

/** Square roots of the eigenvalues, none below 0 (differences are so by rounding), and where the larger one points. */
function axesOf({ xx, yx, yy }: PlaneCovariance) {
  const [mean, half] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, yx)]
  return {
    major: Math.sqrt(Math.max(0, mean + half)),
    minor: Math.sqrt(Math.max(0, mean - half)),
    directionRad: Math.atan2(2 * yx, xx - yy) / 2,
  }
}
