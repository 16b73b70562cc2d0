import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DoorProcess, startDoor } from './platform/testing/door-process.ts'
import { freePort } from './platform/testing/test-api.ts'
import { PROJECT_DIR } from './platform/version.ts'

// The tests follow one installation through its life, in this order.
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

/** Removes a data directory, and the cluster outside it that a start as root makes. */
function removeInstallation(folder: string): void {
  const note = join(folder, 'database-location.txt')
  const cluster = existsSync(note) ? /^(\/.*)$/m.exec(readFileSync(note, 'utf8'))?.[1] : undefined
  if (cluster !== undefined) rmSync(cluster, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

async function start(): Promise<DoorProcess> {
  const door = startDoor('server/start.ts', settings)
  await door.line(/Stop with Ctrl-C/)
  return door
}

/** A file of /proc; empty when the process has just ended. */
function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}

/** Every process that descends from this one. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readProcess(name, 'stat')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const children = parents.get(pid) ?? []
  return [...children, ...children.flatMap(familyOf)]
}

const ends = async (pids: readonly number[]) => {
  while (pids.some((pid) => existsSync(`/proc/${pid}/stat`))) await pause(20)
}

const isWorker = (pid: number) => readProcess(pid, 'cmdline').includes('worker.ts')

test('npm start says where it is, who may sign in, where the data lies, and that it is simulated', () => {
  const said = product.lines.join('\n')
  expect(said).toContain(`Apsis is ready at http://localhost:${settings.APSIS_PORT}`)
  expect(said).toContain('SIMULATED')
  const accounts = readFileSync(join(PROJECT_DIR, 'identity', 'demo-accounts.json'), 'utf8')
  const { users } = JSON.parse(accounts) as { users: { username: string }[] }
  expect(users.length).toBeGreaterThanOrEqual(5)
  for (const { username } of users) expect(said).toMatch(new RegExp(`^ +${username} `, 'm'))
  expect(said).toMatch(/^ {2}Data: \//m)
})

test('secrets are made on the first start, for the owner alone', () => {
  const folder = join(dataDir, 'secrets')
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThanOrEqual(4)
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(names.map(() => 0o600))
})

test('a second start on the same data is refused, naming the first, and harms nothing', async () => {
  const second = startDoor('server/start.ts', { ...settings, APSIS_PORT: String(await freePort()) })
  expect((await second.ended).code).toBe(1)
  expect(second.lines.join('\n')).toContain(String(product.pid))
  expect((await fetch(`http://localhost:${settings.APSIS_PORT}/config.json`)).status).toBe(200)
})

test('a port that is taken is told by name, and nothing is left behind', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'apsis-start-'))
  const other = startDoor('server/start.ts', { ...settings, APSIS_DATA_DIR: elsewhere })
  expect((await other.ended).code).toBe(1)
  expect(other.lines.join('\n')).toContain('APSIS_PORT')
  expect(familyOf(other.pid)).toEqual([])
  expect(product.hasEnded()).toBe(false)
  removeInstallation(elsewhere)
})

test('settings that cannot be used are all named, before anything is started', async () => {
  const door = startDoor('server/start.ts', { ...settings, APSIS_WORKERS: 'x', APSIS_LOG_LEVEL: 'loud' })
  expect((await door.ended).code).toBe(1)
  expect(door.lines.join('\n')).toMatch(/APSIS_WORKERS[\s\S]*APSIS_LOG_LEVEL/)
  expect(door.lines.join('\n')).not.toContain('Starting the database')
})

test('a worker that dies is replaced', async () => {
  const [first] = familyOf(product.pid).filter(isWorker)
  process.kill(first ?? 0, 'SIGKILL')
  await product.line(/a worker ended; another takes its place/)
  const replaced = () => familyOf(product.pid).filter((pid) => pid !== first && isWorker(pid))
  while (replaced().length === 0) await pause(20)
  expect(replaced()).toHaveLength(1)
})

test('killed with -9, the worker ends by itself, and the next start cleans up after the database', async () => {
  const family = familyOf(product.pid)
  const workers = family.filter(isWorker)
  product.kill('SIGKILL')
  await product.ended
  await ends(workers)
  product = await start()
  await ends(family)
  expect((await fetch(`http://localhost:${settings.APSIS_PORT}/config.json`)).status).toBe(200)
})

test('SIGTERM stops everything in order and leaves no process behind', async () => {
  const family = familyOf(product.pid)
  // At least the postmaster, its processes and the worker.
  expect(family.length).toBeGreaterThan(4)
  product.kill('SIGTERM')
  expect(await product.ended).toEqual({ code: 0, signal: null })
  await ends(family)
})
