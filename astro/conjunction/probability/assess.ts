import { type Convergence, converging } from '../../convergence.ts'
import { entry, type Matrix } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { hasCovariance, isCredible } from '../definiteness.ts'
import { describeEncounter, type Encounter } from '../encounter.ts'
import { mahalanobisSquared, type PrincipalMiss } from '../principal-axes.ts'
import { alfano2005 } from './alfano-2005.ts'
import { alfriend1999 } from './alfriend-1999.ts'
import { chan1997 } from './chan-1997.ts'
import { circle2d } from './circle-2d.ts'
import { foster1992 } from './foster-1992.ts'
import { frisbee2015 } from './frisbee-2015.ts'
import { hall2021 } from './hall-2021.ts'
import { laas2015 } from './laas-2015.ts'
import { scaledMaximum } from './maximum.ts'
import { patera2001 } from './patera-2001.ts'
import { patera2005 } from './patera-2005.ts'
import { square2d } from './square-2d.ts'
import { checkUsage, type UsageChecks } from './usage-checks.ts'

/** The names of the methods in the API. */
export const METHODS = [
  'circle-2d',
  'square-2d',
  'foster-1992',
  'chan-1997',
  'alfano-2005',
  'alfriend-1999',
  'patera-2001',
  'patera-2005',
  'laas-2015',
  'hall-3d',
] as const

export type Method = (typeof METHODS)[number]

/** Why a probability is from its method, or why there is none. */
export type Reason =
  | 'planar-holds'
  | 'planar-does-not-hold'
  | 'unchecked-without-velocity-covariance'
  | 'planar-does-not-hold-and-curved-failed'
  | 'no-relative-motion'
  | 'covariance-not-positive-definite'
  | 'velocity-covariance-not-credible'
  | 'covariance-not-given'
  | 'covariance-not-credible'
  | 'message-contradicts-itself'

/**
 * Reasons of a known probability: from a valid method, or, if velocities have no covariance, from the usual plane of a fast encounter. With all
 * other reasons there is a meaningless number or none.
 */
const KNOWN: readonly string[] = [
  'planar-holds',
  'planar-does-not-hold',
  'unchecked-without-velocity-covariance',
  'velocity-covariance-not-credible',
] satisfies Reason[]

/** Returns true if an assessment knows a probability. An unknown probability neither raises nor lowers a level: the previous level is kept. */
export function isKnown({
  probability,
  reason,
}: Pick<Assessment, 'probability'> & { readonly reason: string }): boolean {
  return probability !== null && KNOWN.includes(reason)
}

/** The value from the message, and the originator's name of the method. */
export interface ReportedProbability {
  readonly probability: number
  readonly method?: string
}

/** The input of an assessment; states and covariances at TCA in one inertial frame, m and m/s. */
export interface AssessmentInput {
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
  /** The combined hard-body radius, m; above 0 and finite. */
  readonly radiusM: number
  readonly reported?: ReportedProbability
  /** All methods, or only the methods that the decision needs (default). */
  readonly methods?: 'all' | 'needed'
}

/** A probability with all data on which it is based. */
export interface Assessment {
  readonly encounter: Encounter
  /** The value for decisions, and its method; null if there is none, and `reason` gives the reason. */
  readonly probability: number | null
  readonly method: Method | null
  readonly reason: Reason
  /** True if the value may be used for decisions: not for a planar value whose plane is invalid, or for a repaired covariance. */
  readonly isReliable: boolean
  /** The value of each method; null if it is not applicable or did not converge. */
  readonly methods: Readonly<Partial<Record<Method, number | null>>>
  /** The largest planar probability over a factor on the covariance, and the factor; below 1 the value is diluted. */
  readonly maximum: { readonly probability: number; readonly covarianceFactor: number } | null
  /** The object without a covariance, and the largest probability for any covariance of it (Frisbee 2015); otherwise null. */
  readonly oneMissing: { readonly object: 'primary' | 'secondary'; readonly maximumProbability: number | null } | null
  /** Objects whose velocity covariance is impossible for an orbit: only their position covariance was used. */
  readonly velocityLeftOut: { readonly primary: boolean; readonly secondary: boolean }
  /** The Mahalanobis distance in the conjunction plane. */
  readonly mahalanobis: number | null
  /** Null without 6×6 covariances. */
  readonly checks: UsageChecks | null
  /** The originator's unchanged value, and our method that agrees with it to 1 %. */
  readonly reported: (ReportedProbability & { readonly matches: Method | null }) | null
}

// The least relative speed for a planar probability, even if the checks pass (domain.md C6). Two objects that separate from one place are moved
// apart by the difference of gravity, at most 2 n² times their distance, so that a relative path v t is curved by a relative (n t)²/3. A
// covariance of σ along the path is crossed in about σ/v: with 1 km and 100 m/s that is 10 s, (n t)²/3 is 4e-5, and the plane is valid; with 1
// m/s it would be a quarter of an hour.
const SLOW_MPS = 100
/**
 * If the originator's probability is within this fraction of a probability that we computed, we assume that the originator used the same method.
 */
const SAME_METHOD_RELATIVE_DIFFERENCE = 0.01
/** Two mirrored entries of a covariance may differ by this fraction, for rounding. */
const SYMMETRY_RELATIVE_TOLERANCE = 1e-9

/**
 * Returns the collision probability of an encounter for decisions, and the reason for its method. The planar circle at the refined TCA is used if
 * CARA's checks show that the plane is valid; otherwise 3D-Nc (hall2021) from the given states. The originator's value is kept separately: 18 SDS
 * integrate over a square, which is recognised (decisions.md 26). Source of the order: Hall, Baars and Casali, A Multistep Probability of
 * Collision Computational Algorithm, AAS 23-398 (2023). Accuracy: 35 CDMs of CARA agree, planar to 5e-8, curved to 1e-3, each with the right
 * method (assess.test.ts). Throws RangeError for a radius that is not positive and for a covariance that is not symmetric: half of the methods
 * would use its other half.
 */
export function assess(input: AssessmentInput): Assessment {
  const { primary, secondary, radiusM } = input
  if (!(radiusM > 0 && Number.isFinite(radiusM))) throw new RangeError(`radiusM has to be positive, not ${radiusM}`)
  requireSymmetric(primary.covariance, 'primary')
  requireSymmetric(secondary.covariance, 'secondary')
  const encounter = describeEncounter(primary, secondary, radiusM)
  const isFull = primary.covariance.length === 6 && secondary.covariance.length === 6
  // Along curved orbits, an object without a covariance would count as exactly known.
  const hasVelocity = isFull && [primary, secondary].every(({ covariance }) => hasCovariance(covariance))
  const checks = hasVelocity && encounter.plane !== null ? checkUsage(primary, secondary, radiusM) : null
  const { plane, principal } = encounter
  const velocityLeftOut = {
    primary: primary.isVelocityLeftOut === true,
    secondary: secondary.isVelocityLeftOut === true,
  }
  const rest = { encounter, checks, methods: {}, maximum: null, mahalanobis: null, isReliable: false, velocityLeftOut }
  const none = { ...rest, probability: null, method: null, reported: null, oneMissing: null }
  // An invalid covariance gives a number, but no reliable one: other entries may be wrong as well.
  const isWrong = ![primary, secondary].every(isCredible)
  const doubt = { reason: 'covariance-not-credible' as const, isReliable: false }
  if (plane === null || principal === null) {
    const curved = hasVelocity ? curvedProbability(input) : null
    return withReported({ ...none, ...atRest(curved), ...(isWrong && curved !== null ? doubt : {}) }, input)
  }
  const given = [primary, secondary].filter(({ covariance }) => hasCovariance(covariance))
  if (given.length === 0) return withReported({ ...none, reason: 'covariance-not-given' }, input)
  const oneMissing = given.length === 2 ? null : missingOne(encounter, { primary, radiusM })
  if (!principal.ok) return withReported({ ...none, oneMissing, reason: principal.reason }, input)
  const { miss } = principal
  const planar = circle2d(miss, radiusM)
  // Doubtful: a check of CARA fails, or the relative motion is so slow that it is curved.
  const isSlow = plane.relativeSpeedMps < SLOW_MPS
  const isDoubtful = checks !== null && (checks.isViolated || isSlow)
  const wantsCurved = hasVelocity && (isDoubtful || input.methods === 'all')
  const curved = wantsCurved ? curvedProbability(input) : null
  const methods: Assessment['methods'] = {
    'circle-2d': planar,
    'square-2d': run(() => square2d(plane.missM, repairedCovariance(encounter), radiusM)),
    ...(input.methods === 'all' ? planarMethods(miss, radiusM) : {}),
    ...(wantsCurved ? { 'hall-3d': curved } : {}),
  }
  const isLeftOut = velocityLeftOut.primary || velocityLeftOut.secondary
  const choice = choose({ planar, curved, isDoubtful, isSlow, isChecked: checks !== null, isLeftOut, oneMissing })
  const maximum = scaledMaximum(miss, radiusM)
  const mahalanobis = Math.sqrt(mahalanobisSquared(miss))
  const found = { encounter, checks, methods, maximum, mahalanobis, reported: null, velocityLeftOut, oneMissing }
  const isDoubted = oneMissing === null && (isWrong || principal.repair.applied)
  return withReported({ ...found, ...choice, ...(isDoubted ? doubt : {}) }, input)
}

/** Returns the object without a covariance, and Frisbee's maximum from the other covariance; null if that is not positive definite. */
function missingOne({ plane }: Encounter, { primary, radiusM }: Pick<AssessmentInput, 'primary' | 'radiusM'>) {
  const object = hasCovariance(primary.covariance) ? ('secondary' as const) : ('primary' as const)
  if (plane === null) return { object, maximumProbability: null }
  const known = object === 'secondary' ? plane.primary : plane.secondary
  const isDefinite = known.xx > 0 && known.xx * known.yy - known.yx * known.yx > 0
  return { object, maximumProbability: isDefinite ? frisbee2015({ missM: plane.missM, known, radiusM }) : null }
}

/**
 * Throws RangeError if two mirrored entries differ by more than rounding, 1e-9 of their sigmas. A rotation of the axes mixes the three variances
 * of a block and puts the rounding of the largest into all entries; so the largest sigma of the block is used, and not the largest sigma of the
 * row.
 */
function requireSymmetric(covariance: Matrix, name: string): void {
  const largest = (from: number) =>
    Math.max(...covariance.slice(from, from + 3).map((row, i) => Math.abs(row[from + i] ?? missing())))
  const scatter = (i: number) => Math.sqrt(largest(i < 3 ? 0 : 3))
  covariance.forEach((row, i) => {
    row.forEach((value, j) => {
      if (Math.abs(value - entry(covariance, j, i)) <= SYMMETRY_RELATIVE_TOLERANCE * scatter(i) * scatter(j)) return
      throw new RangeError(`the covariance of the ${name} is not symmetric in row ${i + 1}, column ${j + 1}`)
    })
  })
}

interface Findings {
  readonly planar: number
  readonly curved: number | null
  readonly isDoubtful: boolean
  readonly isSlow: boolean
  readonly isChecked: boolean
  /** True if the velocity covariance of an object was left out. */
  readonly isLeftOut: boolean
  readonly oneMissing: Assessment['oneMissing']
}

/** Returns 3D-Nc along curved orbits; null if hall2021 has no value. */
function curvedProbability({ primary, secondary, radiusM }: AssessmentInput): number | null {
  const result = hall2021(primary, secondary, { radiusM })
  return result.ok ? result.probability : null
}

/** Without relative motion there is no plane. But the orbits are curved, the covariances grow, and the objects may already touch. */
function atRest(curved: number | null) {
  if (curved === null) return { reason: 'no-relative-motion' as const }
  const reason = 'planar-does-not-hold' as const
  return { probability: curved, method: 'hall-3d' as const, reason, isReliable: true, methods: { 'hall-3d': curved } }
}

/**
 * Chooses the value and its reason. The planar value is used if nothing better is known, and the reason says so: without velocity covariances the
 * checks cannot be made, and an unchecked value is shown but not used for decisions. The same applies to a value that failed the checks if the
 * curved integral has no result, and to a slow encounter for which only the planar value exists: the number is kept for comparison, and isKnown()
 * returns false.
 */
function choose({ planar, curved, isDoubtful, isSlow, isChecked, isLeftOut, oneMissing }: Findings) {
  const circle = { probability: planar, method: 'circle-2d' as const }
  const failed = { ...circle, reason: 'planar-does-not-hold-and-curved-failed' as const, isReliable: false }
  // The calculation assumes that the other object is exactly known, which is not the case: the sum is shown, and Frisbee's maximum is its upper
  // bound.
  if (oneMissing !== null) return { ...circle, reason: 'covariance-not-given' as const, isReliable: false }
  if (!isChecked && isSlow) return failed
  if (isLeftOut) return { ...circle, reason: 'velocity-covariance-not-credible' as const, isReliable: false }
  if (!isChecked) return { ...circle, reason: 'unchecked-without-velocity-covariance' as const, isReliable: false }
  if (!isDoubtful) return { ...circle, reason: 'planar-holds' as const, isReliable: true }
  if (curved === null) return failed
  const reason = 'planar-does-not-hold' as const
  return { probability: curved, method: 'hall-3d' as const, reason, isReliable: true }
}

/**
 * Returns the combined covariance in the plane with repaired eigenvalues. With the minor axis at the angle θ from the first axis of the plane, C
 * = m (c, s)(c, s)ᵀ + M (−s, c)(−s, c)ᵀ for the variances m and M of the minor and the major axis.
 */
function repairedCovariance({ plane, principal }: Encounter) {
  if (plane === null || !principal?.ok || !principal.repair.applied) return plane?.combined ?? { xx: 0, yx: 0, yy: 0 }
  const [c, s] = [Math.cos(principal.minorAxisRad), Math.sin(principal.minorAxisRad)]
  const [minor, major] = [principal.miss.sigmaXM ** 2, principal.miss.sigmaYM ** 2]
  return { xx: c * c * minor + s * s * major, yx: c * s * (minor - major), yy: s * s * minor + c * c * major }
}

/** Returns all other planar methods, for comparison; the decision does not depend on them. */
function planarMethods(
  miss: PrincipalMiss,
  radiusM: number,
): Record<Exclude<Method, 'circle-2d' | 'square-2d' | 'hall-3d'>, number | null> {
  return {
    'foster-1992': run(() => foster1992(miss, radiusM)),
    'chan-1997': settled(chan1997(miss, radiusM)),
    'alfano-2005': run(() => alfano2005(miss, radiusM)),
    'alfriend-1999': run(() => alfriend1999(miss, radiusM)),
    'patera-2001': run(() => patera2001(miss, radiusM)),
    'patera-2005': settled(patera2005(miss, radiusM)),
    'laas-2015': settled(laas2015(miss, radiusM)),
  }
}

function settled(result: Convergence<number>): number | null {
  return result.ok ? result.value : null
}

/** Returns a method's value; null if its quadrature does not converge, and outside its valid range (RangeError). */
function run(method: () => number): number | null {
  try {
    return settled(converging(method))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Adds the method whose value, as computed here, agrees with the reported value to 1 %: the text in a message does not say whether a circle or a
 * square was integrated, but the number does. The area of the square is 4/π of the circle's, so for a small radius the two differ by 27 %, and 1
 * % distinguishes them.
 */
function withReported(assessment: Assessment, { reported }: AssessmentInput): Assessment {
  if (reported === undefined) return assessment
  const near = (['circle-2d', 'square-2d', 'hall-3d'] as const)
    .map((method) => ({ method, value: assessment.methods[method] }))
    .map(({ method, value }) => ({ method, apart: Math.abs((value ?? Infinity) - reported.probability) }))
    .filter(({ apart }) => apart <= SAME_METHOD_RELATIVE_DIFFERENCE * reported.probability)
    .sort((a, b) => a.apart - b.apart)
  return { ...assessment, reported: { ...reported, matches: near[0]?.method ?? null } }
}
