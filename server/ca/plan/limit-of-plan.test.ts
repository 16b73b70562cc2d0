import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Burns have an error of a tenth, 1σ, and the accepted probability is low, so a burn that is 3σ too weak decides the size. */
const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, sigmaMagnitude: 0.1 }
const thresholds = {
  acceptedCollisionProbability: 1e-5,
  highCollisionProbability: 1e-6,
  mediumCollisionProbability: 1e-7,
}
const wish = { target: { kind: 'PROBABILITY', value: 3e-6 } }
/** The search enlarges a burn by 2 % at a time until it suffices, so it may stop up to 2 % below the largest burn. */
const [GROWTH, JUST_BELOW] = [1.02, 0.999]
/** The decimals of a Δv in m/s that must agree: a burn is written in multiples of 1e-7 m/s. */
const DELTA_V_DIGITS = 6

test('a burn is limited by Δv, not by the engine, if its next step would exceed the largest burn', async () => {
  const free = await planAt(api, 'limit-free', { configuration: { propulsion: ENGINE, thresholds } })
  const enough = await free.planned(wish)
  expect(enough).toMatchObject({ meetsTarget: true, limit: null, largerFor: 'WEAK_BURN' })
  // Whole steps make the burn a little longer, and nothing else does.
  const stepped = await planAt(api, 'limit-steps', {
    configuration: { propulsion: { ...ENGINE, cutOffStepS: 1 }, thresholds },
  })
  const whole = await stepped.planned(wish)
  expect(whole).toMatchObject({ meetsTarget: true, largerFor: 'WEAK_BURN' })
  expect(whole.deltaVMagnitude).toBeGreaterThan(enough.deltaVMagnitude)
  const maxDeltaVMps = JUST_BELOW * enough.deltaVMagnitude
  const short = await planAt(api, 'limit-short', {
    configuration: { propulsion: { ...ENGINE, maxDeltaVMps }, thresholds },
  })
  const plan = await short.planned(wish)
  // The burn stays one step below the sufficient burn, which is less than a hundredth below the limit of the engine.
  expect(plan.deltaVMagnitude * GROWTH).toBeCloseTo(enough.deltaVMagnitude, DELTA_V_DIGITS)
  expect(plan.deltaVMagnitude / maxDeltaVMps).toBeLessThan(0.99)
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'DELTA_V' })
  expect(plan.coldProbability).toBeGreaterThan(enough.coldProbability!)
})

test('a plan whose target is not below the accepted probability is made for the accepted probability, and says so', async () => {
  const operator = await planAt(api, 'limit-accepted', { configuration: { propulsion: ENGINE, thresholds } })
  const accepted = thresholds.acceptedCollisionProbability
  const plan = await operator.planned({ target: { kind: 'PROBABILITY', value: 2 * accepted } })
  expect(plan).toMatchObject({ meetsTarget: true, limit: null, largerFor: 'ACCEPTED_PROBABILITY' })
  expect(plan.after.probability).toBeLessThan(accepted)
  expect(plan.coldProbability).toBeLessThan(accepted)
})
