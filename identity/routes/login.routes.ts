import { createHash, randomBytes } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { Credentials } from '../accounts/credentials.ts'
import { type Context, isForeign, type Middleware, type Realm, readForm } from '../context/context.ts'
import { addressKey, createLimiter, type Permit } from '../guard/sign-in-limiter.ts'
import { type DemoUser, loginPage } from '../pages/login.ts'

/** A person may stay away this long and still be known at their own browser. */
const KNOWN_DAYS = 90
const DAY_MS = 86_400_000
const VALUE = /^(\d{1,16})\.([\w-]{22})$/

const PATH = /^\/login-actions\/authenticate\/([\w-]{1,64})$/
const MINUTE_MS = 60_000

type LoginParts = { readonly realm: Realm; readonly credentials: Credentials; readonly demoUsers: readonly DemoUser[] }
type Refusal = {
  readonly status: number
  readonly problem: string
  readonly username: string
  readonly retryAfterS?: number
}

type Attempt = { readonly address: string; readonly username: string; readonly browser: string | undefined }

/**
 * Counts tries so that guessing is slow and its victim is not blocked (docs/domain/account.md): a browser at which the user has signed in before has
 * its own tries, which no stranger can use up. All other tries are counted by address, by name and network, and by name alone.
 */
function createLimits(now: () => number): (attempt: Attempt) => Permit {
  const common = { windowMs: MINUTE_MS, blockMs: MINUTE_MS, now }
  const byBrowser = createLimiter({ ...common, limit: 10, maxBlockMs: 5 * MINUTE_MS })
  const byAddress = createLimiter({ ...common, limit: 20, maxBlockMs: 15 * MINUTE_MS })
  const byNameAndNetwork = createLimiter({ ...common, limit: 10, maxBlockMs: 5 * MINUTE_MS })
  // The block does not become longer: strangers alone can reach this limit, and it then also blocks a new browser of the owner.
  const byName = createLimiter({ ...common, limit: 30, maxBlockMs: MINUTE_MS })
  return ({ address, username, browser }) => {
    if (browser !== undefined) return byBrowser.acquire(browser)
    const name = createHash('sha256').update(username).digest('base64url')
    return acquireAll([
      () => byAddress.acquire(address),
      () => byNameAndNetwork.acquire(`${name} ${address}`),
      () => byName.acquire(name),
    ])
  }
}

/** Takes a permit from all limits, in this order; the first one that refuses decides. */
function acquireAll(limits: readonly (() => Permit)[]): Permit {
  const refunds: (() => void)[] = []
  for (const acquire of limits) {
    const permit = acquire()
    if (!permit.allowed) return permit
    refunds.push(permit.refund)
  }
  return {
    allowed: true,
    refund: () => {
      for (const refund of refunds) refund()
    },
  }
}

function wait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

function show(ctx: Context, parts: LoginParts, refusal: Refusal | undefined, hint: string): void {
  ctx.status = refusal?.status ?? 200
  if (refusal?.retryAfterS !== undefined) ctx.set('Retry-After', String(refusal.retryAfterS))
  ctx.type = 'html'
  ctx.body = loginPage({
    basePath: parts.realm.basePath,
    action: `${parts.realm.basePath}${ctx.path}`,
    username: refusal?.username ?? hint,
    problem: refusal?.problem,
    demoUsers: parts.demoUsers,
  })
}

async function signIn(
  ctx: Context,
  parts: LoginParts,
  permitFor: ReturnType<typeof createLimits>,
): Promise<Refusal | undefined> {
  const { realm } = parts
  const form = await readForm(ctx)
  const username = (form.get('username') ?? '').trim().toLowerCase()
  const password = form.get('password') ?? ''
  if (username === '' || password === '' || username.length > 100 || password.length > 1024)
    return { status: 400, problem: 'Enter a user name and a password.', username: username.slice(0, 100) }
  const browser = knownBrowser(ctx, username, realm.now())
  const permit = permitFor({ address: addressKey(ctx.ip), username, browser })
  if (!permit.allowed) {
    realm.log.warn({ address: ctx.ip, retryAfterS: permit.retryAfterS }, 'sign-in held back: too many tries')
    const problem = `Too many tries. Wait ${wait(permit.retryAfterS)}, then try again.`
    return { status: 429, problem, username, retryAfterS: permit.retryAfterS }
  }
  const verdict = await parts.credentials.check(username, password)
  if (verdict === 'busy')
    return { status: 503, problem: 'Many people are signing in. Try again in a few seconds.', username, retryAfterS: 5 }
  if (verdict === 'refused') {
    realm.log.warn({ address: ctx.ip }, 'sign-in refused')
    return { status: 403, problem: 'The user name or the password is not right.', username }
  }
  permit.refund()
  rememberBrowser(ctx, username, realm)
  realm.log.info({ address: ctx.ip, sub: verdict.account.id }, 'signed in')
  const login = { accountId: verdict.account.id, remember: true, amr: ['pwd'] }
  ctx.status = 303
  ctx.redirect(await realm.provider.interactionResult(ctx.req, ctx.res, { login }))
  return undefined
}

/** Serves the sign-in page and its form. */
export function loginRoutes(parts: LoginParts): Middleware {
  const { realm } = parts
  const permitFor = createLimits(realm.now)
  return async (ctx, next) => {
    const uid = PATH.exec(ctx.path)?.[1]
    if (uid === undefined) return next()
    if (ctx.method === 'POST' && isForeign(ctx, realm.origin))
      throw new errors.InvalidRequest('the form was not sent by the sign-in page')
    // This protects against forged forms: a sign-in belongs to the browser with its signed cookie, and only to this address.
    const interaction = await realm.provider.interactionDetails(ctx.req, ctx.res)
    if (interaction.uid !== uid) throw new errors.SessionNotFound('the sign-in belongs to another page')
    const hint = interaction.params.login_hint
    if (ctx.method !== 'POST') return show(ctx, parts, undefined, typeof hint === 'string' ? hint.slice(0, 100) : '')
    const refusal = await signIn(ctx, parts, permitFor)
    if (refusal) show(ctx, parts, refusal, '')
  }
}

/** Returns the name of the cookie for one user at one browser, because several people may share a browser. */
function cookieOf(username: string): string {
  return `PLATFORM_KNOWN_${createHash('sha256').update(username).digest('base64url').slice(0, 22)}`
}

/**
 * Returns the number of a browser at which this user has signed in before, from a cookie that only we can sign; undefined for any other browser. The
 * number gives no access: it only decides under which key a try is counted.
 */
function knownBrowser(ctx: Context, username: string, now: number): string | undefined {
  const [, at, id] = VALUE.exec(ctx.cookies.get(cookieOf(username), { signed: true }) ?? '') ?? []
  return id !== undefined && now - Number(at) < KNOWN_DAYS * DAY_MS ? id : undefined
}

/** Stores that this user has signed in at this browser, under a new number. */
function rememberBrowser(ctx: Context, username: string, { issuer, basePath, now }: Realm): void {
  ctx.cookies.set(cookieOf(username), `${now()}.${randomBytes(16).toString('base64url')}`, {
    path: `${basePath}/login-actions`,
    maxAge: KNOWN_DAYS * DAY_MS,
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
    signed: true,
    overwrite: true,
  })
}
