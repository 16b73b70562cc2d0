import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { add, scale } from '../vec3.ts'
import { findBurnTime } from './burn-time.ts'
import { type AssessedOptions, planAssessed } from './plan-assessed.ts'
import { MARGIN } from './plan-impulse.ts'
import { planSeparation, type SeparationPlan } from './plan-separation.ts'
import { planToTarget } from './plan-to-target.ts'
import { crossing, leastDistance } from './testing/companions.ts'

const TARGET_M = 120
const target = { kind: 'miss', missM: TARGET_M } as const
/** Errors of the magnitude and of the direction: three sigmas are 30 % of the size. */
const ERROR = { magnitude: 0.1, pointingRad: 0.03 }
/** The size is found by six bisections between sizes 15 % apart. */
const SIZE_SHARE = 0.01
/** With samples every second, at 2 m/s, the error of the least distance is the square of 1 m over twice the distance. */
const LOOKED_M = 0.1
/** The planes cross every half revolution, 80 m apart. */
const model = crossing({ aheadM: 80, acrossMps: 2 })
const burnS = -2.25 * model.periodS
const passages = { fromS: burnS, toS: 3 * model.periodS }
const asked = { burnS, target, acceptedM: TARGET_M, passages }

/** Returns the least distance after a multiple of a burn, by Kepler's motion only, with samples every second. */
function least({ state, deltaV }: Pick<SeparationPlan, 'state' | 'deltaV'>, factor = 1): number {
  const kicked = { r: state.r, v: add(state.v, scale(deltaV, factor)) }
  const other = flyTwoBody(model.encounter.secondary, burnS, GM_EARTH)
  // The burn does not change the distance at its own time.
  return leastDistance([kicked, other], { fromS: 600, toS: passages.toS - burnS, stepS: 1 })
}

test('planSeparation() keeps the target at every passage, while a plan for the passage of the message does not (F2)', () => {
  const one = planAssessed(model, { burnS, target })
  expect(one.meetsTarget).toBe(true)
  expect(least(one)).toBeLessThan(TARGET_M / MARGIN)
  const plan = planSeparation(model, asked)
  expect(plan).toMatchObject({ meetsTarget: true, largerFor: 'other-passage', limit: null })
  expect(least(plan) * MARGIN).toBeGreaterThanOrEqual(TARGET_M)
  expect(Math.abs(plan.separation.nominal.distanceM - least(plan))).toBeLessThan(LOOKED_M)
  // The burn is the smallest in its direction.
  expect(least(plan, 1 - SIZE_SHARE) * MARGIN).toBeLessThan(TARGET_M)
  expect(plan.separation.cold).toBeNull()
})

test('a burn 3σ too weak keeps the accepted distance at every passage (F1 for a distance), and the plan gives this reason for its size', () => {
  const free = planSeparation(model, asked)
  const plan = planSeparation(model, { ...asked, executionError: ERROR })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.deltaVMps).toBeGreaterThan(free.deltaVMps)
  expect(least(free, 0.7)).toBeLessThan(TARGET_M)
  expect(least(plan, 0.7)).toBeGreaterThanOrEqual(TARGET_M - LOOKED_M)
  expect(Math.abs(plan.separation.cold!.distanceM - least(plan, 0.7))).toBeLessThan(LOOKED_M)
  // At the passage of the message alone, the weak burn is the reason for the larger size.
  const alone = planSeparation(model, { ...asked, passages: null, executionError: ERROR })
  expect(alone).toMatchObject({ meetsTarget: true, largerFor: 'weak-burn' })
  expect(alone.separation.cold!.distanceM).toBeGreaterThanOrEqual(TARGET_M)
})

test('if no allowed size keeps the distance at every passage, the plan says so and returns the closest result', () => {
  const most = 0.5 * planSeparation(model, asked).deltaVMps
  const plan = planSeparation(model, { ...asked, maxDeltaVMps: most })
  expect(plan).toMatchObject({ meetsTarget: false })
  expect(plan.limit).not.toBeNull()
  expect(plan.separation.nominal.distanceM).toBeGreaterThan(plan.separation.before.distanceM)
})

test('the best time is the best for all passages, not for the passage of the message only (F2)', () => {
  const window = { fromS: -1.6 * model.periodS, toS: -0.3 * model.periodS }
  const given = { ofSatelliteM: 0, meetsAgain: true }
  const planOf = (at: AssessedOptions) => planToTarget(model, at, given)
  const wanted = { target, executionError: ERROR }
  const found = findBurnTime(model, window, wanted, planOf)!
  const ofMessage = findBurnTime(model, window, wanted)!
  const anewAt = ({ burnS: at }: { readonly burnS: number }) => planOf({ ...wanted, burnS: at })
  expect(anewAt(found)).toMatchObject({ meetsTarget: true, deltaVMps: found.deltaVMps })
  // The passage of the message needs no burn: its search returns the first time, at which all passages together need ten times as much.
  expect(anewAt(found).deltaVMps).toBeLessThan(anewAt(ofMessage).deltaVMps / 5)
})

/** Components of a Δv are multiples of 1e-7 m/s. */
const ROUNDED_SHARE = 1e-4

test('a plan grows up to its limit: a just sufficient size is found even if no more is allowed, as for an arc (F2)', () => {
  // A burn slightly off the track: none of the scanned lines has its direction.
  const burnS = -1.25 * model.periodS
  const early = { ...asked, burnS, passages: { ...passages, fromS: burnS }, executionError: ERROR }
  const free = planSeparation(model, early)
  expect(free).toMatchObject({ meetsTarget: true, largerFor: 'other-passage' })
  // An arc as long as its Δv takes leaves only this much room.
  const tight = planSeparation(model, { ...early, maxDeltaVMps: 1.0005 * free.deltaVMps })
  expect(tight).toMatchObject({ meetsTarget: true, limit: null, largerFor: 'other-passage' })
  expect(Math.abs(tight.deltaVMps / free.deltaVMps - 1)).toBeLessThan(SIZE_SHARE)
  // A slightly lower limit is not enough: the largest allowed burn is returned, and Δv is the limit.
  const shortMps = (1 - 2 * SIZE_SHARE) * free.deltaVMps
  const short = planSeparation(model, { ...early, maxDeltaVMps: shortMps })
  expect(short).toMatchObject({ meetsTarget: false, limit: 'delta-v' })
  expect(Math.abs(short.deltaVMps / shortMps - 1)).toBeLessThan(ROUNDED_SHARE)
})

test("a distance is also planned within the thrusters' directions, and if another direction would keep it, the plan says so", () => {
  const allowed = { frame: 'RTN', thrusters: [[0, -1, 0]] } as const
  const back = planSeparation(model, { ...asked, allowed })
  const [r, t, n] = back.deltaVRtnMps
  expect(back.meetsTarget).toBe(true)
  expect(Math.hypot(r, n)).toBeLessThan(-t * ROUNDED_SHARE)
  expect(least(back) * MARGIN).toBeGreaterThanOrEqual(TARGET_M)
  const most = planSeparation(model, asked).deltaVMps
  const outward = { frame: 'RTN', thrusters: [[0, 0, 1]] } as const
  expect(planSeparation(model, { ...asked, allowed: outward, maxDeltaVMps: 1.1 * most })).toMatchObject({
    meetsTarget: false,
    limit: 'direction',
  })
})
