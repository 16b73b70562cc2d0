import { generateKeyPair, randomBytes } from 'node:crypto'
import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, type JWK } from 'jose'

/** Signing keys and cookie keys; the first of each signs, and all of them verify. */
export type Keys = { readonly jwks: { readonly keys: readonly JWK[] }; readonly cookieKeys: readonly string[] }

/** The new and the previous keys are kept, because signatures by older keys are valid no longer than a session. */
const KEPT_KEYS = 2

async function createKeys(): Promise<Keys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk: JWK = { ...privateKey.export({ format: 'jwk' }) }
  const kid = await calculateJwkThumbprint(jwk)
  return {
    jwks: { keys: [{ ...jwk, kid, use: 'sig', alg: 'RS256' }] },
    cookieKeys: [randomBytes(32).toString('base64url')],
  }
}

function parseKeys(text: string, path: string): Keys {
  const file: unknown = JSON.parse(text)
  const { jwks, cookieKeys } = (file ?? {}) as { jwks?: { keys?: unknown }; cookieKeys?: unknown }
  const keys = Array.isArray(jwks?.keys) ? (jwks.keys as JWK[]) : []
  const isComplete = keys.length > 0 && keys.every((k) => k.kty === 'RSA' && k.alg === 'RS256' && k.kid && k.d)
  const hasCookieKeys =
    Array.isArray(cookieKeys) &&
    cookieKeys.length > 0 &&
    cookieKeys.every((k) => typeof k === 'string' && k.length >= 32)
  if (!isComplete) throw new Error(`${path}: jwks.keys must hold private RSA keys with kid and alg RS256`)
  if (!hasCookieKeys) throw new Error(`${path}: cookieKeys must hold texts of at least 32 characters`)
  return { jwks: { keys }, cookieKeys }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path)
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}

/** Writes the complete keys to a file next to the target, so that a kill leaves no incomplete key file; returns the path. */
async function writeDraft(path: string, keys: Keys): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(keys)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

// The file is linked, not renamed: one of two first starts succeeds, and the other uses its keys.
async function writeOnce(path: string, keys: Keys): Promise<void> {
  const draft = await writeDraft(path, keys)
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

/** Reads the key file, which is created on first start; a file that others may read is refused. */
export async function loadKeys(path: string): Promise<Keys> {
  if (await isMissing(path)) await writeOnce(path, await createKeys())
  const mode = (await stat(path)).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`${path} can be read by others (mode 0${mode.toString(8)}): it holds private keys; chmod 600 it`)
  return parseKeys(await readFile(path, 'utf8'), path)
}

/** Puts new keys before the present ones, which still verify; the provider signs with the new keys after its next start. */
export async function rotateKeys(path: string): Promise<Keys> {
  const [old, fresh] = [await loadKeys(path), await createKeys()]
  const keys: Keys = {
    jwks: { keys: [...fresh.jwks.keys, ...old.jwks.keys].slice(0, KEPT_KEYS) },
    cookieKeys: [...fresh.cookieKeys, ...old.cookieKeys].slice(0, KEPT_KEYS),
  }
  await rename(await writeDraft(path, keys), path)
  return keys
}
