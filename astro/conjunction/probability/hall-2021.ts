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

/** How far around TCA to look; default from one largest distance of the two objects to the next. */
export interface Hall2021Limits {
  readonly fromS?: number
  readonly toS?: number
}

/** The expected number of collisions in an encounter, capped at 1, and when they are expected, seconds after TCA. */
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

// The rate of collisions is a narrow peak, or a few, in an interval that may be an orbit long: its width is σ/v, from
// milliseconds to minutes. An adaptive quadrature over the whole interval would step over such a peak and report 0 with
// every sign of success. Hence two stages: rates are sampled until their logarithm is smooth from sample to sample,
// then integrated over the part that counts.

/** Rates below e⁻²⁵ = 1e-11 of the highest are left out of the integral. */
const LEAST_LOG_RATE = -25
/** Tolerance of the integral over time; the estimate that it bounds is far above the error itself. */
const INTEGRAL_RELATIVE_TOLERANCE = 1e-4
/** More than twice as many as any published case takes (Alfano's case 6: 25); of covariances that are all but flat none settles. */
const MOST_INTERVALS = 60
/** Tolerance of a rate that only says where samples are wanted. */
const SAMPLE_RELATIVE_TOLERANCE = 1e-2
/** A probability of contact above which the rest of the encounter is not looked at. */
const CERTAIN_PROBABILITY = 1 - 1e-6
/** The logarithm of the smallest double: below it a rate is 0. */
const SMALLEST_LOG_RATE = -745
/** Intervals between samples over the linear duration, and samples per revolution over the whole encounter. */
const LINEAR_INTERVALS = 16
const LOOKS_PER_REVOLUTION = 60
const MOST_STEPS = 400
// As many passages as an encounter can have in two orbits.
const MOST_PEAKS = 4
/** Gaps whose rate is above e⁻¹² of the highest are divided where the rate changes by more than e⁵ over them. */
const DIVIDED_LOG_RATE = -12
const LARGEST_LOG_STEP = 5
/** No gap is divided below this share of the encounter. */
const SMALLEST_GAP_SHARE = 1e-8

/**
 * The collision probability of one encounter without the assumption of straight lines: both orbits are two-body orbits
 * with Gaussian equinoctial elements, and the rate of collisions is integrated over the encounter (3D-Nc). Source: Hall,
 * Expected Collision Rates for Tracked Satellites, JSR 58 (2021) 715–728; and it is never below the probability of contact
 * at TCA, so that two that rest within each other's radius have one. States at TCA and 6×6 covariances in one inertial
 * frame centred on the Earth, m and m/s; `radiusM` is the combined hard-body radius. For an encounter with more than one
 * passage it is the expected number of collisions, an upper bound. Give the states as they are: shifting them along straight
 * lines, harmless in a plane, changes the orbits, and the result by up to 1 %. Reached: 35 CDMs of CARA and eight cases of
 * Alfano to 1e-3 (hall-2021.test.ts). Throws RangeError unless the covariances are 6×6 and the radius positive and finite.
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
  // The linear encounter says where to look first; its middle need not be TCA where the covariances are long.
  const duration = encounterDuration(first, second, { radiusM })
  if (duration === null) return { ok: false, reason: 'covariance-not-positive-definite' }
  const segment = findSegment(one.mean, other.mean, (duration.startS + duration.endS) / 2)
  const bounds = { startS: limits.fromS ?? segment.startS, endS: limits.toS ?? segment.endS }
  const encounter: Search = { one, other, radiusM, bounds }
  const found = converging(() => largest(encounter, duration))
  return found.ok ? found.value : found
}

/**
 * The larger of the chance to be in contact at one time and the sum of the rates. Whoever is within the radius at a
 * time t came in before t or was in it from the start, so that the probability is nowhere below the share in contact.
 * The two are not added: the sum of the rates has counted most of that share already.
 */
function largest(encounter: Search, duration: EncounterDuration): Hall2021Result {
  const { bounds } = encounter
  const { seconds, probability: contact } = findContact(encounter, duration)
  // Certain already: the rates of thin covariances, which cost most, could add nothing.
  if (contact > CERTAIN_PROBABILITY) return { ok: true, probability: contact, ...bounds, peakS: seconds }
  const samples = sampleRates(encounter, duration)
  if (samples === null) return NOT_CONVERGED
  const found = sumRates(encounter, samples)
  return found.ok ? { ...found, probability: Math.max(contact, found.probability) } : found
}

/** Both objects as Gaussians of their elements, the combined radius (m), and the time to look at. */
interface Search {
  readonly one: ElementGaussian
  readonly other: ElementGaussian
  readonly radiusM: number
  readonly bounds: EncounterDuration
}

interface Sample {
  readonly seconds: number
  /** The logarithm of the rate, roughly; −∞ where the overlap did not settle. */
  readonly logRate: number
  readonly isKnown: boolean
}

/** One sample of the logarithm of the rate, with a tolerance that only the shape needs. */
function sample({ one, other, radiusM }: Search, seconds: number): Sample {
  const relative = relativeAtPeakOverlap(one, other, { seconds, radiusM })
  if (relative === null) return { seconds, logRate: -Infinity, isKnown: false }
  const rate = collisionRate(relative, radiusM, SAMPLE_RELATIVE_TOLERANCE)
  // Where the rate is below all doubles, that of a small radius still says where it grows.
  const logRate = rate > 0 ? Math.log(rate) : Math.min(SMALLEST_LOG_RATE, pointCollisionRate(relative, radiusM).logRate)
  return { seconds, logRate, isKnown: true }
}

/**
 * Rates over the encounter, so dense that its peaks are seen and the steps between them are small. A midpoint is added
 * one at a time, as each new rate can move the highest peak and with it what counts. The logarithm is what is watched:
 * near a peak it is a parabola, −(t − t₀)²/(2σ²), which five samples show, where the rate itself is 0 to all digits but
 * for a few σ.
 */
function sampleRates(encounter: Search, { startS, endS }: EncounterDuration): Sample[] | null {
  const { bounds } = encounter
  const overlaps = startS < bounds.endS && endS > bounds.startS
  const from = overlaps ? Math.max(startS, bounds.startS) : bounds.startS
  const to = overlaps ? Math.min(endS, bounds.endS) : bounds.endS
  const grid = (a: number, b: number, count: number) =>
    Array.from({ length: count + 1 }, (_unused, i) => a + ((b - a) * i) / count)
  // The faster of the two orbits sets their number.
  const fastest = Math.max(encounter.one.mean.meanMotionRadps, encounter.other.mean.meanMotionRadps)
  const whole = Math.ceil(((bounds.endS - bounds.startS) * fastest * LOOKS_PER_REVOLUTION) / (2 * Math.PI))
  // The linear duration, and the whole encounter behind it, as slow encounters are somewhere else than their linear one.
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
 * Where the next sample is wanted: beside the highest peaks until they are resolved, then in any gap that counts.
 * Beside a peak a gap is fine when the rate changes over it by no more than e; further out, where the sum is made of
 * tails, by no more than e⁵.
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
 * The expected number of collisions, ∫ rate dt over the samples that count, with break points about the peak. The
 * expectation E[N] of the number of entries into the sphere is at least the probability of one, as N ≥ 1 whenever there
 * is one; it is more only where the objects can come back to each other. The break points tell the quadrature where the
 * peak is; the rates left out at the ends are below 1e-11 of the highest.
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
  // One rate that cannot be told makes the sum worthless: it ends here, as a value in its place would be a step, at which
  // the quadrature would divide its intervals to the last.
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
 * The larger of the probabilities of contact at TCA and in the middle of the linear encounter: no encounter is less likely.
 * The rates see only what flows into the sphere: not the objects that are in it all along, nor, of covariances that are thin
 * against the radius, an inflow shorter than the samples.
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

/** At most `count` of them, evenly taken. */
function thin(values: readonly number[], count: number): number[] {
  if (values.length <= count) return [...values]
  return Array.from(
    { length: count },
    (_unused, i) => values[Math.round(((i + 0.5) * (values.length - 1)) / count)] ?? missing(),
  )
}
