import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccount, isRoot } from './account.ts'
import { isRunning, listClusterProcesses } from './processes.ts'
import { findRunningPostgres } from './running.ts'
import { secretPath, startPostgres } from './supervisor.ts'
import { openTemporaryPlace, runStatement, type TemporaryPlace } from './testing/temporary-place.ts'

let place: TemporaryPlace

beforeAll(() => {
  place = openTemporaryPlace()
})

afterAll(async () => {
  await place.remove()
})

test('startPostgres keeps the data when it stops and starts again, and its guarantees are switched on', async () => {
  const cold = await place.start('plain')
  await runStatement(cold, 'create table kept (id int primary key)')
  await runStatement(cold, 'insert into kept select generate_series(1, 1000)')
  const settings = await runStatement(
    cold,
    `select name, setting from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'password_encryption')`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    password_encryption: 'scram-sha-256',
  })
  const [database] = await runStatement(cold, "select * from pg_database where datname = 'postgres'")
  expect(database).toMatchObject({ datlocprovider: 'b', datlocale: 'C.UTF-8' })
  await cold.stop()
  expect(existsSync(cold.socketDir)).toBe(false)

  const warm = await place.start('plain')
  expect(await runStatement(warm, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
  expect(findRunningPostgres(place.options('plain'))).toMatchObject({
    socketDir: warm.socketDir,
    clusterDir: warm.clusterDir,
    superuser: warm.superuser,
  })
  await warm.stop()
  expect(findRunningPostgres(place.options('plain'))).toBeUndefined()
  expect(warm.processId()).toBeUndefined()
})

test('startPostgres, started as root, warns that other programs run under the account of the database', async () => {
  const before = place.lines.length
  await (await place.start('shared-account')).stop()
  const said = place.lines.slice(before).filter(({ message }) => message.includes('APSIS_DATABASE_OS_USER'))
  expect(said.map(({ level }) => level)).toEqual(isRoot() ? ['warn'] : [])
})

test.runIf(isRoot())(
  'startPostgres transfers a database of the shared account to the named account, with all rows, even after a kill',
  async () => {
    const { server, acknowledged } = await writeUntilKilled('handed-over')
    expect(statSync(`/proc/${server}`).uid).toBe(findAccount('nobody')!.uid)
    const before = place.lines.length
    const options = { ...place.options('handed-over'), osUser: 'daemon' }
    const postgres = await startPostgres(options)
    expect(isRunning(server)).toBe(false)
    const [row] = await runStatement(postgres, 'select count(*)::int as rows from written')
    expect([acknowledged, acknowledged + 1]).toContain(row?.rows)
    const daemon = findAccount('daemon')!.uid
    expect(statSync(`/proc/${postgres.processId()}`).uid).toBe(daemon)
    expect(ownersIn(postgres.clusterDir)).toEqual(new Set([daemon]))
    await postgres.stop()
    const said = () => place.lines.slice(before).filter(({ message }) => message.includes('was given to'))
    expect(said()).toHaveLength(1)

    // The warning is given once.
    await (await startPostgres(options)).stop()
    expect(said()).toHaveLength(1)
  },
)

test.runIf(isRoot())('startPostgres continues a transfer that was interrupted', async () => {
  const { dataDir } = place.options('broken-off')
  const shared = findAccount('nobody')!
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, shared.uid, shared.gid)
  const first = await place.start('broken-off')
  await runStatement(first, 'create table kept as select 1 as id')
  await first.stop()
  expect(first.clusterDir).toBe(join(realpathSync(dataDir), 'database'))
  const daemon = findAccount('daemon')!
  const outside = join(place.root, 'outside')
  writeFileSync(outside, '')
  chownSync(outside, shared.uid, shared.gid)
  symlinkSync(outside, join(first.clusterDir, 'base', 'link'))
  // The cluster has been transferred, but the other files in its folder have not.
  for (const name of ['', ...readdirSync(first.clusterDir, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(first.clusterDir, name), daemon.uid, daemon.gid)

  const postgres = await startPostgres({ ...place.options('broken-off'), osUser: 'daemon' })
  expect(await runStatement(postgres, 'select * from kept')).toEqual([{ id: 1 }])
  await postgres.stop()
  expect(ownersIn(dataDir)).toEqual(new Set([daemon.uid]))
  expect(statSync(outside).uid).toBe(shared.uid)
})

test.runIf(isRoot())(
  'startPostgres does not transfer a database to an account that cannot reach its folder',
  async () => {
    const shared = findAccount('nobody')!
    const closed = join(place.root, 'closed')
    const dataDir = join(closed, 'data')
    for (const path of [closed, dataDir]) {
      mkdirSync(path, { mode: 0o700 })
      chownSync(path, shared.uid, shared.gid)
    }
    const before = place.lines.length
    await (await startPostgres({ ...place.options('closed'), dataDir, osUser: 'daemon' })).stop()
    expect(ownersIn(dataDir)).toEqual(new Set([shared.uid]))
    const said = place.lines.slice(before).filter(({ level }) => level === 'warn')
    expect(said.map(({ message }) => message)).toEqual([
      expect.stringContaining('cannot reach its folder'),
      expect.stringContaining('APSIS_DATABASE_OS_USER'),
    ])
  },
)

test('startPostgres finds the database of a data directory that was moved', async () => {
  const before = await place.start('before-move')
  await runStatement(before, 'create table moved (id int)')
  await before.stop()
  renameSync(join(place.root, 'before-move'), join(place.root, 'after-move'))
  const after = await place.start('after-move')
  expect(await runStatement(after, 'select * from moved')).toEqual([])
  await after.stop()
})

test('startPostgres asks for the password, and refuses a wrong one', async () => {
  const postgres = await place.start('plain')
  const wrong = { ...postgres, superuser: { user: 'postgres', password: 'x'.repeat(43) } }
  await expect(runStatement(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  await postgres.stop()
})

test('startPostgres refuses a data directory that is in use, and names the pid', async () => {
  const first = await place.start('plain')
  await expect(startPostgres(place.options('plain'))).rejects.toThrow(`pid ${process.pid}`)
  expect(await runStatement(first, 'select 1 as alive')).toEqual([{ alive: 1 }])
  await first.stop()
})

test('startPostgres protects the database from Ctrl-C in the terminal', async () => {
  const postgres = await place.start('plain')
  const stat = readFileSync(`/proc/${postgres.processId()}/stat`, 'utf8')
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  expect(Number(group)).toBe(postgres.processId())
  await postgres.stop()
})

test('startPostgres restarts a killed database, and this process survives', async () => {
  const postgres = await place.start('killed')
  await runStatement(postgres, 'create table kept as select 1 as id')
  const first = postgres.processId()!
  process.kill(first, 'SIGKILL')
  await place.logged('the database is back')
  expect(postgres.processId()).not.toBe(first)
  expect(await runStatement(postgres, 'select * from kept')).toEqual([{ id: 1 }])
  expect(place.lines).toContainEqual({
    level: 'error',
    message: 'the database ended unexpectedly: starting it again',
    context: { pid: first, how: 'signal SIGKILL' },
  })

  // The server is killed and stopped at the same moment: stop() still ends, and no process remains.
  process.kill(postgres.processId()!, 'SIGKILL')
  await postgres.stop()
  expect(postgres.processId()).toBeUndefined()
  const left = listClusterProcesses(postgres.clusterDir, 'none').filter(({ pid }) => isRunning(pid))
  expect(left).toEqual([])
})

test('startPostgres ends the processes that a killed Node process left, and keeps all acknowledged rows', async () => {
  const { server, acknowledged } = await writeUntilKilled('orphan')
  expect(acknowledged).toBeGreaterThanOrEqual(200)
  expect(isRunning(server)).toBe(true)

  const postgres = await place.start('orphan')
  expect(isRunning(server)).toBe(false)
  const [row] = await runStatement(postgres, 'select count(*)::int as rows, max(id) as last from written')
  // One more row may have been committed whose acknowledgement did not arrive.
  expect([acknowledged, acknowledged + 1]).toContain(row?.rows)
  expect(row?.last).toBe(row?.rows)
  await postgres.stop()
})

test('a database shuts down cleanly after its Node process was killed', async () => {
  const { server } = await writeUntilKilled('left')
  await expect.poll(() => isRunning(server), { timeout: 60_000 }).toBe(false)
  const before = place.lines.length
  const postgres = await place.start('left')
  expect(place.lines.slice(before).map(({ message }) => message)).not.toContainEqual(
    expect.stringContaining('was not properly shut'),
  )
  await postgres.stop()
})

test('startPostgres is not blocked by another program that has the pid of an earlier server', async () => {
  const postgres = await place.start('plain')
  await postgres.stop()
  const account = isRoot() ? { uid: 65_534, gid: 65_534 } : {}
  const other = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  const file = join(postgres.clusterDir, 'postmaster.pid')
  writeFileSync(file, `${other.pid}\n${postgres.clusterDir}\n1\n5432\n${postgres.socketDir}\n\n  1 1\nready   \n`)
  const again = await place.start('plain')
  expect(other.exitCode).toBeNull()
  other.kill()
  await again.stop()
})

test('startPostgres removes the files of an interrupted initdb', async () => {
  const first = await place.start('plain')
  await first.stop()
  const leftover = join(dirname(first.clusterDir), 'database.new-0badc0de')
  mkdirSync(leftover)
  writeFileSync(join(leftover, 'PG_VERSION'), '18\n')
  const again = await place.start('plain')
  expect(existsSync(leftover)).toBe(false)
  await again.stop()
})

test('startPostgres explains a directory that is not a complete cluster of its version', async () => {
  const postgres = await place.start('broken')
  await postgres.stop()
  const inside = (name: string) => join(postgres.clusterDir, name)
  const start = () => startPostgres(place.options('broken'))

  renameSync(inside('global/pg_control'), inside('control'))
  await expect(start()).rejects.toThrow(/only half a cluster: global\/pg_control missing.*Restore a backup/s)
  renameSync(inside('control'), inside('global/pg_control'))

  writeFileSync(inside('PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17, and Apsis comes with 18')
  rmSync(inside('PG_VERSION'))
  await expect(start()).rejects.toThrow('is not a PostgreSQL cluster: PG_VERSION is missing')
  writeFileSync(inside('PG_VERSION'), '18\n')

  // The error contains PostgreSQL's own message.
  truncateSync(inside('global/pg_control'), 100)
  await expect(start()).rejects.toThrow(/does not start on .*pg_control/)
})

test('startPostgres refuses secrets and data directories that others can read', async () => {
  const { dataDir } = place.options('plain')
  chmodSync(secretPath(dataDir), 0o644)
  await expect(startPostgres(place.options('plain'))).rejects.toThrow(/mode 0644.*Expected 0600/)
  chmodSync(secretPath(dataDir), 0o600)
  chmodSync(dataDir, 0o750)
  await expect(startPostgres(place.options('plain'))).rejects.toThrow(/mode 0750, expected 0700/)
  chmodSync(dataDir, 0o700)
})

test('startPostgres explains a password that is not the one of the cluster', async () => {
  const { dataDir } = place.options('plain')
  const secret = readFileSync(secretPath(dataDir), 'utf8')
  writeFileSync(secretPath(dataDir), 'y'.repeat(43))
  await expect(startPostgres(place.options('plain'))).rejects.toThrow('password authentication failed')
  writeFileSync(secretPath(dataDir), secret)
})

test('startPostgres refuses a socket directory that another user created', async () => {
  const postgres = await place.start('plain')
  await postgres.stop()
  symlinkSync(place.root, postgres.socketDir)
  await expect(startPostgres(place.options('plain'))).rejects.toThrow('Somebody else made it')
  rmSync(postgres.socketDir)
})

test('startPostgres refuses settings that would break its guarantees', async () => {
  const options = { ...place.options('plain'), settings: { fsync: 'off' } }
  await expect(startPostgres(options)).rejects.toThrow('setting fsync of the embedded database is fixed')
})

/** Returns the uids that own a folder and its content. */
function ownersIn(folder: string): ReadonlySet<number> {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return new Set(names.map((name) => lstatSync(join(folder, name)).uid))
}

/** Writes row after row on its own database in its own process, which is killed with -9 after 200 of them. */
async function writeUntilKilled(name: string): Promise<{ server: number; acknowledged: number }> {
  const { dataDir, osUser, systemDir } = place.options(name)
  const program = `import { startPostgres } from './supervisor.ts'
    import { Client } from 'pg'
    const log = { info() {}, warn() {}, error() {} }
    const postgres = await startPostgres({ ...${JSON.stringify({ dataDir, osUser, systemDir })}, log })
    const { socketDir: host, port, superuser } = postgres
    const client = new Client({ host, port, ...superuser, database: 'postgres' })
    await client.connect()
    await client.query('create table written (id int)')
    console.log('server ' + postgres.processId())
    for (let id = 1; ; id++) {
      await client.query('insert into written values ($1)', [id])
      console.log('row ' + id)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  let server = 0
  let acknowledged = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, number] = line.split(' ')
    if (word === 'server') server = Number(number)
    else acknowledged = Number(number)
    if (acknowledged === 200) child.kill('SIGKILL')
  }
  await exit
  return { server, acknowledged }
}
