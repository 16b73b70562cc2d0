import type { DeepSpace, NearEarth, Sgp4Model } from '../sgp4/model.ts'
import { J2, J3, M_PER_EARTH_RADIUS, XKE } from '../sgp4/wgs-72.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Span } from './screening-object.ts'
import type { Extents } from './sweep-objects.ts'

// Computes the range of radii in which SGP4 keeps an object in an interval: its formulas (astro/sgp4/state.ts), line by line, with ranges instead
// of numbers. Sines and cosines are −1 to 1, polynomials of time are summed term by term. A range contains all possible values of its number, so
// no state is outside the result. If the formulas could fail (decay, an eccentricity out of range) or a range becomes too wide to exclude this,
// the result is undefined.

// This is interval arithmetic: each operation maps ranges to a range that contains all results. It is fast (no states at all) and certain, while
// the mean perigee and apogee of an element set neglect the terms of J2 and J3, drag and the Moon.

/** From the least to the largest value of a number. */
type Range = readonly [least: number, most: number]

/** Radii, m; undefined if SGP4 may have no state. */
export type Radii = { readonly leastM: number; readonly mostM: number } | undefined

/** Two centuries, min: beyond, SGP4 has no state. */
const LONGEST_MIN = 1e8
/** The mean eccentricity below which SGP4 has no state, and the least that it uses. */
const IMPOSSIBLE_E = -0.001
const LEAST_E = 1e-6
/** The largest relative change of the mean motion by a resonance for known orbits. */
const MOST_RESONANCE = 0.1
/** Step of the integration of a resonance, min (astro/sgp4/resonance.ts). */
const STEP_MIN = 720
/** Margin for the rounding of all steps in double precision, relative to the radius. */
const DOUBLE_ROUNDING_SHARE = 1e-9
/** Margin for the rounding of single precision, relative to the radius. */
const SINGLE_ROUNDING_SHARE = 1e-6

/** Returns the extents of objects in a part of a screening that starts at `start`; unlimited if they are unknown. */
export function extentsOf(models: readonly Sgp4Model[], start: Epoch, { fromS, toS }: Span): Extents {
  const least = new Float32Array(models.length)
  const most = new Float32Array(models.length).fill(Number.POSITIVE_INFINITY)
  models.forEach((model, row) => {
    const ageS = secondsBetween(model.epoch, start)
    const radii = radiiOf(model, (ageS + fromS) / 60, (ageS + toS) / 60)
    if (radii === undefined) return
    least[row] = radii.leastM * (1 - SINGLE_ROUNDING_SHARE)
    most[row] = radii.mostM * (1 + SINGLE_ROUNDING_SHARE)
  })
  return { least, most }
}

/** Returns the radii of an object from `fromMin` to `toMin` minutes after the epoch of its elements. */
export function radiiOf({ near, deep }: Sgp4Model, fromMin: number, toMin: number): Radii {
  const t: Range = [fromMin, toMin]
  if (!(Math.max(Math.abs(fromMin), Math.abs(toMin)) <= LONGEST_MIN)) return undefined
  const a = semiMajorAxisIn(near, deep, t)
  const e = eccentricityIn(near, deep, t)
  if (a === undefined || e === undefined) return undefined
  return shortPeriod(a, e, orientationOf(near, deep))
}

function semiMajorAxisIn(near: NearEarth, deep: DeepSpace | undefined, t: Range): Range | undefined {
  let shrink = sum([1, 1], times(-near.cc1, t, 1))
  if (near.simple !== 1)
    shrink = sum(sum(shrink, times(-near.d2, t, 2)), sum(times(-near.d3, t, 3), times(-near.d4, t, 4)))
  if (!(shrink[0] > 0)) return undefined
  const change = deep === undefined ? 0 : resonanceOf(near, deep, t)
  if (!(change <= MOST_RESONANCE)) return undefined
  const most = deep === undefined ? near.semiMajorAxis : axisOf(near, 1 - change)
  const least = deep === undefined ? near.semiMajorAxis : axisOf(near, 1 + change)
  return [least * shrink[0] ** 2, most * shrink[1] ** 2]
}

/** Returns the semi-major axis for a mean motion that is `factor` times the one at epoch. */
function axisOf({ meanMotion }: NearEarth, factor: number): number {
  return Math.cbrt((XKE / (meanMotion * factor)) ** 2)
}

/**
 * Returns the largest relative change of the mean motion n by a resonance. Its rate is a sum of sines; in a step it changes by at most the slope
 * of that sum times the rate of the longitude, |n + xfact|, and half a step.
 */
function resonanceOf(near: NearEarth, deep: DeepSpace, t: Range): number {
  if (deep.resonance === 0) return 0
  const half = [deep.d2201, deep.d2211, deep.d3210, deep.d3222, deep.d5220, deep.d5232]
  const twice = [deep.d4410, deep.d4422, deep.d5421, deep.d5433]
  const day = [deep.del1, deep.del2, deep.del3]
  const strengths = deep.resonance === 1 ? day : [...half, ...twice]
  const slopes =
    deep.resonance === 1 ? day.map((term, k) => term * (k + 1)) : [...half, ...twice.map((term) => 2 * term)]
  // |λ̇| ≤ |n0 + xfact| + |Δn|.
  const drift = Math.abs(near.meanMotion + deep.xfact) + MOST_RESONANCE * near.meanMotion
  const rate = absoluteSum(strengths) + absoluteSum(slopes) * drift * (STEP_MIN / 2)
  return (Math.max(Math.abs(t[0]), Math.abs(t[1])) * rate) / near.meanMotion
}

/** Returns the largest possible value of a sum of sines with these strengths. */
function absoluteSum(terms: readonly number[]): number {
  return terms.reduce((total, term) => total + Math.abs(term), 0)
}

function eccentricityIn(near: NearEarth, deep: DeepSpace | undefined, t: Range): Range | undefined {
  // |C5 (sin(M + δ) − sin M0)|: the first sine is between −1 and 1, and the second is known.
  const swing = near.simple === 1 ? 0 : Math.abs(near.bstarCc5)
  const atEpoch = near.eccentricity + (near.simple === 1 ? 0 : near.bstarCc5 * near.sinmao)
  const secular = sum([atEpoch, atEpoch], times(-near.bstarCc4, t, 1))
  const swings = sum(secular, [-swing, swing])
  const mean = deep === undefined ? swings : sum(secular, times(deep.dedt, t, 1))
  if (!(mean[0] >= IMPOSSIBLE_E && mean[1] < 1)) return undefined
  const taken: Range = [Math.max(LEAST_E, mean[0]), Math.max(LEAST_E, mean[1])]
  if (deep === undefined) return taken
  // Sun and Moon: sin²/2 − 1/4 and sin cos/2 are at most a quarter.
  const swayed = 0.25 * absoluteSum([deep.se2, deep.se3, deep.ee2, deep.e3])
  const periodic = sum(taken, [-swayed, swayed])
  return periodic[0] >= 0 && periodic[1] <= 1 ? periodic : undefined
}

interface Orientation {
  readonly aycof: number
  readonly con41: Range
  readonly x1mth2: number
}

/** In deep space the inclination changes: the range then covers all inclinations. */
function orientationOf(near: NearEarth, deep: DeepSpace | undefined): Orientation {
  if (deep !== undefined) return { aycof: 0.5 * Math.abs(J3 / J2), con41: [-1, 2], x1mth2: 1 }
  return { aycof: Math.abs(near.aycof), con41: [near.con41, near.con41], x1mth2: Math.abs(near.x1mth2) }
}

/**
 * Applies the J3 and J2 terms: first to the eccentricity, then to the radius. r = a (1 − e cos E) is between a (1 − e) and a (1 + e), with e
 * enlarged by |aycof|/p; the factor of J2 depends only on p, and its cos 2u is −1 to 1.
 */
function shortPeriod(a: Range, e: Range, { aycof, con41, x1mth2 }: Orientation): Radii {
  // |e cos ω, e sin ω + aycof/p| is at most e + |aycof|/p.
  const mostE = e[1] + aycof / (a[0] * (1 - e[1] * e[1]))
  if (!(mostE < 1)) return undefined
  const leastP = a[0] * (1 - mostE * mostE)
  const mostP = a[1]
  const strong = (0.5 * J2) / (leastP * leastP)
  const weak = ((0.5 * J2) / (mostP * mostP)) * Math.sqrt(1 - mostE * mostE)
  const [one, other] = [1.5 * con41[0], 1.5 * con41[1]]
  const leastFactor = 1 - Math.max(one * strong, one * weak, other * strong, other * weak)
  const mostFactor = 1 - Math.min(one * strong, one * weak, other * strong, other * weak)
  const swing = ((0.25 * J2) / leastP) * x1mth2
  const least = a[0] * (1 - mostE) * leastFactor * (1 - DOUBLE_ROUNDING_SHARE) - swing
  const most = a[1] * (1 + mostE) * mostFactor * (1 + DOUBLE_ROUNDING_SHARE) + swing
  // Below one, SGP4 reports decay.
  if (!(least > 1.0001 && most < Number.POSITIVE_INFINITY)) return undefined
  return { leastM: least * M_PER_EARTH_RADIUS, mostM: most * M_PER_EARTH_RADIUS }
}

function sum(one: Range, other: Range): Range {
  return [one[0] + other[0], one[1] + other[1]]
}

/** Returns c tᵏ over a range of t. */
function times(c: number, [from, to]: Range, k: number): Range {
  const [one, other] = [c * from ** k, c * to ** k]
  const isThrough = k % 2 === 0 && from < 0 && to > 0
  const [least, most] = one < other ? [one, other] : [other, one]
  return isThrough ? [Math.min(0, least), Math.max(0, most)] : [least, most]
}
