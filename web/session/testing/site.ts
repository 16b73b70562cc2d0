import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '../../ui/testing/browser.ts'

const REALM = '/auth/realms/test'
const HOUR_S = 3_600

/** A call of the API as it was received. */
export type SeenCall = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answering = (call: SeenCall, response: ServerResponse) => void

/** A site with its API and an identity provider, on a separate port: everything that a page communicates with. */
export type Site = {
  readonly origin: string
  /** The behaviour of the site from now on. */
  readonly does: {
    /** Answers a call of the API. */
    api: Answering
    /** The status of `/config.json` and of the discovery of the provider; 0 breaks the connection. */
    siteStatus: number
    providerStatus: number
    /** The status of the provider's answer to a request for a token. */
    tokenStatus: number
    /** The lifetime of a token, and its subject. */
    tokenS: number
    subject: string
  }
  /** The kinds of grant that were requested from the token endpoint. */
  readonly grants: (string | null)[]
  /** The calls of the API. */
  readonly calls: SeenCall[]
  readonly close: () => Promise<void>
}

export const sendJson = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** Returns a token without a signature, because a page reads a token but does not verify it. */
function token(claims: object, lifeS: number): string {
  const iat = Math.floor(Date.now() / 1000)
  const payload = Buffer.from(JSON.stringify({ iat, exp: iat + lifeS, ...claims })).toString('base64url')
  return `e30.${payload}.none`
}

export async function openSite(): Promise<Site> {
  const grants: Site['grants'] = []
  const calls: SeenCall[] = []
  const does: Site['does'] = {
    api: (_call, response) => void response.writeHead(404).end(),
    siteStatus: 200,
    providerStatus: 200,
    tokenStatus: 200,
    tokenS: HOUR_S,
    subject: 'ann-1',
  }
  let tokens = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('latin1')) body += piece
    const { method = '', url = '', headers } = request
    if (url === '/config.json')
      return answer(response, does.siteStatus, { issuer: `${origin}${REALM}`, clientId: 'page', version: '1' })
    if (url === `${REALM}/.well-known/openid-configuration`) return answer(response, does.providerStatus, {})
    if (url !== `${REALM}/protocol/openid-connect/token`) {
      calls.push({ method, url, headers, body })
      return does.api({ method, url, headers, body }, response)
    }
    grants.push(new URLSearchParams(body).get('grant_type'))
    tokens += 1
    answer(response, does.tokenStatus, {
      access_token: token({ sub: does.subject, preferred_username: 'ann', number: tokens }, does.tokenS),
      refresh_token: token({ number: tokens }, HOUR_S),
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    does,
    grants,
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  if (status === 0) return void response.destroy()
  if (status >= 400) return void response.writeHead(status).end()
  sendJson(response, value)
}

/** Simulates the return from the provider: with a code for tokens, or without one if nobody is signed in there. */
export function comeBack({ localStorage, location }: Browser, { origin }: Site, isSignedIn = true): void {
  const state = {
    nonce: 'n',
    redirectUri: `${origin}/`,
    expires: Date.now() + HOUR_S * 1000,
    ...(isSignedIn ? {} : { prompt: 'none' }),
  }
  localStorage.setItem('kc-callback-s1', JSON.stringify(state))
  location.href = `${origin}/#state=s1&${isSignedIn ? 'session_state=x&code=c' : 'error=login_required'}`
}
