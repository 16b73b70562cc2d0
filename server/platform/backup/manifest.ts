import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { type ArchiveWriter, type Member, readArchive, readMember } from './archive.ts'
import { type BackupKeys, deriveKeys } from './cipher.ts'
import { DamagedBackupError } from './damage.ts'

const MANIFEST_NAME = 'manifest.json'
const SEAL_NAME = 'manifest.seal'

/** Names in a backup that the manifest does not list, because they are about the manifest. */
export const UNLISTED_NAMES: readonly string[] = [MANIFEST_NAME, SEAL_NAME]

// The manifest is read before it is verified, so a path must not lead out of the target.
const InnerPath = z
  .string()
  .regex(/^(cluster|blobs|secrets)(\/[^/\0]+)*$/)
  .refine((path) => !path.split('/').includes('..'))

const Manifest = z.strictObject({
  format: z.literal('apsis-backup-2'),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  serverVersion: z.string(),
  serverMajor: z.string(),
  systemIdentifier: z.string(),
  begunAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  startLsn: z.string(),
  stopLsn: z.string(),
  /** Present when the files are encrypted. */
  keyCheck: z.string().optional(),
  directories: z.array(InnerPath),
  files: z.array(
    z.strictObject({ path: InnerPath, size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

export type Manifest = z.infer<typeof Manifest>
export type ManifestFile = Manifest['files'][number]

/** Adds the manifest and its seal: a keyed one if the backup is encrypted, else a plain SHA-256. */
export async function addManifest(
  archive: ArchiveWriter,
  manifest: Manifest,
  keys: BackupKeys | undefined,
): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  await archive.add(MANIFEST_NAME, one(text))
  await archive.add(SEAL_NAME, one(Buffer.from(`${sealOf(text, keys)}\n`)))
}

/** A backup whose manifest was not changed. The files themselves are not checked yet. */
export type Backup = {
  readonly file: string
  readonly members: ReadonlyMap<string, Member>
  readonly manifest: Manifest
  readonly keys: BackupKeys | undefined
}

/** Opens a backup and proves that nobody changed its manifest. */
export async function openBackup(file: string, key: Buffer | undefined): Promise<Backup> {
  const { members, bytes, manifest } = await readManifest(file)
  const keys = openKeys(file, manifest, key)
  const seal = await readPart(file, members, SEAL_NAME)
  const expected = Buffer.from(`${sealOf(bytes, keys)}\n`)
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) {
    throw new DamagedBackupError(file, [`${MANIFEST_NAME} and ${SEAL_NAME} do not fit together`])
  }
  return { file, members, manifest, keys }
}

/** Returns the manifest of a backup without a proof: anybody can read it, and anybody without a key could have written it. */
export async function readManifest(file: string) {
  if (!existsSync(file)) throw new Error(`there is no backup ${file}: nothing has this name`)
  const members = await readArchive(file)
  const bytes = await readPart(file, members, MANIFEST_NAME)
  const parsed = Manifest.safeParse(parseJson(bytes))
  if (!parsed.success) throw new DamagedBackupError(file, [`${MANIFEST_NAME}: ${z.prettifyError(parsed.error)}`])
  return { members, bytes, manifest: parsed.data }
}

async function readPart(file: string, members: ReadonlyMap<string, Member>, name: string): Promise<Buffer> {
  const member = members.get(name)
  if (member === undefined) throw new DamagedBackupError(file, [`${name}: missing`])
  return readMember(file, member)
}

/** Yields content that is already in memory. */
export async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

function openKeys(file: string, manifest: Manifest, key: Buffer | undefined): BackupKeys | undefined {
  if (manifest.keyCheck === undefined) {
    // Without the key, anybody who can write to the store of backups could insert a backup of their own.
    if (key !== undefined) throw new Error(`the backup ${file} is not encrypted, but a key was given: expected none`)
    return undefined
  }
  if (key === undefined) throw new Error(`the backup ${file} is encrypted: its key is needed`)
  const keys = deriveKeys(key, manifest.id)
  if (keys.check !== manifest.keyCheck) {
    throw new Error(
      `the key does not fit the backup ${file}: it was made with another key, or ${MANIFEST_NAME} is damaged`,
    )
  }
  return keys
}

function sealOf(bytes: Buffer, keys: BackupKeys | undefined): string {
  const hash = keys === undefined ? createHash('sha256') : createHmac('sha256', keys.manifest)
  return hash.update(bytes).digest('hex')
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
