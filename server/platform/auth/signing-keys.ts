import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose'
import type { Database } from '../database/database.ts'
import { KeysUnavailable } from './jwks.ts'
import { insertSigningKey, listSigningKeys, type PublicKey } from './signing-key.repository.ts'

const ALGORITHM = 'ES256'
/** A process signs with one key for this time. */
const USE_MS = DAY_MS
/** This is longer than any token lives (token.ts). */
const TOKEN_MS = HOUR_MS
/** The shortest time between two reads of the keys, if a key is not known here. */
const COOL_DOWN_MS = 1_000

/**
 * Keys for the tokens that the platform issues itself. Each process signs with its own key, made when it is first needed and kept only in
 * memory. The database has the public halves, so that every process can verify the tokens of all others.
 */
export type SigningKeys = {
  sign(claims: JWTPayload): Promise<string>
  readonly key: JWTVerifyGetKey
  /** Returns every public key in use. */
  list(): Promise<readonly PublicKey[]>
}

type Own = { readonly kid: string; readonly privateKey: CryptoKey }
type Parts = { readonly db: Database; readonly now: () => number }

export function createSigningKeys({ db, now }: Parts): SigningKeys {
  let own: Promise<Own> | undefined
  let until = 0
  let known: ReturnType<typeof createLocalJWKSet> | undefined
  let asked = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function make(until: number): Promise<Own> {
    const { privateKey, publicKey } = await generateKeyPair(ALGORITHM)
    const { kty = '', crv = '', x = '', y = '' } = await exportJWK(publicKey)
    const kid = await calculateJwkThumbprint({ kty, crv, x, y })
    const jwk = { kid, kty, crv, x, y, alg: ALGORITHM, use: 'sig' }
    const endsAt = new Date(until + TOKEN_MS)
    // The key is published before the first token is signed, so that every process can check that token.
    await db.shared((tx) => insertSigningKey(tx, { jwk, endsAt, now: new Date(now()) }))
    return { kid, privateKey }
  }
  const ownKey = (): Promise<Own> => {
    if (own !== undefined && now() < until) return own
    until = now() + USE_MS
    const made = make(until)
    own = made
    // A key that could not be published is dropped, and the next caller makes another one.
    made.catch(() => {
      if (own === made) own = undefined
    })
    return made
  }
  /** Reads the keys again, at most once a second. A caller in between waits for the next read. */
  const refresh = (): Promise<void> => {
    asking ??= (async () => {
      const wait = asked + COOL_DOWN_MS - now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      asked = now()
      known = createLocalJWKSet({ keys: await db.shared((tx) => listSigningKeys(tx, new Date(now()))) })
    })().finally(() => {
      asking = undefined
    })
    return asking
  }
  const find = async (...[header, token]: Parameters<JWTVerifyGetKey>): Promise<CryptoKey | undefined> => {
    try {
      return await known?.(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined
      throw error
    }
  }
  const key: JWTVerifyGetKey = async (header, token) => {
    // The keys are read twice: another caller may have started the first read before the key was published.
    for (let tries = 0; tries < 2; tries++) {
      const found = await find(header, token)
      if (found !== undefined) return found
      await refresh().catch((cause: unknown) => {
        throw new KeysUnavailable('the keys of the platform could not be read', { cause })
      })
    }
    const found = await find(header, token)
    if (found === undefined) throw new errors.JWKSNoMatchingKey()
    return found
  }
  return {
    async sign(claims) {
      const { kid, privateKey } = await ownKey()
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid }).sign(privateKey)
    },
    key,
    async list() {
      await ownKey()
      return db.shared((tx) => listSigningKeys(tx, new Date(now())))
    },
  }
}
