import { GM_EARTH } from '../../constants.ts'
import { inverseErfc } from '../../error-function.ts'
import { addMatrices } from '../../mat3.ts'
import { transformRow } from '../../matrix.ts'
import { dot, norm, subtract, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { definiteness } from '../definiteness.ts'
import { OUTSIDE_SHARE } from '../duration.ts'
import { positionCovariance } from '../rtn.ts'
import {
  type ElementGaussian,
  invertClipped,
  positionBlock,
  relativeAtPeakOverlap,
  toElementGaussian,
} from './peak-overlap.ts'
import { awayFromRetrograde } from './prograde-axes.ts'

/** Above these values the planar probability must not be used (CARA; domain.md C6). */
export const USAGE_LIMITS = { extended: 0.02, offset: 0.01, inaccurate: 0.02 } as const

/** The deviation of an encounter from the assumptions of a planar probability: straight, short, at TCA. */
export interface UsageChecks {
  /** True if any check fails, or if the curved encounter could not be computed. */
  readonly isViolated: boolean
  /** Duration over the shorter orbital period, at most 1. */
  readonly extended: number
  /** The end farther from TCA over the shorter orbital period, at most 1. */
  readonly offset: number
  /** 1 − exp(−|ln (curved / straight)|), for a small radius; null if the curved encounter could not be computed. */
  readonly inaccurate: number | null
  /** ln of the ratio of the curved to the planar probability, for a small radius; null in the same case. */
  readonly logCorrection: number | null
  /** Position covariances that are not positive definite. */
  readonly notPositiveDefinite: { readonly primary: boolean; readonly secondary: boolean; readonly combined: boolean }
}

/**
 * Makes CARA's checks whether the planar probability may be used. The collision rate has its peak where Q = M² + ln det C is smallest; the time
 * of the peak, its width and Q there are compared for straight lines and for curved two-body orbits. Source: Hall, Baars and Casali, A Multistep
 * Probability of Collision Computational Algorithm, AAS 23-398 (2023); CARA_Analysis_Tools, UsageViolationPc2D. States as given at TCA and 6×6
 * covariances, inertial, m and m/s. Verified: the same violations as CARA for 35 CDMs (usage-checks.test.ts).
 *
 * With the time t₀ of the peak, its extent τ on either side, the shorter period T and the two probabilities for a small radius:
 *
 *   extended = 2τ/T,   offset = (|t₀| + τ)/T,   inaccurate = 1 − exp(−|ln(P_curved/P_straight)|).
 *
 * The first two test whether the path is nearly straight while a collision is possible; the third tests whether the curvature changes the
 * probability.
 */
export function checkUsage(primary: EncounterObject, secondary: EncounterObject, radiusM: number): UsageChecks {
  const [first, second] = awayFromRetrograde(primary, secondary)
  const straight = straightPeak(first, second, radiusM)
  const [one, other] = [toElementGaussian(first), toElementGaussian(second)]
  // 1/a of both orbits by vis-viva; the larger one has the shorter period, 2π √(a³/µ).
  const motion = [first, second].map(({ r, v }) => 2 / norm(r) - dot(v, v) / GM_EARTH)
  const periodS = 2 * Math.PI * Math.sqrt(Math.max(...motion, Number.MIN_VALUE) ** -3 / GM_EARTH)
  const curved = one === null || other === null ? null : curvedPeak(one, other, { straight, radiusM, periodS })
  const { seconds, sigmaS } = curved ?? straight
  // Half the time that contains all but OUTSIDE_SHARE of the rate: σ √2 erfc⁻¹(OUTSIDE_SHARE), for a bell curve in time.
  const reach = sigmaS * Math.SQRT2 * inverseErfc(OUTSIDE_SHARE)
  const extended = Math.min(1, (2 * reach) / periodS)
  const offset = Math.min(1, (Math.abs(seconds) + reach) / periodS)
  const logCorrection =
    curved === null
      ? null
      : Math.log((curved.sigmaS / straight.sigmaS) * (curved.speedMps / straight.speedMps)) +
        (straight.q - curved.q) / 2
  const inaccurate = logCorrection === null ? null : -Math.expm1(-Math.abs(logCorrection))
  const isViolated =
    inaccurate === null ||
    inaccurate > USAGE_LIMITS.inaccurate ||
    extended > USAGE_LIMITS.extended ||
    offset > USAGE_LIMITS.offset
  const sum = addMatrices(positionCovariance(first.covariance), positionCovariance(second.covariance))
  const isBad = (covariance: readonly (readonly number[])[]) => definiteness(covariance) !== 'positive-definite'
  return {
    isViolated,
    extended,
    offset,
    inaccurate,
    logCorrection,
    notPositiveDefinite: {
      primary: isBad(first.covariance),
      secondary: isBad(second.covariance),
      combined: isBad(sum),
    },
  }
}

/**
 * The time of the peak of the collision rate, its width (one sigma, s), Q there and the relative speed. For a small radius the rate is π R² v
 * (2π)^(−3/2) exp(−Q/2). Near its peak Q = Q₀ + (t − t₀)²/σ², so that σ² is 2 over the second derivative of Q, and the probability is √(2π) σ
 * times the rate there: the ratio of the curved and the straight probability needs only σ v exp(−Q₀/2).
 */
interface Peak {
  readonly seconds: number
  readonly sigmaS: number
  readonly q: number
  readonly speedMps: number
}

/** Returns the peak on a straight line r + v t. With constant P, Q is a parabola: its minimum is at −rᵀP⁻¹v / vᵀP⁻¹v, and σ² is 1 / vᵀP⁻¹v. */
function straightPeak(first: EncounterObject, second: EncounterObject, radiusM: number): Peak {
  const sum = addMatrices(positionCovariance(first.covariance), positionCovariance(second.covariance))
  // Eigenvalues that are at or below 0 because of rounding are raised, so that the inverse exists (Hall, AAS 17-567, 2017).
  const { inverse, determinant } = invertClipped(sum, radiusM)
  const [r, v] = [subtract(second.r, first.r), subtract(second.v, first.v)]
  const weigh = (a: Vec3, b: Vec3) => {
    const [x = 0, y = 0, z = 0] = transformRow(inverse, b)
    return dot(a, [x, y, z])
  }
  // vᵀP⁻¹v: 1/σ² of the time of the peak.
  const precision = weigh(v, v)
  const seconds = precision > 0 ? -weigh(r, v) / precision : 0
  const least = weigh(r, r) + seconds * weigh(r, v)
  return { seconds, sigmaS: 1 / Math.sqrt(precision), q: least + Math.log(determinant), speedMps: norm(v) }
}

const MOST_STEPS = 40

/**
 * Returns the smallest Q on curved orbits, by parabolas through three points a sigma apart, where the width is from the last parabola. A step is
 * at most twenty widths, and a width changes at most tenfold: far from the minimum a parabola is inaccurate. Null if it moves further than a
 * period, or cannot be computed. The second difference (Q₋ − 2 Q₀ + Q₊)/w² is the curvature and (Q₊ − Q₋)/2w the slope of the parabola through
 * the three points; its minimum is −slope/curvature away, and lower than Q₀ by slope²/(2 curvature). Differences a sigma apart are of order 1 in
 * Q, far above its rounding; shorter steps would magnify it.
 */
function curvedPeak(
  one: ElementGaussian,
  other: ElementGaussian,
  { straight, radiusM, periodS }: { readonly straight: Peak; readonly radiusM: number; readonly periodS: number },
): Peak | null {
  const at = (seconds: number) => {
    const relative = relativeAtPeakOverlap(one, other, { seconds, radiusM })
    if (relative === null) return null
    const { inverse, determinant } = invertClipped(positionBlock(relative.covariance), radiusM)
    const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = relative.mean
    const [ax = 0, ay = 0, az = 0] = transformRow(inverse, [x, y, z])
    return { q: x * ax + y * ay + z * az + Math.log(determinant), speedMps: norm([vx, vy, vz]) }
  }
  let { seconds, sigmaS } = straight
  if (!Number.isFinite(sigmaS)) return null
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const width = sigmaS
    const [before, here, after] = [at(seconds - width), at(seconds), at(seconds + width)]
    if (before === null || here === null || after === null) return null
    const curvature = (before.q - 2 * here.q + after.q) / (width * width)
    const slope = (after.q - before.q) / (2 * width)
    // If the curvature is not positive, the step goes downhill by a few widths.
    const move = curvature > 0 ? -slope / curvature : -Math.sign(slope) * 5 * width
    const limited = Math.max(-20 * width, Math.min(20 * width, move))
    if (curvature > 0 && Math.abs(limited) < 1e-2 * width) {
      const least = here.q - (slope * slope) / (2 * curvature)
      return { seconds: seconds + limited, sigmaS: Math.sqrt(2 / curvature), q: least, speedMps: here.speedMps }
    }
    seconds += limited
    if (curvature > 0) sigmaS = Math.max(width / 10, Math.min(10 * width, Math.sqrt(2 / curvature)))
    if (Math.abs(seconds) > periodS) return null
  }
  return null
}
