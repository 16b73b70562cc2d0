import { createHmac, randomBytes, webcrypto } from 'node:crypto'
import { CompactEncrypt, exportSPKI, generateKeyPair, importJWK, type JWTPayload } from 'jose'
import { claimsOf, TEST_CLIENT, type TestIssuer } from './test-issuer.ts'

/** Every role, so that a token that is wrongly accepted is accepted everywhere. */
export const ALL_ROLES = ['ca', 'odt', 'payments'].flatMap((resource) =>
  ['admin', 'user', 'testuser'].map((role) => `${resource}:${role}`),
)
/** The person that the bad tokens claim to be. */
export const MALLORY = { subject: 'mallory', organisation: 'alpha', roles: ALL_ROLES } as const
/** A session that the provider must have ended before the tokens are tried. */
export const ENDED_SESSION = 'session-that-was-ended'

export type BadToken = {
  readonly kind: string
  /** The values of the Authorization headers; a valid request has exactly one. */
  readonly authorization: readonly string[]
  /** The text that is added to the address. */
  readonly query?: string
  /** Parts of the token that must not appear in the log. */
  readonly secrets: readonly string[]
  /**
   * `malformed roles`: the token is valid and has no roles, so it may make every call that needs no role. `too large`: refused
   * with 431 before the request is read. `missing`: no token is sent although one is required.
   */
  readonly expect?: 'malformed roles' | 'too large' | 'missing'
}

type Header = Readonly<Record<string, unknown>>
type Sign = (header: Header, payload: JWTPayload | string) => Promise<string>

const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url')
const GOOD_HEADER: Header = { alg: 'RS256', kid: 'test-key', typ: 'at+jwt' }

function signer(key: webcrypto.CryptoKey): Sign {
  return async (header, payload) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const input = `${encode(JSON.stringify(header))}.${encode(text)}`
    const signature = await webcrypto.subtle.sign('RSASSA-PKCS1-v1_5', key, Buffer.from(input))
    return `${input}.${encode(Buffer.from(signature))}`
  }
}

function withToken(kind: string, token: string, expect?: BadToken['expect']): BadToken {
  const signature = token.split('.').at(-1) ?? ''
  const secrets = [token, signature].filter((text) => text.length >= 20)
  return { kind, authorization: [`Bearer ${token}`], secrets, ...(expect ? { expect } : {}) }
}

/** Returns the 36 kinds of bad tokens of reliability §9.3, and four more. Each is valid except for the fault in its name. */
export async function badTokens(issuer: TestIssuer): Promise<BadToken[]> {
  const claims = claimsOf(issuer.issuer, MALLORY)
  const now = claims.iat ?? 0
  const sign = signer(issuer.key)
  const good = await sign(GOOD_HEADER, claims)
  const headers = await withOddHeader(issuer, claims, sign)
  const payloads: readonly (readonly [string, JWTPayload | string, Header?])[] = [
    ['expired', { ...claims, iat: now - 310, exp: now - 10 }],
    ['nbf ahead', { ...claims, nbf: now + 60 }],
    ['string exp', JSON.stringify({ ...claims, exp: String(claims.exp) })],
    ['other realm', { ...claims, iss: issuer.issuer.replace('platform', 'master') }],
    ['trailing-slash issuer', { ...claims, iss: `${issuer.issuer}/` }],
    ['other audience', { ...claims, aud: ['account'] }],
    ['no audience', without(claims, 'aud')],
    ['no exp', without(claims, 'exp')],
    ['no sub', without(claims, 'sub')],
    ['iat ahead', { ...claims, iat: now + 120, exp: now + 420 }],
    ['exp in the year 9999', { ...claims, exp: 253_370_764_800 }],
    ['ID token', { ...claims, typ: 'ID', aud: ['platform-api', TEST_CLIENT] }, { ...GOOD_HEADER, typ: 'JWT' }],
    ['ID token without a type', without(claims, 'typ'), { ...GOOD_HEADER, typ: 'JWT' }],
    ['refresh token', { ...claims, typ: 'Refresh' }, { ...GOOD_HEADER, typ: 'JWT' }],
    ['logout token', { ...without(claims, 'typ'), events: {} }, { ...GOOD_HEADER, typ: 'logout+jwt' }],
    ['access token of another client (azp)', { ...claims, azp: 'another-client' }],
    ['revoked session', { ...claims, sid: ENDED_SESSION }],
  ]
  return [
    ...headers,
    ...(await Promise.all(
      payloads.map(async ([kind, payload, header]) => withToken(kind, await sign(header ?? GOOD_HEADER, payload))),
    )),
    ...(await malformedRoles(claims, sign)),
    ...(await oddlySent(good, claims, sign)),
  ]
}

function without(claims: JWTPayload, name: string): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
}

async function withOddHeader(issuer: TestIssuer, claims: JWTPayload, sign: Sign): Promise<BadToken[]> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const forge = signer(privateKey)
  const { kid: _, ...jwk } = issuer.publicJwk
  const spki = await exportSPKI((await importJWK(jwk, 'RS256')) as webcrypto.CryptoKey)
  const [header, payload, signature] = (await sign(GOOD_HEADER, claims)).split('.') as [string, string, string]
  const unsigned = (alg: string) => `${encode(JSON.stringify({ ...GOOD_HEADER, alg }))}.${payload}.${encode('none')}`
  const symmetric = `${encode(JSON.stringify({ ...GOOD_HEADER, alg: 'HS256' }))}.${payload}`
  const mac = createHmac('sha256', spki).update(symmetric).digest('base64url')
  const foreign = { kty: 'RSA', ...(await webcrypto.subtle.exportKey('jwk', publicKey)) }
  const tampered = encode(JSON.stringify({ ...claims, sub: 'somebody-else' }))
  const made: readonly (readonly [string, string | Promise<string>])[] = [
    ['none', unsigned('none')],
    ['NoNe', unsigned('NoNe')],
    ['empty signature', `${header}.${payload}.`],
    ['HS256 with the public key', `${symmetric}.${mac}`],
    ['tampered', `${header}.${tampered}.${signature}`],
    ['foreign key, same kid', forge(GOOD_HEADER, claims)],
    ['embedded jwk', forge({ ...GOOD_HEADER, jwk: foreign }, claims)],
    ['jku', sign({ ...GOOD_HEADER, jku: `${issuer.issuer}/protocol/openid-connect/certs` }, claims)],
    ['x5u', sign({ ...GOOD_HEADER, x5u: 'https://evil.example/certificate.pem' }, claims)],
    ['crit header', sign({ ...GOOD_HEADER, crit: ['exp'], exp: 1 }, claims)],
    ['unknown kid', sign({ ...GOOD_HEADER, kid: 'no-such-key' }, claims)],
    ['kid of an encryption key', sign({ ...GOOD_HEADER, kid: 'test-encryption-key' }, claims)],
    ['no kid', sign({ alg: 'RS256', typ: 'at+jwt' }, claims)],
  ]
  return Promise.all(made.map(async ([kind, token]) => withToken(kind, await token)))
}

async function malformedRoles(claims: JWTPayload, sign: Sign): Promise<BadToken[]> {
  const text = JSON.stringify({
    ...claims,
    resource_access: { ca: { roles: 'user' }, odt: 'user', payments: ['user'] },
  })
  const real = JSON.stringify(claims.resource_access)
  const hidden = JSON.stringify(claims).replace(real, `{"__proto__":${real}}`)
  return [
    withToken('roles as string', await sign(GOOD_HEADER, text), 'malformed roles'),
    withToken('roles under __proto__', await sign(GOOD_HEADER, hidden), 'malformed roles'),
  ]
}

async function oddlySent(good: string, claims: JWTPayload, sign: Sign): Promise<BadToken[]> {
  const secrets = [good]
  const sealed = await new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'test-key' })
    .encrypt(randomBytes(32))
  const padded = await sign(GOOD_HEADER, { ...claims, padding: 'x'.repeat(7_000) })
  return [
    withToken('JWE', sealed),
    { kind: 'two tokens', authorization: [`Bearer ${good} ${good}`], secrets },
    { kind: 'two headers', authorization: [`Bearer ${good}`, `Bearer ${good}`], secrets },
    { kind: '1 MB', authorization: [`Bearer ${good}${'x'.repeat(1_000_000)}`], secrets, expect: 'too large' },
    withToken('longer than 8 KiB', padded),
    withToken('garbage', 'e30.e30.garbage'),
    { kind: 'lower-case scheme with two spaces', authorization: [`bearer  ${good}`], secrets },
    { kind: 'token in query', authorization: [], query: `?access_token=${good}`, secrets, expect: 'missing' },
  ]
}
