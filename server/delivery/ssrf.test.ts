import { afterAll, beforeAll, expect, test } from 'vitest'
import { NoAnswerError, postGuarded } from './guarded-post.ts'
import { readTarget, URL_CHANNELS } from './target.ts'
import { FORMS } from './testing/closed-forms.data.ts'
import { startListener } from './testing/listener.ts'

let listener: Awaited<ReturnType<typeof startListener>>
beforeAll(async () => {
  listener = await startListener()
})
afterAll(() => listener.close())

const CLOSED = { ownHost: 'apsis.example', allowLoopback: false }
const post = (url: URL, resolve?: (host: string) => Promise<readonly string[]>) =>
  postGuarded(url, {
    headers: {},
    body: '{}',
    allowLoopback: false,
    proxy: undefined,
    ...(resolve && { resolve }),
  }).then(
    () => 'answered',
    (error: unknown) => (error instanceof NoAnswerError ? error.reason : 'another error'),
  )

test('there are at least sixty notations', () => {
  expect(new Set(FORMS).size).toBeGreaterThanOrEqual(60)
})

test.each(URL_CHANNELS)('%s: no connection is made to any notation of a closed address', async (channel) => {
  for (const form of FORMS) {
    const target = readTarget(channel, form.replace('PORT', String(listener.port)), CLOSED)
    expect(target, form).toBeTypeOf('string')
  }
  expect(listener.seen()).toBe(0)
})

test('the connection itself is guarded: no connection is made to a notation that is a valid URL either', async () => {
  for (const form of FORMS) {
    const text = form.replace('PORT', String(listener.port))
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) continue
    expect(['address-not-public', 'name-unknown'], form).toContain(await post(new URL(text), guarded))
  }
  expect(listener.seen()).toBe(0)
})

/** Answers as the name service of a machine that knows only the machine's names and those of its network. */
const guarded = async (host: string) => (/localhost/.test(host) ? ['127.0.0.1', '::1'] : ['10.0.0.9'])

test('a name is refused if one of its addresses is closed, in any notation', async () => {
  const url = new URL(`https://hooks.operator.example:${listener.port}/`)
  for (const closed of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '10.1.2.3',
    'fe80::1',
    '64:ff9b::7f00:1',
  ]) {
    expect(await post(url, async () => [closed])).toBe('address-not-public')
    expect(await post(url, async () => ['8.8.8.8', closed])).toBe('address-not-public')
  }
  expect(listener.seen()).toBe(0)
})

test('a name whose address changes is resolved once, and the connection is made to that address', async () => {
  let asked = 0
  const changing = async () => (asked++ === 0 ? ['10.0.0.1'] : ['127.0.0.1'])
  expect(await post(new URL(`https://rebind.example:${listener.port}/`), changing)).toBe('address-not-public')
  expect(asked).toBe(1)
  expect(listener.seen()).toBe(0)
})

test('a name that resolves first to a public and then to a closed address is resolved once: no connection is made to this machine', async () => {
  let asked = 0
  // The address is public and not assigned: no connection is possible, and none is made elsewhere instead.
  const changing = async () => (asked++ === 0 ? ['2a10:ffff::1'] : ['127.0.0.1', '::1'])
  const url = new URL(`https://rebind.example:${listener.port}/`)
  const limitsMs = { connect: 500, headers: 600, total: 900 }
  const asking = () =>
    postGuarded(url, { headers: {}, body: '{}', allowLoopback: false, proxy: undefined, limitsMs, resolve: changing })
  const reason = await asking().then(
    () => 'answered',
    (error: unknown) => (error instanceof NoAnswerError ? error.reason : 'another error'),
  )
  expect(['connection-failed', 'connect-timeout']).toContain(reason)
  expect([asked, listener.seen()]).toEqual([1, 0])
  // A second look-up would return this machine, which the same guard refuses.
  await expect(asking()).rejects.toMatchObject({ reason: 'address-not-public' })
  expect([asked, listener.seen()]).toEqual([2, 0])
})

test('the addresses of each channel are accepted, even with an explicit port or a dot at the end', () => {
  const taken = (channel: (typeof URL_CHANNELS)[number], text: string) => {
    const target = readTarget(channel, text, CLOSED)
    return target instanceof URL ? target.host : target
  }
  const teams = 'default1.2.environment.api.powerplatform.com'
  expect(taken('msteams', `https://${teams}:443/powerautomate/x?sig=abc`)).toBe(teams)
  expect(taken('msteams', 'https://example.webhook.office.com/x')).toBe('retired')
  expect(taken('msteams', 'https://prod-1.westeurope.logic.azure.com/x')).toBe('retired')
  expect(taken('msteams', 'https://evil-powerautomate.com/x')).toBe('not-a-host-of-the-channel')
  expect(taken('slack', 'https://hooks.slack.com/services/T/B/x')).toBe('hooks.slack.com')
  expect(taken('slack', 'https://hooks.slack.com.evil.example/x')).toBe('not-a-host-of-the-channel')
  expect(taken('webhook', 'https://hooks.operator.example./apsis')).toBe('hooks.operator.example')
  expect(taken('webhook', 'https://hooks.operator.example:8443/apsis')).toBe('hooks.operator.example:8443')
  // Slack and Microsoft accept webhooks only at port 443.
  expect(taken('slack', 'https://hooks.slack.com:8443/services/T/B/x')).toBe('port-closed')
  expect(taken('msteams', `https://${teams}:8443/powerautomate/x?sig=abc`)).toBe('port-closed')
  expect(taken('webhook', 'https://hooks.operator.example:22/apsis')).toBe('port-closed')
  expect(taken('webhook', 'https://user:pass@hooks.operator.example/')).toBe('carries-credentials')
  expect(taken('webhook', 'https://apsis.example/api/v1/notifications')).toBe('own-host')
  expect(taken('webhook', 'https://apsis.example./api/v1/notifications')).toBe('own-host')
})
