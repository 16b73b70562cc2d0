import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readOrCreateSecret } from '../postgres/secret.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** The prefix of sealed texts, which names the method. */
const VERSION = 'sealed1.'

/** Seals texts that must not be readable in the database, with a key that is stored elsewhere. */
export type SecretBox = {
  seal(text: string): string
  /** Throws if the text was sealed with another key, or was changed. */
  open(sealed: string): string
  /** Returns bytes that only the holder of the key can compute; they are always the same for the same purpose. */
  derive(purpose: string): Buffer
}

/** Returns the secret box of a key file; the file is created when it is first needed. */
export function createSecretBox(keyFile: string): SecretBox {
  let master: string | undefined
  const derive = (purpose: string): Buffer => {
    if (master === undefined) {
      mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 })
      master = readOrCreateSecret(keyFile)
    }
    return Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
  }
  return {
    derive,
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derive('seal'), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      if (!sealed.startsWith(VERSION)) throw new TypeError('what is to be opened was not sealed')
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derive('seal'), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
