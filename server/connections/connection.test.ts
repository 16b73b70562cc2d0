import type { Connection } from '@apsis/contract/connections/connection.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { type LocalSpaceTrack, startSpaceTrack } from '@apsis/tools/services/space-track/space-track.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'

let api: TestApi
let server: LocalSpaceTrack
beforeAll(async () => {
  api = await startTestApi({ APSIS_DELIVERY_LOOPBACK: 'true' })
  server = await startSpaceTrack()
})
afterAll(async () => {
  await server.close()
  await api.close()
})

/** Returns calls of the administrator of an organisation that no other test has. */
function administrator(organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:admin'] }
  const call = (request: string, body: object) => api.call(who, request, { body: JSON.stringify(body) })
  const account = { kind: 'SPACE_TRACK', account: 'flight@operator.example', feeds: ['MESSAGES'] }
  const usual = { ...account, name: 'Space-Track', address: server.url }
  return {
    usual,
    create: async () =>
      bodyOf<Connection>(await call('POST /api/v1/connections', { ...usual, secret: 'right', isPaused: true })),
    change: ({ connectionId }: Connection, body: object) =>
      call(`PUT /api/v1/connections?connection-id=${connectionId}`, body),
  }
}

test('a change that says nothing of the pause leaves the state as it is, and one that does changes it', async () => {
  const { usual, create, change } = administrator('paused')
  const made = await create()
  expect(made.state).toBe('PAUSED')
  const renamed = await bodyOf<Connection>(await change(made, { ...usual, name: 'Renamed' }))
  expect([renamed.name, renamed.state]).toEqual(['Renamed', 'PAUSED'])
  const resumed = await bodyOf<Connection>(await change(made, { ...usual, name: 'Renamed', isPaused: false }))
  expect(resumed.state).toBe('ACTIVE')
})

test('a stored password is sent neither to another address nor with another account', async () => {
  const { usual, create, change } = administrator('elsewhere')
  const made = await create()
  for (const other of [{ address: 'https://elsewhere.example' }, { account: 'other@operator.example' }]) {
    const answer = await change(made, { ...usual, ...other })
    expect(answer.status).toBe(422)
    expect((await bodyOf<Problem>(answer)).errors).toMatchObject([{ code: 'connection.secret', pointer: '#/secret' }])
    expect((await change(made, { ...usual, ...other, secret: 'other' })).status).toBe(200)
    expect((await change(made, { ...usual, secret: 'right' })).status).toBe(200)
  }
})
