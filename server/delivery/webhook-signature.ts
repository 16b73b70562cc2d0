import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { SecretBox } from '../platform/auth/secret-box.ts'

/** The prefixes of secrets and public keys (Standard Webhooks 1.0.0). */
const SECRET_MARK = 'whsec_'
const PUBLIC_MARK = 'whpk_'
/** The part of a PKCS #8 Ed25519 key before its 32 bytes (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
/** The number of bytes of an Ed25519 public key, which are at the end of its SPKI form. */
const PUBLIC_BYTES = 32

/** The keys that sign a webhook: a shared secret, and a private key whose public key may be known. */
export type SigningPair = { readonly secret: Buffer; readonly seed: Buffer }

/** The number of newest derived pairs that a process keeps, because deriving a pair takes longer than signing with it. */
const MOST_PAIRS = 1_000
const derived = new WeakMap<SecretBox, Map<string, SigningPair>>()
const privateKeys = new WeakMap<Buffer, KeyObject>()

/** Returns the keys that sign a webhook: they are derived for each receiver and generation, so that no secret has to be stored. */
export function pairOf(box: SecretBox, receiverId: string, generation: number): SigningPair {
  const pairs = derived.get(box) ?? new Map<string, SigningPair>()
  derived.set(box, pairs)
  const key = `${receiverId} ${generation}`
  const known = pairs.get(key)
  if (known !== undefined) return known
  const derive = (kind: string) => box.derive(`webhook ${kind} ${key}`)
  const pair = { secret: derive('secret'), seed: derive('seed') }
  const [first] = pairs.keys()
  if (first !== undefined && pairs.size >= MOST_PAIRS) pairs.delete(first)
  pairs.set(key, pair)
  return pair
}

export type SignedContent = { readonly id: string; readonly timestampS: number; readonly body: string }

/** Returns the headers of a signed webhook; during a rotation there are several pairs, and each pair has signed. */
export function signatureHeaders(signed: SignedContent, pairs: readonly SigningPair[]): Record<string, string> {
  const text = Buffer.from(`${signed.id}.${signed.timestampS}.${signed.body}`)
  const signatures = pairs.flatMap(({ secret, seed }) => [
    `v1,${createHmac('sha256', secret).update(text).digest('base64')}`,
    `v1a,${sign(null, text, privateKeyOf(seed)).toString('base64')}`,
  ])
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestampS),
    'webhook-signature': signatures.join(' '),
  }
}

/** Returns the secret in the form that its receiver stores. */
export const secretText = ({ secret }: SigningPair): string => `${SECRET_MARK}${secret.toString('base64')}`

/** Returns the public key in the form that its receiver stores. */
export function publicKeyText({ seed }: SigningPair): string {
  const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  return `${PUBLIC_MARK}${spki.subarray(-PUBLIC_BYTES).toString('base64')}`
}

function privateKeyOf(seed: Buffer): KeyObject {
  const known = privateKeys.get(seed)
  const key = known ?? createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  privateKeys.set(seed, key)
  return key
}
