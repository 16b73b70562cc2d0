import { converging, NOT_CONVERGED, NoConvergenceError } from '../../convergence.ts'
import { missing } from '../../missing.ts'
import { integrate } from '../../quadrature.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { type EncounterDuration, encounterDuration } from '../duration.ts'
import { collisionRate, pointCollisionRate } from './collision-rate.ts'
import { findSegment } from './encounter-segment.ts'
import { probabilityInside } from './inside-sphere.ts'
import {
  type ElementGaussian,
  positionBlock,
  relativeAtMeans,
  relativeAtPeakOverlap,
  toElementGaussian,
} from './peak-overlap.ts'
import { awayFromRetrograde } from './prograde-axes.ts'

/** The time span around TCA; default: from one largest distance of the two objects to the next. */
export interface Hall2021Limits {
  readonly fromS?: number
  readonly toS?: number
}

/** The expected number of collisions in an encounter, at most 1, and the time when they are expected, seconds after TCA. */
export type Hall2021Result =
  | {
      readonly ok: true
      readonly probability: number
      readonly startS: number
      readonly endS: number
      readonly peakS: number
    }
  | { readonly ok: false; readonly reason: Hall2021Failure }

export type Hall2021Failure = 'no-elliptic-orbit' | 'no-convergence' | 'covariance-not-positive-definite'

// The rate of collisions is a narrow peak, or a few, in an interval that may be an orbit long: its width is σ/v, from milliseconds to minutes. An
// adaptive quadrature over the whole interval would miss such a peak and return 0 without a warning. So there are two steps: rates are sampled
// until their logarithm is smooth from sample to sample, then integrated over the relevant part.

/** Rates below e⁻²⁵ = 1e-11 of the highest are excluded from the integral. */
const LEAST_LOG_RATE = -25
/** Tolerance of the integral over time; the error estimate that it bounds is far above the error itself. */
const INTEGRAL_RELATIVE_TOLERANCE = 1e-4
/** The limit of intervals, more than twice the most of a published case (Alfano's case 6: 25); nearly flat covariances do not converge. */
const MOST_INTERVALS = 60
/** Tolerance of a rate that is only used to place samples. */
const SAMPLE_RELATIVE_TOLERANCE = 1e-2
/** If the probability of contact is above this, the rest of the encounter is not evaluated. */
const CERTAIN_PROBABILITY = 1 - 1e-6
/** The logarithm of the smallest double: below it a rate is 0. */
const SMALLEST_LOG_RATE = -745
/** Intervals between samples over the linear duration, and samples per revolution over the whole encounter. */
const LINEAR_INTERVALS = 16
const LOOKS_PER_REVOLUTION = 60
const MOST_STEPS = 400
// The maximum number of passages of an encounter on two orbits.
const MOST_PEAKS = 4
/** Gaps whose rate is above e⁻¹² of the highest are divided if the rate changes by more than e⁵ over them. */
const DIVIDED_LOG_RATE = -12
const LARGEST_LOG_STEP = 5
/** A gap is not divided below this fraction of the encounter. */
const SMALLEST_GAP_SHARE = 1e-8

/**
 * Returns the collision probability of one encounter without the assumption of straight lines: both orbits are two-body orbits with Gaussian
 * equinoctial elements, and the rate of collisions is integrated over the encounter (3D-Nc). Source: Hall, Expected Collision Rates for Tracked
 * Satellites, JSR 58 (2021) 715–728. In addition, the result is at least the probability of contact at TCA, so that two objects at rest within
 * each other's radius have one. States at TCA and 6×6 covariances in one inertial frame centred on the Earth, m and m/s; `radiusM` is the
 * combined hard-body radius. For an encounter with more than one passage it is the expected number of collisions, an upper bound. Use the given
 * states: shifting them along straight lines, which does not matter in a plane, changes the orbits, and the result by up to 1 %. Accuracy: 35
 * CDMs of CARA and eight cases of Alfano agree to 1e-3 (hall-2021.test.ts). Throws RangeError unless the covariances are 6×6 and the radius
 * positive and finite.
 */
export function hall2021(
  primary: EncounterObject,
  secondary: EncounterObject,
  { radiusM, limits = {} }: { readonly radiusM: number; readonly limits?: Hall2021Limits },
): Hall2021Result {
  if (!(radiusM > 0 && Number.isFinite(radiusM))) throw new RangeError(`radiusM has to be positive, not ${radiusM}`)
  const [first, second] = awayFromRetrograde(primary, secondary)
  const [one, other] = [toElementGaussian(first), toElementGaussian(second)]
  if (one === null || other === null) return { ok: false, reason: 'no-elliptic-orbit' }
  // The linear encounter shows where to sample first; for elongated covariances its middle may differ from TCA.
  const duration = encounterDuration(first, second, { radiusM })
  if (duration === null) return { ok: false, reason: 'covariance-not-positive-definite' }
  const segment = findSegment(one.mean, other.mean, (duration.startS + duration.endS) / 2)
  const bounds = { startS: limits.fromS ?? segment.startS, endS: limits.toS ?? segment.endS }
  const encounter: Search = { one, other, radiusM, bounds }
  const found = converging(() => largest(encounter, duration))
  return found.ok ? found.value : found
}

/**
 * Returns the larger of the probability of contact at one time and the integral of the rates. An object within the radius at a time t entered it
 * before t or was in it from the start, so the probability is at least the fraction in contact. The two are not added, because the integral
 * already contains most of that fraction.
 */
function largest(encounter: Search, duration: EncounterDuration): Hall2021Result {
  const { bounds } = encounter
  const { seconds, probability: contact } = findContact(encounter, duration)
  // If the collision is certain already, the rates could add nothing; for thin covariances they take the most time.
  if (contact > CERTAIN_PROBABILITY) return { ok: true, probability: contact, ...bounds, peakS: seconds }
  const samples = sampleRates(encounter, duration)
  if (samples === null) return NOT_CONVERGED
  const found = sumRates(encounter, samples)
  return found.ok ? { ...found, probability: Math.max(contact, found.probability) } : found
}

/** Both objects as Gaussians of their elements, the combined radius (m), and the time span. */
interface Search {
  readonly one: ElementGaussian
  readonly other: ElementGaussian
  readonly radiusM: number
  readonly bounds: EncounterDuration
}

interface Sample {
  readonly seconds: number
  /** The approximate logarithm of the rate; −∞ if the overlap did not converge. */
  readonly logRate: number
  readonly isKnown: boolean
}

/** Returns one sample of the logarithm of the rate, with a tolerance that is enough for the shape. */
function sample({ one, other, radiusM }: Search, seconds: number): Sample {
  const relative = relativeAtPeakOverlap(one, other, { seconds, radiusM })
  if (relative === null) return { seconds, logRate: -Infinity, isKnown: false }
  const rate = collisionRate(relative, radiusM, SAMPLE_RELATIVE_TOLERANCE)
  // If the rate underflows, the rate of a small radius still shows where it increases.
  const logRate = rate > 0 ? Math.log(rate) : Math.min(SMALLEST_LOG_RATE, pointCollisionRate(relative, radiusM).logRate)
  return { seconds, logRate, isKnown: true }
}

/**
 * Returns rates over the encounter, so dense that its peaks are found and the steps between samples are small. Midpoints are added one at a time,
 * because each new rate can change the highest peak and with it the relevant part. The logarithm is examined: near a peak it is a parabola, −(t −
 * t₀)²/(2σ²), which five samples show, while the rate itself is 0 to all digits except within a few σ.
 */
function sampleRates(encounter: Search, { startS, endS }: EncounterDuration): Sample[] | null {
  const { bounds } = encounter
  const overlaps = startS < bounds.endS && endS > bounds.startS
  const from = overlaps ? Math.max(startS, bounds.startS) : bounds.startS
  const to = overlaps ? Math.min(endS, bounds.endS) : bounds.endS
  const grid = (a: number, b: number, count: number) =>
    Array.from({ length: count + 1 }, (_unused, i) => a + ((b - a) * i) / count)
  // The faster of the two orbits determines the number of samples over the whole encounter.
  const fastest = Math.max(encounter.one.mean.meanMotionRadps, encounter.other.mean.meanMotionRadps)
  const whole = Math.ceil(((bounds.endS - bounds.startS) * fastest * LOOKS_PER_REVOLUTION) / (2 * Math.PI))
  // The linear duration, and the whole encounter in addition, because a slow encounter may not be within its linear one.
  const seconds = [...new Set([...grid(from, to, LINEAR_INTERVALS), ...grid(bounds.startS, bounds.endS, whole)])].sort(
    (a, b) => a - b,
  )
  let samples = seconds.map((time) => sample(encounter, time))
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = nextSeconds(samples, (bounds.endS - bounds.startS) * SMALLEST_GAP_SHARE)
    if (next === null) return samples.some(({ isKnown }) => isKnown) ? samples : null
    samples = [...samples, sample(encounter, next)].sort((a, b) => a.seconds - b.seconds)
  }
  return null
}

/**
 * Returns where the next sample is needed: beside the highest peaks until they are resolved, then in any relevant gap. Beside a peak a gap is
 * fine enough if the rate changes over it by at most e; further out, where the integral consists of tails, by at most e⁵.
 */
function nextSeconds(samples: readonly Sample[], finest: number): number | null {
  const rates = samples.map(({ logRate }) => logRate)
  const highest = Math.max(...rates)
  const peaks = rates
    .flatMap((rate, i) => (rate >= (rates[i - 1] ?? rate) && rate > (rates[i + 1] ?? -Infinity) ? [i] : []))
    .sort((i, j) => (rates[j] ?? missing()) - (rates[i] ?? missing()))
    .slice(0, MOST_PEAKS)
  const gaps = samples.slice(1).map((right, i) => {
    const left = samples[i] ?? right
    const fall = Math.abs(left.logRate - right.logRate)
    const isBesidePeak = peaks.includes(i) || peaks.includes(i + 1)
    const counts = Math.max(left.logRate, right.logRate) - highest > DIVIDED_LOG_RATE
    const size = right.seconds - left.seconds
    const isWanted = size > finest && ((isBesidePeak && fall > 1) || (counts && fall > LARGEST_LOG_STEP))
    return { middle: (left.seconds + right.seconds) / 2, size: isWanted ? size : 0 }
  })
  const widest = gaps.reduce((best, gap) => (gap.size > best.size ? gap : best), { middle: 0, size: 0 })
  return widest.size > 0 ? widest.middle : null
}

/**
 * Returns the expected number of collisions, ∫ rate dt over the relevant samples, with break points about the peak. The expectation E[N] of the
 * number of entries into the sphere is at least the probability of one, as N ≥ 1 if there is one; it is larger only if the objects can meet
 * again. The break points show the quadrature where the peak is; the excluded rates at the ends are below 1e-11 of the highest.
 */
function sumRates(encounter: Search, samples: readonly Sample[]): Hall2021Result {
  const highest = Math.max(...samples.map(({ logRate }) => logRate))
  const counting = samples.flatMap(({ logRate }, i) => (logRate - highest > LEAST_LOG_RATE ? [i] : []))
  const [from, to] = [
    Math.max(0, (counting[0] ?? missing()) - 1),
    Math.min(samples.length - 1, (counting.at(-1) ?? missing()) + 1),
  ]
  const inside = samples.slice(from, to + 1)
  const [start, end] = [inside.find(({ isKnown }) => isKnown), inside.findLast(({ isKnown }) => isKnown)]
  if (start === undefined || end === undefined) return NOT_CONVERGED
  const peak = inside.reduce((best, next) => (next.logRate > best.logRate ? next : best), start)
  const between = inside.filter(({ logRate }) => logRate - highest > -8).map(({ seconds }) => seconds)
  const points = [start.seconds, ...thin(between, 4), end.seconds].sort((a, b) => a - b)
  // A single undefined rate makes the integral worthless: it ends here, because a replacement value would be a step, at which the quadrature
  // would divide its intervals until its limit.
  const rate = (seconds: number): number => {
    const { one, other, radiusM } = encounter
    const relative = relativeAtPeakOverlap(one, other, { seconds, radiusM })
    if (relative === null) throw new NoConvergenceError('the peak of the overlap was not found')
    return collisionRate(relative, radiusM)
  }
  const expected = integrate(rate, points, {
    relative: INTEGRAL_RELATIVE_TOLERANCE,
    intervals: MOST_INTERVALS,
  })
  const probability = Math.min(1, expected)
  return { ok: true, probability, startS: start.seconds, endS: end.seconds, peakS: peak.seconds }
}

/**
 * Returns the larger of the probabilities of contact at TCA and in the middle of the linear encounter: the probability of the encounter is at
 * least this. The rates only contain the flow into the sphere: not objects that are always in it, nor, for covariances that are thin compared
 * with the radius, an inflow shorter than the samples.
 */
function findContact({ one, other, radiusM }: Search, { startS, endS }: EncounterDuration) {
  const contactAt = (seconds: number) => {
    const { mean, covariance } = relativeAtMeans(one, other, seconds)
    const [x = 0, y = 0, z = 0] = mean
    return { seconds, probability: probabilityInside([x, y, z], positionBlock(covariance), radiusM) }
  }
  const [atTca, inMiddle] = [contactAt(0), contactAt(Number.isFinite(startS + endS) ? (startS + endS) / 2 : 0)]
  return inMiddle.probability > atTca.probability ? inMiddle : atTca
}

/** Returns at most `count` of the values, evenly selected. */
function thin(values: readonly number[], count: number): number[] {
  if (values.length <= count) return [...values]
  return Array.from(
    { length: count },
    (_unused, i) => values[Math.round(((i + 0.5) * (values.length - 1)) / count)] ?? missing(),
  )
}
