/** Signs a person in over HTTP with user name and password, as a browser does. */
import { createHash, randomBytes } from 'node:crypto'

const CLIENT_ID = 'apsis-web'

/** Signs in at the product's own identity provider and returns an access token. */
export async function signIn(origin: string, user: { username: string; password: string }): Promise<string> {
  const connect = `${origin}/auth/realms/platform/protocol/openid-connect`
  const cookies = new Map<string, string>()
  const send = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(new URL(address, origin), {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie, origin },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const target = (answer: Response) => answer.headers.get('location') ?? ''
  const verifier = randomBytes(32).toString('base64url')
  const redirect = { client_id: CLIENT_ID, redirect_uri: `${origin}/` }
  const asked = new URLSearchParams({
    ...redirect,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  const login = target(await send(`${connect}/auth?${asked}`))
  const back = target(await send(target(await send(login, user))))
  const code = new URLSearchParams(new URL(back).hash.slice(1)).get('code') ?? ''
  const exchange = { ...redirect, grant_type: 'authorization_code', code, code_verifier: verifier }
  const answer = await send(`${connect}/token`, exchange)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`there is no token: ${answer.status} ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}
