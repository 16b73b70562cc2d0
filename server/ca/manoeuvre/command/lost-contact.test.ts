import type { Contact } from '@apsis/contract/ca/contact.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { planAt } from '../../testing/plan-desk.ts'
import { manoeuvreWork } from '../watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** TCA of the test message: 2030-01-05T12:00 UTC; the lead of the test satellite is 6 h. */
const at = (time: string) => `2030-01-05T${time}.000Z`
const CONTACTS = '/api/v1/ca/contacts'
const start = { start: { unit: 'DATE', value: at('10:00:00') } }

/** A turn of the standing work, at a time. */
async function turn({ tenantId }: { readonly tenantId: string }, now: string): Promise<void> {
  const { db, queue } = api.api.platform
  const floor = { db, queue, log: api.log, now: () => Date.parse(now), signal: new AbortController().signal }
  await manoeuvreWork.turn(floor, tenantId)
}

test('an open plan hears of the contact that is cancelled, and is commanded by the one before it', async () => {
  const desk = await planAt(api, 'cancelled')
  const { satelliteId } = desk.satellite
  const told = async () => (await desk.notices()).filter(({ finding }) => finding?.code === 'plan-contact-lost')
  const contactAt = async (from: string, to: string) =>
    bodyOf<Contact>(
      await desk.ada.json(`POST ${CONTACTS}?satellite-id=${satelliteId}`, {
        from: at(from),
        to: at(to),
        station: `S ${from}`,
      }),
    )
  await contactAt('01:00:00', '01:10:00')
  const last = await contactAt('02:00:00', '02:10:00')
  const plan = await desk.planned(start)
  expect(plan.command.contact?.station).toBe('S 02:00:00')
  await turn(desk, at('00:00:00'))
  expect(await told()).toEqual([])
  expect((await desk.ada.call(`DELETE ${CONTACTS}/${last.contactId}`)).status).toBe(204)
  for (const _twice of [1, 2]) await turn(desk, at('00:00:00'))
  const now = await desk.read(plan.manoeuvreId)
  // Three minutes before the end of the contact that is left (decision 085).
  expect([now.command.contact?.station, now.commitAt, now.version]).toEqual([
    'S 01:00:00',
    at('01:07:00'),
    plan.version,
  ])
  const notices = await told()
  expect(notices.map(({ finding }) => finding?.values)).toMatchObject([
    { station: 'S 02:00:00', commitAt: at('01:07:00') },
  ])
})
