import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot } from './platform/postgres/account.ts'
import { PROJECT_DIR } from './platform/process/version.ts'
import { type DoorProcess, startDoor } from './platform/testing/door-process.ts'
import { ends, familyOf, removeInstallation } from './platform/testing/family.ts'
import { served } from './platform/testing/served.ts'
import { freePort } from './platform/testing/test-api.ts'

// The tests run in this order on one installation.
const dataDir = mkdtempSync(join(tmpdir(), 'apsis-start-'))
let settings: Record<string, string>
let product: DoorProcess

beforeAll(async () => {
  settings = {
    APSIS_PORT: String(await freePort()),
    APSIS_OPS_PORT: '0',
    APSIS_DATA_DIR: dataDir,
    APSIS_LOG_LEVEL: 'info',
  }
  product = await start()
})
afterAll(async () => {
  product.kill('SIGTERM')
  await product.ended
  removeInstallation(dataDir)
})

async function start(): Promise<DoorProcess> {
  const door = startDoor('server/start.ts', settings)
  await door.line(/Stop with Ctrl-C/)
  return door
}

test('npm start prints its address, the users who may sign in, the folder of the data, and that the data is simulated', async () => {
  const said = product.lines.join('\n')
  expect(said).toContain(`Apsis is ready at http://localhost:${settings.APSIS_PORT}`)
  expect(said).toContain('SIMULATED')
  const config = await served(() => fetch(`http://localhost:${settings.APSIS_PORT}/config.json`))
  expect(await config.json()).toMatchObject({ demo: true })
  const accounts = readFileSync(join(PROJECT_DIR, 'identity', 'demo-accounts.json'), 'utf8')
  const { users } = JSON.parse(accounts) as { users: { username: string }[] }
  expect(users.length).toBeGreaterThanOrEqual(5)
  for (const { username } of users) expect(said).toMatch(new RegExp(`^ +${username} `, 'm'))
  expect(said).toMatch(/^ {2}Data: \//m)
})

test.runIf(isRoot())(
  'if the product is started as root, the database runs under a separate system account without a shell',
  () => {
    const clusterDir = product.lines.flatMap((line) => /^ {2}Data: (\/.*)$/.exec(line)?.slice(1) ?? [])[0]
    const [, , uid, , , home, shell] = /^apsis-database:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))![0].split(':')
    expect(statSync(clusterDir!).uid).toBe(Number(uid))
    expect([home, shell]).toEqual(['/nonexistent', expect.stringMatching(/\/(nologin|false)$/)])
    expect(product.lines.join('\n')).not.toContain('APSIS_DATABASE_OS_USER')
  },
)

test('secrets are created on the first start, readable only by the owner', () => {
  const folder = join(dataDir, 'secrets')
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThanOrEqual(4)
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(names.map(() => 0o600))
})

test('a second start on the same data is refused, names the first process, and changes nothing', async () => {
  const second = startDoor('server/start.ts', { ...settings, APSIS_PORT: String(await freePort()) })
  expect((await second.ended).code).toBe(1)
  expect(second.lines.join('\n')).toContain(String(product.pid))
  expect((await served(() => fetch(`http://localhost:${settings.APSIS_PORT}/config.json`))).status).toBe(200)
})

test('a port that is already used is named, and no process or file is left', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'apsis-start-'))
  const other = startDoor('server/start.ts', { ...settings, APSIS_DATA_DIR: elsewhere })
  expect((await other.ended).code).toBe(1)
  expect(other.lines.join('\n')).toContain('APSIS_PORT')
  expect(familyOf(other.pid)).toEqual([])
  expect(product.hasEnded()).toBe(false)
  removeInstallation(elsewhere)
})

test('all unusable settings are named before anything is started', async () => {
  const door = startDoor('server/start.ts', { ...settings, APSIS_WORKERS: 'x', APSIS_LOG_LEVEL: 'loud' })
  expect((await door.ended).code).toBe(1)
  expect(door.lines.join('\n')).toMatch(/APSIS_WORKERS[\s\S]*APSIS_LOG_LEVEL/)
  expect(door.lines.join('\n')).not.toContain('Starting the database')
})

test('after a kill with -9 all child processes end by themselves, the database last and cleanly, and the next start continues', async () => {
  const family = familyOf(product.pid)
  product.kill('SIGKILL')
  await product.ended
  await ends(family)
  product = await start()
  expect((await served(() => fetch(`http://localhost:${settings.APSIS_PORT}/config.json`))).status).toBe(200)
})

test('after a kill with -9 and an immediate restart, the new start cleans up after the first', async () => {
  const family = familyOf(product.pid)
  product.kill('SIGKILL')
  await product.ended
  product = await start()
  await ends(family)
  expect((await served(() => fetch(`http://localhost:${settings.APSIS_PORT}/config.json`))).status).toBe(200)
})

test('SIGTERM stops everything in order and leaves no process', async () => {
  const family = familyOf(product.pid)
  // The processes are at least the identity provider, an API, a worker, and the postmaster with its processes.
  expect(family.length).toBeGreaterThan(6)
  product.kill('SIGTERM')
  expect(await product.ended).toEqual({ code: 0, signal: null })
  await ends(family)
})
