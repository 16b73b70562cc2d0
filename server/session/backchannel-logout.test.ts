import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../platform/testing/test-api.ts'

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
const HEADER = { typ: 'logout+jwt' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const claims = (sid: string, change: JWTPayload = {}): JWTPayload => ({
  iss: api.issuer.issuer,
  aud: 'apsis-web',
  iat: Math.floor(Date.now() / 1000),
  jti: crypto.randomUUID(),
  sid,
  events: { [LOGOUT]: {} },
  ...change,
})

const without = (payload: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name))

const send = (token: string) =>
  api.call(undefined, 'POST /api/v1/session/backchannel-logout', {
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const status = async (sessionId: string) =>
  (await api.call({ subject: `of-${sessionId}`, sessionId }, 'GET /api/v1/status')).status

/** Waits until the end of a session, which is sent through the database, has reached this process. */
async function ended(sessionId: string): Promise<void> {
  while ((await status(sessionId)) !== 401);
}

test('a logout token ends its session, and no other session', async () => {
  expect([await status('one'), await status('two')]).toEqual([200, 200])
  const answer = await send(await api.issuer.sign(claims('one'), HEADER))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([204, 'no-store'])
  await ended('one')
  expect(await status('two')).toBe(200)
})

test('a logout token in Keycloak’s form, which is marked in the payload, also ends a session', async () => {
  await send(await api.issuer.sign(claims('keycloak', { typ: 'Logout' }), { typ: 'JWT' }))
  await ended('keycloak')
  expect(await status('keycloak')).toBe(401)
})

test('the same token can be sent twice without an error, although the session has already ended', async () => {
  const token = await api.issuer.sign(claims('twice'), HEADER)
  expect([(await send(token)).status, (await send(token)).status]).toEqual([204, 204])
})

const BAD: readonly [string, (sid: string) => Promise<string>][] = [
  ['another issuer', (sid) => api.issuer.sign(claims(sid, { iss: 'http://elsewhere.example' }), HEADER)],
  ['another audience', (sid) => api.issuer.sign(claims(sid, { aud: 'other-app' }), HEADER)],
  ['no session', (sid) => api.issuer.sign(without(claims(sid), 'sid'), HEADER)],
  ['a session that is no text', (sid) => api.issuer.sign(claims(sid, { sid: [sid] }), HEADER)],
  ['no logout event', (sid) => api.issuer.sign(claims(sid, { events: { 'http://other.example/event': {} } }), HEADER)],
  ['no events at all', (sid) => api.issuer.sign(without(claims(sid), 'events'), HEADER)],
  ['events by inheritance', (sid) => api.issuer.sign(claims(sid, { events: { __proto__: { [LOGOUT]: {} } } }), HEADER)],
  ['a nonce, as an ID token has', (sid) => api.issuer.sign(claims(sid, { nonce: 'n' }), HEADER)],
  ['the type of an access token', (sid) => api.issuer.sign(claims(sid), { typ: 'at+jwt' })],
  ['no id of its own', (sid) => api.issuer.sign(without(claims(sid), 'jti'), HEADER)],
  [
    'an age of ten minutes',
    (sid) => api.issuer.sign(claims(sid, { iat: Math.floor(Date.now() / 1000) - 600 }), HEADER),
  ],
  ['an unknown key', (sid) => api.issuer.sign(claims(sid), { ...HEADER, kid: 'unknown' })],
  [
    'a changed content',
    async (sid) =>
      (await api.issuer.sign(claims(sid), HEADER)).replace(/\.[^.]+\./, `.${btoa('{}').replaceAll('=', '')}.`),
  ],
  ['nothing that is a token', async () => 'not.a.token'],
]

test.each(BAD)('a logout token with %s is refused, and ends nothing', async (name, make) => {
  const sid = `kept-${BAD.findIndex(([one]) => one === name)}`
  const answer = await send(await make(sid))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ errors: [{ pointer: '#/logout_token' }] })
  expect(await api.database.query('select 1 from platform.ended_session where sid = $1', [sid])).toEqual([])
  expect(await status(sid)).toBe(200)
})
