import { type Context, isForeign, type Middleware, type Realm } from '../context/context.ts'
import { allowFraming } from '../guard/headers.ts'

const CONNECT = '/protocol/openid-connect'
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [`${CONNECT}/3p-cookies/step1.html`, 'third-party-1.js'],
  [`${CONNECT}/3p-cookies/step2.html`, 'third-party-2.js'],
  [`${CONNECT}/login-status-iframe.html`, 'session-status.js'],
])

function frame(ctx: Context, realm: Realm, script: string): void {
  allowFraming(ctx, realm)
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'html'
  ctx.body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Apsis</title><script type="module" src="${realm.basePath}/assets/${script}"></script></head><body></body></html>\n`
}

/** Serves the three pages that keycloak-js opens in hidden frames: the cookie probe in two steps, and the session status. */
export function frameRoutes(realm: Realm): Middleware {
  return async (ctx, next) => {
    const script = SCRIPTS.get(ctx.path)
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (script !== undefined && isRead) return frame(ctx, realm, script)
    if (ctx.path !== `${CONNECT}/login-status-iframe.html/init` || !isRead) return next()
    const { client_id: clientId, origin } = ctx.query
    const isKnown = clientId === realm.clientId && typeof origin === 'string' && realm.allowedOrigins.includes(origin)
    ctx.status = isKnown && !isForeign(ctx, realm.origin) ? 204 : 403
    if (ctx.status === 403) ctx.body = ''
  }
}
