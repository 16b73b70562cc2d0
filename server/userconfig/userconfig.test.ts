import type { Problem } from '@apsis/contract/errors.ts'
import type { CaUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { auditOf } from '../platform/testing/test-database.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ada = { subject: 'ada', organisation: 'alpha', roles: ['ca:user', 'odt:user'] }
const DEFAULTS = {
  email: { enabled: false, addresses: [] },
  msteams: { enabled: false, url: [] },
  slack: { enabled: false, url: [] },
  webhook: { enabled: false, url: [] },
  statuses: ['CANCELLED', 'COMPLETED_OK'],
}
const withEmail = (address: string) => ({ ...DEFAULTS, email: { addresses: [address] } })
const body = (value: unknown) => ({ body: JSON.stringify(value) })

test('GET /userconfig/{config-id} answers the defaults if nothing was saved (spec §9)', async () => {
  const response = await api.call(ada, 'GET /api/v1/userconfig/ada')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ _id: 'ada', notifications: DEFAULTS })
  expect(response.headers.get('etag')).toBe('"0"')
})

test('PUT /userconfig/{config-id} saves, enables exactly the channels with a target, and keeps Slack (spec §5)', async () => {
  const notifications = {
    email: { enabled: false, addresses: ['ada@operator.example'] },
    msteams: { enabled: true, url: [''] },
    slack: { url: ['not a url'] },
    webhook: { url: [] },
    statuses: ['COMPLETE', 'PENDING'],
  }
  const saved = await api.call(ada, 'PUT /api/v1/userconfig/ada', body({ notifications }))
  expect(saved.status).toBe(200)
  const expected = {
    _id: 'ada',
    notifications: {
      email: { enabled: true, addresses: ['ada@operator.example'] },
      msteams: { enabled: false, url: [] },
      slack: { enabled: true, url: ['not a url'] },
      webhook: { enabled: false, url: [] },
      statuses: ['COMPLETED_OK', 'PENDING'],
    },
  }
  expect(await saved.json()).toEqual(expected)
  expect(await (await api.call(ada, 'GET /api/v1/userconfig/ada')).json()).toEqual(expected)
})

test('the two services have separate configurations, and ca’s is under notifications.default (spec §3)', async () => {
  const who = { ...ada, subject: 'both' }
  await api.call(
    who,
    'PUT /api/v1/ca/userconfig',
    body({ notifications: { default: withEmail('ca@operator.example') } }),
  )
  const ca = await bodyOf<CaUserconfig>(await api.call(who, 'GET /api/v1/ca/userconfig'))
  expect(ca.notifications.default.email).toEqual({ enabled: true, addresses: ['ca@operator.example'] })
  expect(await (await api.call(who, 'GET /api/v1/userconfig/both')).json()).toEqual({
    _id: 'both',
    notifications: DEFAULTS,
  })
})

test('POST /ca/userconfig creates once and refuses a second time', async () => {
  const who = { ...ada, subject: 'poster' }
  const send = () => api.call(who, 'POST /api/v1/ca/userconfig', body({ notifications: { default: DEFAULTS } }))
  expect((await send()).status).toBe(201)
  const second = await send()
  expect(second.status).toBe(409)
  const audit = (await auditOf(api.database, who.organisation, 'userconfig.')).filter(({ actor }) => actor === 'poster')
  expect(audit).toMatchObject([{ action: 'userconfig.create', object: 'poster', detail: { version: 1 } }])
  expect(await second.json()).toMatchObject({ status: 409, error: 'Conflict', title: 'Conflict' })
})

test('a field that is missing in a POST or PUT has its default: no target, and the statuses of spec §3', async () => {
  const who = { ...ada, subject: 'brief' }
  const email = { addresses: ['brief@operator.example'] }
  const posted = await api.call(who, 'POST /api/v1/ca/userconfig', body({ notifications: { default: { email } } }))
  expect(posted.status).toBe(201)
  const expected = { ...DEFAULTS, email: { enabled: true, ...email } }
  expect((await bodyOf<CaUserconfig>(posted)).notifications.default).toEqual(expected)
  const put = await api.call(who, 'PUT /api/v1/userconfig/brief', body({ notifications: { statuses: ['PENDING'] } }))
  expect(await put.json()).toEqual({ _id: 'brief', notifications: { ...DEFAULTS, statuses: ['PENDING'] } })
})

test('DELETE /ca/userconfig/{user-config-id} deletes the saved configuration, and answers 404 if there is none', async () => {
  const who = { ...ada, subject: 'leaver' }
  await api.call(
    who,
    'PUT /api/v1/ca/userconfig/leaver',
    body({ notifications: { default: withEmail('l@operator.example') } }),
  )
  expect((await api.call(who, 'DELETE /api/v1/ca/userconfig/leaver')).status).toBe(204)
  const left = await bodyOf<CaUserconfig>(await api.call(who, 'GET /api/v1/ca/userconfig'))
  expect(left.notifications.default).toEqual(DEFAULTS)
  expect((await api.call(who, 'DELETE /api/v1/ca/userconfig/leaver')).status).toBe(404)
  const audit = (await auditOf(api.database, who.organisation, 'userconfig.')).filter(({ actor }) => actor === 'leaver')
  expect(audit.map(({ action, object }) => [action, object])).toEqual([
    ['userconfig.update', 'leaver'],
    ['userconfig.remove', 'leaver'],
  ])
})

test('another subject’s configuration gives the same answer as an unknown one', async () => {
  const answers = await Promise.all(
    ['someone-else', 'nobody-at-all'].map(async (id) =>
      bodyOf<Problem>(await api.call(ada, `GET /api/v1/userconfig/${id}`)),
    ),
  )
  const [theirs, unknown] = answers.map(({ requestId: _, instance: __, ...rest }) => rest)
  expect(theirs).toEqual(unknown)
  expect(theirs).toMatchObject({ status: 404 })
})

test('If-Match with a stale version is refused, so that no save is lost', async () => {
  const who = { ...ada, subject: 'versions' }
  const save = (tag: string) =>
    api.call(who, 'PUT /api/v1/userconfig/versions', {
      ...body({ notifications: DEFAULTS }),
      headers: { 'if-match': tag },
    })
  expect((await save('"1"')).status).toBe(412)
  expect((await save('"0"')).headers.get('etag')).toBe('"1"')
  const both = await Promise.all([save('"1"'), save('"1"')])
  expect(both.map((response) => response.status).sort()).toEqual([200, 412])
  expect((await save('"1"')).status).toBe(412)
})

test.each([
  [
    'an address that is none',
    { ...DEFAULTS, email: { addresses: ['not an address'] } },
    '#/notifications/email/addresses/0',
    'Email address must be a valid address.',
  ],
  ['an unknown status', { ...DEFAULTS, statuses: ['DONE'] }, '#/notifications/statuses/0', undefined],
  ['an unknown field', { ...DEFAULTS, pager: {} }, '#/notifications/pager', 'is not a field of this request'],
  [
    'control characters',
    { ...DEFAULTS, webhook: { url: ['https://a.example\r\nX: y'] } },
    '#/notifications/webhook/url/0',
    'must not contain control characters',
  ],
])('PUT refuses %s and names the field', async (_, notifications, pointer, message) => {
  const response = await api.call(ada, 'PUT /api/v1/userconfig/ada', body({ notifications }))
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const { errors = [] } = await bodyOf<Problem>(response)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatchObject({ pointer, ...(message ? { message } : {}) })
})

test('a save raises an event for the person and adds an entry to the audit record', async () => {
  const who = { ...ada, subject: 'traced', organisation: 'trace' }
  await api.call(who, 'PUT /api/v1/userconfig/traced', body({ notifications: DEFAULTS }))
  const events = await api.database.query<{ subject: string; type: string }>(
    "select subject, type from events.event where tenant_id = 'organisation:trace' and type = 'userconfig'",
  )
  expect(events).toEqual([{ subject: 'traced', type: 'userconfig' }])
  const audit = await api.database.query<{ action: string }>(
    "select action from platform.audit where tenant_id = 'organisation:trace' order by seq",
  )
  expect(audit.map((entry) => entry.action)).toEqual(['member.seen', 'userconfig.update'])
})

const NIGHT = { name: 'Night shift', search: { level: 'CRITICAL,HIGH', by: 'satellite' } }
const DAY = { name: 'Day shift', search: {} }
const withViews = (conjunctionViews?: readonly unknown[], settings: object = DEFAULTS) =>
  body({ notifications: { default: settings }, ...(conjunctionViews === undefined ? {} : { conjunctionViews }) })
const viewsOf = async (who: typeof ada) =>
  (await bodyOf<CaUserconfig>(await api.call(who, 'GET /api/v1/ca/userconfig'))).conjunctionViews

test('views of the list of conjunctions stay if a save does not contain views, and are removed by an empty list', async () => {
  const who = { ...ada, subject: 'viewer' }
  const put = (views?: readonly unknown[]) => api.call(who, 'PUT /api/v1/ca/userconfig', withViews(views))
  expect(await viewsOf(who)).toEqual([])
  expect((await bodyOf<CaUserconfig>(await put([NIGHT, DAY]))).conjunctionViews).toEqual([NIGHT, DAY])
  expect((await bodyOf<CaUserconfig>(await put())).conjunctionViews).toEqual([NIGHT, DAY])
  expect(await viewsOf(who)).toEqual([NIGHT, DAY])
  expect(await viewsOf({ ...ada, subject: 'colleague' })).toEqual([])
  expect(await viewsOf({ ...who, organisation: 'beta' })).toEqual([])
  await put([])
  expect(await viewsOf(who)).toEqual([])
  const posted = await api.call({ ...ada, subject: 'first' }, 'POST /api/v1/ca/userconfig', withViews([NIGHT]))
  expect((await bodyOf<CaUserconfig>(posted)).conjunctionViews).toEqual([NIGHT])
  expect((await api.call({ ...ada, subject: 'first' }, 'DELETE /api/v1/ca/userconfig/first')).status).toBe(204)
  expect(await viewsOf({ ...ada, subject: 'first' })).toEqual([])
})

test('saving views changes no setting, sends no test, and asks nobody to confirm an address again', async () => {
  const who = { ...ada, subject: 'settled' }
  // Two targets have the same masked form, and each of them stays unchanged.
  const webhook = {
    url: [
      'https://hooks.operator.example/T0123456789abcdefghij/B0123456789abcdefghij',
      'https://hooks.operator.example/T9876543210abcdefghij/B9876543210abcdefghij',
    ],
  }
  const settings = { ...withEmail('settled@operator.example'), webhook }
  await api.call(who, 'PUT /api/v1/ca/userconfig', withViews(undefined, settings))
  const channels = async () => (await api.call(who, 'GET /api/v1/notifications/channels')).json()
  const mails = async () =>
    (await api.call(who, 'GET /api/v1/notifications/deliveries')).json() as Promise<readonly unknown[]>
  const before = { channels: await channels(), mails: await mails() }
  // The mails are the confirmation question, and a test to each URL.
  expect(before.mails).toHaveLength(3)
  const read = await api.call(who, 'GET /api/v1/ca/userconfig')
  const shown = await bodyOf<CaUserconfig>(read)
  expect(shown.notifications.default.webhook.url).not.toEqual(webhook.url)
  const saved = await api.call(who, 'PUT /api/v1/ca/userconfig', {
    ...body({ ...shown, conjunctionViews: [NIGHT] }),
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  })
  expect(await saved.json()).toEqual({ ...shown, conjunctionViews: [NIGHT] })
  expect({ channels: await channels(), mails: await mails() }).toEqual(before)
})

test('views that were based on an older version are refused, and the newer ones stay', async () => {
  const who = { ...ada, subject: 'two-browsers' }
  const put = (tag: string, ...views: unknown[]) =>
    api.call(who, 'PUT /api/v1/ca/userconfig', { ...withViews(views), headers: { 'if-match': tag } })
  expect((await put('"0"', NIGHT)).status).toBe(200)
  expect((await put('"0"', DAY)).status).toBe(412)
  expect(await viewsOf(who)).toEqual([NIGHT])
  expect((await put('"1"', DAY, NIGHT)).status).toBe(200)
  expect(await viewsOf(who)).toEqual([DAY, NIGHT])
})

test.each([
  ['more than 50', Array.from({ length: 51 }, (_, place) => ({ ...DAY, name: `${place}` })), '#/conjunctionViews'],
  ['a long name', [{ ...DAY, name: 'x'.repeat(61) }], '#/conjunctionViews/0/name'],
  ['a name twice', [NIGHT, DAY, NIGHT], '#/conjunctionViews/2/name'],
  ['an unknown parameter', [DAY, { ...NIGHT, search: { dialog: 'x' } }], '#/conjunctionViews/1/search/dialog'],
  ['a long value', [{ ...NIGHT, search: { q: 'x'.repeat(4_001) } }], '#/conjunctionViews/0/search/q'],
])('PUT refuses views with %s and names the field', async (_, views, pointer) => {
  const who = { ...ada, subject: 'refused' }
  const response = await api.call(who, 'PUT /api/v1/ca/userconfig', withViews(views))
  expect(response.status).toBe(400)
  const { errors = [] } = await bodyOf<Problem>(response)
  expect(errors.map((error) => error.pointer)).toEqual([pointer])
  expect(await viewsOf(who)).toEqual([])
})

test('the configuration of tracking has no views: the field is unknown there', async () => {
  const response = await api.call(ada, 'PUT /api/v1/userconfig/ada', body({ notifications: {}, conjunctionViews: [] }))
  expect(response.status).toBe(400)
  expect((await bodyOf<Problem>(response)).errors).toMatchObject([{ pointer: '#/conjunctionViews' }])
})
