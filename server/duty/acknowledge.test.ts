import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Acknowledgement } from '@apsis/contract/duty/acknowledgement.ts'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from '../delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from '../delivery/testing/receiver.ts'
import { bodyOf } from '../platform/testing/test-api.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
/** The headers of a browser that opens a link. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
/** The bytes of the first packets of a connection (RFC 6928: ten segments of 1,460). */
const FIRST_WINDOW_BYTES = 14_600

let world: Delivering
let hook: TestReceiver
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
  hook = await startTestReceiver()
})
afterAll(async () => {
  await hook.close()
  await world.close()
})

/** Creates a critical event in an organisation, and returns the link in the message about it. */
async function alarm(organisation: string, name = 'OBJECT') {
  const platform = asOperator(world.api, organisation)
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  await world.save(who, { webhook: [hook.url] })
  hook.received.length = 0
  const text = cdmText({ objects: ['1', '2'] }).replace('OBJECT 1', `${name} 1`)
  const [taken] = await platform.take(text)
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  const { data } = JSON.parse(hook.received[0]!.body) as WebhookEvent
  const url = (data.acknowledgeUrl ?? '').replace(world.api.config.publicUrl, world.api.origin)
  const id = taken!.conjunctionId!
  const record = () => platform.read<Decision>(`/conjunctions/${id}/decision`)
  return { platform, who, url, id, record }
}

const post = (url: string, note = '', headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers, body: new URLSearchParams({ note }) })

test('a link shows what it does, changes nothing when it is read, and acknowledges only once', async () => {
  const { url, id, record } = await alarm('once')
  for (let reads = 0; reads < 3; reads++) expect((await fetch(url, { headers: BROWSER })).status).toBe(200)
  await fetch(url, { method: 'HEAD' })
  expect((await record()).summary.state).toBe('NEW')
  const asked = await bodyOf<Acknowledgement>(await fetch(url))
  expect(asked).toMatchObject({ conjunctionId: id, riskLevel: 'CRITICAL', person: 'ada', acknowledgedBy: null })
  const done = await post(url, 'I look into it.', BROWSER)
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('is acknowledged')])
  const { summary, history } = await record()
  expect(summary).toMatchObject({ state: 'ACKNOWLEDGED', by: 'ada' })
  expect(history).toMatchObject([{ action: 'ACKNOWLEDGE', by: 'ada', why: 'I look into it.', riskLevel: 'CRITICAL' }])
  const again = await post(url)
  expect([again.status, await again.json()]).toEqual([
    409,
    expect.objectContaining({ detail: expect.stringMatching(/^This link was used\. By ada/) }),
  ])
  expect((await record()).history).toHaveLength(1)
  const { rows } = await world.api.api.platform.db.tenant('organisation:once', (tx) =>
    sql`select actor, object, detail ->> 'channel' as channel from platform.audit where action = 'acknowledge.link'`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ actor: 'ada', object: id, channel: 'webhook' }])
})

test('of many simultaneous uses only one succeeds', async () => {
  const { url, record } = await alarm('race')
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(url)))
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect((await record()).history).toHaveLength(1)
})

test('the page needs no script, fits into the first packets, has both languages and contains no tag from users’ texts', async () => {
  const { url } = await alarm('page', '<b>x</b><script>')
  const answer = await fetch(url, { headers: { ...BROWSER, 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' } })
  const page = await answer.text()
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('Als ada quittieren')
  expect(page).toContain('&lt;b&gt;x')
  expect(page).not.toMatch(/<script|<b>|onclick|javascript:|<link|<img/i)
  expect(Buffer.byteLength(page)).toBeLessThan(FIRST_WINDOW_BYTES)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/)
  expect(policy).not.toContain('unsafe')
  expect(await (await fetch(`${url}?lang=en`, { headers: BROWSER })).text()).toContain('Acknowledge as ada')
})

test('a link that does nothing gives the reason: forged, of another organisation, of a lost role, already used, or expired', async () => {
  const { url, platform, who, id, record } = await alarm('why')
  const says = async (address: string) => {
    const answer = await post(address, '', BROWSER)
    return [answer.status, /<h1>([^<]+)/.exec(await answer.text())?.[1]]
  }
  expect(await says(`${url.slice(0, -2)}xx`)).toEqual([404, 'This link is not known'])
  const [tenant = '', ...rest] = url.split('/').at(-1)!.split('.')
  const foreign = [Buffer.from('organisation:other').toString('base64url'), ...rest].join('.')
  expect(await says(url.replace([tenant, ...rest].join('.'), foreign))).toEqual([404, 'This link is not known'])
  // The next token lacks the role for acting on events.
  await world.api.call({ ...who, roles: ['odt:user'] }, 'GET /api/v1/status')
  expect(await says(url)).toEqual([403, 'This link may not be used any more'])
  await world.api.call(who, 'GET /api/v1/status')
  await platform.decide(id, { action: 'ACKNOWLEDGE' })
  expect((await says(url))[1]).toContain('was acknowledged before')
  expect((await record()).history).toHaveLength(1)
})

test('an event that the product reopened can be acknowledged again, both on the page and by the link', async () => {
  const { url, platform, id, record } = await alarm('again')
  await platform.decide(id, { action: 'ASSIGN', owner: 'ben' })
  await platform.decide(id, { action: 'CLOSE', why: 'far' }, { 'if-match': '*' })
  const closed = await post(url, '', BROWSER)
  expect(await closed.text()).toContain('was acknowledged before')
  const rise = cdmText({ objects: ['1', '2'], createdAt: '2030-01-02T00:00:00.000', missM: 5 })
  await platform.take(rise)
  expect((await record()).summary).toMatchObject({ state: 'ASSIGNED', by: 'Apsis', owner: 'ben' })
  expect((await post(url)).status).toBe(200)
  expect((await record()).summary).toMatchObject({ state: 'ASSIGNED', by: 'ada', owner: 'ben' })
  expect((await platform.decide(id, { action: 'ACKNOWLEDGE' })).status).toBe(409)
})

test('the mail about an event whose risk rose lists the earlier messages by creation time, and a mail about a request lists none', async () => {
  const platform = asOperator(world.api, 'history')
  const who = { subject: 'ada', organisation: 'history', roles: ['ca:user'] }
  const address = 'history@operator.example'
  await world.save(who, { email: [address] })
  await world.api.database.query(`update delivery.receiver set confirmed_at = now() where shown = '${address}'`)
  const pair = { objects: ['1', '2'] as const }
  await platform.take(cdmText({ ...pair, createdAt: '2030-01-01T05:42:10.000', missM: 3_000 }))
  await platform.take(cdmText({ ...pair, createdAt: '2030-01-02T13:52:00.000', missM: 200 }))
  const mailOf = (subject: string) => () => {
    const found = world.smtp.mails.find(({ to, data }) => to.includes(address) && data.includes(subject))
    // Lines are folded, and characters other than plain letters are written as bytes (RFC 2045 §6.7).
    if (found === undefined) throw new Error(`no mail says ${subject}`)
    return found.data
      .replace(/=\r\n/g, '')
      .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
  }
  const text = await vi.waitFor(mailOf('Risk raised to CRITICAL'), PATIENCE)
  const lines = [...text.matchAll(/^(2030-01-0\d \d\d:\d\d Z) +(.+?) {2,}([^ ]+ m)\r$/gm)].map(([, at, , miss]) => [
    at,
    miss,
  ])
  expect(lines).toEqual([
    ['2030-01-01 05:42 Z', '3\u202f000 m'],
    ['2030-01-02 13:52 Z', '200 m'],
  ])
  // The message moves object 2 by 200 m. Two messages are not enough to expect the next one.
  expect(text).toMatch(/^R, T, N +\+200, 0, 0 m\r$/m)
  expect(text).not.toContain('What would settle it')
  expect(text).toMatch(/Content-Disposition: inline; filename="?probability\.png/)
  await world.tell('history', { title: 'Of a request', level: 'critical', matter: 'odt.request:1' })
  expect(await vi.waitFor(mailOf('Of a request'), PATIENCE)).not.toContain('oldest first')
})
