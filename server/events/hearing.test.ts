import { EVENT_AUDIENCE, EVENT_TYPES, type EventType } from '@apsis/contract/events/event.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { AUDIENCE_NAMES } from '@apsis/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../notifications/notification.service.ts'
import { type EventReader, followEvents } from '../platform/testing/event-reader.ts'
import { HEARING_CELLS, namesOf, POLICY_COLUMNS, personOf } from '../platform/testing/policy.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import type { TestPerson } from '../platform/testing/test-issuer.ts'
import { emit } from './event.service.ts'

/** The types of changes that are raised directly; a notification raises its own change, and a reset is no change. */
const CHANGES = EVENT_TYPES.filter((type): type is Exclude<EventType, 'notification' | 'reset'> => {
  return EVENT_AUDIENCE[type] !== 'as the notification' && type !== 'reset'
})
const KINDS = [
  ...AUDIENCE_NAMES.map((audience) => `HEAR notification for ${audience}`),
  ...CHANGES.map((type) => `HEAR change of ${type}`),
]
const TENANT = 'organisation:hearing'
const LISTENERS = POLICY_COLUMNS.filter((column) => column !== 'anonymous').map((column) => ({
  column,
  who: personOf(column, 'hearing') as TestPerson,
}))

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Raises one change of every type, and a last change that everybody gets. */
async function raiseAll(): Promise<void> {
  await api.api.platform.db.tenant(TENANT, async (tx) => {
    for (const audience of AUDIENCE_NAMES)
      await notify(tx, { tenantId: TENANT, subject: undefined, audience, code: 200, message: audience })
    for (const type of CHANGES) emit(tx, { tenantId: TENANT, type, data: {} })
    emit(tx, { tenantId: TENANT, type: 'userconfig', data: { last: true } })
  })
}

/** Returns the types that a stream contains, up to the last change. */
async function heardBy(stream: EventReader, audienceById: ReadonlyMap<unknown, string>): Promise<string[]> {
  const heard: string[] = []
  for (;;) {
    const { type, data } = await stream.next()
    if (data.last === true) return heard.sort()
    heard.push(
      type === 'notification' ? `HEAR notification for ${audienceById.get(data.id)}` : `HEAR change of ${type}`,
    )
  }
}

const expectedFor = (column: string) =>
  HEARING_CELLS.filter((cell) => cell.column === column && cell.expected === 'hear').map(({ name }) => name)

test('policy.csv has exactly one row for every kind of notification and of change', () => {
  expect(namesOf(HEARING_CELLS).sort()).toEqual(KINDS.toSorted())
  expect(HEARING_CELLS.filter(({ expected }) => !['401', 'no', 'hear'].includes(expected))).toEqual([])
})

test(`one of each of ${KINDS.length} kinds is raised, and each of ${LISTENERS.length} listeners gets what policy.csv says, and no more`, async () => {
  // The first request stores a person and welcomes them; this must be finished first.
  for (const { who } of LISTENERS) await api.call(who, 'GET /api/v1/notifications')
  const streams = await Promise.all(LISTENERS.map(({ who }) => followEvents(api, who)))
  const [start] = await api.database.query<{ last: number }>(
    `select last from events.cursor where tenant_id = '${TENANT}'`,
  )
  await raiseAll()
  const all = await bodyOf<Notification[]>(
    await api.call(personOf('all admins', 'hearing'), 'GET /api/v1/notifications'),
  )
  const audienceById = new Map<unknown, string>(all.map(({ id, message }) => [id, message]))
  expect(audienceById.size).toBe(AUDIENCE_NAMES.length)
  for (const [place, { column, who }] of LISTENERS.entries()) {
    const expected = expectedFor(column).sort()
    const notices = expected.filter((name) => name.startsWith('HEAR notification'))
    const stream = streams[place] as EventReader
    expect([column, 'stream', await heardBy(stream, audienceById)]).toEqual([column, 'stream', expected])
    const again = await followEvents(api, who, String(start?.last ?? 0))
    expect([column, 'replay', await heardBy(again, audienceById)]).toEqual([column, 'replay', expected])
    const list = await api.call(who, 'GET /api/v1/notifications')
    const listed = (await bodyOf<Notification[]>(list)).map(({ message }) => `HEAR notification for ${message}`)
    expect([column, 'list', listed.sort()]).toEqual([column, 'list', notices])
    expect([column, 'count', list.headers.get('x-total-count')]).toEqual([column, 'count', String(notices.length)])
    const moved: string[] = []
    for (const [id, audience] of audienceById) {
      const body = JSON.stringify([{ id, state: 'read' }])
      const { status } = await api.call(who, 'PATCH /api/v1/notifications', { body })
      if (status !== 404) moved.push(`HEAR notification for ${audience}`)
      expect([200, 404]).toContain(status)
    }
    expect([column, 'PATCH', moved.sort()]).toEqual([column, 'PATCH', notices])
    stream.close()
    again.close()
  }
})

test('without a token no event arrives', async () => {
  for (const { expected } of HEARING_CELLS.filter(({ column }) => column === 'anonymous')) expect(expected).toBe('401')
  const calls = ['GET /api/v1/notifications', 'PATCH /api/v1/notifications', 'GET /api/v1/events']
  for (const call of calls) expect([call, (await api.call(undefined, call)).status]).toEqual([call, 401])
})
