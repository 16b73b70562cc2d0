import { SECONDS_PER_DAY } from '../constants.ts'
import { inertialRsw } from '../frames/local.ts'
import { transform } from '../mat3.ts'
import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { subtract } from '../vec3.ts'
import type { Ephemeris } from './ephemeris.ts'
import { interpolateState } from './interpolate.ts'

/** Where an ephemeris has its object over one revolution. */
export type Revolution = readonly CartesianState[]

/** What a prediction of some age was wrong by: the mean of the products of its errors, m and m/s, in the axes R, T, N. */
export interface PredictionError {
  readonly ageS: number
  readonly momentsRtn: Matrix
}

/** A covariance of predictions of an age. */
export interface AgedCovariance {
  readonly ageS: number
  readonly covarianceRtn: Matrix
}

/** Covariances of predictions by age, youngest first. */
export type ErrorCurve = readonly AgedCovariance[]

/** Errors swing with the revolution: so much of the newer file is looked at, about one revolution in low orbit. */
const LOOK_S = 6_000
const SAMPLES = 13
/** Files that were made shortly after each other rest on the same tracks, and agree more than either does with the truth. */
const YOUNGEST_S = 0.1 * SECONDS_PER_DAY
/** Where one class of ages ends and the next begins, s. */
const AGES_S = [0.1, 0.35, 0.75, 1.5, 2.5, 4, 6, 9].map((days) => days * SECONDS_PER_DAY)
/**
 * The root of a mean of five squares is off by more than a factor of two in one case of sixteen, and that of four in one
 * of eleven (χ² with as many degrees of freedom).
 */
export const FEWEST_ERRORS = 5
/** Errors along the track of more than five times the usual are no errors: somebody has burnt in between. */
const LARGEST_OVER_MEDIAN = 5
/** Predictions that agree to a millimetre, the last digit of most files, come from one orbit determination: they measure nothing. */
const SAME_FIT_M = 0.001
/**
 * Within hours drag and solar pressure, which are known to some ten percent, move a satellite by metres along its track, and files in
 * kilometres with three decimals differ by so much from rounding. A smaller usual error is a sign that the files rest on each other.
 */
const LEAST_ALONG_M = 1

/** Where an ephemeris has its object over one revolution from a time on; null where it does not cover that. */
export function revolutionAfter(ephemeris: Ephemeris, begin: Epoch): Revolution | null {
  const states = Array.from({ length: SAMPLES }, (_, k) =>
    interpolateState(ephemeris, addSeconds(begin, (k * LOOK_S) / (SAMPLES - 1))),
  ).flatMap((state) => (state.ok ? [state] : []))
  return states.length < SAMPLES ? null : states
}

/**
 * What an earlier ephemeris of an object was wrong by when a later one was made, `ageS` after it, which knows better: over one
 * revolution from there on the later one (`was`) is taken for the truth. Null where they were made too soon after each other. Both
 * in one inertial frame. The error of the later one is in it: of predictions older than a day it is small.
 */
export function predictionError(said: Revolution, was: Revolution, ageS: number): PredictionError | null {
  if (ageS < YOUNGEST_S) return null
  const errors = was.map((truth, k) => {
    const [axes, guess] = [inertialRsw(truth), said[k] ?? missing()]
    return [...transform(axes, subtract(guess.r, truth.r)), ...transform(axes, subtract(guess.v, truth.v))]
  })
  const product = (i: number, j: number) =>
    errors.reduce((sum, error) => sum + (error[i] ?? missing()) * (error[j] ?? missing()), 0)
  return { ageS, momentsRtn: buildMatrix(6, 6, (i, j) => product(i, j) / SAMPLES) }
}

/**
 * The covariance of predictions by their age, from what earlier ones were wrong by: the mean in each class of ages that has
 * FEWEST_ERRORS, without those that a burn has made and those of one fit; none where the usual error is too small to be
 * one. Successive ephemerides compared, as operators and CARA do it for an
 * ephemeris that states no covariance (NASA Conjunction Assessment Handbook, SP-20230002470, 2023, on ephemerides and covariance).
 */
export function errorCurve(errors: readonly PredictionError[]): ErrorCurve {
  return AGES_S.slice(1).flatMap((to, place) => {
    const from = AGES_S[place] ?? missing()
    const all = errors.filter((one) => one.ageS >= from && one.ageS < to && distanceM2(one) > SAME_FIT_M ** 2)
    const sorted = all.map(alongM2).sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    if (median === undefined || median < LEAST_ALONG_M ** 2) return []
    const some = all.filter((one) => alongM2(one) <= LARGEST_OVER_MEDIAN ** 2 * median)
    if (some.length < FEWEST_ERRORS) return []
    const mean = (of: (one: PredictionError) => number) => some.reduce((sum, one) => sum + of(one), 0) / some.length
    const covarianceRtn = buildMatrix(6, 6, (i, j) => mean(({ momentsRtn }) => entry(momentsRtn, i, j)))
    return [{ ageS: mean(({ ageS }) => ageS), covarianceRtn }]
  })
}

const distanceM2 = ({ momentsRtn }: PredictionError) =>
  entry(momentsRtn, 0, 0) + entry(momentsRtn, 1, 1) + entry(momentsRtn, 2, 2)
const alongM2 = ({ momentsRtn }: PredictionError) => entry(momentsRtn, 1, 1)

/**
 * The covariance at an age: the one before and the one after, blended by their share of the time, so that it is positive
 * (semi-)definite where both are; errors grow faster than that line, so that it is rather too large. What is younger has that of
 * the youngest; what is older than all has none: nobody knows how it goes on.
 */
export function covarianceAtAge(curve: ErrorCurve, ageS: number): Matrix | null {
  const [first, last] = [curve[0], curve.at(-1)]
  if (first === undefined || last === undefined || ageS > last.ageS) return null
  if (ageS <= first.ageS) return first.covarianceRtn
  const after = curve.findIndex((one) => one.ageS >= ageS)
  const [left, right] = [curve[after - 1], curve[after]]
  if (left === undefined || right === undefined) return null
  const share = (ageS - left.ageS) / (right.ageS - left.ageS)
  const { covarianceRtn: a } = left
  return buildMatrix(6, 6, (i, j) => (1 - share) * entry(a, i, j) + share * entry(right.covarianceRtn, i, j))
}
