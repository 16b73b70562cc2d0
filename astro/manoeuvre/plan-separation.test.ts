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
/** Of the magnitude and of the direction: three sigmas are 30 % of the size. */
const ERROR = { magnitude: 0.1, pointingRad: 0.03 }
/** Found by halving between sizes 15 % apart, six times. */
const SIZE_SHARE = 0.01
/** Looked at every second, at 2 m/s, the least distance is off by the square of 1 m over twice itself. */
const LOOKED_M = 0.1
/** The planes cross every half revolution, 80 m apart. */
const model = crossing({ aheadM: 80, acrossMps: 2 })
const burnS = -2.25 * model.periodS
const passages = { fromS: burnS, toS: 3 * model.periodS }
const asked = { burnS, target, acceptedM: TARGET_M, passages }

/** The least distance with a multiple of a burn, by Kepler's motion alone, every second. */
function least({ state, deltaV }: Pick<SeparationPlan, 'state' | 'deltaV'>, factor = 1): number {
  const kicked = { r: state.r, v: add(state.v, scale(deltaV, factor)) }
  const other = flyTwoBody(model.encounter.secondary, burnS, GM_EARTH)
  // The distance at the burn itself is nothing that it changes.
  return leastDistance([kicked, other], { fromS: 600, toS: passages.toS - burnS, stepS: 1 })
}

test('planSeparation() keeps the target at every passage, where a plan for the passage of the message does not (F2)', () => {
  const one = planAssessed(model, { burnS, target })
  expect(one.meetsTarget).toBe(true)
  expect(least(one)).toBeLessThan(TARGET_M / MARGIN)
  const plan = planSeparation(model, asked)
  expect(plan).toMatchObject({ meetsTarget: true, largerFor: 'other-passage', limit: null })
  expect(least(plan) * MARGIN).toBeGreaterThanOrEqual(TARGET_M)
  expect(Math.abs(plan.separation.nominal.distanceM - least(plan))).toBeLessThan(LOOKED_M)
  // The smallest of its direction.
  expect(least(plan, 1 - SIZE_SHARE) * MARGIN).toBeLessThan(TARGET_M)
  expect(plan.separation.cold).toBeNull()
})

test('a burn 3σ too weak keeps what is accepted at every passage (F1 for a distance), and the plan says that it is larger for that', () => {
  const free = planSeparation(model, asked)
  const plan = planSeparation(model, { ...asked, executionError: ERROR })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.deltaVMps).toBeGreaterThan(free.deltaVMps)
  expect(least(free, 0.7)).toBeLessThan(TARGET_M)
  expect(least(plan, 0.7)).toBeGreaterThanOrEqual(TARGET_M - LOOKED_M)
  expect(Math.abs(plan.separation.cold!.distanceM - least(plan, 0.7))).toBeLessThan(LOOKED_M)
  // At the passage of the message alone it is the weak burn that asks for more.
  const alone = planSeparation(model, { ...asked, passages: null, executionError: ERROR })
  expect(alone).toMatchObject({ meetsTarget: true, largerFor: 'weak-burn' })
  expect(alone.separation.cold!.distanceM).toBeGreaterThanOrEqual(TARGET_M)
})

test('where no size that is allowed keeps the distance at every passage, the plan says so and shows what comes nearest', () => {
  const most = 0.5 * planSeparation(model, asked).deltaVMps
  const plan = planSeparation(model, { ...asked, maxDeltaVMps: most })
  expect(plan).toMatchObject({ meetsTarget: false })
  expect(plan.limit).not.toBeNull()
  expect(plan.separation.nominal.distanceM).toBeGreaterThan(plan.separation.before.distanceM)
})

test('the best time is the best of what every passage asks for, not of the passage of the message alone (F2)', () => {
  const window = { fromS: -1.6 * model.periodS, toS: -0.3 * model.periodS }
  const given = { ofSatelliteM: 0, meetsAgain: true }
  const planOf = (at: AssessedOptions) => planToTarget(model, at, given)
  const wanted = { target, executionError: ERROR }
  const found = findBurnTime(model, window, wanted, planOf)!
  const ofMessage = findBurnTime(model, window, wanted)!
  const anewAt = ({ burnS: at }: { readonly burnS: number }) => planOf({ ...wanted, burnS: at })
  expect(anewAt(found)).toMatchObject({ meetsTarget: true, deltaVMps: found.deltaVMps })
  // For the passage of the message no burn is needed at all: the first time is as good as any, and asks for ten times as much in the end.
  expect(anewAt(found).deltaVMps).toBeLessThan(anewAt(ofMessage).deltaVMps / 5)
})

/** Components of a Δv are multiples of 1e-7 m/s. */
const ROUNDED_SHARE = 1e-4

test('a plan grows up to its limit: what is just enough is found where no more is allowed, as an arc allows no more (F2)', () => {
  // A burn a little off the track: no line that is scanned is its direction.
  const burnS = -1.25 * model.periodS
  const early = { ...asked, burnS, passages: { ...passages, fromS: burnS }, executionError: ERROR }
  const free = planSeparation(model, early)
  expect(free).toMatchObject({ meetsTarget: true, largerFor: 'other-passage' })
  // An arc that is as long as its Δv takes leaves it so much room.
  const tight = planSeparation(model, { ...early, maxDeltaVMps: 1.0005 * free.deltaVMps })
  expect(tight).toMatchObject({ meetsTarget: true, limit: null, largerFor: 'other-passage' })
  expect(Math.abs(tight.deltaVMps / free.deltaVMps - 1)).toBeLessThan(SIZE_SHARE)
  // A little less is not enough: the largest that is allowed is shown, and it is the Δv that is in the way.
  const shortMps = (1 - 2 * SIZE_SHARE) * free.deltaVMps
  const short = planSeparation(model, { ...early, maxDeltaVMps: shortMps })
  expect(short).toMatchObject({ meetsTarget: false, limit: 'delta-v' })
  expect(Math.abs(short.deltaVMps / shortMps - 1)).toBeLessThan(ROUNDED_SHARE)
})

test('a distance is planned within the thrusters too, and where another direction would keep it the plan says so', () => {
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
