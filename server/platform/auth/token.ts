import { rolesOf } from '@apsis/contract/roles.ts'
import { AccountLabel } from '@apsis/contract/status/status.ts'
import { decodeJwt, decodeProtectedHeader, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Caller } from './caller.ts'
import type { KeySource } from './jwks.ts'

const MOST_TOKEN_CHARACTERS = 8 * 1024
const ALGORITHMS = ['RS256', 'ES256']
const TOLERANCE_S = 5
const MAX_LIFE_S = 3_600
const MAX_AHEAD_S = 60
const NEVER_IN_HEADER = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip']
const PRINTABLE = /^[^\p{Cc}\p{Cs}]{1,255}$/u
const SUBJECT = /^[\x21-\x7e]{1,255}$/
const OWN_TENANT = /^(?:organisation|subject):./u
const TENANT = /^[\p{L}\p{N}][\p{L}\p{N} ._:@/-]{0,127}$/u

export type TokenRules = {
  readonly issuer: string
  readonly audience: string
  /** The clients whose tokens are accepted. */
  readonly clients: readonly string[]
  readonly keys: KeySource
  /** The platform as an issuer: it issues tokens to service accounts. */
  readonly own: Issuer
  /** Returns true if the provider has ended this session already. */
  readonly isEnded: (sessionId: string) => boolean
  readonly now: () => number
}

export type Issuer = { readonly issuer: string; readonly key: JWTVerifyGetKey }

/** The prefix of service accounts in fields for a person's name. No person is shown under a name with this prefix. */
export const SERVICE_PREFIX = 'service:'

/** The reason why a token was refused. It is written to the log and the metrics, never to the caller. */
export class TokenRefused extends Error {
  readonly reason: string
  /**
   * The claim that the library found to be wrong; undefined if the library names none, and for our own checks, most
   * of whose reasons name the claim.
   */
  readonly claim: string | undefined
  constructor(reason: string, cause?: unknown) {
    super(`token refused: ${reason}`, { cause })
    this.name = 'TokenRefused'
    this.reason = reason
    const claim: unknown = cause instanceof Error ? Reflect.get(cause, 'claim') : undefined
    this.claim = typeof claim === 'string' && claim !== 'unspecified' ? claim : undefined
  }
}

/** The token is valid, and was issued to a client that is not in APSIS_OIDC_CLIENTS. */
export class ForeignClient extends TokenRefused {
  override readonly claim = 'azp'
  readonly client: string | undefined
  constructor(client: unknown) {
    super('foreign client')
    this.client = typeof client === 'string' && PRINTABLE.test(client) ? client : undefined
  }
}

/**
 * Returns the token of the Authorization headers: one header, one scheme, one space, one token. A proxy may read one of two
 * headers and we the other, so both are refused.
 */
export function bearerToken(headers: readonly string[] | undefined): string | undefined {
  if (headers === undefined) return undefined
  const match = headers.length === 1 ? /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers[0] ?? '') : null
  if (match?.[1] === undefined) throw new TokenRefused('malformed header')
  return match[1]
}

/** Verifies an access token by every rule; throws TokenRefused with the reason. */
export async function verifyToken(token: string, rules: TokenRules): Promise<Caller> {
  if (token.length > MOST_TOKEN_CHARACTERS) throw new TokenRefused('too long')
  checkHeader(token)
  // The stated issuer determines which keys are tried. The signature proves that the statement is true.
  const isOwn = saidIssuer(token) === rules.own.issuer
  const { issuer, key } = isOwn ? rules.own : { issuer: rules.issuer, key: rules.keys.key }
  const { payload, protectedHeader } = await jwtVerify(token, key, {
    algorithms: ALGORITHMS,
    issuer,
    audience: rules.audience,
    requiredClaims: ['exp', 'iat', 'sub', 'azp', 'aud', 'iss'],
    clockTolerance: TOLERANCE_S,
    currentDate: new Date(rules.now()),
  }).catch((error: unknown) => {
    if (error instanceof Error && /^ERR_J/.test(String(Reflect.get(error, 'code'))))
      throw new TokenRefused(String(Reflect.get(error, 'code')), error)
    throw error
  })
  checkType(payload, protectedHeader.typ)
  checkLife(payload, rules.now() / 1000)
  return callerOf(payload, { ...rules, isOwn })
}

function saidIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    // The next check reports the fault.
    return undefined
  }
}

function checkHeader(token: string): void {
  let header: Record<string, unknown>
  try {
    header = decodeProtectedHeader(token)
  } catch (error) {
    throw new TokenRefused('unreadable header', error)
  }
  const unwanted = NEVER_IN_HEADER.find((name) => Object.hasOwn(header, name))
  if (unwanted !== undefined) throw new TokenRefused(`header carries ${unwanted}`)
  if (typeof header.kid !== 'string' || header.kid === '') throw new TokenRefused('no kid')
}

/**
 * Only access tokens are accepted: Keycloak marks them in the payload, oidc-provider in the header. ID and refresh
 * tokens do not have these marks.
 */
function checkType(payload: JWTPayload, headerType: string | undefined): void {
  const marked = payload.typ === 'Bearer' || (payload.typ === undefined && headerType?.toLowerCase() === 'at+jwt')
  if (!marked) throw new TokenRefused('not an access token')
}

function checkLife({ exp = 0, iat = 0 }: JWTPayload, nowS: number): void {
  if (exp - iat > MAX_LIFE_S) throw new TokenRefused('lives too long')
  if (iat > nowS + MAX_AHEAD_S) throw new TokenRefused('issued in the future')
}

function callerOf(payload: JWTPayload, { clients, isEnded, isOwn }: TokenRules & { readonly isOwn: boolean }): Caller {
  const { sub, azp, sid, exp = 0 } = payload
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw new TokenRefused('unusable subject')
  if (typeof azp !== 'string' || !(isOwn || clients.includes(azp))) throw new ForeignClient(azp)
  if (sid !== undefined && typeof sid !== 'string') throw new TokenRefused('unusable session')
  if (sid !== undefined && isEnded(sid)) throw new TokenRefused('session has ended')
  const name = payload.preferred_username
  // The name is only shown, so a name that cannot be shown or stored refuses nobody.
  const isShown = typeof name === 'string' && PRINTABLE.test(name) && (isOwn || !name.startsWith(SERVICE_PREFIX))
  const fullName = typeof payload.name === 'string' ? payload.name.trim() : ''
  return {
    kind: isOwn ? 'service' : 'person',
    subject: sub,
    tenantId: isOwn ? ownTenantOf(payload.tenant) : tenantOf(payload.organisation, sub),
    username: isShown ? name : sub,
    fullName: !isOwn && PRINTABLE.test(fullName) ? fullName : undefined,
    roles: rolesOf(payload.resource_access),
    claimedLabels: AccountLabel.options.filter((label) => payload[label] === true),
    sessionId: sid,
    client: azp,
    expiresAt: exp,
  }
}

/** An unusable claim is refused: falling back to the subject would hide a misconfigured provider. */
function tenantOf(claim: unknown, subject: string): string {
  if (claim === undefined) return `subject:${subject}`
  const name: unknown = Array.isArray(claim) && claim.length === 1 ? claim[0] : claim
  if (typeof name !== 'string' || !TENANT.test(name)) throw new TokenRefused('unusable organisation')
  return `organisation:${name}`
}

/** A service account belongs to its maker's organisation, or to its maker. A claim of the platform says which. */
function ownTenantOf(claim: unknown): string {
  if (typeof claim !== 'string' || !OWN_TENANT.test(claim)) throw new TokenRefused('unusable organisation')
  return claim
}
