import { erf } from '../error-function.ts'
import { dotRows, type Matrix, solve } from '../matrix.ts'
import { missing } from '../missing.ts'

/**
 * Returns the squared Mahalanobis distance r · C⁻¹ · rᵀ of an error from its covariance. For correct covariances it is χ²-distributed with as
 * many degrees of freedom as components. Null if the covariance is singular or not positive definite along r.
 */
export function squaredDistance(error: readonly number[], covariance: Matrix): number | null {
  const solved = solve(
    covariance,
    error.map((value) => [value]),
  )
  if (solved === null) return null
  const square = dotRows(
    error,
    solved.map(([value = Number.NaN]) => value),
  )
  return square >= 0 ? square : null
}

/** Returns the fraction of χ² with three degrees of freedom at or below x: erf √(x/2) − √(2x/π) e^(−x/2) (Abramowitz and Stegun 26.4). */
export function chiSquare3(x: number): number {
  if (x <= 0) return 0
  return erf(Math.sqrt(x / 2)) - Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2)
}

/** Returns the x below which a given fraction of χ² with three degrees of freedom lies, by bisection. */
export function chiSquare3Quantile(share: number): number {
  if (!(share > 0 && share < 1)) throw new RangeError(`a share has to be in (0, 1), not ${share}`)
  let [low, high] = [0, 1]
  while (chiSquare3(high) < share && high < 1e6) high *= 2
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (chiSquare3(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** How well stated covariances describe the actual errors. */
export interface Realism {
  /** The number of errors. */
  readonly count: number
  /** The factor on every stated sigma with which they describe the errors best. */
  readonly scale: number
  /** The 5th, 50th and 95th percentile of the ranked factors: the possible deviation of a single covariance. */
  readonly ranked: { readonly low: number; readonly median: number; readonly high: number }
  /** Cramér and von Mises's statistic of the distances, as stated and scaled. */
  readonly statisticAsStated: number
  readonly statisticScaled: number
  /** True if the stated covariances can be correct: the statistic is below its 2 % point. */
  readonly isRealistic: boolean
}

/** The 2 % point of ω² for a fully specified distribution (Anderson and Darling, Ann. Math. Stat. 23, 1952, table 1). */
export const TWO_PERCENT_POINT = 0.6198

/** The least number of errors: with fewer, the median alone has a spread of a fifth. */
export const FEWEST_ERRORS = 20

// The range and the number of steps of the coarse search for the best factor.
const LOWEST_SCALE = 0.01
const HIGHEST_SCALE = 100
const STEPS = 400

/**
 * Returns the scale factor of an originator's covariances from squared Mahalanobis distances of three components each.
 *
 * The best factor is the one for which the distances, divided by its square, agree best with χ²(3) by Cramér and von Mises's statistic, ω² =
 * 1/(12n) + Σ (F(xᵢ) − (2i − 1)/2n)² (Anderson and Darling 1952): CARA's DetermineOptimalScaleFactor (Hejduk, 2020) uses the same statistic,
 * averaged over subsamples. The ranked factors are √(x₍ᵢ₎/χ²₃⁻¹((i − ½)/n)), one for each rank (Newman, Hejduk, Frigm and Duncan, AAS 16-268,
 * 2016). Null below FEWEST_ERRORS. Accuracy: agrees with CARA's published factors 1 and 0.25 to 2.5 % (covariance_realism.json). Cramér and von
 * Mises's statistic uses the whole distribution; a mean of the distances would be dominated by the few largest ones, which often have another
 * cause (a manoeuvre, another object).
 */
export function covarianceRealism(distances: readonly number[]): Realism | null {
  const sorted = Float64Array.from(distances).sort()
  const count = sorted.length
  if (count < FEWEST_ERRORS) return null
  if (!(Number(sorted[0]) >= 0) || !Number.isFinite(sorted[count - 1]))
    throw new RangeError('distances have to be finite')
  const statistic = (scale: number) => cramerVonMises(sorted, scale)
  const step = Math.log(HIGHEST_SCALE / LOWEST_SCALE) / STEPS
  let best = LOWEST_SCALE
  for (let i = 0; i <= STEPS; i += 1) {
    const scale = LOWEST_SCALE * Math.exp(i * step)
    if (statistic(scale) < statistic(best)) best = scale
  }
  const scale = goldenMinimum(statistic, best * Math.exp(-step), best * Math.exp(step))
  const ranked = Array.from(sorted, (x, index) => Math.sqrt(x / chiSquare3Quantile((index + 0.5) / count))).sort(
    (a, b) => a - b,
  )
  const at = (share: number) => ranked[Math.min(count - 1, Math.floor(share * count))] ?? Number.NaN
  const statisticAsStated = statistic(1)
  return {
    count,
    scale,
    ranked: { low: at(0.05), median: at(0.5), high: at(0.95) },
    statisticAsStated,
    statisticScaled: statistic(scale),
    isRealistic: statisticAsStated < TWO_PERCENT_POINT,
  }
}

function cramerVonMises(sorted: Float64Array, scale: number): number {
  const count = sorted.length
  let sum = 1 / (12 * count)
  for (let i = 0; i < count; i += 1) {
    sum += (chiSquare3((sorted[i] ?? missing()) / scale ** 2) - (2 * i + 1) / (2 * count)) ** 2
  }
  return sum
}

/** Returns the position of the minimum of f in [low, high] by golden section (Kiefer, Proc. Am. Math. Soc. 4, 1953). */
function goldenMinimum(f: (x: number) => number, low: number, high: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2
  let [a, b] = [low, high]
  while (b - a > 1e-6 * b) {
    const [left, right] = [b - ratio * (b - a), a + ratio * (b - a)]
    if (f(left) < f(right)) b = right
    else a = left
  }
  return (a + b) / 2
}

/** A position and its covariance at TCA as stated by one message, in one common set of axes. */
export interface StatedPosition {
  readonly positionM: readonly number[]
  readonly covarianceM2: Matrix
}

/**
 * Returns the squared distance between two messages of one object, of which the later contains the data of the earlier. The difference of their
 * positions has the covariance C_early − C_late, because the later estimate is uncorrelated with its change from the earlier one (Bar-Shalom, Li
 * and Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001, section 5.4: the orthogonality of an optimal estimate and its
 * error). Null if that covariance is not positive definite: the later message is then not a refinement of the earlier one, or was made with other
 * data.
 */
export function updateDistance(early: StatedPosition, late: StatedPosition): number | null {
  const difference = early.positionM.map((value, i) => value - (late.positionM[i] ?? Number.NaN))
  const covariance = early.covarianceM2.map((row, i) =>
    row.map((value, j) => value - (late.covarianceM2[i]?.[j] ?? Number.NaN)),
  )
  return isPositiveDefinite(covariance) ? squaredDistance(difference, covariance) : null
}

/** Tests the leading minors of a 3 × 3 matrix (Sylvester's criterion). */
function isPositiveDefinite(m: Matrix): boolean {
  const [[a = 0, b = 0, c = 0] = [], [, d = 0, e = 0] = [], [, , f = 0] = []] = m
  const second = a * d - b * b
  const determinant = a * (d * f - e * e) - b * (b * f - e * c) + c * (b * e - d * c)
  return a > 0 && second > 0 && determinant > 0
}
