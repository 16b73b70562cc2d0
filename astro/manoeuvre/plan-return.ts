import { rtnAxes } from '../conjunction/rtn.ts'
import { transform } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, multiplyMatrices, transposeMatrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { symmetricEigen } from '../symmetric.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'
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
}

/** When the satellite goes back, and when it is there: in periods after TCA. */
const [SECOND_PERIODS, THIRD_PERIODS, END_PERIODS] = [0.5, 1.5, 2]
/**
 * Shares of the part along the track that are tried beside the smallest first burn. Were the risk linear and the cost the root of weighted
 * squares, a quarter would be the best (weights 1 and 2); it bends, and an eighth is at times better.
 */
const TRACK_SHARES = [1 / 4, 1 / 8]
/** Newton's steps: the map is straight to a thousandth, so that each leaves a thousandth of the error. */
const MOST_STEPS = 6
/** Directions in which two burns a period apart do nearly the same are left out: below this share of the strongest. */
const WEAK = 1e-7
/** A velocity of 1 m/s counts like a position of a period over 2π times that. */
const ENOUGH_M = 0.01

/**
 * Avoid and return: the smallest burn for the target, then two burns, half a period and one and a half after TCA, that end on the orbit
 * as it would have been two periods after TCA. Those two are the least-squares solution of the six conditions by their kicks, repeated
 * with the flown error until it is gone (the J2 case of Pavanello, Pirovano and Armellin, IEEE TAES 61(2) (2025)).
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
  if (a.meetsTarget !== b.meetsTarget) return a.meetsTarget
  return a.meetsTarget && a.totalDeltaVMps < b.totalDeltaVMps
}

/**
 * The way back from one first burn. The map M takes both later burns to position and velocity at the end; positions in m are
 * compared with velocities over the mean motion n, so that both are lengths. Each step solves M x = −error for a correction
 * x of the burns, flies them, and stops when the error is small or falls no more.
 */
function returnFrom(model: EncounterModel, options: AssessedOptions, plan: AssessedPlan): ReturnPlan {
  const { dynamics, periodS, encounter } = model
  const [secondS, thirdS, endS] = [SECOND_PERIODS, THIRD_PERIODS, END_PERIODS].map((n) => n * periodS) as [
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
  const avoided = fly(kicked(plan.state, plan.deltaV), options.burnS, secondS)
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
  const errorOf = ({ apart: [dr, dv] }: typeof flown) => Math.hypot(norm(dr), norm(dv) / speed)
  for (let step = 0; step < MOST_STEPS && errorOf(flown) > ENOUGH_M; step += 1) {
    const [dr, dv] = flown.apart
    const wanted = [...dr, ...dv.map((value) => value / speed)].map((value) => -value)
    const correction = leastSquares(map, wanted)
    const next = deltaVs.map((value, k) => value + (correction[k] ?? missing()))
    const tried = goBack(next)
    if (!(errorOf(tried) < errorOf(flown))) break
    deltaVs = next
    flown = tried
  }
  const burns = [
    { burnS: options.burnS, deltaVRtnMps: plan.deltaVRtnMps, deltaVMps: plan.deltaVMps },
    { burnS: secondS, deltaVRtnMps: transform(rtnAxes(avoided), flown.a), deltaVMps: norm(flown.a) },
    { burnS: thirdS, deltaVRtnMps: transform(rtnAxes(flown.before), flown.b), deltaVMps: norm(flown.b) },
  ] as const
  return {
    ...plan,
    burns,
    totalDeltaVMps: burns.reduce((sum, { deltaVMps }) => sum + deltaVMps, 0),
    returnErrorM: norm(flown.apart[0]),
    returnErrorMps: norm(flown.apart[1]),
  }
}

function kicked({ r, v }: CartesianState, deltaV: Vec3): CartesianState {
  return { r, v: add(v, deltaV) }
}

function asVector(values: readonly number[], from: number): Vec3 {
  return [values[from] ?? missing(), values[from + 1] ?? missing(), values[from + 2] ?? missing()]
}

/** The shortest x with m · x next to b: by the eigenvectors of mᵀ m, weak ones left out (Golub and Van Loan, §5.5). */
function leastSquares(m: Matrix, b: readonly number[]): number[] {
  const { values, vectors } = symmetricEigen(multiplyMatrices(transposeMatrix(m), m))
  const right = transposeMatrix(m).map((row) => row.reduce((sum, value, k) => sum + value * (b[k] ?? missing()), 0))
  const x = new Array<number>(right.length).fill(0)
  values.forEach((value, k) => {
    if (!(value > WEAK * (values[0] ?? missing()))) return
    const vector = vectors[k] ?? []
    const part = vector.reduce((sum, component, i) => sum + component * (right[i] ?? missing()), 0) / value
    vector.forEach((component, i) => {
      x[i] = (x[i] ?? missing()) + part * component
    })
  })
  return x
}
