import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { answerBrowser } from './test-provider.ts'

export const TEST_AUDIENCE = 'platform-api'
export const TEST_CLIENT = 'apsis-web'

export type TestIssuer = {
  readonly issuer: string
  readonly key: CryptoKey
  readonly publicJwk: JWK
  /** Signs any claims, also invalid ones. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** Returns a valid access token. */
  token(who: TestPerson): Promise<string>
  close(): Promise<void>
}

export type TestPerson = {
  readonly subject: string
  readonly organisation?: string
  readonly roles?: readonly string[]
  readonly sessionId?: string
  /** The user name of the person; if absent, the subject is used. */
  readonly username?: string
  readonly lifeS?: number
  /** The names of the person and of the organisation, as pages show them. */
  readonly name?: string
  readonly email?: string
  readonly organisationName?: string
}

let keys: ReturnType<typeof generateKeyPair> | undefined

/** Keys are created once per process: finding two primes takes as much processor time as all routes of an API, and each issuer has its own name. */
function makeKeys(): ReturnType<typeof generateKeyPair> {
  keys ??= generateKeyPair('RS256')
  return keys
}

/** Starts an issuer with real keys. It serves its key set over HTTP, signs valid and invalid tokens, and signs browsers in without a form. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await makeKeys()
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'RS256', use: 'sig' }
  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => {
      response.statusCode = 500
      response.end(String(failure))
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (await answerBrowser({ request, response, issuer: about })) return
    response.writeHead(200, { 'content-type': 'application/json' })
    // Providers also publish encryption keys; here it is the same key, so that only its declared use forbids it.
    const { alg: _, ...same } = publicJwk
    response.end(JSON.stringify({ keys: [publicJwk, { ...same, kid: 'test-encryption-key', use: 'enc' }] }))
  }
  // The server has the same host as the pages, so that a cookie of the provider is also sent in frames.
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}/auth/realms/platform`
  const sign: TestIssuer['sign'] = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test-key', typ: 'at+jwt', ...header }).sign(privateKey)
  const about = { issuer, sign, token: keptTokens((who) => sign(claimsOf(issuer, who))) }
  return {
    ...about,
    key: privateKey,
    publicJwk,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // A browser keeps its connections open.
        server.closeAllConnections()
      }),
  }
}

/** A real client reuses its token, too; a signature costs as much processor time as the rest of a small call. */
const TOKEN_KEPT_MS = 10_000

/** Returns the same token of each subject for some seconds; a new one at once if anything about the person has changed. */
function keptTokens(sign: (who: TestPerson) => Promise<string>): (who: TestPerson) => Promise<string> {
  const kept = new Map<string, { readonly person: string; readonly untilMs: number; readonly token: Promise<string> }>()
  return (who) => {
    const [person, nowMs] = [JSON.stringify(who), Date.now()]
    const known = kept.get(who.subject)
    // If a test has set the clock back, a stored token would come from the future.
    const isFresh = known !== undefined && nowMs < known.untilMs && known.untilMs <= nowMs + TOKEN_KEPT_MS
    if (isFresh && known.person === person && who.lifeS === undefined) return known.token
    const token = sign(who)
    kept.set(who.subject, { person, untilMs: nowMs + TOKEN_KEPT_MS, token })
    return token
  }
}

/** Returns the claims of a valid access token. */
export function claimsOf(
  issuer: string,
  {
    subject,
    organisation,
    roles = [],
    sessionId,
    username = subject,
    lifeS = 300,
    name,
    email,
    organisationName,
  }: TestPerson,
): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  const resources = Map.groupBy(roles, (role) => role.split(':')[0] ?? '')
  return {
    iss: issuer,
    aud: [TEST_AUDIENCE, 'account'],
    sub: subject,
    azp: TEST_CLIENT,
    typ: 'Bearer',
    iat: now,
    exp: now + lifeS,
    sid: sessionId ?? `session-of-${subject}`,
    preferred_username: username,
    ...(organisation !== undefined && { organisation }),
    ...(organisationName !== undefined && { organisation_name: organisationName }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    resource_access: Object.fromEntries(
      [...resources].map(([name, held]) => [name, { roles: held.map((role) => role.split(':')[1]) }]),
    ),
  }
}
