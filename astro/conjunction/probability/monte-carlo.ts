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

/** The settings of a Monte Carlo run. */
export interface MonteCarloOptions {
  readonly radiusM: number
  readonly trials: number
  /** A seeded random source: the same seed gives the same result. */
  readonly random: Random
  /** The time span in which a collision counts, seconds after TCA; default as hall2021. */
  readonly fromS?: number
  readonly toS?: number
}

/** The hits, their fraction, and the 95 % interval of the probability. */
export interface MonteCarloResult {
  readonly hits: number
  readonly trials: number
  readonly probability: number
  readonly interval: ProbabilityInterval
}

// With this number of samples of the distance per revolution every approach of two orbits is found.
const LOOKS_PER_REVOLUTION = 24
/** A step on the last straight line below this ends the refinement: 0.15 m at 15 km/s, along the line and so without effect on the miss. */
const CLOSE_ENOUGH_S = 1e-5

/**
 * Returns the collision probability by counting: both objects are drawn from Gaussians of their equinoctial elements at TCA, propagated on
 * two-body orbits, and counted if they come within the combined radius, or are within it at the start of the time span. Source: Hall et al.,
 * High-Fidelity Collision Probabilities Estimated Using Brute Force Monte Carlo Simulations, AAS 18-244 (2018), its mode from TCA. States at TCA
 * and 6×6 covariances in one inertial frame, m and m/s. The accuracy is given by the interval; about 4 (1 − P) / (ε² P) trials give a relative
 * error ε at two sigma. Null for orbits without elements. Throws RangeError for 3×3 covariances, or no trials.
 *
 * It makes the fewest assumptions of all methods (no straight lines, no single passage, no smooth rate), so the others are compared with it. The
 * count of hits is binomial: σ_P/P = √((1 − P)/(N P)), from which the number of trials follows. A probability of 1e-4 to 10 % needs 4 million
 * trials: too many for decisions, but possible for tests.
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
  // The default time span is the segment of the encounter that hall2021 uses.
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
 * Returns a function that draws elements of a Gaussian: its mean plus the square root of its covariance times standard normals. The root is V √Λ
 * of the eigenvectors and eigenvalues, and not Cholesky's triangle, which does not exist for a covariance with an eigenvalue of 0 or, by
 * rounding, just below it. Elements are drawn and not states, because a Gaussian of elements stays Gaussian as the object moves, while an
 * elongated cloud of positions bends around the orbit.
 */
function sampler({ mean, covariance }: ElementGaussian, normal: () => number): () => EquinoctialElements {
  // First scaled to a correlation matrix: the elements differ by fifteen orders of magnitude.
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

/** The time span in which a collision counts, in s after TCA, and the combined radius, m. */
interface Window {
  readonly fromS: number
  readonly toS: number
  readonly radiusM: number
}

/** Relative position (m) and velocity (m/s) at a time, secondary minus primary. */
interface Look {
  readonly seconds: number
  readonly r: Vec3
  readonly v: Vec3
  /** The time derivative of half the squared distance. */
  readonly rate: number
}

/**
 * Returns true if two orbits come within the radius: every approach is found between samples, then refined. Between two samples the distance has
 * a minimum if Δr·Δv, the time derivative of half its square, changes from below 0 to above. The samples themselves are tested as well: two
 * objects that only separate have no minimum.
 */
function comesWithin(one: EquinoctialElements, other: EquinoctialElements, window: Window): boolean {
  const { fromS, toS, radiusM } = window
  const look = (seconds: number): Look => {
    const [a, b] = [propagateEquinoctial(one, GM_EARTH, seconds), propagateEquinoctial(other, GM_EARTH, seconds)]
    const [r, v] = [subtract(b.r, a.r), subtract(b.v, a.v)]
    return { seconds, r, v, rate: dot(r, v) }
  }
  // The faster of the two orbits determines the step: both are then sampled at least LOOKS_PER_REVOLUTION times a revolution.
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
 * Returns true if the approach between two samples is within the radius. Each iteration uses the closest approach of straight lines, t −
 * Δr·Δv/Δv², or the middle of the bracket if that is outside; at the end the miss is √(r² − reach²) on the last line.
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

/** Returns when two straight lines through this sample are nearest; the time itself if there is no relative motion. */
function straightTca({ seconds, v, rate }: Look): number {
  const square = dot(v, v)
  return square > 0 ? seconds - rate / square : seconds
}
