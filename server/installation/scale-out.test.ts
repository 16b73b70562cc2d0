/** Tests two API processes and two workers on a PostgreSQL from the system's packages, configured only by settings (decisions.md 18). */
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../jobs.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { provision } from '../platform/database/provision.ts'
import { buildWebIfNeeded } from '../platform/http/web-build.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { type Cluster, startCluster } from '../platform/testing/cluster.ts'
import { commandsTriedBy, give } from '../platform/testing/documented-commands.ts'
import { type DoorProcess, opsPortOf, startDoor } from '../platform/testing/door-process.ts'
import { followEvents } from '../platform/testing/event-follower.ts'
import { served } from '../platform/testing/served.ts'
import { freePort } from '../platform/testing/test-api.ts'
import { startTestIssuer, type TestIssuer, type TestPerson } from '../platform/testing/test-issuer.ts'
import { judge } from '../platform/testing/witness/verdict.ts'
import { nameWriters, startWitness, tokenKeeper } from '../platform/testing/witness/witness.ts'
import { seedNotifications, untilHeard, untilJobsAreDone } from '../platform/testing/witness/witness-database.ts'

const PASSWORDS = { owner: 'the-owner-of-a-test', app: 'the-program-of-a-test' } as const
const WRITERS = nameWriters('out', 8)
const MOVABLE = 200
/** The number of jobs that a worker takes at once. */
const BATCH = 4

const log = createLog({ level: 'warn', process: 'test', version: 'test' })

let cluster: Cluster
let issuer: TestIssuer
let database: Database
let settings: Record<string, string>
let commands: () => Promise<string>
const ports: number[] = []
const apis: DoorProcess[] = []
const workers: DoorProcess[] = []
const started: DoorProcess[] = []

beforeAll(async () => {
  if (!existsSync(join(PROJECT_DIR, 'web', 'dist', 'index.html'))) await buildWebIfNeeded(PROJECT_DIR, () => undefined)
  ;[cluster, issuer] = await Promise.all([startCluster(log), startTestIssuer()])
  const owner = cluster.url({ user: 'apsis_owner', password: PASSWORDS.owner }, 'apsis')
  const app = cluster.url({ user: 'apsis_app', password: PASSWORDS.app }, 'apsis')
  settings = {
    APSIS_DATABASE_URL: app,
    APSIS_OIDC_ISSUER: issuer.issuer,
    APSIS_OPS_PORT: '0',
    APSIS_RATE_READ: '1000000',
    APSIS_RATE_WRITE: '1000000',
    APSIS_RATE_UPLOAD: '1000000',
  }
  commands = await prepareDatabase({ ...settings, APSIS_DATABASE_OWNER_URL: owner })
  // The jobs of a killed worker are free after 10 s instead of 30 s. No shorter time is accepted by the queue.
  await installJobs({ url: owner, pool: 1, log }, JOBS, 10)
  database = openDatabase({ url: cluster.superuserUrl.replace(/postgres$/, 'apsis'), pool: 2, name: 'test', log })
  ports.push(await freePort(), await freePort())
  apis.push(...ports.map((port) => start('server/api.ts', { ...settings, APSIS_PORT: String(port), ...DRAINING })))
  workers.push(start('server/worker.ts', settings), start('server/worker.ts', settings))
  await Promise.all([...apis, ...workers].map((door) => door.line(/is ready"/)))
})

afterAll(async () => {
  for (const door of started) door.kill('SIGKILL')
  await Promise.all(started.map((door) => door.ended))
  await database?.close()
  await issuer?.close()
  await cluster?.stop()
})

// A load balancer needs this time to notice that a process is no longer ready, before the process stops accepting connections.
const DRAINING = { APSIS_DRAIN_SECONDS: '1' }

function start(entry: string, withSettings: Readonly<Record<string, string>>): DoorProcess {
  const door = startDoor(entry, withSettings)
  started.push(door)
  return door
}

/**
 * Runs the commands of the manual as an operator does. PostgreSQL from npm has no psql, so the product's own code creates the roles there.
 * Returns a function that runs the remaining commands later.
 */
async function prepareDatabase(env: Record<string, string>): Promise<() => Promise<string>> {
  const all = commandsTriedBy('cluster')
  const [roles = '', migrate = ''] = all
  const { hostname: PGHOST, port: PGPORT, password: PGPASSWORD } = new URL(cluster.superuserUrl)
  const { owner: OWNER, app: APP } = PASSWORDS
  const whole = { ...env, PGHOST, PGPORT, PGPASSWORD, OWNER, APP, LC_ALL: 'C', HOME: tmpdir() }
  const hasPsql = cluster.from !== 'npm'
  // The command runs twice, because the page says that it is safe to repeat.
  if (hasPsql) for (const _ of [1, 2]) await give(roles, whole, { path: cluster.binDir })
  else await provision(cluster.superuserUrl, 'apsis', { ...PASSWORDS, identity: 'unused' })
  // Only the setting for the owner's address is given.
  const { APSIS_DATABASE_OWNER_URL = '' } = env
  await give(migrate, { APSIS_DATABASE_OWNER_URL, HOME: tmpdir() })
  return async () => {
    const later = all.slice(2).filter((command) => hasPsql || !command.startsWith('psql '))
    const said: string[] = []
    for (const command of later) said.push(await give(command, whole, { path: cluster.binDir }))
    return said.join('\n')
  }
}

const call = async (api: number, who: TestPerson, path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { authorization: `Bearer ${await issuer.token(who)}`, 'content-type': 'application/json' }
  return served(() => fetch(`http://localhost:${ports[api]}${path}`, { ...init, headers }))
}
const ada = { subject: 'ada', organisation: 'alpha', roles: ['ca:user', 'odt:user'] }
const config = (address: string) => ({
  notifications: {
    email: { addresses: [address] },
    msteams: { url: [] },
    slack: { url: [] },
    webhook: { url: [] },
    statuses: ['PENDING'],
  },
})

async function welcomesOf(people: string): Promise<{ subject: string; times: number }[]> {
  const { rows } = await database.shared((tx) =>
    sql<{ subject: string; times: number }>`
      select subject, count(*)::int as times from notifications.notification where subject like ${people}
      group by subject order by subject`.execute(tx),
  )
  return rows
}

test('the database is from the system’s packages, or the test reports that it is not', () => {
  process.stdout.write(
    `scale-out: ${cluster.version}, programs from ${cluster.from}, ${apis.length} API, ${workers.length} workers\n`,
  )
  expect(cluster.version).toMatch(/PostgreSQL\) (1[5-9]|[2-9]\d)/)
})

test('the commands in the run-book work on a database that is not embedded', async () => {
  const said = await commands()
  expect(said).toContain('All invariants hold.')
  expect(said).toContain('No job was given up.')
})

test('requests are answered by both API processes, and each sees the data that the other has saved', async () => {
  const saved = await call(0, ada, '/api/v1/userconfig/ada', {
    method: 'PUT',
    body: JSON.stringify(config('a@b.example')),
  })
  expect(saved.status).toBe(200)
  const read = await call(1, ada, '/api/v1/userconfig/ada')
  expect(await read.json()).toEqual(await saved.json())
  const ops = await Promise.all(apis.map(opsPortOf))
  const counted = await Promise.all(ops.map(async (port) => (await fetch(`http://localhost:${port}/metrics`)).text()))
  for (const text of counted) expect(text).toMatch(/http_request_duration_seconds_count\{.*userconfig.*\} [1-9]/)
})

test('a job runs once, although two API processes enqueue it and two workers look for it', async () => {
  const people = Array.from({ length: 60 }, (_, i) => ({ subject: `person-${i}`, organisation: `house-${i % 6}` }))
  // The first calls of each person are sent to both processes at once.
  const calls = people.flatMap((who) => [0, 1].map((api) => call(api, who, `/api/v1/userconfig/${who.subject}`)))
  expect((await Promise.all(calls)).filter(({ status }) => status !== 200)).toEqual([])
  await untilJobsAreDone(database)
  const welcomes = await welcomesOf('person-%')
  expect(welcomes.length).toBe(60)
  expect(welcomes.filter(({ times }) => times !== 1)).toEqual([])
})

test('an event raised on one API process arrives on a stream of the other', async () => {
  const stream = followEvents({
    origin: () => `http://localhost:${ports[1]}`,
    token: tokenKeeper(issuer, ada),
    after: 0,
  })
  await call(0, ada, '/api/v1/userconfig/ada', { method: 'PUT', body: JSON.stringify(config('c@d.example')) })
  const event = await stream.first(({ type, data }) => type === 'userconfig' && data.version === 2)
  expect(event.data).toEqual({ service: 'odt', version: 2 })
  stream.close()
})

test('nothing is lost or duplicated when an API and a worker are killed with -9 under load', async () => {
  const ids = await seedNotifications(database, { writers: WRITERS, each: MOVABLE })
  let turn = 0
  const witness = startWitness({
    writers: WRITERS,
    issuer,
    // This client works like a load balancer: it alternates between the processes, and omits dead ones.
    origin: () => `http://localhost:${ports[apis[turn++ % 2]?.hasEnded() ? turn % 2 : (turn - 1) % 2]}`,
    random: Math.random,
    notifications: (subject) => ids.get(subject) ?? [],
  })
  const reach = async (count: number) => {
    while (witness.acknowledged() < count) await sleep(20)
  }
  await reach(200)
  const release = await holdJobs()
  apis[0]?.kill('SIGKILL')
  workers[0]?.kill('SIGKILL')
  const recoveryMs = await witness.recovered()
  await release()
  await reach(witness.acknowledged() + 300)
  await witness.stop()
  await untilJobsAreDone(database)
  await untilHeard(database, witness.testimonies)
  witness.close()
  const verdict = await database.shared((tx) => judge(tx, witness.testimonies))
  process.stdout.write(
    `scale-out: ${verdict.acknowledged} writes acknowledged, ${verdict.unacknowledged} done without an answer, ` +
      `${verdict.lost.length} lost, ${verdict.duplicated.length} doubled; next answer ${recoveryMs.toFixed(0)} ms after the kill\n`,
  )
  expect({ lost: verdict.lost, duplicated: verdict.duplicated, broken: verdict.broken }).toEqual({
    lost: [],
    duplicated: [],
    broken: [],
  })
  const held = await welcomesOf('held-%')
  expect(held.length).toBe(HELD)
  expect(held.filter(({ times }) => times !== 1)).toEqual([])
  expect(await countRetried(), 'jobs that the killed worker had begun').toBeGreaterThan(0)
  expect(await Promise.all([apis[0]?.ended, workers[0]?.ended])).toEqual([
    { code: null, signal: 'SIGKILL' },
    { code: null, signal: 'SIGKILL' },
  ])
  expect([apis[1]?.hasEnded(), workers[1]?.hasEnded()]).toEqual([false, false])
})

test('on SIGTERM a process reports at once that it is not ready, answers the requests in flight, and exits with 0', async () => {
  const [api, worker] = [apis[1] as DoorProcess, workers[1] as DoorProcess]
  const ops = await opsPortOf(api)
  const half = await halfSent(JSON.stringify(config('last@word.example')))
  api.kill('SIGTERM')
  worker.kill('SIGTERM')
  await api.line(/stopping/)
  expect((await fetch(`http://localhost:${ops}/readyz`)).status).toBe(503)
  // A load balancer still sends requests before it has noticed; they are answered, too.
  expect((await call(1, ada, '/api/v1/userconfig/ada')).status).toBe(200)
  half.finish()
  expect(await half.status).toBe(200)
  expect(await api.ended).toEqual({ code: 0, signal: null })
  expect(await worker.ended).toEqual({ code: 0, signal: null })
  const address = await database.shared(async (tx) => {
    const { rows } = await sql`
      select settings->'email'->'addresses'->>0 as address from userconfig.userconfig where subject = 'ada'`.execute(tx)
    return rows
  })
  expect(address).toEqual([{ address: 'last@word.example' }])
})

const HELD = 20

/**
 * Creates jobs whose effect must wait for a row that this test locks, and resolves when both workers are busy with
 * one of them.
 */
async function holdJobs(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const tenant = 'organisation:held'
  const holding = database.shared(async (tx) => {
    await sql`insert into events.cursor (tenant_id, last) values (${tenant}, 0)`.execute(tx)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const people = Array.from({ length: HELD }, (_, i) => ({ subject: `held-${i}`, organisation: 'held' }))
  await Promise.all(people.map((who) => call(1, who, `/api/v1/userconfig/${who.subject}`)))
  const active = async () => {
    const { rows } = await database.shared((tx) =>
      sql`select id from pgboss.job where state = 'active' and data->>'tenantId' = ${tenant}`.execute(tx),
    )
    return rows.length
  }
  // The number of running jobs is higher than one worker can take at once.
  while ((await active()) <= BATCH) await sleep(10)
  return async () => {
    held.resolve()
    await holding
  }
}

async function countRetried(): Promise<number> {
  const { rows } = await database.shared((tx) => sql`select id from pgboss.job where retry_count > 0`.execute(tx))
  return rows.length
}

/** Starts a save whose body is complete only when `finish` is called. */
async function halfSent(body: string): Promise<{ finish(): void; status: Promise<number | undefined> }> {
  const token = await issuer.token(ada)
  const sent = request(`http://localhost:${ports[1]}/api/v1/userconfig/ada`, {
    method: 'PUT',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      expect: '100-continue',
    },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
  })
  sent.flushHeaders()
  await new Promise((resolve) => sent.once('continue', resolve))
  sent.write(body.slice(0, 10))
  return { finish: () => sent.end(body.slice(10)), status }
}
