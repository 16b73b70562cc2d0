import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { followEvents } from '../testing/event-reader.ts'
import { rawRequest } from '../testing/raw-http.ts'
import { startTestApi } from '../testing/test-api.ts'

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
  // Left to itself, Node would wait for the silent connection until its time for headers is over.
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
