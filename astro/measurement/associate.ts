import { type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import {
  type AngleMeasurement,
  type AngleResidual,
  angleResidual,
  angularDistance,
  noiseCovariance,
  residualSquared,
  type SkyCovariance,
} from './angles.ts'
import { type ObjectAt, type SightLine, sightLine, tangentAxes } from './sight-line.ts'

/** An object that may have produced a track. */
export interface Candidate {
  readonly id: string
  readonly at: ObjectAt
  /** The covariance of its position, 3×3 in the frame of the states, m²; for the Mahalanobis metric. */
  readonly positionCovariance?: Matrix
}

export const METRICS = ['ANGULAR_DISTANCE', 'MAHALANOBIS_DISTANCE'] as const
export type Metric = (typeof METRICS)[number]

/** The settings of an association. Angles in rad. */
export interface AssociationOptions {
  readonly metric: Metric
  /**
   * A median above this means that the track is uncorrelated; default as in domain.md C22: 60″ or 3 σ with 1 km across, 3.44 for
   * MAHALANOBIS_DISTANCE.
   */
  readonly threshold?: number
  /** The largest along-track time offset that a candidate may have, s; default 1, 0 for none. */
  readonly largestTimeBiasS?: number
  /** Candidates farther than this from the measurements at a quarter, half and three quarters of the track are skipped; default 10°. */
  readonly preselectRad?: number
  /** Indices of measurements that do not count for the fit; their residuals are computed nevertheless. */
  readonly leftOut?: ReadonlySet<number>
}

/** The fit of a candidate: medians over the measurements, in rad or without a unit, depending on the metric. */
export interface Fit {
  readonly id: string
  /** The median of the observed residuals, without a time bias. */
  readonly median: number
  /** The median after subtraction of the time bias, which decides. */
  readonly medianAfterBias: number
  /** How much later than predicted the candidate passes, s. */
  readonly timeBiasS: number
  readonly rmsRad: number
  readonly threshold: number
}

/** The best fit if it is good enough, all fits from the best, and whether the second fit is less than twice as bad. */
export interface Association {
  readonly best: Fit | null
  readonly isAmbiguous: boolean
  readonly fits: readonly Fit[]
}

const ARCSECOND = Math.PI / 648_000
const SMALLEST_THRESHOLD = 60 * ARCSECOND
/** The cross-track error of a catalogue orbit some days old, m (domain.md C22); its along-track error is the time bias. */
const CROSS_TRACK_SIGMA_M = 1000
// The square root of χ² with two degrees of freedom at 99.73 %.
const MAHALANOBIS_THRESHOLD = 3.44
const PRESELECT = Math.PI / 18
/**
 * A candidate must be near one of the measurements at these positions in the track: one or two wrong ones exclude no candidate. Of thousands of
 * objects, some tens are compared in full.
 */
const PRESELECT_AT = [0.5, 0.25, 0.75]
/** The best candidate is clear if the second one is at least this many times worse. */
const CLEAR_FACTOR = 2
/**
 * The default limit of the time bias, s: 7 km along the path in low orbit. Objects of one launch follow each other by some seconds: with 10 s, 14
 * of 3,000 tracks of a real catalogue are attributed to such a neighbour if their own object is missing, with 1 s less than one in a thousand
 * (F23).
 */
const LARGEST_OFFSET_S = 1
/** A measurement farther than this from the median does not count for the time bias: one in 16,000 with normal noise. */
const EDIT_SIGMAS = 4
/** The standard deviation of normal noise divided by the median of its absolute deviations. */
const SIGMA_OF_MAD = 1.4826
/** After these steps the object is at its observed position within the noise. */
const EDITING_STEPS = 3

/**
 * Finds the candidate of a track: the candidate with the smallest median metric below its threshold (criterion MEDIAN). A late or early object is
 * displaced along its own path. So for each candidate one time bias of the track is estimated, by least squares along the motion of the
 * measurements that agree, the remaining residuals are judged, and the bias is reported. Source: domain.md C22; for the two metrics, Hill, Sabol
 * and Alfriend, Comparison of Covariance Based Track Association Approaches, J. Astronaut. Sci. 59 (2012). Verified: for three published tracks
 * among 613 to 5,207 objects the object is right, and the medians agree to 3″ (associate.test.ts). Throws RangeError for a track without
 * measurements, or MAHALANOBIS_DISTANCE without covariances. The median and not the mean decides, because one wrong measurement, of a star or a
 * neighbour, must not decide. Most of an old element set's error is along the path, where the error of the mean motion grows with time: a time
 * bias removes it with one parameter, and keeps the cross-track error, which separates neighbours.
 */
export function associate(
  track: readonly AngleMeasurement[],
  candidates: readonly Candidate[],
  options: AssociationOptions,
): Association {
  const used = track.filter((_, place) => options.leftOut?.has(place) !== true)
  if (used.length === 0) throw new RangeError('a track without measurements')
  const places = new Set(PRESELECT_AT.map((part) => Math.floor(part * used.length)))
  const looked = used.filter((_, place) => places.has(place))
  const reach = options.preselectRad ?? PRESELECT
  const fits = candidates
    .filter(({ at }) =>
      looked.some((measurement) => {
        const line = computed(measurement, at, 0)
        return line !== null && angularDistance(angleResidual(measurement, line)) <= reach
      }),
    )
    .flatMap((candidate) => fitCandidate(track, candidate, options) ?? [])
    .sort((a, b) => a.medianAfterBias - b.medianAfterBias)
  const [first, second] = fits
  const best = first !== undefined && first.medianAfterBias <= first.threshold ? first : null
  const isAmbiguous =
    best !== null && second !== undefined && second.medianAfterBias < CLEAR_FACTOR * best.medianAfterBias
  return { best, isAmbiguous, fits }
}

/** Returns the fit of one candidate to a track; null if it has no state at one of the times. Units and source as in associate. */
export function fitCandidate(
  track: readonly AngleMeasurement[],
  candidate: Candidate,
  options: AssociationOptions,
): Fit | null {
  return compareTrack(track, candidate, options)?.fit ?? null
}

/** One measurement compared with a candidate, after subtraction of the time bias: the residual, and its value in the metric. */
export interface ComparedMeasurement {
  readonly residual: AngleResidual
  readonly value: number
  /** The computed line of sight to the object. */
  readonly line: SightLine
}

/**
 * Returns the fit of one candidate with the values of each measurement, in the order of the track. The time bias is estimated first and subtracted;
 * null if the candidate has no state at one of the times.
 */
export function compareTrack(
  track: readonly AngleMeasurement[],
  candidate: Candidate,
  options: AssociationOptions,
): { readonly fit: Fit; readonly measurements: readonly ComparedMeasurement[] } | null {
  const { leftOut } = options
  const isFitted = (_: unknown, place: number) => leftOut?.has(place) !== true
  const fitted = track.filter(isFitted)
  if (fitted.length === 0) throw new RangeError('a track without measurements')
  const plain = residualsOf(fitted, candidate.at, 0)
  if (plain === null) return null
  const timeBiasS = estimateTimeBias(fitted, candidate.at, options.largestTimeBiasS ?? LARGEST_OFFSET_S)
  const all = timeBiasS === 0 && fitted.length === track.length ? plain : residualsOf(track, candidate.at, timeBiasS)
  if (all === null) return null
  const biased = all.filter(isFitted)
  const metric = (row: Row) => measure(row, candidate, options.metric)
  const measurements = all.map((row) => ({ residual: row.residual, value: metric(row), line: row.line }))
  const squares = biased.reduce((sum, { residual }) => sum + angularDistance(residual) ** 2, 0)
  const fit = {
    id: candidate.id,
    median: median(plain.map(metric)),
    medianAfterBias: median(measurements.filter(isFitted).map(({ value }) => value)),
    timeBiasS,
    rmsRad: Math.sqrt(squares / biased.length),
    threshold: options.threshold ?? defaultThreshold(fitted, biased, options.metric),
  }
  return { fit, measurements }
}

/**
 * Returns the time bias (s) of a track for an object: how much later the object passes than predicted. An object that is late by τ appears
 * displaced by −ω τ, where ω is its angular rate on the sky; least squares over the residuals y give τ = −Σ ω·y / Σ ω². This is repeated with the
 * object moved by τ until τ converges, because ω changes along the path. Measurements whose own −ω·y / ω² is far from the median do not count: a
 * measurement of a star would strongly change τ (median and median deviation, Rousseeuw and Leroy, Robust Regression and Outlier Detection, 1987,
 * §1.1). Without such measurements this is the least-squares estimate. The result is 0 if it would be beyond `largestS` or if the object has no
 * state. The rate is from the object's own motion only, because a late object does not change the motion of the site.
 */
export function estimateTimeBias(track: readonly AngleMeasurement[], object: ObjectAt, largestS: number): number {
  let bias = 0
  let counting = new Set(track.keys())
  for (let step = 0; largestS > 0 && step < 20; step += 1) {
    const rows = residualsOf(track, object, bias)
    if (rows === null) return 0
    const offsets = rows.map((row, place) => offsetOf(row, track[place]?.sigmaRad ?? missing()))
    // From then on the same measurements count, so that the steps converge.
    if (step < EDITING_STEPS) counting = alikeOf(offsets)
    const counted = offsets.filter((_, place) => counting.has(place))
    const square = counted.reduce((sum, { weight }) => sum + weight, 0)
    const change = square > 0 ? counted.reduce((sum, { lateS, weight }) => sum + weight * lateS, 0) / square : 0
    bias += change
    // Gauss-Newton in one variable; it neglects the change of ω along the path. A step may exceed the limit although the next ones return.
    if (Math.abs(change) < 1e-7 || Math.abs(bias) > 2 * largestS) break
  }
  return Math.abs(bias) > largestS ? 0 : bias
}

/** How much later an object passes according to one measurement, with its weight and its noise, s. */
interface Offset {
  readonly lateS: number
  readonly weight: number
  readonly sigmaS: number
}

function offsetOf({ residual, line }: Row, sigmaRad: number): Offset {
  const weight = line.ownEastRateRadps ** 2 + line.ownNorthRateRadps ** 2
  if (weight === 0) return { lateS: 0, weight, sigmaS: 0 }
  const along = residual.eastRad * line.ownEastRateRadps + residual.northRad * line.ownNorthRateRadps
  return { lateS: -along / weight, weight, sigmaS: sigmaRad / Math.sqrt(weight) }
}

/** Returns the indices of the offsets near the median: within their scatter, and at least within their own noise. */
function alikeOf(offsets: readonly Offset[]): Set<number> {
  const middle = median(offsets.map(({ lateS }) => lateS))
  const scatter = SIGMA_OF_MAD * median(offsets.map(({ lateS }) => Math.abs(lateS - middle)))
  return new Set(
    offsets.flatMap(({ lateS, sigmaS }, place) =>
      Math.abs(lateS - middle) <= EDIT_SIGMAS * Math.max(scatter, sigmaS) ? [place] : [],
    ),
  )
}

/** One measurement compared with one object: residual, computed line of sight, and covariance of the noise. */
interface Row {
  readonly residual: AngleResidual
  readonly line: SightLine
  readonly noise: SkyCovariance
}

/** Returns the residuals of a track for an object that passes `biasS` late, with the noise of each measurement; null if the object has no state. */
function residualsOf(track: readonly AngleMeasurement[], object: ObjectAt, biasS: number): Row[] | null {
  const rows: Row[] = []
  for (const measurement of track) {
    const line = computed(measurement, object, biasS)
    if (line === null) return null
    rows.push({ residual: angleResidual(measurement, line), line, noise: noiseCovariance(measurement, line) })
  }
  return rows
}

/** Returns the direction of an object that passes `lateS` later than predicted. */
function computed(measurement: AngleMeasurement, object: ObjectAt, lateS: number): SightLine | null {
  const { observer, seconds, reduction = 'light-time', earthVelocity } = measurement
  const late: ObjectAt = (time) => object(time - lateS)
  return sightLine(late, observer, {
    seconds,
    reduction,
    ...(earthVelocity === undefined ? {} : { earthVelocity }),
  })
}

/**
 * Returns the size of a residual y in the metric. The Mahalanobis distance is √(yᵀ C⁻¹ y), where C is the noise of the measurement plus the
 * covariance of the candidate's position, projected on the sky: each axis of the sky over the range is a row.
 */
function measure({ residual, line, noise }: Row, candidate: Candidate, metric: Metric): number {
  if (metric === 'ANGULAR_DISTANCE') return angularDistance(residual)
  if (candidate.positionCovariance === undefined) {
    throw new RangeError(`MAHALANOBIS_DISTANCE needs the positionCovariance of ${candidate.id}`)
  }
  const { east, north } = tangentAxes(line.raRad, line.decRad)
  // A position error d moves the direction by d·east/ρ and d·north/ρ.
  const rows = [east, north].map((axis) => axis.map((value) => value / line.rangeM))
  const [[ee = 0] = [], [ne = 0, nn = 0] = []] = mapCovariance(rows, candidate.positionCovariance)
  const { eastEast, eastNorth, northNorth } = noise
  return Math.sqrt(
    residualSquared(residual, { eastEast: eastEast + ee, eastNorth: eastNorth + ne, northNorth: northNorth + nn }),
  )
}

/**
 * Returns the default threshold: at least 60″; larger for inaccurate measurements, and for near objects, whose cross-track error of 1 km is a
 * large angle.
 */
function defaultThreshold(track: readonly AngleMeasurement[], rows: readonly Row[], metric: Metric): number {
  if (metric === 'MAHALANOBIS_DISTANCE') return MAHALANOBIS_THRESHOLD
  const sigma = median(track.map(({ sigmaRad }) => sigmaRad))
  const range = median(rows.map(({ line }) => line.rangeM))
  return Math.max(SMALLEST_THRESHOLD, 3 * Math.hypot(sigma, CROSS_TRACK_SIGMA_M / range))
}

/** Returns the median; for an even number the mean of the two middle values. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? missing()
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? missing()) + upper) / 2
}
