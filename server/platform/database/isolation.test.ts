import { randomUUID } from 'node:crypto'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { allows } from '@apsis/contract/roles.ts'
import type { OdtUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../../notifications/notification.service.ts'
import { ALL_ROLES } from '../testing/bad-tokens.ts'
import { followEvents } from '../testing/event-reader.ts'
import { addressOf, EVERY_ENDPOINT, goodBody, goodQuery } from '../testing/every-endpoint.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import type { TestPerson } from '../testing/test-issuer.ts'
import { TENANT_TABLES } from './catalogue.data.ts'

const ANN: TestPerson = { subject: 'ann', organisation: 'alpha', roles: ['ca:user', 'odt:user', 'payments:user'] }
const ADMIN: TestPerson = { subject: 'adam', organisation: 'alpha', roles: ALL_ROLES }
/** This person belongs to no organisation: the tenant is their own, and is named like the other organisation. */
const LONER: TestPerson = { subject: 'beta', roles: ALL_ROLES }
const BEN: TestPerson = { subject: 'ben', organisation: 'beta', roles: ALL_ROLES }
/** This person has the same subject as one of the other organisation. */
const TWIN: TestPerson = { subject: 'ann', organisation: 'beta', roles: ALL_ROLES }
const OUTSIDERS = [ANN, ADMIN, LONER]

const CANARY = 'canary-of-beta'
const SETTINGS = {
  email: { addresses: [`${CANARY}@b.example`] },
  msteams: { url: [`https://${CANARY}.example/teams`] },
  slack: { url: [] },
  webhook: { url: [`https://${CANARY}.example/hook`] },
  statuses: ['PENDING'],
}
const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

let api: TestApi
let theirs: string
/** A satellite of the other organisation. */
let satelliteId: string
beforeAll(async () => {
  api = await startTestApi()
  for (const who of [BEN, TWIN]) {
    await api.call(who, `PUT /api/v1/userconfig/${who.subject}`, json({ notifications: SETTINGS }))
    await api.call(who, 'PUT /api/v1/ca/userconfig', json({ notifications: { default: SETTINGS } }))
  }
  const satellite = await api.call(BEN, 'POST /api/v1/ca/satellites', json({ name: CANARY, noradId: 90_001 }))
  satelliteId = (await bodyOf<Satellite>(satellite)).satelliteId
  await tellBeta()
  const [known] = await bodyOf<Notification[]>(await api.call(BEN, 'GET /api/v1/notifications'))
  theirs = known?.id ?? ''
  for (const who of OUTSIDERS) await api.call(who, 'GET /api/v1/status')
})
afterAll(() => api.close())

const tellBeta = () =>
  api.api.platform.db.tenant('organisation:beta', (tx) =>
    notify(tx, {
      tenantId: 'organisation:beta',
      subject: undefined,
      audience: 'ca',
      code: 200,
      title: CANARY,
      message: `${CANARY} moves`,
    }),
  )

/** Returns all data of the other organisation, as one hash. */
async function hashOfBeta(): Promise<string> {
  const parts = TENANT_TABLES.map(
    (name) => `select '${name}' as n, t::text as r from ${name} t where tenant_id = 'organisation:beta'`,
  )
  const [row] = await api.database.query<{ hash: string }>(
    `select md5(string_agg(n || r, '|' order by n, r)) as hash from (${parts.join(' union all ')}) x`,
  )
  return row?.hash ?? ''
}

type HeardAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }
/** Every byte that was sent to outsiders in this file. */
const bytes: string[] = []

async function hear(who: TestPerson, request: string, init: RequestInit = {}): Promise<HeardAnswer> {
  const response = await api.call(who, request, init)
  const headers = Object.fromEntries(response.headers)
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true
  const body = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  bytes.push(JSON.stringify(headers), body)
  return { status: response.status, headers, body }
}

/** Returns an answer without the parts that differ between requests. */
function plain({ status, headers, body }: HeardAnswer): unknown {
  const { 'x-request-id': _, date: __, ratelimit: ___, 'content-length': ____, ...rest } = headers
  const { requestId: _____, instance: ______, ...problem } = JSON.parse(body) ?? {}
  return { status, rest, problem }
}

const mayCall = ({ endpoint: { access } }: (typeof EVERY_ENDPOINT)[number], { roles }: TestPerson): boolean =>
  access === 'anyone' || allows(access, new Set(roles))
const BY_ADDRESS = EVERY_ENDPOINT.filter(({ endpoint }) => endpoint.params !== undefined)
const RANDOM = ['nobody-at-all', '00000000-0000-4000-8000-000000000000']
const MALFORMED = ['%00', '..%2f..%2fben', "ben'--", 'ben%20', 'BEN', '%2A', 'x'.repeat(256)]

test(`an id of another organisation gives the same answer as a random one (${BY_ADDRESS.length} calls × ${RANDOM.length + 3} ids × ${OUTSIDERS.length} people)`, async () => {
  const before = await hashOfBeta()
  expect(BY_ADDRESS.length).toBeGreaterThanOrEqual(4)
  for (const who of OUTSIDERS) {
    for (const one of BY_ADDRESS) {
      const ask = (id: string) =>
        hear(who, `${one.endpoint.method} ${addressOf(one, id)}${goodQuery(one)}`, goodBody(one))
      const [first, ...others] = await Promise.all([...RANDOM, 'ben', 'organisation:beta', satelliteId].map(ask))
      // Faults of a body may be reported before anything is looked up; roles are checked before everything else. Some calls answer
      // null for an unknown object.
      const isUnknown = first!.status === 200 && first!.body === 'null'
      expect([...(mayCall(one, who) ? [404, 422] : [403]), ...(isUnknown ? [200] : [])]).toContain(first!.status)
      for (const other of others) expect(plain(other)).toEqual(plain(first!))
    }
  }
  expect(await hashOfBeta()).toBe(before)
})

test('a malformed id finds nothing either', async () => {
  for (const one of BY_ADDRESS) {
    for (const id of MALFORMED) {
      const path = one.endpoint.path.replace(/\{[^}]+\}/, id)
      const { status } = await hear(ANN, `${one.endpoint.method} ${path}`, goodBody(one))
      const expected = mayCall(one, ANN) ? [400, 404] : [403, 404]
      expect([one.name, id, expected.includes(status)]).toEqual([one.name, id, true])
    }
  }
})

test('a notification of another organisation, or of a colleague, gives the same answer as a random id', async () => {
  const before = await hashOfBeta()
  await api.api.platform.db.tenant('organisation:alpha', (tx) =>
    notify(tx, {
      tenantId: 'organisation:alpha',
      subject: 'adam',
      audience: 'everybody',
      code: 200,
      message: 'for adam alone',
    }),
  )
  const [colleagues] = await bodyOf<Notification[]>(await api.call(ADMIN, 'GET /api/v1/notifications'))
  const mark = (id: string, more: object[] = []) =>
    hear(ANN, 'PATCH /api/v1/notifications', json([{ id, state: 'hidden' }, ...more]))
  const random = await mark(randomUUID())
  expect(random.status).toBe(404)
  expect(plain(await mark(theirs))).toEqual(plain(random))
  expect(plain(await mark(colleagues!.id))).toEqual(plain(random))
  expect((await mark(`${theirs}x`)).status).toBe(400)
  expect((await mark(theirs, [{ id: theirs, state: 'read' }])).status).toBe(404)
  expect(await hashOfBeta()).toBe(before)
})

test('two people with the same subject in two organisations have nothing in common', async () => {
  const mine = await hear(ANN, 'GET /api/v1/userconfig/ann')
  expect(JSON.parse(mine.body).notifications.email).toEqual({ enabled: false, addresses: [] })
  await hear(
    ANN,
    'PUT /api/v1/userconfig/ann',
    json({
      notifications: {
        ...SETTINGS,
        email: { addresses: ['ann@a.example'] },
        msteams: { url: [] },
        webhook: { url: [] },
      },
    }),
  )
  const twin = await bodyOf<OdtUserconfig>(await api.call(TWIN, 'GET /api/v1/userconfig/ann'))
  expect(twin.notifications.email.addresses).toEqual([`${CANARY}@b.example`])
  expect((await hear(ANN, 'DELETE /api/v1/ca/userconfig/ann')).status).toBe(404)
  expect((await api.call(TWIN, 'GET /api/v1/ca/userconfig')).headers.get('etag')).toBe('"1"')
})

test("a subject with the name of an organisation does not get that organisation's data", async () => {
  const list = await hear(LONER, 'GET /api/v1/notifications')
  expect([list.status, list.body, list.headers['x-total-count']]).toEqual([200, '[]', '0'])
  const claimed = await hear({ ...LONER, organisation: 'subject:ben' }, 'GET /api/v1/notifications')
  expect(claimed.body).toBe('[]')
})

test('an organisation gets only its own events', async () => {
  const stream = await followEvents(api, ANN)
  await tellBeta()
  await api.call(BEN, 'PUT /api/v1/userconfig/ben', json({ notifications: SETTINGS }))
  await api.call(
    ANN,
    'PUT /api/v1/ca/userconfig',
    json({
      notifications: { default: { ...SETTINGS, email: { addresses: [] }, msteams: { url: [] }, webhook: { url: [] } } },
    }),
  )
  const event = await stream.next()
  expect(event).toMatchObject({ type: 'userconfig', data: { service: 'ca', version: 1 } })
  bytes.push(JSON.stringify(event))
  stream.close()
  // The position comes from the other organisation's stream: this stream starts from the beginning, and does not reveal missed events.
  const resumed = await followEvents(api, LONER, '1')
  bytes.push(JSON.stringify(Object.fromEntries(resumed.response.headers)))
  resumed.close()
})

test('no byte of the other organisation is in any answer', async () => {
  for (const who of OUTSIDERS) {
    for (const one of EVERY_ENDPOINT) {
      for (const query of ['', '?limit=200', '?state=fresh', '?tenantId=organisation:beta', '?organisation=beta'])
        await hear(who, `${one.endpoint.method} ${addressOf(one, who.subject)}${query}`, goodBody(one))
    }
  }
  const own = await (await api.call(BEN, 'GET /api/v1/userconfig/ben')).text()
  const told = await (await api.call(BEN, 'GET /api/v1/notifications')).text()
  expect(own).toContain(CANARY)
  expect(told).toContain(CANARY)
  expect(bytes.length).toBeGreaterThan(600)
  const foreign = [CANARY, theirs, satelliteId]
  expect(bytes.filter((text) => foreign.some((one) => text.includes(one)))).toEqual([])
})
