import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '../postgres/supervisor.ts'
import {
  openTemporaryPlace,
  runStatement,
  superuserConfig,
  type TemporaryPlace,
} from '../postgres/testing/temporary-place.ts'
import { beginBackup, endBackup } from './backup.repository.ts'
import { type BackupReport, createBackup } from './backup.ts'
import { readBackupKey } from './cipher.ts'
import { DamagedBackupError } from './damage.ts'
import { readManifest } from './manifest.ts'
import { backupName, removeOldBackups } from './old-backups.ts'
import { type RestoreReport, rehearseRestore, restoreBackup } from './restore.ts'

const KEY = randomBytes(32)

let place: TemporaryPlace
let source: EmbeddedPostgres
let blobsDir: string
let keyFile: string

beforeAll(async () => {
  place = openTemporaryPlace()
  source = await place.start('source')
  blobsDir = join(place.root, 'blobs')
  mkdirSync(join(blobsDir, 'ab'), { recursive: true })
  writeFileSync(join(blobsDir, 'ab', 'cdef'), 'an orbit ephemeris message')
  writeFileSync(join(blobsDir, 'empty'), '')
  keyFile = join(place.root, 'delivery')
  writeFileSync(keyFile, 'the key of the channels')
  await runStatement(source, 'create table satellite (id int primary key, name text)')
  await runStatement(source, "insert into satellite select id, 'satellite ' || id from generate_series(1, 20000) id")
})

afterAll(async () => {
  await place.remove()
})

function backUp(name: string, key?: Buffer): Promise<BackupReport> {
  return createBackup({
    connection: superuserConfig(source),
    clusterDir: source.clusterDir,
    targetFile: join(place.root, name),
    key,
    blobsDir,
    secretFiles: [keyFile],
    now: () => new Date(),
    log: place.log,
  })
}

function restore(name: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}): Promise<RestoreReport> {
  const backupFile = join(place.root, name)
  const { osUser, systemDir, dataDir } = place.options(`restored-${name}`)
  return restoreBackup({
    backupFile,
    targetDataDir: dataDir,
    osUser,
    systemDir,
    verify: false,
    log: place.log,
    ...more,
  })
}

/** Unpacks a backup with the system's tar, changes it, and packs the whole archive again. */
function change(name: string, work: (inBackup: (path: string) => string) => void, changed = name): void {
  const folder = join(place.root, `${name}.unpacked`)
  mkdirSync(folder)
  execFileSync('tar', ['--extract', '--file', join(place.root, name), '--directory', folder])
  work((path) => join(folder, path))
  execFileSync('tar', [
    ...['--create', '--format=ustar', '--file', join(place.root, changed), '--directory', folder],
    ...readdirSync(folder),
  ])
  rmSync(folder, { recursive: true })
}

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  writeFileSync(path, bytes)
}

/** Returns the faults of a backup that the failed restoration reports. */
async function problemsOf(restoration: Promise<RestoreReport>): Promise<readonly string[]> {
  const error: unknown = await restoration.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DamagedBackupError)) throw new Error(`expected a damaged backup, got ${error}`)
  return error.problems
}

/** Returns the file of the main database's biggest table, relative to the cluster. */
async function fileOf(table: string): Promise<string> {
  const [row] = await runStatement(source, 'select pg_relation_filepath($1) as path', [table])
  return String(row?.path)
}

test('createBackup under load contains every row that was acknowledged before it ended', async () => {
  await runStatement(source, 'create table written (writer int, id int, filler text)')
  let over = false
  let backup: Promise<BackupReport> | undefined
  const acknowledgedAt = await Promise.all(
    [1, 2, 3, 4].map(async (writer) => {
      const client = new Client(superuserConfig(source))
      await client.connect()
      const times: number[] = []
      for (let id = 1; !over; id++) {
        await client.query('insert into written values ($1, $2, repeat($3, 500))', [writer, id, 'x'])
        times.push(Date.now())
        // Files appear and vanish while they are copied.
        if (id % 50 === 0) await client.query(`create table passing_${writer} as select * from written limit 100`)
        if (id % 50 === 25 && id > 50) await client.query(`drop table passing_${writer}`)
        if (id === 20) {
          backup ??= backUp('under-load').finally(() => {
            over = true
          })
        }
      }
      await client.end()
      return { writer, times }
    }),
  )
  const end = Date.parse((await backup!).endedAt)
  const report = await restore('under-load', {
    verify: true,
    check: async (client) => {
      const { rows } = await client.query<{ writer: number; rows: number; last: number }>(
        'select writer, count(*)::int as rows, max(id) as last from written group by writer',
      )
      return acknowledgedAt.flatMap(({ writer, times }) => {
        const acknowledged = times.filter((time) => time < end).length
        const found = rows.find((row) => row.writer === writer)
        const isWhole = found !== undefined && found.last >= acknowledged && found.rows === found.last
        return isWhole ? [] : [`writer ${writer}: acknowledged ${acknowledged}, found ${JSON.stringify(found)}`]
      })
    },
  })
  expect(
    acknowledgedAt.every(({ times }) => times.some((time) => time < end) && times.some((time) => time > end)),
  ).toBe(true)
  expect(report.verified).toMatchObject({ databases: 2 })
  expect(report.verified?.tables).toBeGreaterThan(100)
  const { backupBegunAt, lastCommitAt } = report.recoveryPoint
  expect(lastCommitAt! > backupBegunAt).toBe(true)
  expect(readFileSync(join(report.dataDir, 'blobs', 'ab', 'cdef'), 'utf8')).toBe('an orbit ephemeris message')
  // Without this key the addresses of channels could not be decrypted any more.
  const restoredKey = join(report.dataDir, 'secrets', 'delivery')
  expect(readFileSync(restoredKey, 'utf8')).toBe('the key of the channels')
  expect([statSync(restoredKey).mode & 0o777, statSync(join(report.dataDir, 'secrets')).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])

  // startPostgres accepts the restored directory, with a new password.
  const restored = await place.start('restored-under-load')
  expect(restored.superuser.password).not.toBe(source.superuser.password)
  expect(await runStatement(restored, 'select count(*)::int as rows from satellite')).toEqual([{ rows: 20_000 }])
  await restored.stop()
})

test('restoreBackup names every file that was damaged, lost or added, and leaves no files', async () => {
  await backUp('damaged')
  const table = `cluster/${await fileOf('satellite')}`
  const flipped = [table, 'cluster/backup_label', 'cluster/global/pg_control', 'blobs/ab/cdef', 'secrets/delivery']
  change('damaged', (inBackup) => {
    const [wal] = readdirSync(inBackup('cluster/pg_wal'))
    flipped.push(`cluster/pg_wal/${wal}`)
    for (const path of flipped) flipByte(inBackup(path))
    rmSync(inBackup('cluster/pg_hba.conf'))
    writeFileSync(inBackup('cluster/standby.signal'), '')
  })

  const problems = await problemsOf(restore('damaged'))
  expect([...problems].sort()).toEqual(
    [
      ...flipped.map((path) => `${path}: its SHA-256 is not the one in the manifest`),
      'cluster/pg_hba.conf: missing',
      'cluster/standby.signal: not in the manifest',
    ].sort(),
  )
  expect(readdirSync(join(place.root, 'restored-damaged'))).toEqual([])
})

test('restoreBackup detects a flipped byte in the manifest and in its seal', async () => {
  for (const name of ['manifest.json', 'manifest.seal']) {
    change('damaged', (inBackup) => flipByte(inBackup(name)), `damaged-${name}`)
    expect(await problemsOf(restore(`damaged-${name}`))).toEqual([expect.stringContaining('manifest.json')])
  }
})

test('createBackup encrypts: nothing is readable, the backup is complete with its key, and is refused with any other key', async () => {
  const backup = await backUp('secret', KEY)
  expect(backup.isEncrypted).toBe(true)
  const table = `cluster/${await fileOf('satellite')}`
  const bytes = readFileSync(join(place.root, 'secret'))
  expect([bytes.includes('satellite 1'), bytes.includes('the key of the channels')]).toEqual([false, false])
  expect(readFileSync(join(source.clusterDir, await fileOf('satellite'))).includes('satellite 1')).toBe(true)

  await expect(restore('secret')).rejects.toThrow('is encrypted: its key is needed')
  await expect(restore('secret', { key: randomBytes(32) })).rejects.toThrow('the key does not fit')
  const { osUser, systemDir } = place.options('drill')
  const before = readdirSync(place.root)
  const drill = await rehearseRestore({
    backupFile: join(place.root, 'secret'),
    scratchDir: place.root,
    osUser,
    ...(systemDir === undefined ? {} : { systemDir }),
    key: KEY,
    check: async (client) => {
      const { rows } = await client.query<{ rows: number }>('select count(*)::int as rows from satellite')
      return rows[0]?.rows === 20_000 ? [] : ['satellites are missing']
    },
    log: place.log,
  })
  expect(drill.verified?.databases).toBe(2)
  // No process writes any more, but the database may clean up while it is copied.
  expect(drill.recoveryPoint.lastCommitAt! < backup.endedAt).toBe(true)
  expect(readdirSync(place.root)).toEqual(before)

  // Two files of one backup are exchanged: each is complete and has the right key, but is in the wrong place.
  change('secret', (inBackup) => {
    flipByte(inBackup(table))
    copyFileSync(inBackup('cluster/PG_VERSION'), inBackup('cluster/base/1/PG_VERSION'))
  })
  expect(await problemsOf(restore('secret', { key: KEY }))).toEqual([
    expect.stringContaining('cluster/base/1/PG_VERSION: cannot be decrypted'),
    expect.stringContaining(`${table}: cannot be decrypted`),
  ])
})

test('restoreBackup fails when the check finds a fault, and when the target is not empty', async () => {
  await backUp('checked')
  const check = async () => ['a ledger does not balance']
  expect(await problemsOf(restore('checked', { verify: true, check }))).toEqual(['a ledger does not balance'])
  const target = join(place.root, 'restored-checked')
  expect(readdirSync(target)).toEqual([])
  writeFileSync(join(target, 'note'), 'mine')
  await expect(restore('checked')).rejects.toThrow('is not empty')
  expect(readFileSync(join(target, 'note'), 'utf8')).toBe('mine')
  await expect(restore('checked', { key: KEY, targetDataDir: join(place.root, 'x') })).rejects.toThrow(
    'is not encrypted',
  )
  await expect(backUp('checked')).rejects.toThrow('exists already')
})

test('restoreBackup with verify finds a page that was damaged before the backup', async () => {
  const rows = 'select id from generate_series(1, 5000) id'
  await runStatement(source, `create table rotten with (autovacuum_enabled = off) as ${rows}`)
  // All rows of all pages are frozen, so that the database has no reason to rewrite the changed page completely.
  await runStatement(source, 'vacuum (freeze) rotten')
  const path = join(source.clusterDir, await fileOf('rotten'))
  await runStatement(source, 'checkpoint')
  flipByte(path)
  await backUp('rotten')
  const problems = await problemsOf(restore('rotten', { verify: true }))
  expect(problems).toEqual([expect.stringMatching(/^postgres, rotten: invalid page in block \d+ of relation/)])
  await runStatement(source, 'drop table rotten')
})

test('a truncated backup, a file that is no backup, and a folder are each reported as such', async () => {
  await backUp('whole')
  const { size } = statSync(join(place.root, 'whole'))
  for (const bytes of [0, 512, Math.floor(size / 2 / 512) * 512, size - 1024]) {
    copyFileSync(join(place.root, 'whole'), join(place.root, 'cut'))
    truncateSync(join(place.root, 'cut'), bytes)
    expect(await problemsOf(restore('cut'))).toEqual([expect.stringMatching(/was cut off/)])
  }
  writeFileSync(join(place.root, 'text'), 'no backup at all'.repeat(1_000))
  expect(await problemsOf(restore('text'))).toEqual(['this is no backup'])
  mkdirSync(join(place.root, 'folder'))
  await expect(restore('folder')).rejects.toThrow('this is a folder: a backup is one file')
  await expect(restore('nowhere')).rejects.toThrow('nothing has this name')
})

test('the newest backups in a folder are kept, and only those of this installation are removed', async () => {
  const folder = join(place.root, 'kept')
  mkdirSync(folder)
  const report = await backUp('model')
  const at = (day: number) => join(folder, backupName(new Date(Date.UTC(2026, 10, day, 2, 30))))
  for (const day of [1, 2, 3, 4, 5]) copyFileSync(join(place.root, 'model'), at(day))
  expect(at(5)).toMatch(/apsis-20261105T023000Z\.tar$/)
  // The folder also contains a backup of another installation, an unreadable one, a different file, and files that killed runs left.
  change('model', (inBackup) => {
    const text = readFileSync(inBackup('manifest.json'), 'utf8')
    writeFileSync(inBackup('manifest.json'), text.replace(report.systemIdentifier, '7000000000000000001'))
  })
  copyFileSync(join(place.root, 'model'), at(1).replace('023000', '023001'))
  expect((await readManifest(at(1).replace('023000', '023001'))).manifest.systemIdentifier).toBe('7000000000000000001')
  writeFileSync(at(1).replace('023000', '023002'), 'damaged')
  writeFileSync(join(folder, 'note.tar'), 'mine')
  const [stale, running] = [`${at(1)}.unfinished-0`, `${at(5)}.unfinished-1`]
  for (const file of [stale, running]) writeFileSync(file, '')
  const now = new Date()
  utimesSync(stale, now, new Date(now.getTime() - 25 * 3_600_000))

  const newest = { file: at(5), systemIdentifier: report.systemIdentifier }
  expect(await removeOldBackups({ folder, keep: 2, newest, now, log: place.log })).toEqual([1, 2, 3].map(at))
  expect(readdirSync(folder).sort()).toEqual(
    [
      ...['apsis-20261101T023001Z.tar', 'apsis-20261101T023002Z.tar', 'apsis-20261104T023000Z.tar'],
      ...['apsis-20261105T023000Z.tar', 'apsis-20261105T023000Z.tar.unfinished-1', 'note.tar'],
    ].sort(),
  )
  // The clock was set back: the newest is kept, whatever its name.
  const early = { file: at(4), systemIdentifier: report.systemIdentifier }
  expect(await removeOldBackups({ folder, keep: 1, newest: early, now, log: place.log })).toEqual([at(5)])
  expect(existsSync(at(4))).toBe(true)
})

test('a backup keeps the WAL that it needs, from its beginning until its session ends', async () => {
  const client = new Client(superuserConfig(source))
  await client.connect()
  const slots = () =>
    runStatement(
      source,
      'select slot_name, temporary, restart_lsn is not null as holds from pg_replication_slots order by slot_name',
    )
  await beginBackup(client, 'held')
  expect(await slots()).toEqual([{ slot_name: 'apsis_backup_held', temporary: true, holds: true }])
  await endBackup(client)
  await client.end()
  await expect.poll(slots).toEqual([])
})

test('createBackup fails and leaves no file if it loses the database', async () => {
  const connection = { ...superuserConfig(source), application_name: 'interrupted' }
  let cut: Promise<unknown> | undefined
  const backup = createBackup({
    connection,
    clusterDir: source.clusterDir,
    targetFile: join(place.root, 'interrupted'),
    now: () => {
      // createBackup() calls this for the first time when the backup begins.
      cut ??= runStatement(
        source,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'interrupted'",
      )
      return new Date()
    },
    log: place.log,
  })
  // The interrupted query reports this error; or the next query does, if the files were being copied.
  await expect(backup).rejects.toThrow(/terminat|connection error/i)
  await cut
  expect(readdirSync(place.root).filter((name) => name.startsWith('interrupted'))).toEqual([])
})

test('readBackupKey takes 32 bytes from a file that only its owner can read', () => {
  const path = join(place.root, 'backup.key')
  writeFileSync(path, `${KEY.toString('hex')}\n`, { mode: 0o600 })
  expect(readBackupKey(path)).toEqual(KEY)
  writeFileSync(path, KEY.toString('base64url'))
  expect(readBackupKey(path)).toEqual(KEY)
  writeFileSync(path, 'correct horse battery staple, and more')
  expect(() => readBackupKey(path)).toThrow('expected 32')
  writeFileSync(join(place.root, 'open.key'), KEY.toString('hex'), { mode: 0o644 })
  expect(() => readBackupKey(join(place.root, 'open.key'))).toThrow('mode 0644')
})
