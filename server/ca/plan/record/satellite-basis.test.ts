import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { type PlanOperator, planAt } from '../../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Saves the satellite with its original configuration and these changes. */
async function change({ ada, satellite }: PlanOperator, differences: object) {
  const { satelliteId, name, noradId, configuration } = satellite
  const saved = { satelliteId, name, noradId, configuration: { ...configuration, ...differences } }
  expect((await ada.json('PUT /api/v1/ca/satellites', saved)).status).toBe(200)
}

test('an open plan shows later changes of its satellite, in the list, the table and the plan, until it is planned again', async () => {
  const operator = await planAt(api, 'basis')
  const plan = await operator.planned()
  expect(plan.satelliteChanges).toEqual([])
  expect(plan.satelliteBasis).toMatchObject({ wetMass: 260, hardBodyRadius: 5, acceptedCollisionProbability: 1e-4 })
  // A plan does not depend on a name or a strategy.
  await change(operator, { strategy: 'SHORT_TERM' })
  expect((await operator.read(plan.manoeuvreId)).satelliteChanges).toEqual([])
  const { propulsion } = operator.satellite.configuration
  await change(operator, { wetMass: 250, dragArea: 3, propulsion: { ...propulsion, thrustN: 2 } })
  const changed = ['wetMass', 'dragArea', 'propulsion']
  expect((await operator.read(plan.manoeuvreId)).satelliteChanges).toEqual(changed)
  const listed = await bodyOf<Plan[]>(await operator.ada.call('GET /api/v1/ca/manoeuvres'))
  expect(listed.map(({ satelliteChanges }) => satelliteChanges)).toEqual([changed])
  const table = await operator.ada.call('GET /api/v1/ca/manoeuvres', { headers: { accept: 'text/csv' } })
  expect(await table.text()).toContain(changed.join(' '))
  const { thresholds } = operator.satellite.configuration
  const further = { ...thresholds, acceptedMinimumDistanceM: 1.5 * thresholds.acceptedMinimumDistanceM }
  await change(operator, { wetMass: 250, dragArea: 3, propulsion: { ...propulsion, thrustN: 2 }, thresholds: further })
  expect((await operator.read(plan.manoeuvreId)).satelliteChanges).toEqual([...changed, 'acceptedMinimumDistanceM'])
  const anew = await operator.moved(plan, { plan: {} })
  expect([anew.satelliteChanges, anew.satelliteBasis?.wetMass]).toEqual([[], 250])
  await change(operator, {})
  const back = await operator.moved(await operator.read(plan.manoeuvreId), { state: 'REJECTED', why: 'no' })
  expect([back.state, back.satelliteChanges]).toEqual(['REJECTED', []])
})
