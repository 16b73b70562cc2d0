import { profileClaims } from '../accounts/claims.ts'
import type { Middleware, Realm } from '../context/context.ts'
import { answerCors, type createBearerCheck, refuseToken } from './bearer.ts'

const PATH = '/protocol/openid-connect/userinfo'

/** Serves userinfo for our access tokens, which the provider's own endpoint refuses because they have an audience. */
export function userinfoRoutes(realm: Realm, accountOf: ReturnType<typeof createBearerCheck>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== PATH) return next()
    if (answerCors(ctx, realm)) return
    const account = await accountOf(ctx)
    if (account) ctx.body = profileClaims(account)
    else refuseToken(ctx)
  }
}
