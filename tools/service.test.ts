import { afterEach, expect, test } from 'vitest'
import { parseServiceWish, SERVICES, startNamedService } from './service.ts'
import type { LocalService } from './services/service.ts'

const open: Pick<LocalService<string>, 'close'>[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

async function start(args: readonly string[]) {
  const wish = parseServiceWish([...args, '--port', '0'])
  if (typeof wish === 'string') throw new Error(wish)
  const started = await startNamedService(wish)
  open.push(started.service)
  return started
}

test('parseServiceWish() explains what can be started when the name is missing or unknown', () => {
  const usage = parseServiceWish([])
  for (const name of Object.keys(SERVICES)) expect(usage).toContain(name)
  expect(parseServiceWish(['space-trak'])).toMatch(/^There is no service "space-trak"; did you mean space-track\?/)
  expect(parseServiceWish(['toString'])).toMatch(/^There is no service "toString"\./)
  expect(parseServiceWish(['space-track', '--moods', 'ok'])).toMatch(/--moods[\s\S]*Usage/)
})

test('parseServiceWish() refuses an unknown mood, an invalid port and an unknown certificate', () => {
  expect(parseServiceWish(['space-track', '--mood', 'cutoff'])).toContain('did you mean cut-off?')
  expect(parseServiceWish(['celestrak', '--mood', 'wrong-password'])).toContain('celestrak has no mood')
  expect(parseServiceWish(['celestrak', '--port', '70000'])).toBe('--port 70000 is not a port.')
  expect(parseServiceWish(['celestrak', '--tls', 'expried'])).toContain('did you mean expired?')
})

test('parseServiceWish() has a port for each service, so that all of them can run at the same time', () => {
  const ports = Object.keys(SERVICES).map((name) => {
    const wish = parseServiceWish([name])
    return typeof wish === 'string' ? wish : wish.port
  })
  expect(ports).toEqual([4101, 4102, 4103, 4104])
})

test('startNamedService() says what to type, and the account may read its messages', async () => {
  const { service, said } = await start(['space-track', '--user', 'me@example.org', '--password', 'secret'])
  for (const text of [service.url, 'me@example.org', 'secret', 'wrong-password', 'cut-off', '/control'])
    expect(said).toContain(text)
  const body = new URLSearchParams({ identity: 'me@example.org', password: 'secret' })
  const login = await fetch(`${service.url}/ajaxauth/login`, { method: 'POST', body })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await fetch(`${service.url}/expandedspacedata/query/class/cdm/limit/3`, { headers: { cookie } })
  expect(await answer.json()).toHaveLength(3)
})

test.each(['celestrak', 'open-ephemerides'])('startNamedService() prints addresses of %s that answer', async (name) => {
  const { service, said } = await start([name])
  const addresses = said.match(/http:\/\/127\.0\.0\.1:\d+\/\S+/g)?.filter((one) => !one.includes('/control')) ?? []
  expect(addresses.length).toBeGreaterThan(1)
  for (const address of addresses) {
    const answer = await fetch(address, { headers: { 'user-agent': 'Apsis test (flight@operator.example)' } })
    expect([address, answer.status, (await answer.text()).length > 0]).toEqual([address, 200, true])
  }
  expect(service.violations).toEqual([])
})

test('startNamedService() begins in the requested mood, and shows the certificate to trust', async () => {
  const { service, said } = await start(['celestrak', '--mood', 'down', '--tls', 'good'])
  expect(service.mood).toBe('down')
  expect(said).toContain(service.ca?.trimEnd() ?? 'a certificate')
})

test('startNamedService() starts a mailbox with TLS, and says what to type and which moods it has', async () => {
  const { service, said } = await start(['mailbox', '--user', 'me@example.org', '--mood', 'bye'])
  expect(service.url).toMatch(/^imaps:\/\/localhost:\d+$/)
  expect(service.mood).toBe('bye')
  for (const text of [
    service.url,
    'me@example.org',
    'partner.example',
    service.ca?.trimEnd() ?? 'a certificate',
    'move-refused',
  ])
    expect(said).toContain(text)
  const [control = ''] = /http:\S+\/control/.exec(said) ?? []
  expect(await (await fetch(control)).json()).toMatchObject({ service: 'mailbox', mood: 'bye' })
  expect(parseServiceWish(['mailbox', '--mood', 'gzip'])).toContain('mailbox has no mood "gzip"')
})
