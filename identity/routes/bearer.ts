import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { Account } from '../accounts/accounts.ts'
import type { Context, Realm } from '../context/context.ts'
import type { Keys } from '../provider/keys.ts'

/**
 * Returns a check that finds the account of a request's access token; the token must be issued here, not expired, and of a session that has not
 * ended.
 */
export function createBearerCheck(realm: Realm, keys: Keys, audience: string) {
  const publicKeys = keys.jwks.keys.map((key) => {
    const { n = '', e = '', kid = '' } = key
    return { kty: 'RSA', alg: 'RS256', use: 'sig', n, e, kid } as const
  })
  const jwks = createLocalJWKSet({ keys: publicKeys })

  async function verify(token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, jwks, {
        issuer: realm.issuer,
        audience,
        typ: 'at+jwt',
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat', 'sub', 'sid'],
      })
      return payload
    } catch {
      // Every fault of the token has the same result: the token is not valid here.
      return undefined
    }
  }

  return async (ctx: Context): Promise<Account | undefined> => {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(ctx.get('authorization'))?.[1]
    const payload = token === undefined || token.length > 8192 ? undefined : await verify(token)
    if (typeof payload?.sub !== 'string' || typeof payload.sid !== 'string') return undefined
    const session = await realm.provider.Session.findByUid(payload.sid)
    return session?.accountId === payload.sub ? realm.accounts.get(payload.sub) : undefined
  }
}

/** Lets pages of an allowed origin read the answer; returns true if the request was a preflight, which is then answered. */
export function answerCors(ctx: Context, realm: Realm): boolean {
  ctx.vary('Origin')
  const origin = ctx.get('origin')
  if (realm.allowedOrigins.includes(origin)) {
    ctx.set('Access-Control-Allow-Origin', origin)
    ctx.set('Access-Control-Allow-Credentials', 'true')
    ctx.set('Access-Control-Expose-Headers', 'WWW-Authenticate')
  }
  if (ctx.method !== 'OPTIONS') return false
  ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  ctx.set('Access-Control-Allow-Methods', 'GET, POST')
  ctx.set('Access-Control-Max-Age', '600')
  ctx.status = 204
  return true
}

/** Answers a call without a valid token. */
export function refuseToken(ctx: Context): void {
  ctx.status = 401
  ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  ctx.body = { error: 'invalid_token', error_description: 'a valid access token is needed' }
}
