import { DAY_MS } from '@apsis/astro/constants.ts'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Log } from '../log.ts'
import { askOutside } from '../outbound/ask-outside.ts'
import type { OutboundProxy } from '../outbound-settings.ts'

const FRESH_MS = 10 * 60_000
const COOL_DOWN_MS = 30_000
/** The provider may start a moment after this process. */
const FIRST_COOL_DOWN_MS = 1_000
const KEEP_MS = DAY_MS
const FETCH_MS = 5_000
const MAX_BYTES = 256 * 1024

export type KeySource = {
  readonly key: JWTVerifyGetKey
  /** Returns whether the provider answered the last request, and the age of the keys in use, in seconds. */
  state(): { reachable: boolean; ageS: number | undefined }
}

type KeyOptions = {
  readonly url: string
  readonly proxy: OutboundProxy | undefined
  readonly log: Log
  readonly now: () => number
}

/**
 * Returns the signing keys of the identity provider. They are kept for ten minutes, and are requested again for an unknown key at most
 * every half minute. If the provider is down they are kept for a day, so that signed-in people can keep working.
 */
export function createKeySource({ url, proxy, log, now }: KeyOptions): KeySource {
  let keys: { get: ReturnType<typeof createLocalJWKSet>; at: number } | undefined
  let asked = Number.NEGATIVE_INFINITY
  let reachable = true
  let running: Promise<void> | undefined

  async function fetchKeys(): Promise<void> {
    asked = now()
    try {
      keys = { get: createLocalJWKSet(await readKeys(url, proxy)), at: now() }
      reachable = true
    } catch (error) {
      reachable = false
      log.warn({ err: error, url }, 'the keys of the identity provider could not be read')
    }
  }
  const refresh = () => {
    const coolDown = keys === undefined ? FIRST_COOL_DOWN_MS : COOL_DOWN_MS
    if (now() - asked < coolDown) return running ?? Promise.resolve()
    running ??= fetchKeys().finally(() => {
      running = undefined
    })
    return running
  }

  const key: JWTVerifyGetKey = async (header, token) => {
    if (keys === undefined || now() - keys.at > FRESH_MS) {
      const asking = refresh()
      // Keys of a provider that was down are fetched in the background, so that requests do not wait again and again.
      if (keys === undefined || reachable) await asking
    }
    if (keys === undefined || now() - keys.at > KEEP_MS) throw new KeysUnavailable()
    try {
      return await keys.get(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh()
      return keys.get(header, token)
    }
  }
  return { key, state: () => ({ reachable, ageS: keys && (now() - keys.at) / 1000 }) }
}

/** No key was ever read, so nobody can be admitted. The caller is not at fault. */
export class KeysUnavailable extends Error {}

async function readKeys(url: string, proxy: OutboundProxy | undefined): Promise<JSONWebKeySet> {
  const answer = await askOutside(url, { proxy, signal: AbortSignal.timeout(FETCH_MS) })
  if (answer.status < 200 || answer.status >= 300) {
    answer.discard()
    throw new Error(`answered ${answer.status}`)
  }
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer.body) {
    bytes += piece.length
    if (bytes > MAX_BYTES) throw new Error('answered more than a key set can be')
    pieces.push(piece)
  }
  const set = JSON.parse(Buffer.concat(pieces).toString('utf8')) as JSONWebKeySet
  // An answer without keys would sign everybody out. It is a fault of the provider, so the known keys are kept.
  if (!Array.isArray(set?.keys) || set.keys.length === 0) throw new Error('answered no keys')
  return set
}
