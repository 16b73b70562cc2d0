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

test('the deadline of a second burn follows the present contacts when an approved plan is evaluated on newer data', async () => {
  const operator = await planAt(api, 'second-burn')
  const plan = await approved({
    ...operator,
    planned: () => operator.planned({ start: { unit: 'DATE', value: at('01:00:00') } }),
  })
  // The deadline follows from the lead of 6 h only: it is 6 h before the ignition, which is half a revolution before TCA.
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
  // The deadline is three minutes before the end of the contact (docs/domain/contact.md).
  expect((await operator.read(plan.manoeuvreId)).screening!.secondBurn).toEqual({ ignition, commitAt: at('04:07:00') })
})

test('an approved burn that cannot be evaluated on newer data in twelve runs of any workers is reported once, and stays', async () => {
  const operator = await planAt(api, 'not-held')
  const { manoeuvreId, name } = await approved(operator)
  await takeOther(operator)
  // This is an internal fault, which no input of a person can cause.
  await api.database.query(`update ca.manoeuvre set request = 'null' where id = '${manoeuvreId}'`)
  // Each run has its own worker, as with two workers that alternate, or one that is restarted.
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
