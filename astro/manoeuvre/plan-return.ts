import { rtnAxes } from '../conjunction/rtn.ts'
import { transform } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, multiplyMatrices, transposeMatrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { symmetricEigen } from '../symmetric.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'
import { cheapestPair, rowTimes } from './cheapest-pair.ts'
import type { EncounterModel } from './encounter-model.ts'
import { type AssessedOptions, type AssessedPlan, planAssessed } from './plan-assessed.ts'

/** One burn of a sequence: m/s, RTN at the burn. */
export interface SequenceBurn {
  readonly burnS: number
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
}

/** A burn that avoids, and two that bring the satellite back to its original orbit and position. */
export interface ReturnPlan extends AssessedPlan {
  readonly burns: readonly [SequenceBurn, SequenceBurn, SequenceBurn]
  /** The sum of all burns, m/s. */
  readonly totalDeltaVMps: number
  /** The deviation from the orbit without a burn at the end: m, m/s. */
  readonly returnErrorM: number
  readonly returnErrorMps: number
  /** True if the deviation is within RETURN_WITHIN_M. */
  readonly isBack: boolean
  /** Why the satellite is not back; null: it is. */
  readonly notBack: NotBack | null
}

/**
 * `out-of-reach`: no pair of burns at these times removes the deviation. `bent`: a pair removes it on the linear map, from which the propagation
 * deviates too much.
 */
export type NotBack = 'out-of-reach' | 'bent'

/** The times of the return burn and of the end of the return: in periods after TCA. */
const [SECOND_PERIODS, END_PERIODS] = [0.5, 2]
/**
 * The published return has its burns a whole revolution apart, at one point of the orbit. There they rotate the orbit, but cannot remove a radial
 * or cross-track offset at that point; such an offset follows if the first burn is not a multiple of half a revolution earlier. The third burn is
 * then a quarter of a revolution earlier.
 */
const THIRD_PERIODS = [1.5, 1.25]
/** A direction of the map that needs more than the inverse of this times the best direction's Δv counts as unreachable. */
const LEAST_SINGULAR_VALUE_SHARE = 1e-4
/**
 * Fractions of the along-track component that are tried in addition to the smallest first burn. If the risk were linear and the cost the root of
 * weighted squares, a quarter would be best (weights 1 and 2); because of nonlinearity an eighth is sometimes better.
 */
const TRACK_SHARES = [1 / 4, 1 / 8]
/**
 * The largest deviation at the end of a return from the orbit without a burn, m; a velocity divided by the mean motion counts like a position, so
 * that 6 m correspond to 6 mm/s in low orbit. The published plans allow 30 m and 30 mm/s, and have deviations of up to 9 m for small burns. A
 * remaining along-track velocity drifts by 3 Δv T in each revolution, 6π times the position for which it counts (Clohessy and Wiltshire): the
 * next station keeping can correct it.
 */
export const RETURN_WITHIN_M = 6
/** The plan aims at a deviation smaller by a twentieth, because the propagation deviates slightly from the map. */
const PLANNED_WITHIN_M = 0.95 * RETURN_WITHIN_M
/** The factor by which the allowed deviation grows if no pair of burns comes closer. */
const WIDENING_FACTOR = 3
/**
 * The maximum number of Newton steps: the map is linear to a thousandth, so each step leaves a thousandth of the error; most steps are for
 * widening the limit.
 */
const MOST_STEPS = 12

/**
 * Plans to avoid and return: the smallest burn for the target, then two burns, half a period and one and a half after TCA, that end within
 * RETURN_WITHIN_M of the original position two periods after TCA (the J2 case of Pavanello, Pirovano and Armellin, IEEE TAES 61(2) (2025)); the
 * last burn is at one and a quarter if no such pair exists. The two burns are the cheapest ones on the linear map (`cheapestPair`), repeated with
 * the propagated error until it is within the limit. A plan that is not back gives the reason.
 */
export function planReturn(model: EncounterModel, options: AssessedOptions): ReturnPlan {
  const free = returnFrom(model, options, planAssessed(model, options))
  if (options.directionRtn !== undefined) return free
  // The smallest burn may have a direction with an expensive return: its along-track component costs four times its size in total, its radial
  // component twice.
  const [r, t, n] = free.deltaVRtnMps
  const lines: Vec3[] = [[0, 1, 0], ...TRACK_SHARES.map((share): Vec3 => [r, share * t, n])]
  const others = lines
    .filter((line) => norm(line) > 0)
    .map((directionRtn) => {
      const lined = { ...options, directionRtn }
      return returnFrom(model, lined, planAssessed(model, lined))
    })
  return others.reduce((best, next) => (isCheaper(next, best) ? next : best), free)
}

function isCheaper(a: ReturnPlan, b: ReturnPlan): boolean {
  if (a.isBack !== b.isBack) return a.isBack
  if (a.meetsTarget !== b.meetsTarget) return a.meetsTarget
  return a.meetsTarget && a.totalDeltaVMps < b.totalDeltaVMps
}

/** Returns the return for one first burn: the first that leads back, otherwise the one that comes closest. */
function returnFrom(model: EncounterModel, options: AssessedOptions, plan: AssessedPlan): ReturnPlan {
  const tried: ReturnPlan[] = []
  for (const thirdPeriods of THIRD_PERIODS) {
    const way = backBy(model, { burnS: options.burnS, plan, thirdPeriods })
    if (way.isBack) return way
    tried.push(way)
  }
  const speed = (2 * Math.PI) / model.periodS
  const offM = (way: ReturnPlan) => Math.hypot(way.returnErrorM, way.returnErrorMps / speed)
  return tried.reduce((best, next) => (offM(next) < offM(best) ? next : best))
}

interface Way {
  readonly burnS: number
  readonly plan: AssessedPlan
  readonly thirdPeriods: number
}

/**
 * Returns the return with burns at two times. The map M takes both to position and velocity at the end; velocities are divided by the mean motion
 * n, so that all numbers are lengths in m. Each step plans both burns again for the deviation without them (the propagated error minus M times
 * the current burns), propagates them, and stops when the end is close enough. A whole revolution apart both have the same effect except for the
 * phase, and M is singular: no pair removes a deviation in that direction.
 */
function backBy(model: EncounterModel, { burnS, plan, thirdPeriods }: Way): ReturnPlan {
  const { dynamics, periodS, encounter } = model
  const [secondS, thirdS, endS] = [SECOND_PERIODS, thirdPeriods, END_PERIODS].map((n) => n * periodS) as [
    number,
    number,
    number,
  ]
  const fly = (state: CartesianState, fromS: number, toS: number) => dynamics.fly(state, { fromS, toS }, 'primary')
  const nominal = {
    second: fly(encounter.primary, 0, secondS),
    third: fly(encounter.primary, 0, thirdS),
    end: fly(encounter.primary, 0, endS),
  }
  const avoided = fly(kicked(plan.state, plan.deltaV), burnS, secondS)
  const speed = (2 * Math.PI) / periodS
  const kicks = [
    dynamics.kicks(nominal.second, { fromS: secondS, toS: endS }),
    dynamics.kicks(nominal.third, { fromS: thirdS, toS: endS }),
  ]
  // Velocities are converted to metres, so that the squares of both can be added.
  const map = buildMatrix(6, 6, (i, j) => entry(kicks[j < 3 ? 0 : 1] ?? [], i, j % 3) / (i < 3 ? 1 : speed))
  const goBack = (deltaVs: readonly number[]) => {
    const [a, b] = [asVector(deltaVs, 0), asVector(deltaVs, 3)]
    const before = fly(kicked(avoided, a), secondS, thirdS)
    const end = fly(kicked(before, b), thirdS, endS)
    return { a, b, before, apart: [subtract(end.r, nominal.end.r), subtract(end.v, nominal.end.v)] as const }
  }
  let deltaVs: readonly number[] = [0, 0, 0, 0, 0, 0]
  let flown = goBack(deltaVs)
  let withinM = PLANNED_WITHIN_M
  for (let step = 0; step < MOST_STEPS && !isBack(flown.apart, speed); step += 1) {
    const [dr, dv] = flown.apart
    const apart = [...dr, ...dv.map((value) => value / speed)]
    const without = apart.map((value, i) => value - rowTimes(map[i] ?? missing(), deltaVs))
    const next = cheapestPair(map, without, withinM)
    const tried = goBack(next)
    // For an unreachable deviation the linear map gives burns of any size, which end further away: then the limit is widened.
    if (apartM(tried.apart, speed) < apartM(flown.apart, speed)) [deltaVs, flown] = [next, tried]
    else withinM *= WIDENING_FACTOR
  }
  const burns = [
    { burnS, deltaVRtnMps: plan.deltaVRtnMps, deltaVMps: plan.deltaVMps },
    { burnS: secondS, deltaVRtnMps: transform(rtnAxes(avoided), flown.a), deltaVMps: norm(flown.a) },
    { burnS: thirdS, deltaVRtnMps: transform(rtnAxes(flown.before), flown.b), deltaVMps: norm(flown.b) },
  ] as const
  const isThere = isBack(flown.apart, speed)
  return {
    ...plan,
    burns,
    totalDeltaVMps: burns.reduce((sum, { deltaVMps }) => sum + deltaVMps, 0),
    returnErrorM: norm(flown.apart[0]),
    returnErrorMps: norm(flown.apart[1]),
    isBack: isThere,
    notBack: isThere ? null : whyNotBack(map, flown.apart, speed),
  }
}

/** Returns whether the remaining deviation is unreachable for any pair of burns: along axes of M Mᵀ with a small eigenvalue. */
function whyNotBack(map: Matrix, [dr, dv]: readonly [Vec3, Vec3], speed: number): NotBack {
  const { values, vectors } = symmetricEigen(multiplyMatrices(map, transposeMatrix(map)))
  const apart = [...dr, ...dv.map((value) => value / speed)]
  const least = LEAST_SINGULAR_VALUE_SHARE ** 2 * (values[0] ?? missing())
  const outside = vectors.filter((_vector, k) => (values[k] ?? missing()) < least)
  return Math.hypot(...outside.map((vector) => rowTimes(vector, apart))) > PLANNED_WITHIN_M ? 'out-of-reach' : 'bent'
}

function kicked({ r, v }: CartesianState, deltaV: Vec3): CartesianState {
  return { r, v: add(v, deltaV) }
}

function asVector(values: readonly number[], from: number): Vec3 {
  return [values[from] ?? missing(), values[from + 1] ?? missing(), values[from + 2] ?? missing()]
}

function isBack(apart: readonly [Vec3, Vec3], speed: number): boolean {
  return apartM(apart, speed) <= RETURN_WITHIN_M
}

/** Returns position and velocity as one length; the velocity is divided by the mean motion. */
function apartM([dr, dv]: readonly [Vec3, Vec3], speed: number): number {
  return Math.hypot(norm(dr), norm(dv) / speed)
}
