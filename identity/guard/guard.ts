import { randomUUID } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { Context, Log, Middleware } from '../context/context.ts'
import { DatabaseUnavailable } from '../context/record.repository.ts'
import { type HeaderRules, setSecurityHeaders } from './headers.ts'
import { addressKey, createLimiter } from './sign-in-limiter.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
const MAX_FORM_BYTES = 16 * 1024
const MINUTE_MS = 60_000
/** A form has at most 16 KiB, which a slow line sends in a second or two. */
const FORM_MS = 10_000

export type Problem = {
  readonly status: number
  readonly error: string
  readonly text: string
  readonly reference?: string
}
export type ShowProblem = (ctx: Context, problem: Problem) => void

function refusalOf(ctx: Context): Problem | undefined {
  if (!METHODS.includes(ctx.method)) {
    ctx.set('Allow', METHODS.join(', '))
    return { status: 405, error: 'method_not_allowed', text: `${ctx.method} is not used here.` }
  }
  if (ctx.method !== 'POST') return undefined
  const length = ctx.get('content-length')
  if (!/^\d{1,9}$/.test(length)) return { status: 411, error: 'length_required', text: 'A form needs its length.' }
  if (Number(length) > MAX_FORM_BYTES)
    return { status: 413, error: 'too_large', text: `A form may have ${MAX_FORM_BYTES / 1024} KiB.` }
  if (Number(length) > 0 && !ctx.is('application/x-www-form-urlencoded'))
    return { status: 415, error: 'unsupported_media_type', text: 'Forms are application/x-www-form-urlencoded.' }
  return undefined
}

/** Refuses requests that none of our pages sends: other methods, large bodies or bodies without a length, other media types. */
export function requestRules(show: ShowProblem): Middleware {
  return async (ctx, next) => {
    const refusal = refusalOf(ctx)
    if (!refusal) return next()
    ctx.set('Connection', 'close')
    show(ctx, refusal)
  }
}

/** Limits the wait for a form. */
export function formDeadline(show: ShowProblem, log: Log): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'POST') return next()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => {
        if (!ctx.req.complete) resolve('late')
      }, FORM_MS)
    })
    const answered = next()
    try {
      if ((await Promise.race([answered, late])) !== 'late') return
    } finally {
      clearTimeout(timer)
    }
    // The form's reader notices only when the connection is closed, after the answer, that the form will not arrive.
    answered.catch((error: unknown) => log.info({ err: error }, 'a form did not arrive in time'))
    ctx.set('Connection', 'close')
    ctx.res.once('finish', () => ctx.req.destroy())
    show(ctx, { status: 408, error: 'request_timeout', text: 'The form did not arrive in time. Send it again.' })
  }
}

/** Lets pages of our application, and no other pages, read the answers to any request across origins. */
export function crossOriginRules(allowedOrigins: readonly string[]): Middleware {
  return async (ctx, next) => {
    const origin = ctx.get('origin')
    if (origin === '' || allowedOrigins.includes(origin)) return next()
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204
      return
    }
    try {
      await next()
    } finally {
      for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name)
    }
  }
}

/** Limits the endpoints that write rows; the limits are wide enough for an office behind one address. */
export function rateRules(show: ShowProblem, now: () => number): Middleware {
  const common = { windowMs: MINUTE_MS, blockMs: 10_000, maxBlockMs: MINUTE_MS, now }
  const limits = new Map([
    ['/protocol/openid-connect/token', createLimiter({ ...common, limit: 300 })],
    ['/protocol/openid-connect/auth', createLimiter({ ...common, limit: 300 })],
    ['/protocol/openid-connect/logout', createLimiter({ ...common, limit: 120 })],
    ['/protocol/openid-connect/userinfo', createLimiter({ ...common, limit: 300 })],
    ['/account', createLimiter({ ...common, limit: 120 })],
  ])
  return async (ctx, next) => {
    const permit = limits.get(ctx.path)?.acquire(addressKey(ctx.ip))
    if (!permit || permit.allowed) return next()
    ctx.set('Retry-After', String(permit.retryAfterS))
    const text = `Too many requests from this address. Try again in ${permit.retryAfterS} seconds.`
    show(ctx, { status: 429, error: 'too_many_requests', text })
  }
}

function toProblem(error: unknown, log: Log, ctx: Context): Problem {
  if (error instanceof DatabaseUnavailable) {
    log.error({ err: error }, 'identity database unavailable')
    return {
      status: 503,
      error: 'temporarily_unavailable',
      text: 'Sign-in is briefly not available. Try again shortly.',
    }
  }
  if (error instanceof errors.SessionNotFound)
    return { status: 400, error: 'expired', text: 'This sign-in is no longer open. Start again from Apsis.' }
  if (error instanceof errors.OIDCProviderError && error.expose)
    return {
      status: error.statusCode,
      error: error.error,
      text: error.error_description ?? 'The request is not valid.',
    }
  if (error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500)
    return { status: error.status, error: 'invalid_request', text: 'The request could not be read.' }
  const reference = randomUUID()
  log.error({ err: error, reference, path: ctx.path }, 'identity request failed')
  return { status: 500, error: 'server_error', text: 'Something went wrong on our side.', reference }
}

/** Sets the headers of every answer, and handles errors last: a page or JSON without details. */
export function outerRules(rules: HeaderRules, show: ShowProblem, log: Log): Middleware {
  return async (ctx, next) => {
    setSecurityHeaders(ctx, rules)
    try {
      await next()
    } catch (error) {
      show(ctx, toProblem(error, log, ctx))
    }
    if (ctx.status === 404 && !ctx.body) show(ctx, { status: 404, error: 'not_found', text: 'There is no such page.' })
    if (ctx.status === 503 && !ctx.response.get('retry-after')) ctx.set('Retry-After', '5')
  }
}
