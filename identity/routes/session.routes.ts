import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { type Context, type Middleware, type Realm, readForm } from '../context/context.ts'
import { formPage } from '../pages/message.ts'

const LOGOUT = '/protocol/openid-connect/logout'
const AUTHORIZE = '/protocol/openid-connect/auth'
const STATUS_COOKIE = 'PLATFORM_SESSION'

/** Sets the cookie that keycloak-js reads in its frame: it contains the session's id, which shows whether another person has signed in. */
function setStatusCookie(ctx: KoaContextWithOIDC, realm: Realm): void {
  const session = ctx.oidc.session
  const common = {
    path: realm.basePath,
    httpOnly: false,
    sameSite: 'lax',
    secure: realm.issuer.startsWith('https:'),
    signed: false,
    overwrite: true,
  } as const
  if (session?.accountId && ctx.oidc.route !== 'end_session_confirm')
    ctx.cookies.set(STATUS_COOKIE, session.uid, { ...common, expires: new Date(session.exp * 1000) })
  else ctx.cookies.set(STATUS_COOKIE, null, common)
}

/** Accepts the log-out request also as a form, as Keycloak does; the provider reads it from the query. */
async function acceptLogoutForm(ctx: Context, basePath: string): Promise<void> {
  if (ctx.method !== 'POST' || ctx.path !== LOGOUT) return
  const form = await readForm(ctx)
  ctx.req.method = 'GET'
  ctx.querystring = form.toString()
  Object.assign(ctx.req, { originalUrl: basePath + ctx.url })
}

/** Replaces a page of the provider that has an inline script by the same form with its script in a file. */
function replaceInlineScript(ctx: KoaContextWithOIDC, realm: Realm, isDemo: boolean): void {
  const secret = ctx.oidc.session?.state?.secret
  const isForm = typeof ctx.body === 'string' && ctx.body.includes('<title>Submitting Callback</title>')
  if (!isForm || typeof secret !== 'string') return
  ctx.body = formPage({
    basePath: realm.basePath,
    isDemo,
    title: 'Signing out',
    text: 'The session on this browser is being ended.',
    action: `${realm.basePath}${LOGOUT}/confirm`,
    fields: { xsrf: secret, logout: 'yes' },
    button: 'Continue',
    isAutomatic: true,
  })
}

/** Refuses an answer by form, which would be a page of the provider with an inline script; keycloak-js never requests it. */
function refuseFormAnswer(ctx: Context): void {
  const mode = ctx.path === AUTHORIZE ? ctx.query.response_mode : undefined
  if (mode !== undefined && mode !== 'fragment' && mode !== 'query')
    throw new errors.InvalidRequest('response_mode must be fragment or query')
}

function agentOf(ctx: Context): string {
  return ctx.get('user-agent').slice(0, 300)
}

/** Handles the steps before and after the provider's own endpoints: status cookie, lifetime of the session, signing out. */
export function sessionRoutes(realm: Realm, isDemo: boolean): Middleware {
  return async (context, next) => {
    await acceptLogoutForm(context, realm.basePath)
    refuseFormAnswer(context)
    await next()
    const ctx = context as unknown as KoaContextWithOIDC
    const route = ctx.oidc?.route
    if (route === 'authorization' || route === 'resume') {
      setStatusCookie(ctx, realm)
      const session = ctx.oidc.session
      if (route === 'resume' && session?.accountId) await realm.repository.insertDevice(session.uid, agentOf(context))
    }
    if (route === 'end_session_confirm' && ctx.status < 400) setStatusCookie(ctx, realm)
    if (route === 'end_session' || route === 'resume') replaceInlineScript(ctx, realm, isDemo)
    const refreshed = ctx.oidc?.entities.RefreshToken?.sessionUid
    if (route === 'token' && ctx.status === 200 && refreshed !== undefined)
      await realm.repository.touchSession(refreshed)
  }
}
