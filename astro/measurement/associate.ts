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

/** An object that a track may be of. */
export interface Candidate {
  readonly id: string
  readonly at: ObjectAt
  /** The covariance of its position, 3×3 in the frame of the states, m²; for the Mahalanobis metric. */
  readonly positionCovariance?: Matrix
}

export const METRICS = ['ANGULAR_DISTANCE', 'MAHALANOBIS_DISTANCE'] as const
export type Metric = (typeof METRICS)[number]

/** How a track is associated. Angles in rad. */
export interface AssociationOptions {
  readonly metric: Metric
  /** Above it the track is uncorrelated; default as domain.md C22: 60″ or 3 σ with 1 km across, 3.44 for MAHALANOBIS_DISTANCE. */
  readonly threshold?: number
  /** The largest along-track time offset that a candidate may have, s; default 1, 0 for none. */
  readonly largestTimeBiasS?: number
  /** Candidates farther than this from the measurements at a quarter, half and three quarters are not looked at; default 10°. */
  readonly preselectRad?: number
  /** Places of measurements in the track that say nothing of the fit; their residuals are computed all the same. */
  readonly leftOut?: ReadonlySet<number>
}

/** How well a candidate fits: medians over the measurements, in rad or without unit as the metric is. */
export interface Fit {
  readonly id: string
  /** As observed, without a time bias. */
  readonly median: number
  /** After the time bias was taken off: what decides. */
  readonly medianAfterBias: number
  /** The candidate passes that much later than predicted, s. */
  readonly timeBiasS: number
  readonly rmsRad: number
  readonly threshold: number
}

/** The best fit if it is good enough, all fits from the best, and whether the second is less than twice as bad. */
export interface Association {
  readonly best: Fit | null
  readonly isAmbiguous: boolean
  readonly fits: readonly Fit[]
}

const ARCSECOND = Math.PI / 648_000
const SMALLEST_THRESHOLD = 60 * ARCSECOND
/**
 * What a catalogue orbit of some days is off across its path, m (domain.md C22); its error along it is the time bias.
 */
const CROSS_TRACK_SIGMA_M = 1000
// χ² of two degrees of freedom at 99.73 %, its square root.
const MAHALANOBIS_THRESHOLD = 3.44
const PRESELECT = Math.PI / 18
/**
 * Candidates have to be near one of the measurements at these parts of the track: one that is wrong, or two, take no candidate away. Of
 * thousands of objects some tens are compared in full.
 */
const PRESELECT_AT = [0.5, 0.25, 0.75]
/** The best candidate is clear where the second one is at least so many times as far off. */
const CLEAR_FACTOR = 2
/**
 * 7 km along the path in low orbit. Launch-mates follow each other at some seconds: with 10 s, 14 of 3,000 tracks of a real
 * catalogue are taken for such a neighbour when their own object is missing, with 1 s less than one in a thousand (F23).
 */
const LARGEST_OFFSET_S = 1
/** Farther than this from the middle a measurement does not count to the time bias: of normal noise one in 16,000. */
const EDIT_SIGMAS = 4
/** The standard deviation of normal noise over the median of its distances from the middle. */
const SIGMA_OF_MAD = 1.4826
/** After these steps the object stands where it is seen, to the noise. */
const EDITING_STEPS = 3

/**
 * Which of the candidates a track is of: the one with the smallest median metric below its threshold (criterion MEDIAN).
 * A late or early object is one along its own path: for each candidate one time bias of the track is estimated, by least
 * squares along the motion of the measurements that agree, and what remains is judged; the bias is reported. Source: domain.md C22; for the two metrics,
 * Hill, Sabol and Alfriend, Comparison of Covariance Based Track Association Approaches, J. Astronaut. Sci. 59 (2012).
 * Reached: three published tracks among 613 to 5,207 objects, right object, medians within 3″ (associate.test.ts). Throws
 * RangeError for a track without measurements, or MAHALANOBIS_DISTANCE without covariances. The median and not the mean
 * decides, as one wrong measurement of a track, a star or a neighbour, must not decide it. Most of an old element set's
 * error lies along the path, as the error of the mean motion grows with time there and nowhere else: a time bias takes
 * it off with one parameter and leaves the error across the path, which tells neighbours apart.
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

/** How one candidate fits a track; null if it has no state at one of the times. Units and source as associate. */
export function fitCandidate(
  track: readonly AngleMeasurement[],
  candidate: Candidate,
  options: AssociationOptions,
): Fit | null {
  return compareTrack(track, candidate, options)?.fit ?? null
}

/** One measurement beside a candidate, the time offset taken off: the residual, and its value in the metric. */
export interface ComparedMeasurement {
  readonly residual: AngleResidual
  readonly value: number
  /** Where the object was computed. */
  readonly line: SightLine
}

/**
 * The same with what each measurement says, in the order of the track. The time bias is estimated first and taken
 * off; null where the candidate has no state at one of the times.
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
 * The time bias (s) of a track against an object: by how much later the object passes than predicted. An object that is late
 * by τ appears displaced by −ω τ, where ω is its angular rate on the sky; least squares over the residuals y give
 * τ = −Σ ω·y / Σ ω². This is repeated with the object moved by τ until τ stands still, since ω changes along the path.
 * Measurements whose own −ω·y / ω² is far from the middle of all do not count: one on a star would move τ by its share of the
 * sky (middle and scatter by medians, Rousseeuw and Leroy, Robust Regression and Outlier Detection, 1987, §1.1). Without such
 * it is the estimate of least squares. The result is 0 if it would be beyond `largestS` or the object has no state. The rate
 * is that of the object's own motion alone: the site does not wait for a late object.
 */
export function estimateTimeBias(track: readonly AngleMeasurement[], object: ObjectAt, largestS: number): number {
  let bias = 0
  let counting = new Set(track.keys())
  for (let step = 0; largestS > 0 && step < 20; step += 1) {
    const rows = residualsOf(track, object, bias)
    if (rows === null) return 0
    const offsets = rows.map((row, place) => offsetOf(row, track[place]?.sigmaRad ?? missing()))
    // Then the same ones count to the end, so that the steps come to one.
    if (step < EDITING_STEPS) counting = alikeOf(offsets)
    const counted = offsets.filter((_, place) => counting.has(place))
    const square = counted.reduce((sum, { weight }) => sum + weight, 0)
    const change = square > 0 ? counted.reduce((sum, { lateS, weight }) => sum + weight * lateS, 0) / square : 0
    bias += change
    // Gauss-Newton in one variable; the change of ω along the path is the curvature that it leaves out.
    // A step may lead beyond where the next ones end.
    if (Math.abs(change) < 1e-7 || Math.abs(bias) > 2 * largestS) break
  }
  return Math.abs(bias) > largestS ? 0 : bias
}

/** By how much later an object passes by one measurement alone, with its weight and its noise, s. */
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

/** The places of the offsets that are near the middle of all: by their scatter, and at least by their own noise. */
function alikeOf(offsets: readonly Offset[]): Set<number> {
  const middle = median(offsets.map(({ lateS }) => lateS))
  const scatter = SIGMA_OF_MAD * median(offsets.map(({ lateS }) => Math.abs(lateS - middle)))
  return new Set(
    offsets.flatMap(({ lateS, sigmaS }, place) =>
      Math.abs(lateS - middle) <= EDIT_SIGMAS * Math.max(scatter, sigmaS) ? [place] : [],
    ),
  )
}

/** One measurement against one object: residual, computed line of sight, and covariance of the noise. */
interface Row {
  readonly residual: AngleResidual
  readonly line: SightLine
  readonly noise: SkyCovariance
}

/**
 * Residuals of a track against an object that passes `biasS` late, with the noise of each measurement; null where the
 * object has no state.
 */
function residualsOf(track: readonly AngleMeasurement[], object: ObjectAt, biasS: number): Row[] | null {
  const rows: Row[] = []
  for (const measurement of track) {
    const line = computed(measurement, object, biasS)
    if (line === null) return null
    rows.push({ residual: angleResidual(measurement, line), line, noise: noiseCovariance(measurement, line) })
  }
  return rows
}

/** The direction of an object that passes `lateS` later than its prediction. */
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
 * The distance of a residual y in the metric. The Mahalanobis distance is √(yᵀ C⁻¹ y), where C is the noise of the measurement
 * plus the covariance of the candidate's position, projected on the sky: each axis of the sky over the range is a row.
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

/** At least 60″; further off for poor measurements, and near objects, whose error of 1 km across the path is a large angle. */
function defaultThreshold(track: readonly AngleMeasurement[], rows: readonly Row[], metric: Metric): number {
  if (metric === 'MAHALANOBIS_DISTANCE') return MAHALANOBIS_THRESHOLD
  const sigma = median(track.map(({ sigmaRad }) => sigmaRad))
  const range = median(rows.map(({ line }) => line.rangeM))
  return Math.max(SMALLEST_THRESHOLD, 3 * Math.hypot(sigma, CROSS_TRACK_SIGMA_M / range))
}

/** The middle value; of an even number the mean of both. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? missing()
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? missing()) + upper) / 2
}
