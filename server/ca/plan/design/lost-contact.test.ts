import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Contact } from '@apsis/contract/ca/contact/contact.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { approved, planAt } from '../../testing/plan-operator.ts'
import { manoeuvreWork } from '../life/watch-work.ts'
import { findPlan } from '../record/plan.repository.ts'
import { changeCommand, readCommand } from './lost-contact.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** TCA of the test message: 2030-01-05T12:00 UTC; the lead of the test satellite is 6 h. */
const at = (time: string) => `2030-01-05T${time}.000Z`
const CONTACTS = '/api/v1/ca/contacts'
const start = { start: { unit: 'DATE', value: at('10:00:00') } }

/** Runs the watch once at a time. */
async function turn({ tenantId }: { readonly tenantId: string }, now: string): Promise<void> {
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: () => Date.parse(now), signal: new AbortController().signal }
  await manoeuvreWork().turn(platform, tenantId)
}

/** Makes an operator with contacts, and reads its notices of lost contacts. */
async function commandedOperator(name: string) {
  const operator = await planAt(api, name)
  const { satelliteId } = operator.satellite
  return {
    ...operator,
    book: async (from: string, to: string) =>
      bodyOf<Contact>(
        await operator.ada.json(`POST ${CONTACTS}?satellite-id=${satelliteId}`, {
          from: at(from),
          to: at(to),
          station: `S ${from}`,
        }),
      ),
    cancel: async ({ contactId }: Contact) =>
      expect((await operator.ada.call(`DELETE ${CONTACTS}/${contactId}`)).status).toBe(204),
    told: async () => (await operator.notices()).filter(({ finding }) => finding?.code === 'plan-contact-lost'),
  }
}

test('an open plan notices that its contact is cancelled, and is commanded in the contact before it', async () => {
  const operator = await commandedOperator('cancelled')
  await operator.book('01:00:00', '01:10:00')
  const last = await operator.book('02:00:00', '02:10:00')
  const plan = await operator.planned(start)
  expect(plan.command.contact?.station).toBe('S 02:00:00')
  await turn(operator, at('00:00:00'))
  expect(await operator.told()).toEqual([])
  await operator.cancel(last)
  // Two workers run at once, and one more run follows: the change is written and reported once.
  await Promise.all([turn(operator, at('00:00:00')), turn(operator, at('00:00:00'))])
  await turn(operator, at('00:00:00'))
  const now = await operator.read(plan.manoeuvreId)
  // The time is three minutes before the end of the remaining contact (docs/domain/contact.md).
  expect([now.command.contact?.station, now.commitAt, now.version]).toEqual([
    'S 01:00:00',
    at('01:07:00'),
    plan.version,
  ])
  expect((await operator.told()).map(({ finding }) => finding?.values)).toMatchObject([
    { station: 'S 02:00:00', commitAt: at('01:07:00') },
  ])
})

/** Makes an approved plan: the one contact that reaches it is cancelled, while another is booked after its burn. */
async function withoutContact(name: string) {
  const operator = await commandedOperator(name)
  const only = await operator.book('02:00:00', '02:10:00')
  const plan = await approved({ ...operator, planned: () => operator.planned(start) })
  await operator.book('11:00:00', '11:10:00')
  await operator.cancel(only)
  await turn(operator, at('00:00:00'))
  return { ...operator, plan, now: () => operator.read(plan.manoeuvreId) }
}

test('a corrected contact does not end a plan: the plan waits ten minutes, and is commanded as before', async () => {
  const operator = await withoutContact('corrected')
  const waits = { state: 'APPROVED', commitAt: at('00:10:00'), command: { basis: 'BOOKED', contact: null } }
  expect(await operator.now()).toMatchObject(waits)
  const notices = await operator.told()
  expect(notices.map(({ level, finding }) => [level, finding?.values])).toMatchObject([
    ['serious', { reaching: 0, commitAt: at('00:10:00') }],
  ])
  await turn(operator, at('00:09:59'))
  expect(await operator.now()).toMatchObject(waits)
  await operator.book('02:01:00', '02:11:00')
  await turn(operator, at('00:10:01'))
  expect(await operator.now()).toMatchObject({
    state: 'APPROVED',
    commitAt: at('02:08:00'),
    version: operator.plan.version,
    command: { basis: 'BOOKED', contact: { station: 'S 02:01:00' } },
  })
  expect(await operator.told()).toHaveLength(1)
})

test('a plan that no contact reaches for ten minutes expires', async () => {
  const operator = await withoutContact('uncorrected')
  await turn(operator, at('00:10:00'))
  expect((await operator.now()).state).toBe('APPROVED')
  await turn(operator, at('00:10:01'))
  expect((await operator.now()).state).toBe('EXPIRED')
})

test('a contact that is entered again during the search for the next one counts', async () => {
  const operator = await commandedOperator('entered-again')
  await operator.book('01:00:00', '01:10:00')
  const last = await operator.book('02:00:00', '02:10:00')
  const plan = await operator.planned(start)
  const { db } = api.api.platform
  const held = { db, tenantId: operator.tenantId, at: new Date(at('00:00:00')) }
  const row = () => db.tenant(operator.tenantId, (tx) => findPlan(tx, plan.manoeuvreId))
  await operator.cancel(last)
  const next = await readCommand(held, (await row())!)
  expect(next.command.contact?.station).toBe('S 01:00:00')
  await operator.book('02:00:00', '02:10:00')
  await db.tenant(operator.tenantId, async (tx) =>
    changeCommand(tx, held, (await findPlan(tx, plan.manoeuvreId, true))!, next),
  )
  expect(await operator.read(plan.manoeuvreId)).toMatchObject({ command: plan.command, commitAt: plan.commitAt })
  expect(await operator.told()).toEqual([])
})

/** Returns a circular orbit 500 km high, inclined by 98°, as an element set of the day on which the test runs. */
function setOfToday(): string {
  const now = new Date()
  const [yearMs, year] = [Date.UTC(now.getUTCFullYear(), 0, 1), String(now.getUTCFullYear()).slice(2)]
  const day = (1 + (now.getTime() - yearMs) / DAY_MS).toFixed(8).padStart(12, '0')
  return [
    `1 43617U 18077A   ${year}${day}  .00000000  00000-0  00000-0 0  999`,
    '2 43617  98.0000 100.0000 0001000  90.0000 270.0000 15.22000000 1000',
  ]
    .map((line) => {
      const digits = [...line].map((one) => (one === '-' ? 1 : /\d/.test(one) ? Number(one) : 0))
      return `${line}${digits.reduce<number>((sum, one) => sum + one, 0) % 10}`
    })
    .join('\n')
}

test('a burn after the computed contacts can be decided until its lead; the last contact counts once it can be computed', async () => {
  const operator = await commandedOperator('far-ahead')
  expect((await operator.ada.json('POST /api/v1/tle/tle-set', [setOfToday()])).status).toBe(200)
  await operator.ada.json('POST /api/v1/ca/ground-stations', { name: 'Pole', latitude: 78, longitude: 15 })
  const plan = await operator.planned(start)
  // The burn is years ahead, and contacts are computed for two weeks.
  expect([plan.command, plan.commitAt]).toEqual([{ basis: 'COMPUTED', contact: null }, at('04:00:00')])
  await turn(operator, '2029-12-20T00:00:00.000Z')
  expect(await operator.read(plan.manoeuvreId)).toMatchObject({ state: 'DRAFT', commitAt: at('04:00:00') })
  await turn(operator, '2030-01-04T00:00:00.000Z')
  const near = await operator.read(plan.manoeuvreId)
  expect(near.command).toMatchObject({ basis: 'COMPUTED', contact: { station: 'Pole' } })
  // Near the pole every revolution, of 95 minutes, has a contact: at most two contacts lie before the lead.
  const beforeLeadMs = Date.parse(at('04:00:00')) - Date.parse(near.commitAt)
  expect(beforeLeadMs).toBeGreaterThanOrEqual(0)
  expect(beforeLeadMs).toBeLessThan(2 * 95 * MINUTE_MS)
  expect(await operator.told()).toEqual([])
})
