import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isErrno } from '../postgres/processes.ts'
import { writeDurably } from '../postgres/secret.ts'
import { type BackupKeys, deriveKeys } from './cipher.ts'

const MANIFEST_NAME = 'manifest.json'
const SEAL_NAME = 'manifest.seal'

/** Names in a backup that the manifest does not list, since they are about the manifest. */
export const UNLISTED_NAMES: readonly string[] = [MANIFEST_NAME, SEAL_NAME]

// The manifest is read before anything is trusted, so a path must not lead out of the target.
const InnerPath = z
  .string()
  .regex(/^(cluster|blobs)(\/[^/\0]+)*$/)
  .refine((path) => !path.split('/').includes('..'))

const Manifest = z.strictObject({
  format: z.literal('apsis-backup-1'),
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

/** A backup that cannot be used, with everything that is wrong with it. */
export class DamagedBackupError extends Error {
  readonly problems: readonly string[]
  constructor(backupDir: string, problems: readonly string[]) {
    const shown = problems.slice(0, 20).join('; ')
    super(`the backup ${backupDir} is damaged: ${shown}${problems.length > 20 ? `; ${problems.length - 20} more` : ''}`)
    this.name = 'DamagedBackupError'
    this.problems = problems
  }
}

/** Writes the manifest and beside it the seal: a keyed one if the backup is encrypted, else a plain SHA-256. */
export function writeManifest(directory: string, manifest: Manifest, keys: BackupKeys | undefined): void {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  writeDurably(join(directory, MANIFEST_NAME), text)
  writeDurably(join(directory, SEAL_NAME), `${sealOf(Buffer.from(text), keys)}\n`)
}

/** Reads the manifest of a backup and proves that nobody changed it; returns the keys of its files if it has any. */
export function readManifest(
  directory: string,
  key: Buffer | undefined,
): { readonly manifest: Manifest; readonly keys: BackupKeys | undefined } {
  if (!existsSync(directory)) throw new Error(`there is no backup ${directory}: nothing has this name`)
  const bytes = readPart(directory, MANIFEST_NAME)
  const parsed = Manifest.safeParse(parseJson(bytes))
  if (!parsed.success) throw new DamagedBackupError(directory, [`${MANIFEST_NAME}: ${z.prettifyError(parsed.error)}`])
  const manifest = parsed.data
  const keys = openKeys(directory, manifest, key)
  const seal = readPart(directory, SEAL_NAME)
  const expected = Buffer.from(`${sealOf(bytes, keys)}\n`)
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) {
    throw new DamagedBackupError(directory, [`${MANIFEST_NAME} and ${SEAL_NAME} do not fit together`])
  }
  return { manifest, keys }
}

function readPart(directory: string, name: string): Buffer {
  try {
    return readFileSync(join(directory, name))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new DamagedBackupError(directory, [`${name}: missing`])
    throw error
  }
}

function openKeys(directory: string, manifest: Manifest, key: Buffer | undefined): BackupKeys | undefined {
  if (manifest.keyCheck === undefined) {
    // Without the key, somebody who can write to the store of backups could insert a backup of their own.
    if (key !== undefined)
      throw new Error(`the backup ${directory} is not encrypted, but a key was given: expected none`)
    return undefined
  }
  if (key === undefined) throw new Error(`the backup ${directory} is encrypted: its key is needed`)
  const keys = deriveKeys(key, manifest.id)
  if (keys.check !== manifest.keyCheck) {
    throw new Error(
      `the key does not fit the backup ${directory}: it was made with another key, or ${MANIFEST_NAME} is damaged`,
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
