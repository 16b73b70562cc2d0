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
  /** The covariance of seen − without, 6 × 6 in m and m/s, positive definite. */
  readonly covariance: Matrix
  /** The planned start of the burn, s after the epoch (negative), and its planned duration. */
  readonly startS: number
  readonly durationS: number
  /** The window in which the burn may have started. */
  readonly earliestS: number
  readonly latestS: number
}

/** A burn as it follows from the two orbits. */
export interface MeasuredBurn {
  /** Velocity after minus before, in R, T, N at its start, m/s. */
  readonly deltaVRtn: Vec3
  /** 3 × 3, m²/s²; enlarged if one burn does not explain the difference. */
  readonly covarianceRtn: Matrix
  /** How much later than planned the burn started, and its 1σ, s; null: the orbits do not determine it. */
  readonly lateS: number | null
  readonly lateSigmaS: number | null
  /** √(χ²/n) of the remaining difference after one burn: 1 if the covariances are right. */
  readonly misfit: number
}

/** Number of start times that are tried: in a window of one orbit they are some tens of seconds apart, and χ² is a parabola between them. */
const TRIED_TIMES = 121
/** Another start time than the planned one is accepted from this change of χ²: 3σ of one parameter. */
const TIME_CHI2 = 9
/** Number of parts of an arc, each with an equal fraction of the thrust. */
const ARC_PARTS = 9
const DELTA_V_COMPONENTS = 3
/** A combination of the numbers may be known 1e5 times better than each number alone; beyond that, rounding dominates. */
const MOST_INFLATION = 1e10
/** Number of Gauss-Newton iterations: after the second the error is below rounding. */
const GAUSS_NEWTON_ROUNDS = 2

/**
 * Returns the burn that explains the difference of two orbits: generalised least squares of Δv in δx = K(t) Δv, iterated, with the covariance of
 * δx. K is the velocity part of the two-body transition matrix from the burn to the epoch (for an arc its mean, with one inertial direction). The
 * time is the time of the least χ²; the planned time is kept if it is within 3σ. Two orbits give six numbers, of which the Δv uses three: the
 * remaining ones show whether covariances and model are right, and enlarge the covariance if they are not (Birge, Phys. Rev. 40 (1932) 207). Null
 * if the covariance is not positive definite. Accuracy: burns of 10 mm/s to 1 m/s from an independent Kepler propagation agree to 1e-4 of their
 * size (measure-burn.test.ts). With the weight W = C⁻¹ the estimate is Δv = (Kᵀ W K)⁻¹ Kᵀ W δx, its covariance is (Kᵀ W K)⁻¹, and χ² = (δx − K
 * Δv)ᵀ W (δx − K Δv) has three degrees of freedom, or two if the time is estimated too.
 */
export function measureBurn(given: BurnDifference): MeasuredBurn | null {
  const weight = invertScaled(given.covariance, MOST_INFLATION)
  if (weight === null) return null
  const planned = fitAt(given, weight, given.startS)
  if (planned === null) return null
  const found = bestTime(given, weight)
  const isMoved = found !== null && planned.chi2 - found.chi2 > TIME_CHI2
  const used = isMoved ? found : planned
  // Degrees of freedom: six numbers, minus three of Δv, minus one if the time is estimated.
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

/** The best Δv for one start, in the inertial frame in m/s, and the χ² of the remaining difference. */
interface Fit {
  readonly startS: number
  readonly deltaV: Vec3
  readonly covariance: Matrix
  readonly chi2: number
}

/**
 * Returns the least-squares fit for one start. K is computed on the orbit without the burn; the remaining difference is propagated with the burn,
 * so that the second iteration removes the error of the first, linear one.
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
  // For a nearly singular covariance the result is only rounding.
  return chi2 >= 0 && Number.isFinite(chi2) && deltaV.every(Number.isFinite)
    ? { startS, deltaV, covariance, chi2 }
    : null
}

/**
 * Returns the difference that a burn leaves unexplained, as a column of six. The burn's own effect is propagated, so the orbits may be kilometres
 * apart.
 */
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

/** Returns the derivative of the state at the epoch with respect to the Δv of a burn with this start: 6 × 3. */
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
 * Returns the start of the least χ² in the window, with its 1σ; null if no start is better than the others by 1σ. Near its minimum χ² is a
 * parabola of the time, χ²(t) = χ²₀ + (t − t₀)²/σ²: the second difference gives σ = √(2/bend).
 */
function bestTime(given: BurnDifference, weight: Matrix): (Fit & { readonly sigmaS: number }) | null {
  const { earliestS, latestS } = given
  if (!(latestS > earliestS)) return null
  const stepS = (latestS - earliestS) / (TRIED_TIMES - 1)
  const chi2At = (startS: number) => fitAt(given, weight, startS)?.chi2 ?? Number.POSITIVE_INFINITY
  const tried = Array.from({ length: TRIED_TIMES }, (_, k) => chi2At(earliestS + k * stepS))
  const place = tried.indexOf(Math.min(...tried))
  // If the least value is at an end of the window, the minimum is outside it.
  if (place <= 0 || place >= TRIED_TIMES - 1) return null
  // Golden section between the neighbours of the best time, where χ² is assumed to have one minimum.
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
  // A parabola that is wider than the window does not determine the time.
  return bend > 0 && sigmaS < latestS - earliestS ? { ...best, sigmaS } : null
}

/** A time is found to this accuracy, s: less than any 1σ of it. */
const LAST_STEP_S = 1e-3

/** 99.73 % of χ² with three degrees of freedom: 3σ of a vector. */
const THREE_SIGMA_CHI2 = 14.16
const THREE_SIGMA = 3
/** The found burn's σ may be this fraction of the planned burn (flight rule F17); slightly more is accepted as rounding of files. */
const MOST_SIGMA_SHARE = 0.1
const ROUNDING_FACTOR = 1.01
/** A burn that is at most this late still fulfils its purpose: 1 % of a revolution in low orbit. */
export const MOST_LATE_S = 60

export type BurnVerdict = 'AS_PLANNED' | 'DIFFERENT' | 'MISSED' | 'NOT_YET'

/** The burn that is judged: element sets give one component of it, orbits give a vector. */
export interface JudgedBurn {
  readonly plannedRtn: Vec3
  readonly foundRtn: Vec3
  readonly covarianceRtn: Matrix
  /** The engine error that the plan allowed for; null: none. */
  readonly executionError: ExecutionError | null
  readonly lateS: number | null
  readonly lateSigmaS: number | null
}

/**
 * Judges whether a burn was as planned (flight rule F17): along the planned direction |found − planned| ≤ 3σ with σ ≤ 10 % of planned, the whole
 * vector within 3σ, and at most a minute off in time unless the difference is within 3σ. MISSED: with the same σ, no burn was found. With a
 * larger σ there is no verdict yet. Found − planned also contains the execution error that the plan allowed for; for this comparison only, it is
 * added to the uncertainty of the found burn. Also returns σ of the found burn along the planned direction, m/s. The order of the checks matters:
 * an uncertain orbit agrees with everything, so there is no verdict before σ is small enough.
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
  // This check is first: a large allowed engine error must not turn a missing burn into a performed one.
  if (isNear([0, 0, 0], 0, covarianceRtn)) return say('MISSED')
  const allowed =
    executionError === null
      ? covarianceRtn
      : sumMatrices(covarianceRtn, executionCovariance(plannedRtn, executionError))
  return say(isNear(plannedRtn, planned, allowed) && isTimely ? 'AS_PLANNED' : 'DIFFERENT')
}

/** Returns the squared Mahalanobis distance vᵀ C⁻¹ v; infinite if C has no inverse. */
function distanceOf(v: Vec3, covariance: Matrix): number {
  const weight = invert(covariance)
  const column = v.map((value) => [value])
  return weight === null
    ? Number.POSITIVE_INFINITY
    : entry(multiplyMatrices([v], multiplyMatrices(weight, column)), 0, 0)
}
