import { createHmac, timingSafeEqual } from 'node:crypto'
import { MOST_CLOCK_ERROR_S } from '@apsis/contract/odt/provider/provider-message.ts'
import { sharedSecretText } from '../../delivery/signed-post.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { SecretBox } from '../../platform/auth/secret-box.ts'
import type { ProviderRow } from './provider.repository.ts'

type Keys = Pick<ProviderRow, 'key' | 'secret_generation' | 'old_secret_ends_at'>

/** The secrets are derived from a key, so none of them is stored in the database. */
const pairOf = (box: SecretBox, key: string, generation: number) => ({
  secret: box.derive(`provider secret ${key} ${generation}`),
  seed: box.derive(`provider seed ${key} ${generation}`),
})

/** Returns the secrets that are valid at a time, the newest first; none if the provider never got a secret. */
export function pairsOf(
  box: SecretBox,
  { key, secret_generation: newest, old_secret_ends_at: oldEndsAt }: Keys,
  now: Date,
) {
  const generations = newest === 0 ? [] : oldEndsAt !== null && now < oldEndsAt ? [newest, newest - 1] : [newest]
  return generations.map((generation) => pairOf(box, key, generation))
}

/** Returns the secret of a generation in the form that the provider stores. */
export function providerSecret(box: SecretBox, key: string, generation: number): string {
  const { secret, seed } = pairOf(box, key, generation)
  return sharedSecretText(secret, seed)
}

export type SignedMessage = {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly bytes: Buffer | undefined
}

/** Throws 403 unless the provider has signed the message, and recently; returns its webhook-id. */
export function requireSigned(box: SecretBox, keys: Keys, signed: SignedMessage, now: Date): string {
  const { id, timestamp, signature, bytes } = signed
  const isWhole = id !== undefined && ID.test(id) && timestamp !== undefined && /^\d{1,12}$/.test(timestamp)
  if (!isWhole || bytes === undefined)
    throw new ApiError('forbidden', 'webhook-id, webhook-timestamp and webhook-signature are needed once each.')
  const text = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes])
  const given = (signature ?? '').split(' ').map((one) => Buffer.from(one))
  const isGood = pairsOf(box, keys, now).some(({ secret }) => {
    const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(text).digest('base64')}`)
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
  if (!isGood) throw new ApiError('forbidden', 'The signature does not hold.')
  // The clock is checked last: a caller without a valid signature does not learn our time.
  const offS = Math.round(now.getTime() / 1000 - Number(timestamp))
  if (Math.abs(offS) > MOST_CLOCK_ERROR_S)
    throw new ApiError('forbidden', `webhook-timestamp is ${offS} s before our clock: ${MOST_CLOCK_ERROR_S} s at most.`)
  return id
}

const ID = /^[\x21-\x7e]{1,200}$/

type Address = { readonly tenantId: string; readonly key: string }

/** Makes the token in the address that a provider calls: it names the organisation and the provider, and nobody else can make one. */
export function callbackToken(box: SecretBox, { tenantId, key }: Address): string {
  const tenant = Buffer.from(tenantId).toString('base64url')
  const mac = createHmac('sha256', box.derive('provider callback')).update(`${tenantId} ${key}`).digest('base64url')
  return `${tenant}.${key}.${mac}`
}

/** Reads a token; returns undefined if it was not made here. */
export function readCallbackToken(box: SecretBox, token: string): Address | undefined {
  const [tenant = '', key = ''] = token.split('.')
  const address = { tenantId: Buffer.from(tenant, 'base64url').toString(), key }
  const [given, expected] = [Buffer.from(token), Buffer.from(callbackToken(box, address))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : undefined
}

/** Returns the address that a provider calls to report on a pass. */
export const callbackUrl = (publicUrl: string, box: SecretBox, address: Address): string =>
  `${publicUrl}/api/v1/odt/providers/callbacks/${callbackToken(box, address)}`
