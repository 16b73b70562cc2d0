import { connect } from 'node:net'
import type { Problem } from '@apsis/contract/errors.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertEndedSession } from '../platform/auth/session.repository.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { upsertRecurringWork } from '../platform/jobs/recurring-work.repository.ts'
import { followEvents } from '../platform/testing/event-reader.ts'
import { rawRequest } from '../platform/testing/raw-http.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { emit } from './event.service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const raise = (organisation: string, data: Record<string, unknown>, subject?: string) => {
  const tenantId = `organisation:${organisation}`
  return api.api.platform.db.tenant(tenantId, async (tx) =>
    emit(tx, { tenantId, subject, audience: 'everybody', type: 'notification', data }),
  )
}
const listener = (organisation: string) => ({ subject: `listener-${organisation}`, organisation })

test('a listener gets events from its connection on, in order and with ascending ids', async () => {
  const events = await followEvents(api, listener('live'))
  expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(events.response.headers.get('content-security-policy')).toContain("default-src 'none'")
  await raise('live', { n: 1 })
  await raise('live', { n: 2 })
  const heard = [await events.next(), await events.next()]
  expect(heard.map((event) => event.data.n)).toEqual([1, 2])
  expect(Number(heard[1]!.id)).toBe(Number(heard[0]!.id) + 1)
  events.close()
})

test('with Last-Event-ID the stream resumes right after that event: no event is missed or repeated', async () => {
  const first = await followEvents(api, listener('resume'))
  await raise('resume', { n: 1 })
  const seen = await first.next()
  first.close()
  for (const n of [2, 3, 4]) await raise('resume', { n })
  const second = await followEvents(api, listener('resume'), seen.id)
  const heard = [await second.next(), await second.next(), await second.next()]
  expect(heard.map((event) => event.data.n)).toEqual([2, 3, 4])
  second.close()
})

test.each([
  ['lies ahead of the stream', '999999'],
  ['is no position at all', 'abc'],
])('a Last-Event-ID that %s is answered by a reset', async (_, id) => {
  await raise('ahead', { n: 1 })
  const events = await followEvents(api, listener('ahead'), id)
  expect((await events.next()).type).toBe('reset')
  events.close()
})

test('a listener that reconnects gets all events that it missed, even more than a page, without waiting for another change', async () => {
  const first = await followEvents(api, listener('long-away'))
  await raise('long-away', { n: 0 })
  const seen = await first.next()
  first.close()
  const missed = 2_001
  await api.api.platform.db.tenant('organisation:long-away', async (tx) => {
    for (let n = 1; n <= missed; n += 1)
      emit(tx, { tenantId: 'organisation:long-away', audience: 'everybody', type: 'notification', data: { n } })
  })
  const second = await followEvents(api, listener('long-away'), seen.id)
  const heard: unknown[] = []
  while (heard.length < missed) heard.push((await second.next()).data.n)
  expect(heard).toEqual(Array.from({ length: missed }, (_, k) => k + 1))
  second.close()
})

test('a Last-Event-ID older than the kept events is answered by a reset, and the stream continues from now', async () => {
  for (const n of [1, 2, 3]) await raise('old', { n })
  await api.database.query("delete from events.event where tenant_id = 'organisation:old' and id < 3")
  const events = await followEvents(api, listener('old'), '1')
  expect((await events.next()).type).toBe('reset')
  await raise('old', { n: 4 })
  expect((await events.next()).data).toEqual({ n: 4 })
  events.close()
})

test('nobody gets the events of another organisation, or events for another person', async () => {
  const mine = await followEvents(api, { subject: 'me', organisation: 'walls' })
  await raise('other-walls', { secret: true })
  await raise('walls', { secret: true }, 'someone-else')
  await raise('walls', { mine: true }, 'me')
  expect((await mine.next()).data).toEqual({ mine: true })
  mine.close()
})

test('nobody gets the events for users of another service, neither live nor after reconnecting', async () => {
  const change = (type: 'conjunction' | 'tle' | 'userconfig') => {
    const tenantId = 'organisation:services'
    return api.api.platform.db.tenant(tenantId, async (tx) => emit(tx, { tenantId, type, data: {} }))
  }
  const who = (role: string) => ({ ...listener('services'), roles: [role] })
  const start = await followEvents(api, who('odt:user'))
  const operator = await followEvents(api, who('ca:user'))
  for (const type of ['conjunction', 'tle', 'conjunction', 'userconfig'] as const) await change(type)
  const heard = [await start.next(), await start.next()]
  expect(heard.map(({ type }) => type)).toEqual(['tle', 'userconfig'])
  const all = [await operator.next(), await operator.next(), await operator.next(), await operator.next()]
  expect(all.map(({ type }) => type)).toEqual(['conjunction', 'tle', 'conjunction', 'userconfig'])
  const replayed = await followEvents(api, who('payments:admin'), String(Number(all[0]!.id) - 1))
  expect((await replayed.next()).type).toBe('userconfig')
  for (const stream of [start, operator, replayed]) stream.close()
})

test('with concurrent writers every event arrives once, in the order of ids without a gap', async () => {
  const events = await followEvents(api, listener('crowd'))
  const count = 60
  await Promise.all(Array.from({ length: count }, (_, n) => raise('crowd', { n })))
  const heard = []
  for (let i = 0; i < count; i++) heard.push(await events.next())
  const ids = heard.map((event) => Number(event.id))
  expect(ids).toEqual(ids.map((_, place) => (ids[0] ?? 0) + place))
  expect(new Set(heard.map((event) => event.data.n)).size).toBe(count)
  events.close()
})

test('a transaction that announces a change and then takes a lock causes no deadlock with one that takes the lock first', async () => {
  const tenantId = 'organisation:crosswise'
  const { db } = api.api.platform
  const change = { tenantId, subject: undefined, audience: 'everybody', type: 'notification', data: {} } as const
  const lock = (tx: TenantDb) => upsertRecurringWork(tx, { name: 'crosswise', tenantId }, 1)
  await db.tenant(tenantId, async (tx) => {
    await lock(tx)
    emit(tx, change)
  })
  const [hasTold, hasLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const screening = db.tenant(tenantId, async (tx) => {
    begun += 1
    emit(tx, change)
    hasTold.resolve()
    await hasLocked.promise
    await lock(tx)
  })
  const message = db.tenant(tenantId, async (tx) => {
    begun += 1
    await hasTold.promise
    await lock(tx)
    hasLocked.resolve()
    emit(tx, change)
  })
  await Promise.all([screening, message])
  expect(begun).toBe(2)
})

test('no event is lost when the listening connection is lost', async () => {
  const events = await followEvents(api, listener('outage'))
  await api.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'apsis-api-listener' and datname = current_database()",
  )
  await raise('outage', { n: 1 })
  expect((await events.next()).data).toEqual({ n: 1 })
  await raise('outage', { n: 2 })
  expect((await events.next()).data).toEqual({ n: 2 })
  events.close()
})

test('a stream ends with its session, even if its token is still valid, and no other stream ends', async () => {
  const who = (sessionId: string) => ({ ...listener('left'), sessionId })
  const [left, stays] = [await followEvents(api, who('left')), await followEvents(api, who('stays'))]
  await api.api.platform.db.shared((tx) => insertEndedSession(tx, 'left'))
  expect(await left.ended()).toEqual([])
  await raise('left', { n: 1 })
  expect((await stays.next()).data).toEqual({ n: 1 })
  stays.close()
})

test('a person may have twenty streams and no more; a closed stream makes room, and other persons are not affected', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => followEvents(api, listener('many'))))
  const refused = await api.call(listener('many'), 'GET /api/v1/events')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await bodyOf<Problem>(refused)).detail).toBe(
    'You have 20 event streams open, and no more are allowed: close one first.',
  )
  const other = await followEvents(api, { subject: 'other', organisation: 'many' })
  streams.pop()?.close()
  await vi.waitFor(async () => {
    const again = await api.call(listener('many'), 'GET /api/v1/events')
    expect(again.status).toBe(200)
    await again.body?.cancel()
  }, 60_000)
  for (const stream of [...streams, other]) stream.close()
})

test('a listener that disconnects before it is admitted leaves no open stream', async () => {
  const who = { subject: 'hasty', organisation: 'hasty' }
  const token = await api.issuer.token(who)
  const owner = new pg.Client(api.database.ownerUrl)
  await owner.connect()
  // A new member is stored before the answer, and storing waits here.
  await owner.query('begin; lock table platform.member in share mode')
  const request = rawRequest('GET /api/v1/events', { authorization: `Bearer ${token}` })
  const port = Number(new URL(api.origin).port)
  const left = Array.from({ length: 20 }, () => {
    const socket = connect(port, 'localhost', () => socket.write(request))
    return socket
  })
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%member%'`
  await vi.waitFor(async () => expect((await api.database.query(waiting)).length).toBeGreaterThan(0), 30_000)
  for (const socket of left) socket.destroy()
  await owner.query('commit')
  await owner.end()
  await vi.waitFor(async () => expect(await api.database.query(waiting)).toEqual([]), 30_000)
  const streams = await Promise.all(Array.from({ length: 20 }, () => api.call(who, 'GET /api/v1/events')))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  for (const { body } of streams) await body?.cancel()
})

test('an organisation may have 500 streams and no more, whoever opens them; another one is not affected', async () => {
  const who = (person: number) => ({ subject: `person-${person}`, organisation: 'large' })
  const streams = []
  for (let person = 0; person < 25; person += 1)
    streams.push(...(await Promise.all(Array.from({ length: 20 }, () => followEvents(api, who(person))))))
  const refused = await api.call(who(25), 'GET /api/v1/events')
  expect(refused.status).toBe(429)
  expect((await bodyOf<Problem>(refused)).detail).toBe(
    'Your organisation has 500 event streams open, and no more are allowed: close one first.',
  )
  streams.push(await followEvents(api, { subject: 'person-25', organisation: 'small' }))
  await raise('large', { n: 1 })
  const heard = await Promise.all(streams.slice(0, 500).map((stream) => stream.next()))
  expect(heard.filter(({ data }) => data.n === 1)).toHaveLength(500)
  for (const stream of streams) stream.close()
})

test('a stream ends when its token expires', async () => {
  const events = await followEvents(api, { ...listener('short'), lifeS: 1 })
  expect(await events.ended()).toEqual([])
})
