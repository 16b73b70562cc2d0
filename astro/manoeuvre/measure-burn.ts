import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transform } from '../mat3.ts'
import {
  buildMatrix,
  entry,
  invert,
  invertScaled,
  type Matrix,
  mapCovariance,
  multiplyMatrices,
  transposeMatrix,
} from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type ExecutionError, executionCovariance, sumMatrices } from './execution-error.ts'

/** One orbit without a burn and one with it, at one epoch after the burn, in one inertial frame. */
export interface BurnDifference {
  readonly without: CartesianState
  readonly seen: CartesianState
  /** Of seen − without, 6 × 6 in m and m/s, positive definite. */
  readonly covariance: Matrix
  /** When the burn was to begin, s after the epoch (negative), and how long it was to take. */
  readonly startS: number
  readonly durationS: number
  /** When it may have begun. */
  readonly earliestS: number
  readonly latestS: number
}

/** A burn as the two orbits have it. */
export interface MeasuredBurn {
  /** Velocity after minus before, in R, T, N at its start, m/s. */
  readonly deltaVRtn: Vec3
  /** 3 × 3, m²/s²; enlarged where one burn does not explain the difference. */
  readonly covarianceRtn: Matrix
  /** By how much later than planned it began, s, and 1σ of that; null: the orbits do not tell. */
  readonly lateS: number | null
  readonly lateSigmaS: number | null
  /** √(χ²/n) of what one burn leaves of the difference: 1 where the covariances are right. */
  readonly misfit: number
}

/** Times that are tried: of a window of an orbit, each some tens of seconds, between which χ² is a parabola. */
const TRIED_TIMES = 121
/** Another time than the planned one is believed from this change of χ² on: 3σ of one parameter. */
const TIME_CHI2 = 9
/** Parts of an arc, each with its share of the thrust. */
const ARC_PARTS = 9
const DELTA_V_COMPONENTS = 3
/** Numbers that are known together 1e5 times better than alone are told apart still; beyond, rounding tells them. */
const MOST_INFLATION = 1e10
/** Turns of Gauss and Newton: what the second leaves is below rounding. */
const GAUSS_NEWTON_ROUNDS = 2

/**
 * The burn that makes one orbit of another: generalised least squares of Δv in δx = K(t) Δv, iterated, with the covariance of δx, where K is
 * the velocity part of the two-body transition matrix from the burn to the epoch (of an arc its mean, with one inertial direction).
 * The time is that of the least χ²; the planned one is kept where it is within 3σ. Two orbits give six numbers, three of them are
 * the Δv: what is left over says whether covariances and model are right, and enlarges the covariance where they are not (Birge,
 * Phys. Rev. 40 (1932) 207). Null where the covariance is not positive definite. Reached: burns of 10 mm/s to 1 m/s of an independent
 * Kepler propagation to 1e-4 of their size (measure-burn.test.ts). With the weight W = C⁻¹ the estimate is Δv = (Kᵀ W
 * K)⁻¹ Kᵀ W δx, its covariance (Kᵀ W K)⁻¹ and χ² = (δx − K Δv)ᵀ W (δx − K Δv), of three degrees of freedom, or of two
 * where the time is estimated too.
 */
export function measureBurn(given: BurnDifference): MeasuredBurn | null {
  const weight = invertScaled(given.covariance, MOST_INFLATION)
  if (weight === null) return null
  const planned = fitAt(given, weight, given.startS)
  if (planned === null) return null
  const found = bestTime(given, weight)
  const isMoved = found !== null && planned.chi2 - found.chi2 > TIME_CHI2
  const used = isMoved ? found : planned
  // Degrees of freedom: six numbers, less three of Δv, less one where the time is estimated.
  const left = given.covariance.length - DELTA_V_COMPONENTS - (isMoved ? 1 : 0)
  const misfit = Math.sqrt(used.chi2 / left)
  const axes = rtnAxes(flyTwoBody(given.without, used.startS, GM_EARTH))
  const enlarged = Math.max(1, misfit) ** 2
  return {
    deltaVRtn: transform(axes, used.deltaV),
    covarianceRtn: mapCovariance(
      axes,
      used.covariance.map((row) => row.map((value) => value * enlarged)),
    ),
    lateS: found === null ? null : found.startS - given.startS,
    lateSigmaS: found === null ? null : found.sigmaS * Math.sqrt(enlarged),
    misfit,
  }
}

/** The best Δv for one start, in the inertial frame in m/s, with what it leaves of the difference. */
interface Fit {
  readonly startS: number
  readonly deltaV: Vec3
  readonly covariance: Matrix
  readonly chi2: number
}

/**
 * The least squares of one start. K is that of the orbit without the burn; the rest is flown with the burn, so that
 * the second turn takes off what the first, linear one got wrong.
 */
function fitAt(given: BurnDifference, weight: Matrix, startS: number): Fit | null {
  const kicks = kicksOf(given, startS)
  const weighted = multiplyMatrices(transposeMatrix(kicks), weight)
  const covariance = invertScaled(multiplyMatrices(weighted, kicks), MOST_INFLATION)
  if (covariance === null) return null
  let deltaV: Vec3 = [0, 0, 0]
  for (let turn = 0; turn < GAUSS_NEWTON_ROUNDS; turn += 1) {
    const [[x = 0] = [], [y = 0] = [], [z = 0] = []] = multiplyMatrices(
      covariance,
      multiplyMatrices(weighted, restOf(given, startS, deltaV)),
    )
    deltaV = add(deltaV, [x, y, z])
  }
  const rest = restOf(given, startS, deltaV)
  const chi2 = entry(multiplyMatrices(multiplyMatrices(transposeMatrix(rest), weight), rest), 0, 0)
  // Of a covariance that is all but singular, rounding is what is left.
  return chi2 >= 0 && Number.isFinite(chi2) && deltaV.every(Number.isFinite)
    ? { startS, deltaV, covariance, chi2 }
    : null
}

/** What a burn leaves of the difference, as a column of six: its own part is flown, so that kilometres may lie between the orbits. */
function restOf({ without, seen, durationS }: BurnDifference, startS: number, deltaV: Vec3): number[][] {
  const parts = durationS === 0 ? 1 : ARC_PARTS
  let state = without
  let atS = 0
  for (let k = 0; k < parts; k += 1) {
    const nextS = startS + (durationS * (k + 0.5)) / parts
    const there = flyTwoBody(state, nextS - atS, GM_EARTH)
    state = { r: there.r, v: add(there.v, scale(deltaV, 1 / parts)) }
    atS = nextS
  }
  const end = flyTwoBody(state, -atS, GM_EARTH)
  return [...subtract(seen.r, end.r), ...subtract(seen.v, end.v)].map((value) => [value])
}

/** How the state at the epoch moves with the Δv of a burn that begins then: 6 × 3. */
function kicksOf({ without, durationS }: BurnDifference, startS: number): Matrix {
  const parts = durationS === 0 ? 1 : ARC_PARTS
  const all = Array.from({ length: parts }, (_, k) => {
    const atS = startS + (durationS * (k + 0.5)) / parts
    const { stm } = propagateTwoBody(flyTwoBody(without, atS, GM_EARTH), -atS, GM_EARTH)
    return buildMatrix(6, 3, (i, j) => entry(stm, i, j + 3))
  })
  return buildMatrix(6, 3, (i, j) => all.reduce((sum, one) => sum + entry(one, i, j), 0) / parts)
}

/**
 * The start of the least χ² in the window, with its 1σ; null where no start in it is better than the others by 1σ. Near
 * its minimum χ² is a parabola of the time, χ²(t) = χ²₀ + (t − t₀)²/σ²: the second difference gives σ = √(2/bend).
 */
function bestTime(given: BurnDifference, weight: Matrix): (Fit & { readonly sigmaS: number }) | null {
  const { earliestS, latestS } = given
  if (!(latestS > earliestS)) return null
  const stepS = (latestS - earliestS) / (TRIED_TIMES - 1)
  const chi2At = (startS: number) => fitAt(given, weight, startS)?.chi2 ?? Number.POSITIVE_INFINITY
  const tried = Array.from({ length: TRIED_TIMES }, (_, k) => chi2At(earliestS + k * stepS))
  const place = tried.indexOf(Math.min(...tried))
  // At an end of the window the minimum lies outside of it.
  if (place <= 0 || place >= TRIED_TIMES - 1) return null
  // Golden section between the neighbours of the best time: χ² is taken to have one minimum there.
  let [low, high] = [earliestS + (place - 1) * stepS, earliestS + (place + 1) * stepS]
  const golden = (Math.sqrt(5) - 1) / 2
  while (high - low > LAST_STEP_S) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)]
    if (chi2At(a) < chi2At(b)) high = b
    else low = a
  }
  const best = fitAt(given, weight, (low + high) / 2)
  if (best === null) return null
  const bend = (chi2At(best.startS + stepS) - 2 * best.chi2 + chi2At(best.startS - stepS)) / stepS ** 2
  const sigmaS = Math.sqrt(2 / bend)
  // A parabola that is wider than the window says nothing of the time.
  return bend > 0 && sigmaS < latestS - earliestS ? { ...best, sigmaS } : null
}

/** A time is found to this, s: below every 1σ of it. */
const LAST_STEP_S = 1e-3

/** 99.73 % of χ² with three degrees of freedom: 3σ of a vector. */
const THREE_SIGMA_CHI2 = 14.16
const THREE_SIGMA = 3
/** What was found may be uncertain by this share of what was planned (flight rule F17); the rest is rounding of files. */
const MOST_SIGMA_SHARE = 0.1
const ROUNDING_FACTOR = 1.01
/** A burn this much late still does what it was planned for: 1 % of a revolution in low orbit. */
export const MOST_LATE_S = 60

export type BurnVerdict = 'AS_PLANNED' | 'DIFFERENT' | 'MISSED' | 'NOT_YET'

/** What is judged: of element sets one number is found, of orbits a vector. */
export interface JudgedBurn {
  readonly plannedRtn: Vec3
  readonly foundRtn: Vec3
  readonly covarianceRtn: Matrix
  /** The error of the engine that the plan allowed for; null: it allowed for none. */
  readonly executionError: ExecutionError | null
  readonly lateS: number | null
  readonly lateSigmaS: number | null
}

/**
 * Whether a burn was as planned (flight rule F17): along the planned direction |found − planned| ≤ 3σ with σ ≤ 10 % of planned, the
 * whole vector within 3σ, and no more than a minute off in time unless that is within 3σ. MISSED: with the same σ, nothing found.
 * With a larger σ nothing can be said yet. Found − planned also has the execution error that the plan allowed for, which is added to
 * what was found for this comparison alone. Also returns σ of what was found along the planned direction, m/s. The
 * order of the questions matters: an uncertain orbit agrees with everything, and no verdict comes before the σ is small
 * enough.
 */
export function judgeBurn(judged: JudgedBurn): { readonly verdict: BurnVerdict; readonly sigmaMps: number } {
  const { plannedRtn, foundRtn, covarianceRtn, executionError, lateS, lateSigmaS } = judged
  const planned = norm(plannedRtn)
  const way = plannedRtn.map((part) => part / planned)
  const sigmaAlong = (covariance: Matrix) => Math.sqrt(entry(mapCovariance([way], covariance), 0, 0))
  const sigmaMps = sigmaAlong(covarianceRtn)
  const say = (verdict: BurnVerdict) => ({ verdict, sigmaMps })
  if (!(sigmaMps <= MOST_SIGMA_SHARE * ROUNDING_FACTOR * planned)) return say('NOT_YET')
  const along = way.reduce((sum, part, k) => sum + part * (foundRtn[k] ?? missing()), 0)
  const isTimely = lateS === null || lateSigmaS === null || Math.abs(lateS) <= Math.max(MOST_LATE_S, 3 * lateSigmaS)
  const isNear = (target: Vec3, size: number, covariance: Matrix) =>
    Math.abs(along - size) <= THREE_SIGMA * sigmaAlong(covariance) &&
    distanceOf(subtract(foundRtn, target), covariance) <= THREE_SIGMA_CHI2
  // First: an engine that is allowed to err much does not make a burn of nothing.
  if (isNear([0, 0, 0], 0, covarianceRtn)) return say('MISSED')
  const allowed =
    executionError === null
      ? covarianceRtn
      : sumMatrices(covarianceRtn, executionCovariance(plannedRtn, executionError))
  return say(isNear(plannedRtn, planned, allowed) && isTimely ? 'AS_PLANNED' : 'DIFFERENT')
}

/** The squared Mahalanobis distance vᵀ C⁻¹ v; infinite where C has no inverse. */
function distanceOf(v: Vec3, covariance: Matrix): number {
  const weight = invert(covariance)
  const column = v.map((value) => [value])
  return weight === null
    ? Number.POSITIVE_INFINITY
    : entry(multiplyMatrices([v], multiplyMatrices(weight, column)), 0, 0)
}
