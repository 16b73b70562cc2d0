import type { Problem } from '@apsis/contract/errors.ts'
import { NOTIFICATION_STATES, type Notification } from '@apsis/contract/notifications/notification.ts'
import type { Audience } from '@apsis/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { notify } from './notification.service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const tell = (organisation: string, message: string, subject?: string, audience: Audience = 'everybody') => {
  const tenantId = `organisation:${organisation}`
  return api.api.platform.db.tenant(tenantId, (tx) => notify(tx, { tenantId, subject, audience, code: 503, message }))
}
const list = async (who: { subject: string; organisation: string }, query = '') =>
  bodyOf<Notification[]>(await api.call(who, `GET /api/v1/notifications${query}`))
const move = (who: { subject: string; organisation: string }, changes: unknown) =>
  api.call(who, 'PATCH /api/v1/notifications', { body: JSON.stringify(changes) })

test('a notification has the fields of spec §3: title defaults to the code, status to its first character and xx', async () => {
  const who = { subject: 'reader', organisation: 'fields' }
  await tell('fields', 'The feed is late.')
  const [only, ...rest] = await list(who)
  expect(rest).toEqual([])
  expect(only).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    code: 503,
    title: '503',
    message: 'The feed is late.',
    status: '5xx',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    state: 'fresh',
    audience: 'everybody',
  })
})

test('a notification contains the page that it is about, if there is one', async () => {
  const who = { subject: 'reader', organisation: 'links' }
  const tenantId = 'organisation:links'
  const common = { tenantId, subject: undefined, audience: 'everybody', code: 200, message: '' } as const
  await api.api.platform.db.tenant(tenantId, async (tx) => {
    await notify(tx, { ...common, title: 'of a page', link: '/account/service-accounts' })
    await notify(tx, { ...common, title: 'of none' })
  })
  const links = Object.fromEntries((await list(who)).map(({ title, link }) => [title, link]))
  expect(links).toEqual({ 'of a page': '/account/service-accounts', 'of none': undefined })
})

test('states only move forward, whatever is requested (spec §4)', async () => {
  const who = { subject: 'mover', organisation: 'states' }
  await tell('states', 'one')
  const id = (await list(who))[0]!.id
  for (const [asked, expected] of [
    ['unread', 'unread'],
    ['fresh', 'unread'],
    ['read', 'read'],
    ['unread', 'read'],
    ['hidden', 'hidden'],
    ['fresh', 'hidden'],
  ]) {
    const [moved] = await bodyOf<Notification[]>(await move(who, [{ id, state: asked }]))
    expect(moved?.state).toBe(expected)
  }
})

test('after concurrent moves the state is the furthest one', async () => {
  const who = { subject: 'racer', organisation: 'race' }
  await tell('race', 'one')
  const id = (await list(who))[0]!.id
  const answers = await Promise.all(
    [...NOTIFICATION_STATES, ...NOTIFICATION_STATES].map((state) => move(who, [{ id, state }])),
  )
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect((await list(who, '?state=hidden'))[0]?.id).toBe(id)
})

test('each reader in an organisation has their own state; hidden notifications are not listed but can be requested', async () => {
  const [ada, bob] = [
    { subject: 'ada', organisation: 'shared' },
    { subject: 'bob', organisation: 'shared' },
  ]
  await tell('shared', 'for everybody')
  const id = (await list(ada))[0]!.id
  await move(ada, [{ id, state: 'hidden' }])
  expect(await list(ada)).toEqual([])
  expect((await list(ada, '?state=hidden')).map((one) => one.id)).toEqual([id])
  expect((await list(bob)).map((one) => one.state)).toEqual(['fresh'])
})

test('a notification for one person is invisible to others: it is not listed, and is unknown when they move it', async () => {
  const [ada, bob] = [
    { subject: 'ada', organisation: 'private' },
    { subject: 'bob', organisation: 'private' },
  ]
  await tell('private', 'for ada', 'ada')
  const id = (await list(ada))[0]!.id
  expect(await list(bob)).toEqual([])
  const refused = await move(bob, [{ id, state: 'read' }])
  expect(refused.status).toBe(404)
  expect((await bodyOf<Problem>(refused)).errors).toMatchObject([{ pointer: '#/0/id' }])
})

test('a notification for one service is invisible to people without a role in it: it is neither listed, counted nor moved', async () => {
  const [operator, guest] = [
    { subject: 'operator', organisation: 'roles', roles: ['ca:testuser'] },
    { subject: 'guest', organisation: 'roles', roles: ['odt:admin', 'payments:admin'] },
  ]
  await tell('roles', 'for everybody')
  await tell('roles', 'Risk raised', undefined, 'ca')
  const seen = await api.call(guest, 'GET /api/v1/notifications')
  expect((await bodyOf<Notification[]>(seen)).map((one) => one.message)).toEqual(['for everybody'])
  expect(seen.headers.get('x-total-count')).toBe('1')
  expect((await api.call(guest, 'GET /api/v1/notifications?page=2')).headers.get('x-total-count')).toBe('1')
  const [risk] = await list(operator)
  expect(risk).toMatchObject({ message: 'Risk raised', audience: 'ca' })
  const refused = await move(guest, [{ id: risk!.id, state: 'hidden' }])
  const unknown = await move(guest, [{ id: '00000000-0000-4000-8000-000000000000', state: 'hidden' }])
  expect(refused.status).toBe(404)
  const wordsOf = async (answer: Response) => ({ ...(await bodyOf<Problem>(answer)), instance: '', requestId: '' })
  expect(await wordsOf(refused)).toEqual(await wordsOf(unknown))
  expect((await list(operator)).map((one) => one.state)).toEqual(['fresh', 'fresh'])
})

test('a change with one unknown id changes nothing', async () => {
  const who = { subject: 'all', organisation: 'atomic' }
  await tell('atomic', 'one')
  const id = (await list(who))[0]!.id
  const refused = await move(who, [
    { id, state: 'read' },
    { id: '00000000-0000-4000-8000-000000000000', state: 'read' },
  ])
  expect(refused.status).toBe(404)
  expect((await list(who))[0]?.state).toBe('fresh')
})

test('the list is newest first, in pages, with the total and links to the other pages', async () => {
  const who = { subject: 'pager', organisation: 'pages' }
  for (let n = 1; n <= 5; n++) await tell('pages', `number ${n}`)
  const response = await api.call(who, 'GET /api/v1/notifications?limit=2&page=2')
  expect((await bodyOf<Notification[]>(response)).map((one) => one.message)).toEqual(['number 3', 'number 2'])
  expect(response.headers.get('x-total-count')).toBe('5')
  expect(response.headers.get('link')).toBe(
    [
      '</api/v1/notifications?sort=-timestamp&page=1&limit=2>; rel="first"',
      '</api/v1/notifications?sort=-timestamp&page=1&limit=2>; rel="prev"',
      '</api/v1/notifications?sort=-timestamp&page=3&limit=2>; rel="next"',
      '</api/v1/notifications?sort=-timestamp&page=3&limit=2>; rel="last"',
    ].join(', '),
  )
})

test('a page after the last one is empty and still has the total', async () => {
  const who = { subject: 'pager', organisation: 'past-the-end' }
  for (let n = 1; n <= 3; n++) await tell('past-the-end', `number ${n}`)
  const behind = await api.call(who, 'GET /api/v1/notifications?limit=2&page=9')
  expect(await behind.json()).toEqual([])
  expect(behind.headers.get('x-total-count')).toBe('3')
})

test.each(['?limit=0', '?limit=201', '?page=0', '?page=x', '?state=gone', '?sort=code', '?page=1&page=2'])(
  'GET refuses the query %s and names the parameter',
  async (query) => {
    const response = await api.call({ subject: 'x', organisation: 'query' }, `GET /api/v1/notifications${query}`)
    expect(response.status).toBe(400)
    expect((await bodyOf<Problem>(response)).errors).toMatchObject([{ parameter: /\?(\w+)/.exec(query)?.[1] }])
  },
)
