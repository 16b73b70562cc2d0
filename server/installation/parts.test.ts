/** Tests that the rest of the product works when one of its processes is killed, frozen or stopped while somebody uses the product. */
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { isRunning } from '../platform/postgres/processes.ts'
import { partsOf } from '../platform/testing/family.ts'
import { signIn } from '../platform/testing/sign-in.ts'
import { useProduct } from '../platform/testing/whole-product.ts'

const DEMO = { username: 'demo', password: 'apsis-demo' }
const PARTS = ['api', 'identity', 'worker'] as const
type Part = (typeof PARTS)[number]
const LONG = { timeout: 50_000, interval: 50 }
/** The limit after which a process whose event loop does not run is ended. */
const STALL_SECONDS = 2
/** The interval at which the watchdog checks the event loop. */
const WATCHDOG_CHECK_MS = 250

const product = useProduct({
  APSIS_RATE_READ: '1000000',
  APSIS_RATE_WRITE: '1000000',
  APSIS_STALL_SECONDS: String(STALL_SECONDS),
  // If a debugger is requested, it uses any free port.
  NODE_OPTIONS: '--inspect-port=0',
})
let token: string

beforeAll(async () => {
  token = await signIn(product().origin, DEMO)
})

const call = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${product().origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })

/** Requests a page on a new connection: it is open as soon as the system has accepted it, also while no process does; `status` is that of the answer. */
function newConnection() {
  const request = get(`${product().origin}/config.json`, { agent: false })
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
  const opened = new Promise<void>((resolve) => {
    request.once('socket', (socket) => void socket.once('connect', resolve))
  })
  return { opened, status }
}

const settingsPath = () => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return `/api/v1/userconfig/${claims.sub}`
}
const settingsOf = (number: number) => ({
  notifications: {
    email: { addresses: [] },
    msteams: { url: [] },
    slack: { url: [] },
    // The target is not a mail address, because a person may add only ten addresses an hour.
    webhook: { url: [`https://number-${number}.parts.example`] },
    statuses: ['PENDING'],
  },
})

/** Saves the next number again and again, and remembers the numbers that were acknowledged. */
function startWriter() {
  let acknowledged = 0
  let next = 1
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const saved = await call('PUT', settingsPath(), settingsOf(next)).catch(() => undefined)
      if (saved?.status === 200) acknowledged = next
      next += 1
      await pause(10)
    }
  })()
  return {
    acknowledged: () => acknowledged,
    async stop() {
      stopped = true
      await running
    },
  }
}

async function savedNumber(): Promise<number> {
  const answer = (await (await call('GET', settingsPath())).json()) as ReturnType<typeof settingsOf>
  return Number(/\d+/.exec(answer.notifications.webhook.url[0] ?? '')?.[0])
}

const only = (name: Part): number => {
  const [pid, ...more] = partsOf(product().door.pid, name)
  if (pid === undefined || more.length > 0) throw new Error(`${name} runs ${more.length} times, or not at all`)
  return pid
}

/** Waits until another process has replaced this one. */
async function replaced(name: Part, pid: number, since: number): Promise<void> {
  await expect.poll(() => partsOf(product().door.pid, name).filter((one) => one !== pid), LONG).toHaveLength(1)
  const next = only(name)
  await product().door.line(new RegExp(`"pid":${next},.*"${name} is ready"`))
  process.stdout.write(`parts: ${name} replaced after ${Math.round(performance.now() - since)} ms\n`)
}

/** Freezes the event loop of a process: it asks the process to open its debugger, and runs an endless loop there. */
async function freeze(pid: number): Promise<void> {
  const before = product().door.lines.length
  process.kill(pid, 'SIGUSR1')
  const address = () =>
    product()
      .door.lines.slice(before)
      .map((line) => /^Debugger listening on (ws:\S+)/.exec(line)?.[1])
      .find((found) => found !== undefined)
  await expect.poll(address, LONG).toBeDefined()
  const debug = new WebSocket(address() ?? '')
  await new Promise((resolve) => debug.addEventListener('open', resolve))
  const expression = '(function plantedLoop() { for (;;); })()'
  debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
}

test.each(PARTS)(
  '%s is killed with -9: nothing that was acknowledged is lost, and the process is replaced',
  async (name) => {
    const writer = startWriter()
    await expect.poll(writer.acknowledged, LONG).toBeGreaterThan(5)
    const pid = only(name)
    const since = performance.now()
    process.kill(pid, 'SIGKILL')
    await replaced(name, pid, since)
    const atReplacement = writer.acknowledged()
    await expect.poll(writer.acknowledged, LONG).toBeGreaterThan(atReplacement)
    await writer.stop()
    expect(await savedNumber()).toBeGreaterThanOrEqual(writer.acknowledged())
  },
)

test.each(PARTS)(
  'if the event loop of %s is blocked, the process is ended, logs where it was blocked, and is replaced',
  async (name) => {
    const pid = only(name)
    const since = performance.now()
    await freeze(pid)
    const line = await product().door.line(new RegExp(`"pid":${pid},.*the event loop stood still`))
    expect(JSON.parse(line)).toMatchObject({ level: 'fatal', process: name })
    await replaced(name, pid, since)
    expect((await call('GET', '/api/v1/status')).status).toBe(200)
  },
)

test('signed-in people stay signed in, and others can sign in, after each part has been replaced', async () => {
  expect((await call('GET', settingsPath())).status).toBe(200)
  token = await signIn(product().origin, DEMO)
  expect((await call('GET', settingsPath())).status).toBe(200)
})

test('while the identity provider is frozen the API answers; a sign-in that is begun meanwhile is answered afterwards', async () => {
  const pid = only('identity')
  process.kill(pid, 'SIGSTOP')
  const waiting = signIn(product().origin, DEMO)
  expect((await call('PUT', settingsPath(), settingsOf(1))).status).toBe(200)
  process.kill(pid, 'SIGCONT')
  expect(await waiting).toMatch(/^ey/)
  expect(only('identity')).toBe(pid)
})

test('connections that arrive while the API is replaced wait, and are not refused', async () => {
  const pid = only('api')
  process.kill(pid, 'SIGSTOP')
  const waiting = Array.from({ length: 5 }, newConnection)
  await Promise.all(waiting.map(({ opened }) => opened))
  const since = performance.now()
  process.kill(pid, 'SIGKILL')
  // A new process may answer that it is too busy; the test only requires an answer.
  for (const status of await Promise.all(waiting.map((one) => one.status))) expect([200, 503]).toContain(status)
  await replaced('api', pid, since)
})

test.each(PARTS)('%s is not ended if it was stopped for longer than the limit and then continues', async (name) => {
  const pid = only(name)
  process.kill(pid, 'SIGSTOP')
  // A stopped process does nothing that could be waited for; the stop has to be longer than the limit.
  await pause(STALL_SECONDS * 1_000 + 2 * WATCHDOG_CHECK_MS)
  process.kill(pid, 'SIGCONT')
  // A process that is not ended shows nothing: this is the time of six checks of the watchdog, and of an end with its log line and record.
  await pause(6 * WATCHDOG_CHECK_MS)
  expect(isRunning(pid)).toBe(true)
  expect(only(name)).toBe(pid)
})
