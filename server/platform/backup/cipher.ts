/** Encryption of backups: AES-256-GCM, one nonce per file, keys derived for each backup. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { readSecret } from '../postgres/secret.ts'
import { type Member, readRange } from './archive.ts'

export type BackupKeys = {
  readonly file: Buffer
  readonly manifest: Buffer
  /** Distinguishes a wrong key from a damaged backup, and reveals nothing about the key. */
  readonly check: string
}

const MAGIC = Buffer.from('APSIS1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + NONCE_BYTES
// The counter of GCM is exhausted shortly before 64 GiB.
const LARGEST_FILE_BYTES = 60 * 2 ** 30

/** The bytes that encryption adds to each file. */
export const CIPHER_OVERHEAD_BYTES = HEAD_BYTES + TAG_BYTES

/** Reads the key of backups from a file of mode 0600: 32 bytes, written as 64 hexadecimal digits or as base64url. */
export function readBackupKey(path: string): Buffer {
  const text = readSecret(path)
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url')
  if (key.length !== 32) {
    throw new Error(`${path} holds ${key.length} bytes: expected 32, as made by "openssl rand -hex 32"`)
  }
  return key
}

/** Returns the keys of one backup, so that no two backups share one. */
export function deriveKeys(key: Buffer, backupId: string): BackupKeys {
  if (key.length !== 32) throw new RangeError(`key of backups: expected 32 bytes, got ${key.length}`)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, backupId, `apsis backup ${purpose}`, 32))
  const check = createHmac('sha256', derive('check')).update(backupId).digest('hex')
  return { file: derive('file'), manifest: derive('manifest'), check }
}

/** Encrypts a stream; `path` is bound to it, so that files cannot be exchanged within a backup. */
export async function* encrypt(source: AsyncIterable<Buffer>, key: Buffer, path: string): AsyncGenerator<Buffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(path))
  yield Buffer.concat([MAGIC, nonce])
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > LARGEST_FILE_BYTES) throw new RangeError(`${path} is too large for one encrypted file`)
    yield cipher.update(chunk)
  }
  yield cipher.final()
  yield cipher.getAuthTag()
}

export type EncryptedMember = { readonly file: string; readonly member: Member; readonly path: string }

/** Decrypts a member of an archive. The content is valid only if the stream ends without an error. */
export async function* decrypt({ file, member, path }: EncryptedMember, key: Buffer): AsyncGenerator<Buffer> {
  const { offset, size } = member
  if (size < CIPHER_OVERHEAD_BYTES) throw new Error('too short for an encrypted file')
  const [head, tag] = await readEnds(file, member)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('not an encrypted file')
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(MAGIC.length))
    .setAAD(Buffer.from(path))
    .setAuthTag(tag)
  for await (const chunk of readRange(file, offset + HEAD_BYTES, offset + size - TAG_BYTES))
    yield decipher.update(chunk)
  yield decipher.final()
}

async function readEnds(file: string, { offset, size }: Member): Promise<readonly [Buffer, Buffer]> {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    const tag = Buffer.alloc(TAG_BYTES)
    await handle.read(head, 0, HEAD_BYTES, offset)
    await handle.read(tag, 0, TAG_BYTES, offset + size - TAG_BYTES)
    return [head, tag]
  } finally {
    await handle.close()
  }
}
