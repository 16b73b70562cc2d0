import { clopperPearson, type ProbabilityInterval } from '../../binomial-interval.ts'
import { GM_EARTH } from '../../constants.ts'
import { buildMatrix, entry, type Matrix, transformRow } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import { type EquinoctialElements, propagateEquinoctial } from '../../orbit/equinoctial.ts'
import { type Random, standardNormal } from '../../random.ts'
import { symmetricEigen } from '../../symmetric.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { encounterDuration } from '../duration.ts'
import { findSegment } from './encounter-segment.ts'
import { type ElementGaussian, toElementGaussian } from './peak-overlap.ts'
import { awayFromRetrograde } from './prograde-axes.ts'

/** What a Monte Carlo run needs. */
export interface MonteCarloOptions {
  readonly radiusM: number
  readonly trials: number
  /** A seeded source: the same source gives the same result. */
  readonly random: Random
  /** The time in which a collision counts, seconds after TCA; default as hall2021. */
  readonly fromS?: number
  readonly toS?: number
}

/** Hits, their share, and the interval that holds the probability with 95 %. */
export interface MonteCarloResult {
  readonly hits: number
  readonly trials: number
  readonly probability: number
  readonly interval: ProbabilityInterval
}

// So many looks at the distance in a revolution see every approach of two orbits.
const LOOKS_PER_REVOLUTION = 24
/**
 * The last straight line is followed for less than this: 0.15 m at 15 km/s, along the line and so without effect on
 * the miss.
 */
const CLOSE_ENOUGH_S = 1e-5

/**
 * The collision probability by counting: both objects drawn from Gaussians of their equinoctial elements at TCA, flown
 * on two-body orbits, and counted if they come within the combined radius, or are within it when the time begins.
 * Source: Hall et al., High-Fidelity Collision Probabilities Estimated Using Brute Force Monte Carlo Simulations, AAS
 * 18-244 (2018), its mode from TCA. States at TCA and 6×6 covariances in one inertial frame, m and m/s. The accuracy is
 * that of the interval; about 4 (1 − P) / (ε² P) trials give a relative error ε at two sigma. Null for orbits without
 * elements. Throws RangeError for 3×3 covariances, or no trials.
 *
 * It assumes the least of all methods, neither straight lines nor one passage nor a smooth rate, and so is what the
 * others are held against. The count of hits is binomial: σ_P/P = √((1 − P)/(N P)), from which the number of trials
 * follows. A probability of 1e-4 to 10 % takes 4 million trials: too many to decide by, enough to test with.
 */
export function monteCarlo(
  primary: EncounterObject,
  secondary: EncounterObject,
  options: MonteCarloOptions,
): MonteCarloResult | null {
  const { radiusM, trials, random } = options
  if (!(Number.isInteger(trials) && trials > 0)) throw new RangeError(`trials has to be above 0, not ${trials}`)
  if (!(radiusM > 0 && Number.isFinite(radiusM))) throw new RangeError(`radiusM has to be positive, not ${radiusM}`)
  const [first, second] = awayFromRetrograde(primary, secondary)
  const [one, other] = [toElementGaussian(first), toElementGaussian(second)]
  if (one === null || other === null) return null
  // The time that counts is the segment about the encounter in which hall2021 looks, unless the caller says another.
  const duration = encounterDuration(first, second, { radiusM })
  const segment = findSegment(one.mean, other.mean, duration === null ? 0 : (duration.startS + duration.endS) / 2)
  const window = { fromS: options.fromS ?? segment.startS, toS: options.toS ?? segment.endS }
  const normal = standardNormal(random)
  const [drawOne, drawOther] = [sampler(one, normal), sampler(other, normal)]
  let hits = 0
  for (let trial = 0; trial < trials; trial += 1) {
    if (comesWithin(drawOne(), drawOther(), { ...window, radiusM })) hits += 1
  }
  return { hits, trials, probability: hits / trials, interval: clopperPearson(hits, trials) }
}

/**
 * Draws elements of a Gaussian: its mean plus the square root of its covariance times standard normals. The root is V
 * √Λ of the eigenvectors and eigenvalues, and not Cholesky's triangle, which does not exist for a covariance with an
 * eigenvalue of 0 or, by rounding, just below it. Elements are drawn and not states, since a Gaussian of elements stays
 * one as the object moves on, while a long cloud of positions bends around the orbit.
 */
function sampler({ mean, covariance }: ElementGaussian, normal: () => number): () => EquinoctialElements {
  // Scaled to a correlation first: the elements differ by fifteen orders of magnitude.
  const sigmas = covariance.map((_row, i) => Math.sqrt(Math.max(0, entry(covariance, i, i))))
  const sigma = (i: number) => sigmas[i] || 1
  const correlation: Matrix = buildMatrix(6, 6, (i, j) => entry(covariance, i, j) / (sigma(i) * sigma(j)))
  const { values, vectors } = symmetricEigen(correlation)
  const root = buildMatrix(
    6,
    6,
    (i, k) => sigma(i) * entry(vectors, k, i) * Math.sqrt(Math.max(0, values[k] ?? missing())),
  )
  return () => {
    const [n = 0, af = 0, ag = 0, chi = 0, psi = 0, longitude = 0] = transformRow(root, [
      normal(),
      normal(),
      normal(),
      normal(),
      normal(),
      normal(),
    ])
    return {
      meanMotionRadps: mean.meanMotionRadps + n,
      af: mean.af + af,
      ag: mean.ag + ag,
      chi: mean.chi + chi,
      psi: mean.psi + psi,
      meanLongitudeRad: mean.meanLongitudeRad + longitude,
    }
  }
}

/** When a collision counts, in s after TCA, and the combined radius, m. */
interface Window {
  readonly fromS: number
  readonly toS: number
  readonly radiusM: number
}

/** Relative position (m) and velocity (m/s) at a time, secondary less primary. */
interface Look {
  readonly seconds: number
  readonly r: Vec3
  readonly v: Vec3
  /** Half the rate of the squared distance. */
  readonly rate: number
}

/**
 * Whether two orbits come within the radius: every approach is found between looks, then refined. Between two looks the
 * distance has a minimum where half the rate of its square, Δr·Δv, changes from below 0 to above. The looks themselves
 * are tested, too: of two that only part there is none.
 */
function comesWithin(one: EquinoctialElements, other: EquinoctialElements, window: Window): boolean {
  const { fromS, toS, radiusM } = window
  const look = (seconds: number): Look => {
    const [a, b] = [propagateEquinoctial(one, GM_EARTH, seconds), propagateEquinoctial(other, GM_EARTH, seconds)]
    const [r, v] = [subtract(b.r, a.r), subtract(b.v, a.v)]
    return { seconds, r, v, rate: dot(r, v) }
  }
  // By the faster of the two orbits: both are then sampled at least LOOKS_PER_REVOLUTION times a revolution.
  const fastest = Math.max(one.meanMotionRadps, other.meanMotionRadps)
  const steps = Math.max(1, Math.ceil(((toS - fromS) * fastest * LOOKS_PER_REVOLUTION) / (2 * Math.PI)))
  let before = look(fromS)
  if (norm(before.r) <= radiusM) return true
  for (let step = 1; step <= steps; step += 1) {
    const now = look(fromS + ((toS - fromS) * step) / steps)
    if (norm(now.r) <= radiusM) return true
    if (before.rate < 0 && now.rate >= 0 && refinesWithin(look, [before, now], radiusM)) return true
    before = now
  }
  return false
}

/**
 * Whether the approach between two looks is within the radius. Each round takes the closest approach of straight lines,
 * t − Δr·Δv/Δv², or the middle of the bracket where that lies outside; at the end the miss is √(r² − reach²) on the last line.
 */
function refinesWithin(look: (seconds: number) => Look, ends: readonly [Look, Look], radiusM: number): boolean {
  let [low, high] = ends
  let guess = straightTca(low)
  for (let step = 0; step < 60; step += 1) {
    const inside = guess > low.seconds && guess < high.seconds
    const now = look(inside ? guess : (low.seconds + high.seconds) / 2)
    const next = straightTca(now)
    const reach = norm(scale(now.v, next - now.seconds))
    if (norm(now.r) <= radiusM) return true
    if (Math.abs(next - now.seconds) < CLOSE_ENOUGH_S || high.seconds - low.seconds < CLOSE_ENOUGH_S) {
      return Math.sqrt(Math.max(0, dot(now.r, now.r) - reach * reach)) <= radiusM
    }
    if (now.rate < 0) low = now
    else high = now
    guess = next
  }
  return false
}

/**
 * When two straight lines through this look are nearest; the time itself where the objects stand still towards each
 * other.
 */
function straightTca({ seconds, v, rate }: Look): number {
  const square = dot(v, v)
  return square > 0 ? seconds - rate / square : seconds
}
