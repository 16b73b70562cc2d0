import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { planAt } from '../testing/plan-desk.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Their covariance has no velocities, so that no method along curved orbits has a value for them. */
const ALONG = cdmText({ createdAt: '2029-12-30T00:00:00.000', slowMps: 2 }).replaceAll(/^C\w*DOT\w* .*\n/gm, '')

test('objects that fly along together are planned by separation, which the plan says, and by no probability (rule F2)', async () => {
  const desk = await planAt(api, 'along')
  const [taken] = await desk.ada.take(ALONG)
  const create = (body: object = {}) =>
    desk.ada.json('POST /api/v1/ca/manoeuvres', { 'conjunction-id': taken!.conjunctionId, ...body })
  const planned = async (body?: object) => bodyOf<Manoeuvre>(await create(body))
  const plan = await planned({ target: { kind: 'MISS_DISTANCE', value: 1000 } })
  expect(plan).toMatchObject({
    target: { kind: 'MISS_DISTANCE', value: 1000 },
    isBySeparation: true,
    meetsTarget: true,
    isTrackingFirst: false,
    before: { probability: null },
    after: { probability: null },
  })
  expect(plan.after.missM).toBeGreaterThanOrEqual(1000)
  // What was not asked for is the distance that the satellite accepts.
  expect((await planned()).target).toEqual({ kind: 'MISS_DISTANCE', value: 100 })
  const refused = await create({ target: { kind: 'PROBABILITY', value: 1e-6 } })
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    422,
    { errors: [{ code: 'manoeuvre.no-probability' }] },
  ])
  expect(await desk.planned()).not.toHaveProperty('isBySeparation')
})
