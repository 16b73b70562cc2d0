/** Answers a browser as an OpenID provider does, at once and without a form. Pages are tested with it instead of a real provider. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWTPayload } from 'jose'

/** The signed-in person, with the other claims of their tokens. */
type Person = { readonly subject: string; readonly sessionId?: string; readonly lifeS?: number }

/** The cookie that identifies the signed-in person at the provider. */
export const PERSON_COOKIE = 'TEST_PERSON'
const CONNECT = '/protocol/openid-connect'

const REFRESH_LIFE_S = 1_800

/** The content of a code or a refresh token; nothing is stored, because only tests use them. */
type Grant = { readonly who: Person; readonly nonce: string | undefined }

const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unpacked = <T>(text: string): T => JSON.parse(Buffer.from(text, 'base64url').toString()) as T

/** Returns the value of the cookie for a person. */
export const personCookie = (who: Person): string => packed(who)

type ProviderRequest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly issuer: {
    readonly issuer: string
    readonly sign: (claims: JWTPayload) => Promise<string>
    readonly token: (who: Person) => Promise<string>
  }
}

/** Answers the requests of a browser to the provider; returns false for other requests, such as those for the keys. */
export async function answerBrowser({ request, response, issuer }: ProviderRequest): Promise<boolean> {
  const url = new URL(request.url ?? '', issuer.issuer)
  const path = url.pathname.slice(new URL(issuer.issuer).pathname.length)
  const send = (type: string, text: string) => {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
    response.end(text)
  }
  const origin = request.headers.origin
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-headers', 'content-type')
    send('text/plain', '')
    return true
  }
  if (path === '/.well-known/openid-configuration') send('application/json', JSON.stringify({ issuer: issuer.issuer }))
  else if (path === `${CONNECT}/3p-cookies/step1.html`) send('text/html', frame("parent.postMessage('supported', '*')"))
  else if (path === `${CONNECT}/login-status-iframe.html`) send('text/html', frame(SESSION_STATUS))
  else if (path === `${CONNECT}/auth`) authorise(url, request, response)
  else if (path === `${CONNECT}/logout`) logOut(url, response)
  else if (path === `${CONNECT}/token`) send('application/json', await exchange(await textOf(request), issuer))
  else return false
  return true
}

const frame = (script: string) => `<!doctype html><title>Session</title><script>${script}</script>`
/**
 * The script of the provider's status page, which works as in the product: an application sends "clientId sessionId",
 * and the answer says whether this is still the session at the provider.
 */
const SESSION_STATUS = `addEventListener('message', ({ data, source, origin }) => {
  if (typeof data !== 'string' || data.split(' ').length !== 2) return
  const person = /(?:^|; )${PERSON_COOKIE}=([^;]+)/.exec(document.cookie)?.[1]
  const who = person && JSON.parse(atob(person.replaceAll('-', '+').replaceAll('_', '/')))
  const session = who ? (who.sessionId ?? 'session-of-' + who.subject) : ''
  source.postMessage(data.split(' ')[1] === session ? 'unchanged' : 'changed', origin)
})`

function authorise(url: URL, request: IncomingMessage, response: ServerResponse): void {
  const person = new RegExp(`(?:^|; )${PERSON_COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1]
  if (person === undefined && url.searchParams.get('prompt') !== 'none') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Sign in</title><h1>Sign in</h1>')
    return
  }
  const grant: Grant = { who: unpacked(person ?? packed(null)), nonce: url.searchParams.get('nonce') ?? undefined }
  const answer = new URLSearchParams({
    state: url.searchParams.get('state') ?? '',
    ...(person === undefined ? { error: 'login_required' } : { code: packed(grant) }),
  })
  response.writeHead(302, { location: `${url.searchParams.get('redirect_uri')}#${answer}` })
  response.end()
}

function logOut(url: URL, response: ServerResponse): void {
  response.setHeader('set-cookie', `${PERSON_COOKIE}=; Path=/; Max-Age=0`)
  response.writeHead(302, { location: url.searchParams.get('post_logout_redirect_uri') ?? '/' })
  response.end()
}

async function exchange(form: string, { issuer, sign, token }: ProviderRequest['issuer']): Promise<string> {
  const asked = new URLSearchParams(form)
  const { who, nonce } = unpacked<Grant>(asked.get('code') ?? asked.get('refresh_token')?.split('.')[1] ?? '')
  const now = Math.floor(Date.now() / 1000)
  const lifeS = who.lifeS ?? 300
  const session = {
    iss: issuer,
    sub: who.subject,
    aud: 'apsis-web',
    iat: now,
    sid: who.sessionId ?? `session-of-${who.subject}`,
  }
  return JSON.stringify({
    access_token: await token(who),
    id_token: await sign({ ...session, exp: now + lifeS, ...(nonce !== undefined && { nonce }) }),
    // The client library reads this as a token; nobody checks its signature.
    refresh_token: `${packed({ alg: 'none' })}.${packed({ who, nonce, exp: now + REFRESH_LIFE_S })}.`,
    expires_in: lifeS,
    token_type: 'Bearer',
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
