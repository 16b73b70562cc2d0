import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Contact } from '@apsis/contract/ca/contact/contact.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { approved, type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { manoeuvreWork } from './watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const floorAt = (now: string) => {
  const { db, queue } = api.api.platform
  return { db, queue, log: api.log, now: () => Date.parse(now), signal: new AbortController().signal }
}
const takeOther = ({ ada }: PlanOperator) =>
  ada.take(
    cdmText({ createdAt: '2029-12-30T00:00:00.000', objects: ['43617', '90002'], tca: '2030-01-06T00:00:00.000' }),
  )
const at = (time: string) => `2030-01-05T${time}.000Z`
const NOON_BEFORE = '2030-01-04T12:00:00.000Z'

test('until when a second burn can be decided follows the contacts of now when an approved plan is held against newer data', async () => {
  const operator = await planAt(api, 'second-burn')
  const plan = await approved({
    ...operator,
    planned: () => operator.planned({ start: { unit: 'DATE', value: at('01:00:00') } }),
  })
  // By the lead of 6 h alone, before half a revolution ahead of TCA.
  const { ignition, commitAt } = plan.screening!.secondBurn!
  expect(Date.parse(ignition) - Date.parse(commitAt)).toBe(6 * 60 * MINUTE_MS)
  await bodyOf<Contact>(
    await operator.ada.json(`POST /api/v1/ca/contacts?satellite-id=${operator.satellite.satelliteId}`, {
      from: at('04:00:00'),
      to: at('04:10:00'),
      station: 'Kiruna',
    }),
  )
  await takeOther(operator)
  await manoeuvreWork().turn(floorAt(NOON_BEFORE), operator.tenantId)
  // Three minutes before the end of the contact (docs/domain/contact.md).
  expect((await operator.read(plan.manoeuvreId)).screening!.secondBurn).toEqual({ ignition, commitAt: at('04:07:00') })
})

test('an approved burn that cannot be held against newer data in twelve turns of any workers is told once, and stays', async () => {
  const operator = await planAt(api, 'not-held')
  const { manoeuvreId, name } = await approved(operator)
  await takeOther(operator)
  // Nothing that a person enters makes this: a fault of ours.
  await api.database.query(`update ca.manoeuvre set request = 'null' where id = '${manoeuvreId}'`)
  // A worker for each turn: two that take turns, or one that is started anew.
  const turn = () => manoeuvreWork().turn(floorAt(NOON_BEFORE), operator.tenantId)
  const told = async () => (await operator.notices()).filter(({ finding }) => finding?.code === 'plan-not-held')
  for (let turns = 0; turns < 11; turns += 1) await turn()
  expect(await told()).toEqual([])
  for (let turns = 0; turns < 3; turns += 1) await turn()
  const [notice, ...more] = await told()
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    level: 'serious',
    finding: { values: { plan: name, reason: 'holding-failed', tries: 12 } },
  })
})
