import type { Endpoint, RateClass } from '@apsis/contract/endpoint.ts'
import { allows } from '@apsis/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Caller } from '../auth/caller.ts'
import { KeysUnavailable } from '../auth/jwks.ts'
import { insertMember, updateMember } from '../auth/member.repository.ts'
import { type LimitHeaders, limitHeaders, networkOf } from '../auth/rate-limit.ts'
import { bearerToken, ForeignClient, TokenRefused, verifyToken } from '../auth/token.ts'
import { insertAudit } from '../database/audit.repository.ts'
import { isDatabaseAway } from '../database/database.ts'
import type { Platform } from '../operation/platform.ts'

const MOST_KNOWN_MEMBERS = 50_000
/**
 * After this time the database is read again: another process may have stored other roles of the same person meanwhile, and the stored
 * roles decide who is notified of critical events.
 */
const MEMBER_KNOWN_MS = 30_000
/** Calls without a token have this multiple of the rate limit: the identity provider makes them for everybody, from one address. */
const OPEN_FACTOR = 10

/** Admits a request to an endpoint, or throws: rate limit of the address, token, rate limit of the token, roles. */
export function createGate(
  platform: Platform,
): (e: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<Caller | undefined> {
  const remember = createMemory(platform)
  return async (e, request, reply) => {
    if (e.access === 'anyone') {
      spend(platform, 'open', networkOf(request.ip), reply)
      return undefined
    }
    const caller = await identify(platform, request, reply)
    request.log = request.log.child({ tenant: caller.tenantId, subject: caller.subject })
    // The rate limit is checked before the roles, because each refusal is recorded: a refused caller must not be able to fill the record.
    spend(platform, e.rate, caller.subject, reply)
    await remember(caller, request.id)
    if (!allows(e.access, caller.roles)) {
      platform.metrics.denied.inc({ route: `${e.method} ${e.path}` })
      await recordRefusal(platform, caller, { action: `${e.method} ${e.path}`, requestId: request.id })
      throw new ApiError('forbidden', 'Your roles do not allow this.')
    }
    return caller
  }
}

async function identify(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  try {
    const token = bearerToken(request.raw.headersDistinct.authorization)
    if (token === undefined) {
      throw new ApiError('token-missing', 'Sign in, and send the access token as a bearer token.', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
    return await verifyToken(token, platform.tokens)
  } catch (error) {
    if (error instanceof KeysUnavailable) {
      throw new ApiError('unavailable', 'Tokens cannot be checked for the moment.', {
        headers: { 'retry-after': '5' },
        cause: error,
      })
    }
    if (!(error instanceof TokenRefused) && !(error instanceof ApiError)) throw error
    const reason = error instanceof TokenRefused ? error.reason : 'missing'
    platform.metrics.refusedTokens.inc({ reason })
    const claim = error instanceof TokenRefused ? error.claim : undefined
    request.log.info(
      { reason, claim, ...(error instanceof ForeignClient && { client: error.client }) },
      'token refused',
    )
    // Guessing is limited by address. A valid token neither uses that rate limit nor is blocked by it.
    spend(platform, 'anonymous', networkOf(request.ip), reply)
    if (error instanceof ApiError) throw error
    throw new ApiError('token-invalid', 'The access token is not accepted.', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      cause: error,
    })
  }
}

/** Returns the roles of a caller with a valid token, without using any rate limit; undefined for all others. */
export async function rolesOf({ tokens }: Platform, { raw }: FastifyRequest): Promise<ReadonlySet<string> | undefined> {
  try {
    const token = bearerToken(raw.headersDistinct.authorization)
    return token === undefined ? undefined : (await verifyToken(token, tokens)).roles
  } catch (error) {
    if (error instanceof TokenRefused || error instanceof KeysUnavailable) return undefined
    throw error
  }
}

/** Takes one call from the rate limit of a key, and reports the limit in the headers of the answer; throws if nothing is left. */
export function spend(
  { limits, config: { rate }, metrics }: Platform,
  policy: RateClass | 'anonymous' | 'open' | 'token',
  key: string,
  reply: { headers(values: LimitHeaders): unknown },
): void {
  const limit = { ...rate, open: rate.read * OPEN_FACTOR, token: rate.write }[policy]
  const rateLimit = limits.take(policy, key, limit)
  reply.headers(limitHeaders(policy, rateLimit))
  if (rateLimit.granted) return
  metrics.limited.inc({ policy })
  throw new ApiError('too-many-requests', `The rate limit is used up; try again in ${rateLimit.resetS} s.`, {
    headers: limitHeaders(policy, rateLimit),
  })
}

/**
 * Stores each person in the organisation's list of members once, and their name and roles whenever they have changed; queries the
 * database only for persons who are new or changed.
 */
function createMemory(platform: Platform): (caller: Caller, requestId: string) => Promise<void> {
  const seen = new Map<string, { readonly as: string; readonly untilMs: number }>()
  return async (caller, requestId) => {
    const roles = [...caller.roles].sort()
    const id = `${caller.tenantId} ${caller.subject}`
    const as = [caller.username, caller.fullName, ...roles].join()
    const known = seen.get(id)
    const now = performance.now()
    if (known !== undefined && known.as === as && now < known.untilMs) return
    await platform.db.tenant(caller.tenantId, async (tx) => {
      const { tenantId, subject, username, fullName } = caller
      const isNew = await insertMember(tx, { tenant_id: tenantId, subject, username })
      await updateMember(tx, { subject, username, fullName, roles })
      if (!isNew) return
      await insertAudit(tx, tenantId, {
        actor: subject,
        action: 'member.seen',
        object: subject,
        outcome: 'done',
        requestId,
      })
      await platform.onFirstSeen(tx, caller)
    })
    if (seen.size >= MOST_KNOWN_MEMBERS) seen.clear()
    seen.set(id, { as, untilMs: now + MEMBER_KNOWN_MS })
  }
}

type Refusal = { readonly action: string; readonly requestId: string }

async function recordRefusal(
  platform: Platform,
  { tenantId, subject }: Caller,
  { action, requestId }: Refusal,
): Promise<void> {
  try {
    await platform.db.tenant(tenantId, (tx) =>
      insertAudit(tx, tenantId, { actor: subject, action, object: '', outcome: 'refused', requestId }),
    )
  } catch (error) {
    // The refusal applies even if it cannot be recorded in the database; it is then in the log.
    if (!isDatabaseAway(error)) throw error
    platform.log.warn({ err: error, action, subject }, 'a refusal could not be recorded')
  }
}
