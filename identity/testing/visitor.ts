import { createHash, randomBytes } from 'node:crypto'
import { CLIENT_ID, DEMO, type TestIdentity } from './test-identity.ts'

export type Tokens = { access_token: string; refresh_token: string; id_token: string; expires_in: number }
export type Claims = Readonly<Record<string, unknown>>
export type Fields = Readonly<Record<string, string>>

type Cookie = { readonly value: string; readonly path: string; readonly attributes: string }

export const CONNECT = '/auth/realms/platform/protocol/openid-connect'

/** Returns the claims of a token without verifying it. */
export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Returns a code verifier and its challenge. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Returns a person with a separate browser, which only uses HTTP: it keeps cookies and follows no redirect by itself. */
export function createVisitor(identity: TestIdentity) {
  const { origin } = identity
  const cookies = new Map<string, Cookie>()

  function keep(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      const attributes = rest.join(';').toLowerCase()
      const path = /path=([^;]+)/i.exec(rest.join(';'))?.[1] ?? '/'
      if (value === '' || attributes.includes('expires=thu, 01 jan 1970')) cookies.delete(`${name} ${path}`)
      else cookies.set(`${name} ${path}`, { value, path, attributes })
    }
  }

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, origin)
    const sent = [...cookies]
      .filter(([, cookie]) => url.pathname.startsWith(cookie.path))
      .map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`)
    const headers = { accept: 'text/html', ...(sent.length > 0 && { cookie: sent.join('; ') }), ...init.headers }
    const answer = await fetch(url, { redirect: 'manual', ...init, headers })
    keep(answer)
    return answer
  }

  const post = (path: string, fields: Fields, headers: Fields = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields), headers })

  function authorize(changes: Fields = {}): Promise<Response> {
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: `${origin}/`,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge_method: 'S256',
      ...changes,
    })
    for (const [name, value] of Object.entries(changes)) if (value === '') query.delete(name)
    return send(`${CONNECT}/auth?${query}`)
  }

  /** Requests a sign-in and returns the address of the sign-in page. */
  async function openLogin(changes: Fields = {}): Promise<string> {
    const answer = await authorize({ code_challenge: pkce().challenge, ...changes })
    return answer.headers.get('location') ?? ''
  }

  /** Returns the data that the application gets in the fragment after a successful sign-in. */
  async function submitLogin(login: string, user: Fields = DEMO): Promise<URLSearchParams> {
    const answer = await post(login, { username: user.username ?? '', password: user.password ?? '' })
    const back = await send(answer.headers.get('location') ?? '')
    return new URLSearchParams(new URL(back.headers.get('location') ?? '').hash.slice(1))
  }

  const token = (fields: Fields) =>
    post(`${CONNECT}/token`, { client_id: CLIENT_ID, ...fields }, { accept: 'application/json' })

  const exchange = (code: string, verifier: string, changes: Fields = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: `${origin}/`, code_verifier: verifier, ...changes })

  const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })

  async function signIn(user: Fields = DEMO): Promise<Tokens> {
    const { verifier, challenge } = pkce()
    const result = await submitLogin(await openLogin({ code_challenge: challenge }), user)
    return (await (await exchange(result.get('code') ?? '', verifier)).json()) as Tokens
  }

  return { cookies, send, post, authorize, openLogin, submitLogin, exchange, refresh, signIn }
}
