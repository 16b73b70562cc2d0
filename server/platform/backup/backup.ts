import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { isErrno } from '../postgres/processes.ts'
import type { PlatformLog } from '../postgres/server-log.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { beginBackup, endBackup, findServerFacts } from './backup.repository.ts'
import { type BackupKeys, deriveKeys, encrypt } from './cipher.ts'
import { listTree, progressOf, readSettled, streamFile, syncDirectories } from './files.ts'
import { addManifest, type Manifest, type ManifestFile, one } from './manifest.ts'
import { UNFINISHED } from './old-backups.ts'
import { proveBackup } from './proof.ts'
import { listWalNames } from './wal.ts'

export type BackupOptions = {
  /** A superuser connection to the running embedded database. */
  readonly connection: ClientConfig
  readonly clusterDir: string
  /** The file of the backup; it must not exist. */
  readonly targetFile: string
  /** 32 bytes that are stored elsewhere; without them the backup is not encrypted. */
  readonly key?: Buffer | undefined
  readonly blobsDir?: string | undefined
  /** Secrets of the installation that cannot be recreated; the backup stores them under these names. */
  readonly secretFiles?: readonly string[]
  readonly now: () => Date
  readonly log: PlatformLog
}

export type BackupReport = {
  readonly file: string
  readonly files: number
  readonly bytes: number
  readonly isEncrypted: boolean
} & Pick<Manifest, 'id' | 'begunAt' | 'endedAt' | 'startLsn' | 'stopLsn' | 'serverVersion' | 'systemIdentifier'>

type Draft = {
  readonly id: string
  readonly archive: ArchiveWriter
  readonly keys: BackupKeys | undefined
  readonly log: PlatformLog
  readonly directories: string[]
  readonly files: ManifestFile[]
}

// Files that the server recreates at each start, or that are valid only for the running server (PostgreSQL manual, 25.3.4).
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init[^/]*)$|^(backup_label|tablespace_map)/

/** Copies the running embedded database and its files into a new file, which appears only when it is complete and was read back. */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const target = resolve(options.targetFile)
  if (existsSync(target)) throw new Error(`${target} exists already: a backup is a new file`)
  const id = randomBytes(16).toString('hex')
  const unfinished = `${target}${UNFINISHED}${id.slice(0, 8)}`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const archive = await writeArchive(unfinished)
  try {
    const manifest = await fill(archive, id, options)
    await archive.end()
    await proveBackup(unfinished, options.key)
    await rename(unfinished, target)
    await syncDirectories([dirname(target)])
    return report(target, manifest)
  } catch (error) {
    await archive.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

async function fill(archive: ArchiveWriter, id: string, options: BackupOptions): Promise<Manifest> {
  const keys = options.key === undefined ? undefined : deriveKeys(options.key, id)
  const draft: Draft = { id, archive, keys, log: options.log, directories: [], files: [] }
  const facts = await copyDatabase(draft, options)
  // Blobs are copied after the database: a row is committed only when its blob is on disk, so each copied row finds its blob.
  if (options.blobsDir !== undefined) await copyTree(draft, options.blobsDir, 'blobs')
  const { secretFiles = [] } = options
  if (secretFiles.length > 0) await addDirectory(draft, 'secrets')
  for (const file of secretFiles) await store(draft, `secrets/${basename(file)}`, streamFile(file))
  draft.files.sort((a, b) => (a.path < b.path ? -1 : 1))
  const { directories, files } = draft
  const check = keys === undefined ? {} : { keyCheck: keys.check }
  const manifest: Manifest = { format: 'apsis-backup-2', id, ...facts, ...check, directories, files }
  await addManifest(archive, manifest, keys)
  return manifest
}

type Facts = Omit<Manifest, 'format' | 'id' | 'keyCheck' | 'directories' | 'files'>

async function copyDatabase(draft: Draft, options: BackupOptions): Promise<Facts> {
  const { clusterDir, log, now } = options
  const client = new Client(options.connection)
  // A lost server fails the next query; without a listener its error would end this process.
  client.on('error', (err) => log.error({ err }, 'the database went away during the backup'))
  await client.connect()
  try {
    const server = await findServerFacts(client)
    if (server.hasTablespaces) throw new Error('the database has tablespaces of its own: they cannot be backed up')
    const begunAt = now().toISOString()
    const startLsn = await beginBackup(client, draft.id)
    await copyTree(draft, clusterDir, 'cluster', (path) => !EMPTIED.test(path) && !LEFT_OUT.test(path))
    // The time is taken before the end is requested: rows acknowledged by then are in the WAL of the backup.
    const endedAt = now().toISOString()
    const end = await endBackup(client)
    await store(draft, 'cluster/backup_label', one(Buffer.from(end.label)))
    const wal = listWalNames(end.firstWal, end.lsn, server.walSegmentBytes)
    for (const name of wal) await store(draft, `cluster/pg_wal/${name}`, streamFile(join(clusterDir, 'pg_wal', name)))
    return {
      serverVersion: server.version,
      serverMajor: server.version.split('.')[0] ?? '',
      systemIdentifier: server.systemIdentifier,
      begunAt,
      endedAt,
      startLsn,
      stopLsn: end.lsn,
    }
  } finally {
    await client.end()
  }
}

async function copyTree(draft: Draft, root: string, name: string, isWanted?: (path: string) => boolean): Promise<void> {
  const tree = await listTree(root, isWanted)
  const directories = [name, ...tree.directories.map((path) => `${name}/${path}`)]
  for (const path of directories) await addDirectory(draft, path)
  draft.log.info({ from: root, files: tree.files.length }, `copying the ${name}`)
  const count = progressOf(tree.files.length, draft.log, `copying the ${name}`)
  for (const path of tree.files) {
    count()
    const source = join(root, path)
    try {
      // The server replaces this file in one write, but a reader may see half of the new content. All other pages are
      // repaired by the WAL.
      const content = path === 'global/pg_control' ? one(await readSettled(source)) : streamFile(source)
      await store(draft, `${name}/${path}`, content)
    } catch (error) {
      // The file was dropped since it was listed. The WAL contains that.
      if (!isErrno(error, 'ENOENT')) throw error
    }
  }
}

async function addDirectory({ archive, directories }: Draft, path: string): Promise<void> {
  await archive.addDirectory(path)
  directories.push(path)
}

async function store({ archive, keys, files }: Draft, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const piece of content) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  await archive.add(path, keys === undefined ? measured() : encrypt(measured(), keys.file, path))
  files.push({ path, size, sha256: hash.digest('hex') })
}

function report(file: string, manifest: Manifest): BackupReport {
  const { id, begunAt, endedAt, startLsn, stopLsn, serverVersion, systemIdentifier, files, keyCheck } = manifest
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const isEncrypted = keyCheck !== undefined
  const facts = { id, begunAt, endedAt, startLsn, stopLsn, serverVersion, systemIdentifier }
  return { file, files: files.length, bytes, isEncrypted, ...facts }
}
