import { HOUR_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../platform/api-error.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { NoAnswerError, type PostAnswer, type PostOptions, postGuarded, proxyFaultOf } from './guarded-post.ts'
import { maskTarget, readTarget, type TargetFault, type TargetRules } from './target.ts'
import { type SignedContent, type SigningPair, secretText, signatureHeaders } from './webhook-signature.ts'

/** Posts to programs that are no channels of persons, with the same guard and signature as for webhooks. */
export const showAddress = maskTarget

/** Returns the URL of an address, or the reason why nothing can be sent there. */
export const readAddress = (text: string, rules: TargetRules): URL | TargetFault => readTarget('webhook', text, rules)

export const sharedSecretText = (secret: SigningPair['secret'], seed: SigningPair['seed']): string =>
  secretText({ secret, seed })

type Signing = {
  readonly signed: SignedContent
  readonly pairs: readonly SigningPair[]
  readonly allowLoopback: boolean
  readonly proxy: OutboundProxy | undefined
}

/** The reason why there is no answer, and the proxy's fault for the administrator of the installation. */
export type NotAnswered = { readonly noAnswer: NoAnswerError['reason']; readonly proxyFault: string | undefined }

/** Sends a signed body; returns the answer, or the reason why there is none. */
export async function postSigned(
  url: URL,
  { signed, pairs, allowLoopback, proxy }: Signing,
): Promise<PostAnswer | NotAnswered> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Apsis', ...signatureHeaders(signed, pairs) }
  const options: PostOptions = { headers, body: signed.body, allowLoopback, proxy }
  return postGuarded(url, options).catch((error: unknown) => {
    if (error instanceof NoAnswerError) return { noAnswer: error.reason, proxyFault: proxyFaultOf(error) }
    throw error
  })
}

type SecretRotation = {
  /** The time until which an older secret is valid in addition to the newest; null if none is. */
  readonly oldEndsAt: Date | null
  readonly hours: number
  readonly now: number
}

/**
 * Returns the time until which a signing secret stays valid after the new one is made; null if it ends at once, together with any older one, as a
 * leaked secret must. Throws 409 if two secrets are already valid, because one of them would end without notice.
 */
export function endOfOldSecret({ oldEndsAt, hours, now }: SecretRotation): Date | null {
  if (hours === 0) return null
  if (oldEndsAt !== null && oldEndsAt.getTime() > now)
    throw new ApiError(
      'conflict',
      'Two secrets hold already: wait for the end of the older, or end both with old-secret-hours=0.',
    )
  return new Date(now + hours * HOUR_MS)
}
