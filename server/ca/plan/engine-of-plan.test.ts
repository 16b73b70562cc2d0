import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }
/** The exhaust velocity for a specific impulse of 220 s, m/s. */
const EXHAUST_MPS = 220 * 9.80665
let place = 0
const operatorOf = (engine: object = {}, others: object = {}) => {
  place += 1
  return planAt(api, `engine-${place}`, { configuration: { propulsion: { ...ENGINE, ...engine }, ...others } })
}
/** A burn is written in multiples of this step (F7). */
const DELTA_V_STEP_MPS = 1e-7
/** The accuracy of a burn's duration: Δv is written in multiples of 1e-7 m/s, for burns of some hundredths. */
const STEP_DIGITS = 3

test('fixed errors of a burn count in its size, and in the result if the burn is too weak or too strong (F8)', async () => {
  const shares = await (await operatorOf()).planned()
  const fixed = await (await operatorOf({ sigmaMagnitudeMps: shares.deltaVMagnitude / 4 })).planned()
  expect([shares.meetsTarget, fixed.meetsTarget]).toEqual([true, true])
  expect(fixed.deltaVMagnitude).toBeGreaterThan(1.02 * shares.deltaVMagnitude)
})

test('the remaining propellant and Δv limit a plan, which names them', async () => {
  const free = await (await operatorOf()).planned()
  const half = free.deltaVMagnitude / 2
  const budget = await (await operatorOf({ deltaVBudgetMps: half })).planned()
  expect(budget).toMatchObject({ meetsTarget: false, limit: 'BUDGET' })
  expect(budget.deltaVMagnitude).toBeLessThanOrEqual(half + DELTA_V_STEP_MPS)
  const propellantKg = 260 * (1 - Math.exp(-half / EXHAUST_MPS))
  const tank = await (await operatorOf({ propellantKg })).planned()
  expect(tank).toMatchObject({ meetsTarget: false, limit: 'PROPELLANT' })
  expect(tank.deltaVMagnitude).toBeLessThanOrEqual(half + DELTA_V_STEP_MPS)
  const none = await (await operatorOf({ minDeltaVMps: 1, deltaVBudgetMps: 0.5 })).create()
  expect(none.status).toBe(422)
  expect((await bodyOf<Problem>(none)).message).toMatch(/has left, 0\.5 m\/s, is less than its smallest burn of 1 m\/s/)
  const arc = { type: 'CONTINUOUS', thrustN: 0.1, ispS: 1_500, maxThrustPerOrbitS: 5_000 }
  const freeArc = await (await operatorOf(arc)).planned()
  const shortArc = await (await operatorOf({ ...arc, deltaVBudgetMps: freeArc.deltaVMagnitude / 2 })).planned()
  expect([freeArc.meetsTarget, shortArc.limit]).toEqual([true, 'BUDGET'])
})

test('a requested arc may last longer than the remaining Δv needs at full thrust: then it thrusts less (F8)', async () => {
  const arc = { type: 'CONTINUOUS', thrustN: 1, ispS: 1_500, maxThrustPerOrbitS: 5_000 }
  const free = await (await operatorOf(arc)).planned()
  const budget = { ...arc, deltaVBudgetMps: 2 * free.deltaVMagnitude }
  const asked = { unit: 'SECONDS', value: 10 * free.manoeuvreDuration }
  const plan = await (await operatorOf(budget)).planned({ manoeuvreDuration: asked })
  expect(plan).toMatchObject({ meetsTarget: true, limit: null })
  expect(plan.manoeuvreDuration / asked.value).toBeCloseTo(1, STEP_DIGITS)
  expect(plan.deltaVMagnitude).toBeLessThan(budget.deltaVBudgetMps)
  expect(plan.effectiveThrustMagnitude).toBeLessThan(arc.thrustN / 2)
  // If too little Δv is left, the remaining Δv is the limit.
  const little = { ...arc, deltaVBudgetMps: free.deltaVMagnitude / 2 }
  const short = await (await operatorOf(little)).planned({ manoeuvreDuration: asked })
  expect(short).toMatchObject({ meetsTarget: false, limit: 'BUDGET' })
  expect(short.deltaVMagnitude).toBeLessThanOrEqual(little.deltaVBudgetMps + DELTA_V_STEP_MPS)
})

test('a burn starts at a step of its engine and lasts for whole steps, and is confirmed with these values (F7)', async () => {
  const free = await (await operatorOf()).planned()
  const plan = await (await operatorOf({ startStepS: 60, cutOffStepS: 7 })).planned()
  expect([plan.meetsTarget, (Date.parse(plan.ignitionEpoch) / 1_000) % 60]).toEqual([true, 0])
  expect(plan.ignitionEpoch).toMatch(/:00\.000000Z$/)
  const steps = plan.totalThrustingTime! / 7
  expect(steps).toBeCloseTo(Math.round(steps), STEP_DIGITS)
  expect(plan.deltaVMagnitude).toBeGreaterThan(free.deltaVMagnitude)
  // A slew before the burn needs an earlier command.
  const [slow] = await Promise.all([(await operatorOf({ slewS: 1_800 })).planned()])
  expect(Date.parse(free.commitAt) - Date.parse(slow.commitAt)).toBe(1_800_000)
})

test('steps that make a burn longer are named as the reason; the smallest burn is named only if it is the reason (F2)', async () => {
  const steps = await (await operatorOf({ cutOffStepS: 60 })).planned()
  expect(steps.meetsTarget).toBe(true)
  expect(steps.after.probability).toBeLessThan(steps.target.value / 2)
  expect(steps.largerFor).toBe('ENGINE_STEPS')
  const bit = await (await operatorOf({ minDeltaVMps: 0.5 })).planned()
  expect(bit.largerFor).toBe('SMALLEST_BURN')
})

test('an arc thrusts for whole steps, and uses all of the Δv that they give (F7, F8)', async () => {
  const arc = { type: 'CONTINUOUS', thrustN: 0.1, ispS: 1_500, dutyCycle: 0.5, maxThrustPerOrbitS: 5_000 }
  const plan = await (await operatorOf({ ...arc, cutOffStepS: 60 })).planned()
  const steps = (plan.manoeuvreDuration * arc.dutyCycle) / 60
  expect(steps).toBeGreaterThan(0)
  expect(steps).toBeCloseTo(Math.round(steps), STEP_DIGITS)
  // Thrust over mass, multiplied by the time for which the engine is on.
  const madeMps = (arc.thrustN / plan.spacecraftInitialMass!) * arc.dutyCycle * plan.manoeuvreDuration
  expect(Math.abs(plan.deltaVMagnitude - madeMps)).toBeLessThan(DELTA_V_STEP_MPS)
  expect(plan.meetsTarget).toBe(true)
})

test('a plan is refused if its start, rounded up to a step of the engine, is not before the closest approach', async () => {
  // The engine starts only at full hours, and the next one is not before the closest approach.
  const operator = await operatorOf({ startStepS: 3_600, leadTimeH: 0 })
  const late = await operator.create({ start: { unit: 'SECONDS', value: 1 } })
  expect([late.status, (await bodyOf<Problem>(late)).errors?.[0]?.code]).toEqual([422, 'manoeuvre.after-tca'])
})

test('a search finds the engine start in its window for which the burn is smallest, wherever it lies', async () => {
  const operator = await operatorOf({ startStepS: 3_600 })
  const { ignitionEpoch } = await operator.planned()
  const hour = Date.parse(ignitionEpoch)
  // Windows of fifty minutes around one full hour each: in some of them the smallest burn lies after the full hour.
  for (const k of [0, 1, 2, 3]) {
    const fullMs = hour + k * 3_600_000
    const at = (minutes: number) => new Date(fullMs + minutes * 60_000).toISOString()
    const plan = await operator.planned({ start: { unit: 'DATE', value: at(-10) }, until: at(40) })
    expect([Date.parse(plan.ignitionEpoch), plan.ignitionEpoch.slice(14, 26)]).toEqual([fullMs, '00:00.000000'])
  }
})
