import { HOUR_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../platform/api-error.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { NoAnswerError, type PostAnswer, type PostOptions, postGuarded, proxyFaultOf } from './guarded-post.ts'
import { maskTarget, readTarget, type TargetFault, type TargetRules } from './target.ts'
import { type SignedContent, type SigningPair, secretText, signatureHeaders } from './webhook-signature.ts'

/** What other programs than those of people are sent by: the same guard and signature as webhooks have. */
export const showAddress = maskTarget

/** The URL that an address means, or why nothing is sent there. */
export const readAddress = (text: string, rules: TargetRules): URL | TargetFault => readTarget('webhook', text, rules)

export const sharedSecretText = (secret: SigningPair['secret'], seed: SigningPair['seed']): string =>
  secretText({ secret, seed })

type Signing = {
  readonly signed: SignedContent
  readonly pairs: readonly SigningPair[]
  readonly allowLoopback: boolean
  readonly proxy: OutboundProxy | undefined
}

/** Why there is no answer, and what whoever looks after the installation should know of its proxy. */
export type NotAnswered = { readonly noAnswer: NoAnswerError['reason']; readonly proxyFault: string | undefined }

/** Sends a signed body; the answer, or the reason why there is none. */
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
  /** Until when an older one holds beside the newest; null: none does. */
  readonly oldEndsAt: Date | null
  readonly hours: number
  readonly now: number
}

/**
 * Until when a signing secret holds beside the new one; null: it ends at once, as one has to that has leaked, and any older one
 * with it. Throws 409 where two hold already: then one of them would end unsaid.
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
