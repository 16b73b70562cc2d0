import { randomUUID, timingSafeEqual } from 'node:crypto'
import { CLIENT_CREDENTIALS } from '@apsis/contract/session/token.ts'
import { ApiError } from '../platform/api-error.ts'
import type { LimitHeaders } from '../platform/auth/rate-limit.ts'
import { SERVICE_PREFIX } from '../platform/auth/token.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import { spend } from '../platform/http/authenticate.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { findClient, keepUse, type Secret, type ServiceClient } from '../service-accounts/client.service.ts'
import { hashOf, sessionOf } from '../service-accounts/service-account.service.ts'

const TOKEN_S = 600
/** At most this many refused sign-ins of one account are recorded in a minute, so that a person who knows its client id cannot fill the record. */
const RECORDED_REFUSALS_PER_MINUTE = 5
const ORGANISATION = 'organisation:'
const CHALLENGE = { 'www-authenticate': 'Basic realm="Apsis", charset="UTF-8"' }

export type Asking = {
  readonly grantType: string
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  /** The value of the Authorization header as it was sent. */
  readonly authorization: string | undefined
  readonly network: string
  readonly requestId: string
}
export type TokenAnswer = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope: string
}
type Headers = { headers(values: LimitHeaders): unknown }

/** Issues a token for client credentials (RFC 6749 §4.4). */
export async function createToken(platform: Platform, asking: Asking, reply: Headers): Promise<TokenAnswer> {
  if (asking.grantType !== CLIENT_CREDENTIALS)
    throw new ApiError('grant-unsupported', `Tokens are given for ${CLIENT_CREDENTIALS} only.`, {
      errors: [{ code: 'body.grant', pointer: '#/grant_type', message: `has to be ${CLIENT_CREDENTIALS}` }],
    })
  const { id, secret } = credentialsOf(asking)
  const now = platform.now()
  const client = await findClient(platform.db, id)
  const found = judge(client, secret, now)
  if (typeof found === 'string') {
    await refuse(platform, { client, reason: found, asking }, reply)
    throw new ApiError('client-invalid', 'The client id and secret are not accepted.', { headers: CHALLENGE })
  }
  spend(platform, 'token', found.client.id, reply)
  await keepUse(platform.db, found.client, now)
  return sign(platform, found, now)
}

type ClientWithSecret = { readonly client: ServiceClient; readonly secret: Secret }

/** Returns the client with the given secret, or the reason of the refusal. Every secret is compared, always in the same time. */
function judge(client: ServiceClient | undefined, shown: string, now: number): ClientWithSecret | string {
  const hash = hashOf(shown)
  let met: Secret | undefined
  for (const secret of client?.secrets ?? []) if (timingSafeEqual(secret.hash, hash)) met = secret
  if (client === undefined) return 'unknown client'
  if (met === undefined) return 'wrong secret'
  if (client.isRevoked) return 'revoked'
  return met.endsAt > now ? { client, secret: met } : 'ended secret'
}

type Refusal = {
  readonly client: ServiceClient | undefined
  readonly reason: string
  readonly asking: Asking
}

async function refuse(platform: Platform, { client, reason, asking }: Refusal, reply: Headers): Promise<void> {
  const { network, requestId } = asking
  platform.metrics.refusedTokens.inc({ reason: `client credentials: ${reason}` })
  platform.log.info({ reason, requestId, serviceAccount: client?.id }, 'client credentials refused')
  spend(platform, 'anonymous', network, reply)
  if (client === undefined) return
  if (!platform.limits.take('recorded refusals', client.id, RECORDED_REFUSALS_PER_MINUTE).granted) return
  const { tenantId, id: object } = client
  // The caller has shown only a client id, so the actor is not known.
  const entry = { actor: 'unknown', action: 'service-account.sign-in', object, outcome: 'refused' } as const
  await platform.db.tenant(tenantId, (tx) =>
    insertAudit(tx, tenantId, { ...entry, requestId, detail: { reason, network } }),
  )
}

async function sign(platform: Platform, { client, secret }: ClientWithSecret, now: number): Promise<TokenAnswer> {
  const { config, signingKeys, tokens } = platform
  const { tenantId, clientId, roles } = client
  // Secrets end by the clock that all processes share. Tokens are verified with the machine's clock, so their times must be given by that clock.
  const aheadMs = platform.now() - tokens.now()
  const iat = Math.floor((now - aheadMs) / 1000)
  const exp = Math.min(iat + TOKEN_S, Math.floor((secret.endsAt - aheadMs) / 1000))
  const scope = roles.join(' ')
  const byResource = Map.groupBy(roles, (role) => role.split(':')[0] ?? '')
  const access = [...byResource].map(([name, held]) => [name, { roles: held.map((role) => role.split(':')[1]) }])
  const token = await signingKeys.sign({
    iss: config.publicUrl,
    sub: client.id,
    aud: [config.audience],
    azp: clientId,
    client_id: clientId,
    typ: 'Bearer',
    jti: randomUUID(),
    iat,
    exp,
    sid: sessionOf(secret.id),
    preferred_username: `${SERVICE_PREFIX}${clientId}`,
    tenant: tenantId,
    ...(tenantId.startsWith(ORGANISATION) ? { organisation: tenantId.slice(ORGANISATION.length) } : {}),
    resource_access: Object.fromEntries(access),
    scope,
  })
  return { access_token: token, token_type: 'Bearer', expires_in: exp - iat, scope }
}

/** Returns id and secret from the header or the form, but not from both (RFC 6749 §2.3.1). */
function credentialsOf({ authorization, clientId, clientSecret }: Asking): { id: string; secret: string } {
  const basic = /^Basic +([A-Za-z0-9+/=]{1,1024})$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) {
    if (clientId !== undefined && clientSecret !== undefined) return { id: clientId, secret: clientSecret }
    throw new ApiError('client-invalid', 'Send the client id and secret.', { headers: CHALLENGE })
  }
  if (clientSecret !== undefined) throw twice()
  const text = Buffer.from(basic, 'base64').toString('utf8')
  const cut = text.indexOf(':')
  const [id, secret] = [formDecoded(text.slice(0, Math.max(0, cut))), formDecoded(text.slice(cut + 1))]
  if (cut < 1 || id === undefined || secret === undefined)
    throw new ApiError('client-invalid', 'The header Authorization cannot be read.', { headers: CHALLENGE })
  if (clientId !== undefined && clientId !== id) throw twice()
  return { id, secret }
}

function twice(): ApiError {
  return new ApiError('request-invalid', 'Send the client id and secret once: in the header or in the form.', {
    errors: [{ code: 'body.credentials', pointer: '#/client_id', message: 'stands in the header too' }],
  })
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
