import { createHash } from 'node:crypto'
import { readRange } from './archive.ts'
import { CIPHER_OVERHEAD_BYTES, decrypt } from './cipher.ts'
import { DamagedBackupError } from './damage.ts'
import { forEachFew } from './files.ts'
import { type Backup, type ManifestFile, openBackup, UNLISTED_NAMES } from './manifest.ts'

/** Reads the plain content of a file and returns its hash. */
export type Taking = (content: AsyncIterable<Buffer>) => Promise<{ readonly sha256: string }>

/** Passes on the content of a file in a backup; returns its fault, or undefined. */
export async function takeFile(backup: Backup, file: ManifestFile, take: Taking): Promise<string | undefined> {
  const { keys, members } = backup
  const member = members.get(file.path)
  if (member === undefined) return 'missing'
  const expected = file.size + (keys === undefined ? 0 : CIPHER_OVERHEAD_BYTES)
  if (member.size !== expected) return `${member.size} bytes, expected ${expected}`
  const content =
    keys === undefined
      ? readRange(backup.file, member.offset, member.offset + member.size)
      : decrypt({ file: backup.file, member, path: file.path }, keys.file)
  try {
    const { sha256 } = await take(content)
    return sha256 === file.sha256 ? undefined : 'its SHA-256 is not the one in the manifest'
  } catch (error) {
    // An error of the disk or the system on our own side is not a fault of the backup.
    if (keys === undefined || (error instanceof Error && 'syscall' in error)) throw error
    return `cannot be decrypted (${error instanceof Error ? error.message : error})`
  }
}

/** Returns the files of a backup that its manifest does not list. */
export function listStrangers({ members, manifest }: Backup): readonly string[] {
  const listed = new Set([...UNLISTED_NAMES, ...manifest.files.map(({ path }) => path)])
  return [...members.keys()].filter((path) => !listed.has(path)).map((path) => `${path}: not in the manifest`)
}

/** Reads every file of a backup; throws with all faults, if there are any. */
export async function proveBackup(file: string, key: Buffer | undefined): Promise<void> {
  const backup = await openBackup(file, key)
  const problems: string[] = []
  await forEachFew(backup.manifest.files, async (one) => {
    const fault = await takeFile(backup, one, hashOf)
    if (fault !== undefined) problems.push(`${one.path}: ${fault}`)
  })
  problems.push(...listStrangers(backup))
  if (problems.length > 0) throw new DamagedBackupError(file, problems.sort())
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<{ readonly sha256: string }> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return { sha256: hash.digest('hex') }
}
