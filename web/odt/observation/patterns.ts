import { missing } from '@apsis/astro/missing.ts'

/** The residual of one measurement, arcseconds. */
export type TimedResidual = { readonly atS: number; readonly ra: number; readonly dec: number }

export type Patterns = {
  /** The indexes of measurements that are far from the others. */
  readonly outliers: readonly number[]
  /** The change of the residuals from the first to the last measurement, arcseconds; undefined if it is noise. */
  readonly drift: number | undefined
}

/** The sigma of a normal distribution is this factor times the median of |x − median| (Rousseeuw and Croux 1993, eq. 1.3). */
const SIGMA_OF_MAD = 1.4826
/** The rounding error of directions in degrees in double precision, rounded up, arcseconds. */
const ROUNDING_ARCSEC = 1e-6
/** A residual farther from the line than this many sigmas is an outlier: one normal number in 2,000. */
const OUTLIER_SIGMAS = 3.5
/** A slope that is this many times its own sigma is not noise. */
const DRIFT_SIGMAS = 5
/** With fewer residuals a scatter cannot be estimated. */
const FEWEST_RESIDUALS = 6

/** Returns the patterns in the residuals of a track that are not noise: outliers, and a drift. */
export function patternsOf(residuals: readonly TimedResidual[]): Patterns {
  if (residuals.length < FEWEST_RESIDUALS) return { outliers: [], drift: undefined }
  const lines = (['ra', 'dec'] as const).map((axis) => lineOf(residuals, axis))
  const outliers = residuals.flatMap((_, place) => (lines.some(({ isApart }) => isApart(place)) ? [place] : []))
  const hasDrift = lines.some(({ slope, slopeSigma }) => Math.abs(slope) > DRIFT_SIGMAS * slopeSigma)
  const spanS = (residuals.at(-1)?.atS ?? 0) - (residuals[0]?.atS ?? 0)
  return { outliers, drift: hasDrift ? Math.hypot(...lines.map(({ slope }) => slope)) * spanS : undefined }
}

/** Returns the straight line through one axis by least squares, with the scatter around it from the median. */
function lineOf(residuals: readonly TimedResidual[], axis: 'ra' | 'dec') {
  const n = residuals.length
  const mean = (of: (one: TimedResidual) => number) => residuals.reduce((sum, one) => sum + of(one), 0) / n
  const [meanS, meanY] = [mean(({ atS }) => atS), mean((one) => one[axis])]
  const spread = mean(({ atS }) => (atS - meanS) ** 2) * n
  const slope = spread === 0 ? 0 : (mean((one) => (one.atS - meanS) * (one[axis] - meanY)) * n) / spread
  const rests = residuals.map((one) => one[axis] - meanY - slope * (one.atS - meanS))
  const centre = median(rests)
  // If the residuals have two values, more than half may be at the median, and the median distance from it is then 0. In this case half of
  // the distance between the quartiles is used, which is the same for a normal distribution.
  const half = Math.max(median(rests.map((rest) => Math.abs(rest - centre))), quartileDistance(rests) / 2)
  const sigma = Math.max(SIGMA_OF_MAD * half, ROUNDING_ARCSEC)
  // An outlier also shifts the line.
  const scatter = Math.max(sigma, Math.sqrt(rests.reduce((sum, rest) => sum + rest ** 2, 0) / n))
  return {
    slope,
    slopeSigma: spread === 0 ? Number.POSITIVE_INFINITY : scatter / Math.sqrt(spread),
    isApart: (place: number) => Math.abs((rests[place] ?? centre) - centre) > OUTLIER_SIGMAS * sigma,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Returns the distance between the first and the third quartile. */
function quartileDistance(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
  return at(0.75) - at(0.25)
}

/** A step that is this many times longer than the usual one is a gap. */
const GAP_STEPS = 3

/** Divides a series at its gaps, so that no line connects measurements across a gap. */
export function withoutGaps<T extends { readonly atS: number }>(series: readonly T[]): readonly (readonly T[])[] {
  const steps = series.slice(1).map((one, place) => one.atS - (series[place]?.atS ?? 0))
  const longest = GAP_STEPS * median(steps)
  const parts: T[][] = []
  for (const [place, one] of series.entries()) {
    const last = parts.at(-1)
    if (last === undefined || (steps[place - 1] ?? missing()) > longest) parts.push([one])
    else last.push(one)
  }
  return parts
}
