import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { followEvents } from '../testing/event-reader.ts'
import { rawRequest } from '../testing/raw-http.ts'
import { startTestApi } from '../testing/test-api.ts'

/** A time limit for tests that hang; it measures nothing. */
const LONG_MS = 120_000
const WHO = { subject: 'ada', organisation: 'alpha', roles: ['ca:user'] }

test('closing waits neither for silent connections nor for streams, and lets a request finish', async () => {
  const api = await startTestApi()
  const silent = connect(api.api.port, 'localhost')
  const idle = connect(api.api.port, 'localhost')
  await Promise.all([once(silent, 'connect'), once(idle, 'connect')])
  idle.write(rawRequest('GET /api/v1/status', { connection: 'keep-alive' }))
  await once(idle, 'data')
  const stream = await followEvents(api, WHO)
  const ends = Promise.all([once(silent, 'close'), once(idle, 'close'), stream.ended()])
  // By itself, Node would wait for the silent connection until its time for headers is over.
  await api.close()
  await ends
  expect([silent.destroyed, idle.destroyed]).toEqual([true, true])
})

test('requests in flight are counted down when the client goes away', async () => {
  const api = await startTestApi()
  const inFlight = async () => (await api.api.platform.metrics.inFlight.get()).values[0]?.value ?? 0
  const stream = await followEvents(api, WHO)
  expect(await inFlight()).toBe(1)
  stream.close()
  while ((await inFlight()) > 0) await new Promise(setImmediate)
  expect(await inFlight()).toBe(0)
  await api.close()
})

test('a request whose sender leaves before the answer is in the log once', async () => {
  const api = await startTestApi()
  const keeper = new pg.Client({ connectionString: api.database.superuserUrl })
  await keeper.connect()
  await keeper.query('begin; lock table userconfig.userconfig in access exclusive mode')
  const requestId = 'left-before-the-answer'
  const leaving = new AbortController()
  const init = { headers: { 'x-request-id': requestId }, signal: leaving.signal }
  const answer = api.call(WHO, 'GET /api/v1/ca/userconfig', init)
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await vi.waitFor(async () => expect(await api.database.query(waiting)).toHaveLength(1), LONG_MS)
  leaving.abort()
  await expect(answer).rejects.toThrow('aborted')
  const lines = () => api.logged.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line))
  const left = [{ level: 'info', msg: 'request', route: '/api/v1/ca/userconfig', status: 499 }]
  await vi.waitFor(() => expect(lines()).toMatchObject(left), LONG_MS)
  // The handler ends although nobody reads its answer, and adds no second line to the log.
  await keeper.end()
  await api.close()
  expect(lines()).toMatchObject(left)
})
