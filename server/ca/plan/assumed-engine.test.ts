import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('a propulsion without numbers is accepted on create and on replace and gets assumed numbers, and a plan made with them says so', async () => {
  const operator = await planAt(api, 'bare', { configuration: { propulsion: 'IMPULSIVE' } })
  const engine = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, isAssumed: true }
  expect(operator.satellite.configuration.propulsion).toMatchObject(engine)
  expect(await operator.planned()).toMatchObject({ manoeuvreType: 'IMPULSIVE', isEngineAssumed: true })
  const replace = async (configuration: object) => {
    const { satelliteId, name, noradId } = operator.satellite
    const answer = await operator.ada.json('PUT /api/v1/ca/satellites', { satelliteId, name, noradId, configuration })
    return [answer.status, (await bodyOf<Satellite>(answer)).configuration?.propulsion]
  }
  const given = { ...operator.satellite.configuration }
  expect(await replace({ ...given, propulsion: 'NONE' })).toEqual([200, { type: 'NONE' }])
  // The propulsion of the answer is accepted as it is: if it gives its own numbers, nothing is assumed.
  expect(await replace(given)).toEqual([200, expect.objectContaining(engine)])
  const { isAssumed: _, ...own } = { isAssumed: true, ...given.propulsion }
  expect(await replace({ ...given, propulsion: own })).toEqual([200, own])
  const plan = await operator.create()
  expect([plan.status, (await bodyOf<Plan>(plan)).isEngineAssumed]).toEqual([201, false])
  expect(await replace({ ...given, propulsion: 'ROCKET' })).toEqual([400, undefined])
})
