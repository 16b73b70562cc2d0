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

/** The states of an ephemeris over one revolution. */
export type Revolution = readonly CartesianState[]

/** The error of a prediction of some age: the mean of the products of its errors, m and m/s, in the axes R, T, N. */
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

/** Errors vary in a revolution: this span of the newer file is evaluated, about one revolution in low orbit. */
const LOOK_S = 6_000
const SAMPLES = 13
/** Files that were made shortly after each other are from the same tracks, and agree with each other better than with the true orbit. */
const YOUNGEST_S = 0.1 * SECONDS_PER_DAY
/** The limits of the classes of ages, s. */
const AGES_S = [0.1, 0.35, 0.75, 1.5, 2.5, 4, 6, 9].map((days) => days * SECONDS_PER_DAY)
/**
 * The least number of errors in a class: the root of a mean of five squares is wrong by more than a factor of two in one case of sixteen, the
 * root of a mean of four squares in one of eleven (χ² with as many degrees of freedom).
 */
export const FEWEST_ERRORS = 5
/** Errors along the track of more than five times the median are excluded: there was a burn in between. */
const LARGEST_OVER_MEDIAN = 5
/** Predictions that agree to a millimetre, the last digit of most files, are from one orbit determination: they show no error. */
const SAME_FIT_M = 0.001
/**
 * The least usual error along the track. Within hours drag and solar pressure, which are known to some ten per cent, move a satellite by metres
 * along its track, and the rounding of files in kilometres with three decimals is of the same size. A smaller usual error shows that the files
 * depend on each other.
 */
const LEAST_ALONG_M = 1

/** Returns the states of an ephemeris over one revolution from a time on; null if it does not cover it. */
export function revolutionAfter(ephemeris: Ephemeris, begin: Epoch): Revolution | null {
  const states = Array.from({ length: SAMPLES }, (_, k) =>
    interpolateState(ephemeris, addSeconds(begin, (k * LOOK_S) / (SAMPLES - 1))),
  ).flatMap((state) => (state.ok ? [state] : []))
  return states.length < SAMPLES ? null : states
}

/**
 * Returns the error of an earlier ephemeris of an object when a later, more accurate one was made, `ageS` after it: over one revolution from
 * there on the later one (`was`) is used as the true orbit. Null if they were made too soon after each other. Both must be in one inertial frame.
 * The error of the later one is included: for predictions older than a day it is small.
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
 * Returns the covariance of predictions by their age, from the errors of earlier ones: the mean in each class of ages that has FEWEST_ERRORS,
 * without errors that are caused by a burn and predictions of one fit; none if the usual error is impossibly small. Operators and CARA also
 * compare successive ephemerides if an ephemeris states no covariance (NASA Conjunction Assessment Handbook, SP-20230002470, 2023, on ephemerides
 * and covariance).
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
 * Returns the covariance at an age: the covariances of the nearest younger and the nearest older age, blended by the fraction of the time, so
 * that it is positive (semi-)definite if both are; errors grow faster than linearly, so it is slightly too large. For younger predictions it is
 * the covariance of the youngest; for predictions older than all classes there is none.
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
