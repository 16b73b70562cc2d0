import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askToken, asOperator, bearerOf, credentialsOf } from '../platform/testing/service-account-operator.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'

const ACCOUNTS = '/api/v1/service-accounts'
const DAY_MS = 86_400_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const user = (organisation: string, subject = 'ada', roles = ['ca:user']) => ({ subject, organisation, roles })
const detailOf = async (answer: Response) => (await bodyOf<{ detail: string }>(answer)).detail
const auditOf = (organisation: string) =>
  api.database.query<{ action: string; outcome: string; actor: string; detail: object }>(
    `select action, outcome, actor, detail from platform.audit
     where tenant_id = 'organisation:${organisation}' and action like 'service-account.%' order by seq`,
  )

test('a service account is created with a secret that is shown once, is valid for 90 days, and is visible to the whole organisation', async () => {
  const before = Date.now()
  const { serviceAccount: made, clientSecret } = await asOperator(api, user('made')).created({
    description: ' For OEMs. ',
  })
  expect(made).toMatchObject({
    name: 'Nightly upload',
    description: 'For OEMs.',
    roles: ['ca:user'],
    state: 'ACTIVE',
    createdBy: 'ada',
    lastUsedAt: null,
    oldSecretEndsAt: null,
    mayRotate: true,
    mayRevoke: true,
  })
  expect(made.clientId).toMatch(/^nightly-upload-[a-z2-9]{8}$/)
  expect(clientSecret).toMatch(/^apsis_[\w-]{43}$/)
  const lifeMs = Date.parse(made.expiresAt) - before
  expect(lifeMs).toBeGreaterThanOrEqual(90 * DAY_MS)
  expect(lifeMs).toBeLessThan(90 * DAY_MS + 60_000)
  const listed = await asOperator(api, user('made', 'ben', [])).list()
  expect(listed).toEqual([{ ...made, mayRotate: false, mayRevoke: false }])
  expect(JSON.stringify(listed)).not.toContain(clientSecret)
})

test('client ids consist of the readable characters of any name, and two accounts with the same name have different ids', async () => {
  const operator = asOperator(api, user('names'))
  const ids = []
  for (const name of ['Überwachung der Bahnen', '夜间上传', '-- a --', 'Nightly upload', 'Nightly upload'])
    ids.push((await operator.created({ name })).serviceAccount.clientId)
  expect(ids.map((id) => id.replace(/-[^-]{8}$/, ''))).toEqual([
    'uberwachung-der-bahnen',
    'service',
    'a',
    'nightly-upload',
    'nightly-upload',
  ])
  expect(new Set(ids).size).toBe(5)
})

test.each([
  [['ca:user'], ['ca:user'], 201],
  [['ca:user'], ['ca:testuser'], 403],
  [['ca:user'], ['ca:admin'], 403],
  [['ca:user'], ['ca:user', 'odt:user'], 403],
  [['ca:admin'], ['ca:user', 'ca:testuser', 'ca:admin'], 201],
  [['ca:admin'], ['payments:user'], 403],
  [['ca:user', 'odt:admin'], ['ca:user', 'odt:user'], 201],
  [[], ['ca:user'], 403],
  [['ca:admin'], ['account:manage-account'], 400],
  [['ca:admin'], [], 400],
])('a person with %j who asks for %j gets %i', async (roles, wanted, status) => {
  const answer = await asOperator(api, user('roles', `with-${roles.join('-')}`, roles)).create({ roles: wanted })
  expect(answer.status).toBe(status)
  await answer.body?.cancel()
})

test('the requested values have limits', async () => {
  const operator = asOperator(api, user('limits'))
  for (const wrong of [
    { expiresInDays: 0 },
    { expiresInDays: 367 },
    { expiresInDays: 1.5 },
    { name: ' ' },
    { name: 'a'.repeat(81) },
    { name: 'a\nb' },
    { clientId: 'mine' },
  ])
    expect([wrong, (await operator.create(wrong)).status]).toEqual([wrong, 400])
  const { serviceAccount } = await operator.created({ expiresInDays: 366, name: 'a'.repeat(80) })
  expect(serviceAccount.clientId).toMatch(/^a{40}-/)
})

test('an organisation may have 50 accounts; the last place can be taken only once, and a revoked account frees its place', async () => {
  const operator = asOperator(api, user('full'))
  const made = await operator.created()
  for (let n = 0; n < 48; n++) await operator.created()
  const race = await Promise.all([operator.create(), operator.create(), operator.create()])
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await asOperator(api, user('elsewhere')).create()).status).toBe(201)
  expect((await operator.revoke(made.serviceAccount.serviceAccountId)).status).toBe(204)
  expect((await operator.create()).status).toBe(201)
})

test('a new secret is valid at once, the old one as long as requested, and there are never three valid secrets', async () => {
  const operator = asOperator(api, user('rotated'))
  const first = await operator.created()
  const id = first.serviceAccount.serviceAccountId
  const rotated = await operator.rotate(id, { oldSecretHours: 2, expiresInDays: 30 })
  expect([rotated.status, rotated.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const second = await bodyOf<ServiceAccountSecret>(rotated)
  expect(second.serviceAccount.clientId).toBe(first.serviceAccount.clientId)
  const hours = (Date.parse(second.serviceAccount.oldSecretEndsAt ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1.9)
  expect(hours).toBeLessThanOrEqual(2)
  for (const one of [first, second]) expect((await askToken(api, credentialsOf(one))).status).toBe(200)

  const again = await operator.rotate(id, { oldSecretHours: 1 })
  expect([again.status, await detailOf(again)]).toEqual([409, expect.stringContaining('Two secrets')])
  const held = await bearerOf(api, credentialsOf(second))
  const third = await bodyOf<ServiceAccountSecret>(await operator.rotate(id, { oldSecretHours: 0 }))
  expect(third.serviceAccount.oldSecretEndsAt).toBeNull()
  const statuses = []
  for (const one of [first, second, third]) statuses.push((await askToken(api, credentialsOf(one))).status)
  expect(statuses).toEqual([401, 401, 200])
  // The tokens of the secret end together with the secret.
  await vi.waitFor(async () =>
    expect((await api.call(undefined, `GET ${ACCOUNTS}`, { headers: held })).status).toBe(401),
  )
})

test('an old secret ends at its requested time; an account ends with its last secret, and a new secret revives it', async () => {
  const operator = asOperator(api, user('expired'))
  const first = await operator.created({ name: 'first' })
  const id = first.serviceAccount.serviceAccountId
  await api.database.query(
    `update service_accounts.secret set ends_at = now() - interval '1 second', created_at = now() - interval '9 days'
     where service_account_id = '${id}'`,
  )
  expect((await askToken(api, credentialsOf(first))).status).toBe(401)
  expect(await operator.list('?state=EXPIRED')).toMatchObject([{ serviceAccountId: id, state: 'EXPIRED' }])
  expect(await operator.list('?state=ACTIVE')).toEqual([])
  const second = await bodyOf<ServiceAccountSecret>(await operator.rotate(id))
  expect(second.serviceAccount).toMatchObject({ state: 'ACTIVE', oldSecretEndsAt: null })
  expect((await askToken(api, credentialsOf(second))).status).toBe(200)
  expect((await askToken(api, credentialsOf(first))).status).toBe(401)
})

test('a revoked account gets no token, its tokens and streams end at once, and it cannot be restored', async () => {
  const operator = asOperator(api, user('revoked'))
  const made = await operator.created()
  const id = made.serviceAccount.serviceAccountId
  const headers = await bearerOf(api, credentialsOf(made))
  expect((await api.call(undefined, 'GET /api/v1/ca/conjunctions', { headers })).status).toBe(200)
  const stream = await api.call(undefined, 'GET /api/v1/events', { headers })
  expect(stream.status).toBe(200)
  expect((await operator.revoke(id)).status).toBe(204)
  expect((await askToken(api, credentialsOf(made))).status).toBe(401)
  await vi.waitFor(async () =>
    expect((await api.call(undefined, 'GET /api/v1/ca/conjunctions', { headers })).status).toBe(401),
  )
  // Otherwise the stream would continue for ten minutes: if it can be read to its end, it was ended.
  await stream.text()
  expect((await operator.revoke(id)).status).toBe(204)
  const back = await operator.rotate(id)
  expect([back.status, await detailOf(back)]).toEqual([409, expect.stringContaining('revoked')])
  expect(await operator.list()).toMatchObject([
    { state: 'REVOKED', revokedBy: 'ada', mayRotate: false, mayRevoke: false },
  ])
  expect((await auditOf('revoked')).map(({ action }) => action)).toEqual([
    'service-account.create',
    'service-account.revoke',
    'service-account.sign-in',
  ])
})

test('another organisation’s account gives the same answer as an unknown one', async () => {
  const made = await asOperator(api, user('owner')).created()
  const other = asOperator(api, user('other', 'eve', ['ca:admin']))
  const unknown = '00000000-0000-4000-8000-000000000000'
  const answers = async (id: string) => {
    const [rotated, revoked] = [await other.rotate(id), await other.revoke(id)]
    return [rotated.status, await detailOf(rotated), revoked.status, await detailOf(revoked)]
  }
  expect(await answers(made.serviceAccount.serviceAccountId)).toEqual(await answers(unknown))
  expect((await answers(unknown))[0]).toBe(404)
  expect(await other.list()).toEqual([])
  expect((await askToken(api, credentialsOf(made))).status).toBe(200)
})

test('only a person who could create an account may get its secret; its creator and administrators of its services may revoke it', async () => {
  const made = async () => (await asOperator(api, user('manage', 'maker', ['ca:admin'])).created()).serviceAccount
  const tries = async (subject: string, roles: string[]) => {
    const { serviceAccountId: id } = await made()
    const operator = asOperator(api, user('manage', subject, roles))
    const listed = (await operator.list('?sort=-createdAt&limit=1'))[0]
    const statuses = [(await operator.rotate(id)).status, (await operator.revoke(id)).status]
    expect([listed?.mayRotate, listed?.mayRevoke]).toEqual([statuses[0] === 201, statuses[1] === 204])
    return statuses
  }
  expect(await tries('user', ['ca:user'])).toEqual([201, 204])
  expect(await tries('admin', ['ca:admin'])).toEqual([201, 204])
  expect(await tries('tester', ['ca:testuser'])).toEqual([403, 403])
  expect(await tries('tracker', ['odt:admin'])).toEqual([403, 403])
  expect(await tries('maker', [])).toEqual([403, 204])
  const both = (
    await asOperator(api, user('manage', 'root', ['ca:admin', 'odt:admin'])).created({ roles: ['ca:user', 'odt:user'] })
  ).serviceAccount.serviceAccountId
  const half = asOperator(api, user('manage', 'half', ['odt:admin']))
  expect([(await half.rotate(both)).status, (await half.revoke(both)).status]).toEqual([403, 204])
  const refused = (await auditOf('manage')).filter(({ outcome }) => outcome === 'refused')
  expect(refused).toHaveLength(6)
})

test('a service account cannot manage service accounts, whatever its roles are', async () => {
  const operator = asOperator(api, user('robots', 'ada', ['ca:admin']))
  const made = await operator.created({ roles: ['ca:admin'] })
  const headers = await bearerOf(api, credentialsOf(made))
  const id = made.serviceAccount.serviceAccountId
  const call = async (request: string, body?: object) => {
    const answer = await api.call(undefined, request, { headers, ...(body && { body: JSON.stringify(body) }) })
    return [answer.status, answer.status < 400 ? '' : await detailOf(answer)]
  }
  const refusal = [403, expect.stringContaining('managed by people')]
  expect(await call(`POST ${ACCOUNTS}`, { name: 'child', roles: ['ca:user'] })).toEqual(refusal)
  expect(await call(`POST ${ACCOUNTS}/${id}/secrets`, {})).toEqual(refusal)
  expect(await call(`DELETE ${ACCOUNTS}/${id}`)).toEqual(refusal)
  expect(await call(`GET ${ACCOUNTS}`)).toEqual([200, ''])
  expect(await operator.list()).toHaveLength(1)
  expect((await auditOf('robots')).filter(({ actor }) => actor === id)).toMatchObject([
    { action: 'service-account.create', outcome: 'refused' },
    { action: 'service-account.rotate', outcome: 'refused' },
    { action: 'service-account.revoke', outcome: 'refused' },
  ])
})

test('records about a service account contain its name, it is not welcomed, and no person can have such a name', async () => {
  const who = user('byname')
  const made = await asOperator(api, who).created()
  const headers = await bearerOf(api, credentialsOf(made))
  const body = JSON.stringify({ text: 'All quiet.' })
  const note = await api.call(undefined, 'POST /api/v1/ca/handovers', { headers, body })
  const name = `service:${made.serviceAccount.clientId}`
  expect(await note.json()).toMatchObject({ by: name })
  const told = await bodyOf<Notification[]>(await api.call(undefined, 'GET /api/v1/notifications', { headers }))
  expect(told).toEqual([])
  const forger = { ...who, subject: 'forger', username: name }
  const forged = await api.call(forger, 'POST /api/v1/ca/handovers', { body })
  expect(await forged.json()).toMatchObject({ by: 'forger' })
})

test('a service account of a person without an organisation acts only for that person', async () => {
  const alone = { subject: 'alone', roles: ['ca:user'] }
  const made = await asOperator(api, alone).created()
  const headers = await bearerOf(api, credentialsOf(made))
  await api.call(undefined, 'POST /api/v1/ca/handovers', { headers, body: JSON.stringify({ text: 'Mine.' }) })
  const read = async (one: typeof alone) => bodyOf<{ text: string }[]>(await api.call(one, 'GET /api/v1/ca/handovers'))
  expect(await read(alone)).toMatchObject([{ text: 'Mine.' }])
  expect(await read({ ...alone, subject: 'somebody-else' })).toEqual([])
})

test('no secret is in the database, the log or the audit trail', async () => {
  const operator = asOperator(api, user('secret'))
  const made = await operator.created()
  await askToken(api, credentialsOf(made))
  await askToken(api, { ...credentialsOf(made), secret: `${made.clientSecret}x` })
  const secret = made.clientSecret.replace('apsis_', '')
  for (const table of ['service_accounts.secret', 'service_accounts.service_account', 'platform.audit', 'events.event'])
    expect([table, JSON.stringify(await api.database.query(`select * from ${table}`)).includes(secret)]).toEqual([
      table,
      false,
    ])
  api.log.info({ clientSecret: made.clientSecret, text: `id ${made.clientSecret} end` }, `with ${made.clientSecret}`)
  expect(api.logged.join('')).not.toContain(secret)
})
