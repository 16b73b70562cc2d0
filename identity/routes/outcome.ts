import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../context/context.ts'
import type { Problem } from '../guard/guard.ts'
import { formPage, messagePage } from '../pages/message.ts'
import type { Pages } from '../provider/provider.ts'

type PageParts = { readonly basePath: string; readonly isDemo: boolean; readonly origins: readonly string[] }

const TITLES: Readonly<Record<number, string>> = {
  404: 'Not found',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Briefly not available',
}
const ERROR_TEXTS: Readonly<Record<string, string>> = {
  invalid_redirect_uri: 'The address to return to is not a page of this installation of Apsis.',
  invalid_client: 'The program that asked for a sign-in is not known here.',
  temporarily_unavailable: 'Sign-in is briefly not available. Try again shortly.',
  server_error: 'Something went wrong on our side.',
}

/** Returns true if the log-out request names the session that it would end; otherwise the person is asked. */
function isOwnLogout(ctx: KoaContextWithOIDC): boolean {
  const hint = ctx.oidc.entities.IdTokenHint?.payload
  const session = ctx.oidc.session
  return hint !== undefined && hint.sub === session?.accountId && hint.sid === session?.uid
}

function logoutForm(ctx: KoaContextWithOIDC, parts: PageParts): string {
  const { params, session } = ctx.oidc
  const back = params?.post_logout_redirect_uri
  const isAutomatic = isOwnLogout(ctx)
  return formPage({
    basePath: parts.basePath,
    isDemo: parts.isDemo,
    title: isAutomatic ? 'Signing out' : 'Sign out?',
    text: isAutomatic
      ? 'The session on this browser is being ended.'
      : 'Apsis asks to end the session on this browser.',
    action: `${parts.basePath}/protocol/openid-connect/logout/confirm`,
    fields: { xsrf: String(session?.state?.secret ?? ''), logout: 'yes' },
    button: 'Sign out',
    isAutomatic,
    ...(!isAutomatic && { cancel: { href: typeof back === 'string' ? back : '/', text: 'Stay signed in' } }),
  })
}

/** Returns functions that answer people with a page, and programs that request it with JSON. */
export function createPages(parts: PageParts): Pages & { showProblem(ctx: Context, problem: Problem): void } {
  const home = parts.origins[0] ?? ''
  const links = [{ href: `${home}/`, text: 'Open Apsis' }]

  function showProblem(ctx: Context, { status, error, text, reference }: Problem): void {
    ctx.status = status
    if (ctx.accepts('json', 'html') !== 'html') {
      ctx.body = { error, error_description: text, ...(reference !== undefined && { reference }) }
      return
    }
    const detail = reference ?? (status === 404 ? undefined : error)
    const title = TITLES[status] ?? 'This did not work'
    ctx.type = 'html'
    ctx.body = messagePage({ basePath: parts.basePath, isDemo: parts.isDemo, title, text, detail, links })
  }

  return {
    showProblem,
    renderError(ctx, out) {
      const text = ERROR_TEXTS[out.error] ?? out.error_description ?? 'The request is not valid.'
      showProblem(ctx, { status: ctx.status, error: out.error, text })
    },
    renderLogout(ctx) {
      ctx.type = 'html'
      ctx.body = logoutForm(ctx, parts)
    },
    renderLoggedOut(ctx) {
      const title = 'Signed out'
      const text = 'The session on this browser has ended.'
      ctx.type = 'html'
      ctx.body = messagePage({ basePath: parts.basePath, isDemo: parts.isDemo, title, text, links })
    },
  }
}
