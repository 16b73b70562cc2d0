import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator, bearerOf, credentialsOf } from '../platform/testing/service-account-operator.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const settings = (addresses: readonly string[]) => ({
  email: { addresses },
  msteams: { url: [] },
  slack: { url: [] },
  webhook: { url: [] },
  statuses: ['CANCELLED'],
})
const who = (subject: string, organisation: string) => ({ subject, organisation, roles: ['ca:user'] })
const save = (person: ReturnType<typeof who>, ...addresses: string[]) =>
  api.call(person, 'PUT /api/v1/ca/userconfig', {
    body: JSON.stringify({ notifications: { default: settings(addresses) } }),
  })
const upTo = (count: number, of: string) => Array.from({ length: count }, (_, n) => `${of}${n}@operator.example`)

test('a person adds ten addresses an hour', async () => {
  const ada = who('ada', 'addresses')
  expect((await save(ada, ...upTo(10, 'a'))).status).toBe(200)
  const refused = await save(ada, 'one-more@operator.example')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect((await bodyOf<{ message: string }>(refused)).message).toContain('10 addresses within an hour')
  // Known addresses do not count as new.
  expect((await save(ada, ...upTo(3, 'a'))).status).toBe(200)
  expect((await save(who('ben', 'addresses'), 'ben@operator.example')).status).toBe(200)
})

test('an organisation may add fifty addresses a day', async () => {
  for (let n = 0; n < 5; n++) expect((await save(who(`p${n}`, 'many'), ...upTo(10, `p${n}-`))).status).toBe(200)
  expect((await save(who('p5', 'many'), 'p5@operator.example')).status).toBe(429)
  expect((await save(who('p5', 'few'), 'p5@operator.example')).status).toBe(200)
})

test('a mailbox gets one confirmation question a day from a person, whatever follows the + in its address', async () => {
  const ada = who('ada', 'tags')
  expect((await save(ada, 'victim@mail.example')).status).toBe(200)
  for (const address of ['victim+1@mail.example', 'Victim+b@mail.example'])
    expect((await save(ada, address)).status).toBe(429)
  expect((await save(ada, 'victim@mail.example', 'other+1@mail.example')).status).toBe(200)
  // Colleagues may share a mailbox.
  expect((await save(who('ben', 'tags'), 'victim@mail.example')).status).toBe(200)
  expect((await save(who('cleo', 'tags'), 'victim+2@mail.example')).status).toBe(200)
  expect((await save(who('dora', 'tags'), 'victim@mail.example')).status).toBe(429)
  const [channel] = await bodyOf<Channel[]>(await api.call(ada, 'GET /api/v1/notifications/channels'))
  await api.database.query("update delivery.receiver set confirm_asked_at = now() - interval '11 minutes'")
  const again = await api.call(ada, `POST /api/v1/notifications/channels/${channel?.channelId}/confirmations`)
  expect(again.status).toBe(429)
})

test('a service account cannot set an address or a telephone', async () => {
  const operator = asOperator(api, who('ada', 'program'))
  const headers = await bearerOf(api, credentialsOf(await operator.created()))
  const put = (path: string, body: unknown) =>
    api.call(undefined, `PUT ${path}`, { headers, body: JSON.stringify(body) })
  const withAddress = { notifications: { default: settings(['me@attacker.example']) } }
  const refused = await put('/api/v1/ca/userconfig', withAddress)
  expect(refused.status).toBe(403)
  expect((await bodyOf<{ message: string }>(refused)).message).toContain('no mailbox')
  expect((await put('/api/v1/ca/userconfig', { notifications: { default: settings([]) } })).status).toBe(200)
  expect((await put('/api/v1/duty/telephone', { number: '+491701234567', ways: ['call'] })).status).toBe(403)
})
