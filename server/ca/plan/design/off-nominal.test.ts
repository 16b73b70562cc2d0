import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Both values are sums of the same rates along the same orbits, added in a different order. */
const SUMMED = 1e-9

test('a burn that is too strong or too weak, and a wrong covariance, are judged by the curved method if it confirms the plan (F1, F3)', async () => {
  // The objects fly side by side at 5 cm/s: the value from the plane is some tenths of the value from the curved method.
  const operator = await planAt(api, 'curved', { cdm: { slowMps: 0.05, sigmaM: 50, missM: 200 } })
  const plan = await operator.planned()
  const { screening } = await operator.moved(plan, { state: 'SCREENED' })
  const row = screening!.events.find(({ isTarget }) => isTarget)!
  const sameAs = (value: number | null) => Math.abs(value! / row.nominal! - 1)
  expect(sameAs(plan.after.probability)).toBeLessThan(SUMMED)
  expect(Math.abs(plan.hotProbability! / row.hot! - 1)).toBeLessThan(SUMMED)
  expect(Math.abs(plan.coldProbability! / row.cold! - 1)).toBeLessThan(SUMMED)
  // A sufficient plan does not fail its own screening because of the weak burn.
  expect(plan).toMatchObject({ meetsTarget: true, limit: null })
  expect(plan.coldProbability).toBeLessThan(screening!.accepted)
  const asStated = plan.sensitivity.find(({ covarianceFactor }) => covarianceFactor === 1)!
  expect(sameAs(asStated.probability)).toBeLessThan(SUMMED)
})
