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

/** Past each other at 10 m/s, kilometres off, with hardly any error of the velocities: the plane does not hold, and curved orbits give nothing. */
const SLOW = cdmText({ objects: ['43617', '90002'], slowMps: 10.5, sigmaM: 10_000, missM: 10_000 }).replaceAll(
  /(C(\w)DOT_\2DOT = )(\S+)/g,
  (_all, head: string, _axis, value: string) => `${head}${Number(value) * 1e-6}`,
)

test('an event whose plane is no proof has no probability beside a burn, which is then no pass (F2, F12)', async () => {
  const desk = await planAt(api, 'no-proof')
  const [taken] = await desk.ada.take(SLOW)
  const [slow] = await desk.ada.events(`?conjunction-id=${taken!.conjunctionId}`)
  // The plane has a value, which is shown and not relied on.
  expect(slow?.conjunctionData.probabilityOfCollision).toEqual(expect.any(Number))
  const { screening } = await desk.moved(await desk.planned(), { state: 'SCREENED' })
  const row = screening?.events.find(({ conjunctionId }) => conjunctionId === taken!.conjunctionId)
  expect([row?.before, row?.nominal, row?.hot, row?.cold]).toEqual([null, null, null, null])
  expect(screening?.verdict).toBe('NOT_ASSESSED')
})
