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

/** A burn that avoids, and two that bring the satellite back to where it would have been. */
export interface ReturnPlan extends AssessedPlan {
  readonly burns: readonly [SequenceBurn, SequenceBurn, SequenceBurn]
  /** Of all burns, m/s. */
  readonly totalDeltaVMps: number
  /** How far from the orbit without a burn it is at the end: m, m/s. */
  readonly returnErrorM: number
  readonly returnErrorMps: number
  /** Whether that is within RETURN_WITHIN_M. */
  readonly isBack: boolean
  /** Why it is not; null: it is. */
  readonly notBack: NotBack | null
}

/** No pair of burns at these times takes back what is left; or one does on the linear map of their kicks, of which the flight is too far off. */
export type NotBack = 'out-of-reach' | 'bent'

/** When the satellite goes back, and when it is there: in periods after TCA. */
const [SECOND_PERIODS, END_PERIODS] = [0.5, 2]
/**
 * The published way back has its burns a whole revolution apart, at one place of the orbit: there they turn the orbit, but never take it back
 * to where it was off radially or across, as it is after a burn that is not whole and half revolutions before. Then the third is a quarter earlier.
 */
const THIRD_PERIODS = [1.5, 1.25]
/** A direction of the map that needs so many times the Δv of the best one cannot be reached. */
const LEAST_SINGULAR_VALUE_SHARE = 1e-4
/**
 * Shares of the part along the track that are tried beside the smallest first burn. Were the risk linear and the cost the root of weighted
 * squares, a quarter would be the best (weights 1 and 2); it bends, and an eighth is at times better.
 */
const TRACK_SHARES = [1 / 4, 1 / 8]
/**
 * How near the orbit without a burn a way back has to end, m; a velocity counts like a position of it over the mean
 * motion, so that 6 m are 6 mm/s in a low orbit. The published plans allow 30 m and 30 mm/s, and end up to 9 m off
 * where burns are small. A velocity along the track that is left drifts on by 3 Δv T in each revolution, 6π times the
 * position that it counts for (Clohessy and Wiltshire): whoever wants less corrects it with the next station keeping.
 */
export const RETURN_WITHIN_M = 6
/** What is planned for is nearer by a twentieth: the flown map bends a little. */
const PLANNED_WITHIN_M = 0.95 * RETURN_WITHIN_M
/** By how much further off a way back may end where no pair of burns comes nearer. */
const WIDENING_FACTOR = 3
/** Newton's steps: the map is straight to a thousandth, so that each leaves a thousandth of the error; most are there to widen. */
const MOST_STEPS = 12

/**
 * Avoid and return: the smallest burn for the target, then two burns, half a period and one and a half after TCA, that end within
 * RETURN_WITHIN_M of where the orbit would have been two periods after TCA (the J2 case of Pavanello, Pirovano and Armellin,
 * IEEE TAES 61(2) (2025)); one and a quarter where no such pair does. Those two are the cheapest that do so on the linear map of their
 * kicks (`cheapestPair`), repeated with the flown error until it is within the limit. A plan that is not back says why.
 */
export function planReturn(model: EncounterModel, options: AssessedOptions): ReturnPlan {
  const free = returnFrom(model, options, planAssessed(model, options))
  if (options.directionRtn !== undefined) return free
  // The smallest burn may point where the way back is dear: what goes along the track is given four times in all, radially twice.
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

/** The way back from one first burn: the first that leads back, else the one that comes nearest. */
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
 * The way back with burns at two times. The map M takes both to position and velocity at the end; positions in m are
 * compared with velocities over the mean motion n, so that both are lengths. Each step plans both burns anew for what would be apart
 * without them (the flown error less M times the burns flown), flies them, and stops when they end near enough. A whole
 * revolution apart both do the same but for the phase, and M is singular: what is left in that direction no pair takes back.
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
  // Velocities in metres, so that the squares of both can be added.
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
    // What no pair reaches the linear map seeks in burns of any size, which end further off: less is asked of it then.
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

/** Whether what is left lies where no pair of burns leads: along axes of M Mᵀ that both hardly move. */
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

/** Place and velocity as one length, the velocity over the mean motion. */
function apartM([dr, dv]: readonly [Vec3, Vec3], speed: number): number {
  return Math.hypot(norm(dr), norm(dv) / speed)
}
