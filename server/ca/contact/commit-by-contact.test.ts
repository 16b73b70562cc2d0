import type { Contact } from '@apsis/contract/ca/contact/contact.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { listWindows } from '../event/command-window.repository.ts'
import { readTrackedEvent } from '../event/tracked-event.service.ts'
import { reminderWork } from '../reminder/reminder-work.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { planAt } from '../testing/plan-operator.ts'
import { commitWork } from './commit-work.ts'

/** The notices that give the deadline: a notice that the operator must act now replaces the reminder at that moment. */
const SAYS_UNTIL_WHEN = ['decision-due', 'act-before']
const at = (time: string, day = '04') => `2030-01-${day}T${time}.000Z`
const contact = (from: string, to: string, station = 'S') => ({ from: at(from), to: at(to), station })

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const platform = () => {
  const { db, queue } = api.api.platform
  return { db, queue, log: api.log, signal: new AbortController().signal }
}

test('contacts move the deadline of an event for its users, and deleting the contacts moves it back', async () => {
  const operator = await planAt(api, 'commit')
  const { ada, conjunctionId, satellite, tenantId } = operator
  const now = () => Date.parse(at('00:00:00', '02'))
  const turn = () => commitWork.turn({ ...platform(), now }, tenantId)
  const event = async () => (await ada.events(`?conjunction-id=${conjunctionId}`))[0]!
  const shown = async () => {
    const { decideBefore, commit } = await event()
    return { decideBefore, ...commit }
  }
  const byHours = { decideBefore: at('12:00:00'), source: 'NO_CONTACTS', hours: 24, contact: null }
  expect(await shown()).toEqual(byHours)
  const enter = async (given: object) =>
    bodyOf<Contact>(await ada.json(`POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`, given))
  await enter(contact('03:00:00', '03:10:00', 'early'))
  const last = await enter(contact('09:00:00', '09:10:00', 'last'))
  await enter({ ...contact('10:00:00', '10:10:00', 'deaf'), canCommand: false })
  await turn()
  const byContact = {
    decideBefore: at('09:07:00'),
    source: 'LAST_CONTACT',
    hours: 24,
    contact: contact('09:00:00', '09:10:00', 'last'),
  }
  expect(await shown()).toEqual(byContact)
  const { version } = await event()
  // Passes are ranked up to this time.
  const tracked = () =>
    api.api.platform.db.tenant(tenantId, (tx) => readTrackedEvent(tx, conjunctionId, new Date(now())))
  expect((await tracked())?.commitAt.toISOString()).toBe(at('09:07:00'))
  // A new message gives this time at once, in the event and in its notice.
  await ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000', missM: 20, sigmaM: 30 }))
  expect(await shown()).toEqual(byContact)
  expect((await event()).version).toBe(version + 1)
  const told = await operator.notices()
  expect(told.map(({ finding }) => finding?.values.decideAt)).toContain(at('09:07:00'))
  // The reminder of the decision uses this time, and is sent again if the deadline moves.
  const remind = async (time: string) => {
    const before = (await operator.notices()).length
    await reminderWork.turn({ ...platform(), now: () => Date.parse(at(time)) }, tenantId)
    const made = (await operator.notices()).slice(0, (await operator.notices()).length - before)
    return made.flatMap(({ finding }) =>
      SAYS_UNTIL_WHEN.includes(finding?.code ?? '') ? [finding?.values.decideAt] : [],
    )
  }
  expect(await remind('03:00:00')).toEqual([at('09:07:00')])
  expect(await remind('03:05:00')).toEqual([])
  const later = await enter(contact('11:00:00', '11:10:00', 'later'))
  await turn()
  expect(await remind('04:00:00')).toEqual([at('11:07:00')])
  await ada.call(`DELETE /api/v1/ca/contacts/${later.contactId}`)
  await ada.call(`DELETE /api/v1/ca/contacts/${last.contactId}`)
  await turn()
  expect(await shown()).toMatchObject({ decideBefore: at('03:07:00'), contact: { station: 'early' } })
  // Without contacts the deadline follows from the lead in hours again.
  const { contacts } = await ada.read<{ contacts: Contact[] }>(
    `/contacts?satellite-id=${satellite.satelliteId}&from=${at('00:00:00')}&to=${at('12:00:00')}`,
  )
  for (const { contactId } of contacts) await ada.call(`DELETE /api/v1/ca/contacts/${contactId}`)
  await turn()
  expect(await shown()).toEqual(byHours)
})

test('a list that was read before has a new version once contacts are known; a run without news keeps the version', async () => {
  const { ada, satellite, tenantId, conjunctionId } = await planAt(api, 'commit-list')
  const now = () => Date.parse(at('00:00:00', '02'))
  const tagOf = async () => (await ada.call('GET /api/v1/ca/conjunctions?limit=10')).headers.get('etag')
  const before = await tagOf()
  await commitWork.turn({ ...platform(), now }, tenantId)
  expect(await tagOf()).toBe(before)
  const given = contact('09:00:00', '09:10:00')
  await ada.json(`POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`, given)
  await commitWork.turn({ ...platform(), now }, tenantId)
  const after = await tagOf()
  expect(after).not.toBe(before)
  const [event] = await bodyOf<Conjunction[]>(await ada.call('GET /api/v1/ca/conjunctions?limit=10'))
  expect([event?.conjunctionId, event?.decideBefore]).toEqual([conjunctionId, at('09:07:00')])
  await commitWork.turn({ ...platform(), now: () => now() + 2 * 3_600_000 }, tenantId)
  expect(await tagOf()).toBe(after)
})

test('contacts that change during a search are searched again in the next run, even if it was the first search', async () => {
  const { ada, satellite, tenantId, conjunctionId } = await planAt(api, 'commit-race')
  const now = () => Date.parse(at('00:00:00', '02'))
  const enter = (given: object) => ada.json(`POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`, given)
  const decided = async () => (await ada.events(`?conjunction-id=${conjunctionId}`))[0]!.decideBefore
  const { db } = api.api.platform
  /** Enters a contact between the read and the write of a run, that is before its fourth transaction. */
  const turnWith = async (given: object) => {
    let calls = 0
    const between: typeof db.tenant = async (id, work) => {
      calls += 1
      if (calls === 4) await enter(given)
      return db.tenant(id, work)
    }
    await commitWork.turn({ ...platform(), db: { ...db, tenant: between }, now }, tenantId)
    expect(calls).toBeGreaterThanOrEqual(4)
  }
  await turnWith(contact('03:00:00', '03:10:00', 'first'))
  await commitWork.turn({ ...platform(), now }, tenantId)
  expect(await decided()).toBe(at('03:07:00'))
  await enter(contact('04:00:00', '04:10:00', 'second'))
  await turnWith(contact('05:00:00', '05:10:00', 'third'))
  await commitWork.turn({ ...platform(), now }, tenantId)
  expect(await decided()).toBe(at('05:07:00'))
})

test('the notice of the first event of a satellite gives the deadline by contacts at once', async () => {
  const ada = asOperator(api, 'commit-first')
  const [satellite, other] = [await ada.addSatellite(43617), await ada.addSatellite(43618)]
  const now = () => Date.parse(at('00:00:00', '02'))
  const turn = () => commitWork.turn({ ...platform(), now }, 'organisation:commit-first')
  await ada.json(`POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`, contact('09:00:00', '09:10:00'))
  await turn()
  // The work skips a satellite without contacts; otherwise it would search for them in each run for every fleet.
  const windows = await api.api.platform.db.tenant('organisation:commit-first', (tx) =>
    listWindows(tx, [satellite.satelliteId, other.satelliteId]),
  )
  expect([...windows.keys()]).toEqual([satellite.satelliteId])
  await ada.take(cdmText({ missM: 20, sigmaM: 30 }))
  const told = await bodyOf<Notification[]>(await ada.call('GET /api/v1/notifications?limit=100'))
  expect(told.flatMap(({ finding }) => finding?.values.decideAt ?? [])).toEqual([at('09:07:00')])
})

test('a deadline that becomes earlier than the notified one is notified once, and again only if it moves earlier still', async () => {
  const operator = await planAt(api, 'commit-earlier')
  const { ada, satellite, tenantId } = operator
  const now = () => Date.parse(at('00:00:00', '02'))
  const enter = async (given: object) => {
    await ada.json(`POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`, given)
    await commitWork.turn({ ...platform(), now }, tenantId)
  }
  const earlier = async () => {
    const before = (await operator.notices()).length
    await reminderWork.turn({ ...platform(), now }, tenantId)
    const made = (await operator.notices()).slice(0, (await operator.notices()).length - before)
    return made.flatMap(({ finding, level }) =>
      finding?.code === 'decide-earlier' ? [{ ...finding.values, urgency: level }] : [],
    )
  }
  // The event is CRITICAL. Without contacts its notice gives the deadline that follows from the hours only: 12:00.
  await ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000', missM: 20, sigmaM: 30 }))
  expect((await operator.notices()).map(({ finding }) => finding?.values.decideAt)).toContain(at('12:00:00'))
  expect(await earlier()).toEqual([])
  await enter(contact('09:00:00', '09:10:00'))
  expect(await earlier()).toMatchObject([{ urgency: 'critical', toldAt: at('12:00:00'), decideAt: at('09:07:00') }])
  expect(await earlier()).toEqual([])
  // The new time is later than the one in the notice, so nobody misses it. Notices sent meanwhile give the later time.
  const late = await bodyOf<Contact>(
    await ada.json(`POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`, contact('11:00:00', '11:10:00')),
  )
  await commitWork.turn({ ...platform(), now }, tenantId)
  expect(await earlier()).toEqual([])
  await ada.take(
    cdmText({ createdAt: '2029-12-31T01:00:00.000', tca: '2030-01-05T12:02:00.000', missM: 20, sigmaM: 30 }),
  )
  expect(
    (await operator.notices()).find(({ finding }) => finding?.code === 'tca-moved')?.finding?.values.decideAt,
  ).toBe(at('11:07:00'))
  // The earlier deadline is sent again, since users have read a later one.
  await ada.call(`DELETE /api/v1/ca/contacts/${late.contactId}`)
  await commitWork.turn({ ...platform(), now }, tenantId)
  expect(await earlier()).toMatchObject([{ toldAt: at('11:07:00'), decideAt: at('09:07:00') }])
})
