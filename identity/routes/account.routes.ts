import { createHmac, timingSafeEqual } from 'node:crypto'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { accountProfile } from '../accounts/claims.ts'
import { type Context, isForeign, type Middleware, type Realm, readForm } from '../context/context.ts'
import type { SessionRow } from '../context/record.repository.ts'
import { type AccountPage, accountPage, type SessionView } from '../pages/account.ts'
import { messagePage } from '../pages/message.ts'
import { isAllowedRedirect } from '../provider/redirect.ts'
import { answerCors, type createBearerCheck, refuseToken } from './bearer.ts'
import { describeDevice } from './device.ts'

type AccountParts = {
  readonly realm: Realm
  readonly isDemo: boolean
  readonly accountOf: ReturnType<typeof createBearerCheck>
  readonly formKey: string
}
type StoredSession = { uid: string; loginTs?: number }

function toView(row: SessionRow, currentUid: string): SessionView {
  const stored = JSON.parse(row.payload) as StoredSession
  return {
    isCurrent: stored.uid === currentUid,
    device: describeDevice(row.agent),
    signedInAt: stored.loginTs === undefined ? row.startedAt : new Date(stored.loginTs * 1000),
    activeAt: row.activeAt,
  }
}

function formToken(parts: AccountParts, sessionUid: string): string {
  return createHmac('sha256', parts.formKey).update(`sign-out everywhere ${sessionUid}`).digest('base64url')
}

function isFormToken(parts: AccountParts, sessionUid: string, token: string): boolean {
  const expected = Buffer.from(formToken(parts, sessionUid))
  const given = Buffer.from(token)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

// The type is declared here, because the published types lack this method of the client.
type LogoutClient = { backchannelLogout(accountId: string, sid: string): Promise<void> }

async function tellApi(client: unknown, accountId: string, sid: string): Promise<void> {
  await (client as LogoutClient).backchannelLogout(accountId, sid)
}

async function endSession(parts: AccountParts, uid: string): Promise<boolean> {
  const { provider, repository, clientId } = parts.realm
  const session = await provider.Session.findByUid(uid)
  const grantId = session?.grantIdFor(clientId)
  await session?.destroy()
  if (grantId !== undefined) await repository.removeByGrant(grantId)
  return session !== undefined
}

/** Ends every session of an account, and notifies the API of each; returns their number. */
async function endSessions(parts: AccountParts, accountId: string): Promise<number> {
  const { provider, repository, clientId, log } = parts.realm
  const ended: string[] = []
  // listSessions() returns the list in parts, so it is called until the list is empty.
  for (;;) {
    const uids = (await repository.listSessions(accountId)).map((row) => (JSON.parse(row.payload) as StoredSession).uid)
    const done = await Promise.all(uids.map(async (uid) => ((await endSession(parts, uid)) ? [uid] : [])))
    if (done.flat().length === 0) break
    ended.push(...done.flat())
  }
  const client = await provider.Client.find(clientId)
  const answers = await Promise.allSettled(ended.map((uid) => tellApi(client, accountId, uid)))
  const failed = answers.filter((one) => one.status === 'rejected')
  if (failed.length > 0)
    log.warn(
      { err: failed[0]?.reason, sub: accountId, sessions: failed.length },
      'the API could not be told of ended sessions',
    )
  return ended.length
}

async function currentSession(ctx: Context, realm: Realm) {
  const session = await realm.provider.Session.get(ctx as unknown as KoaContextWithOIDC)
  const account = session.accountId === undefined ? undefined : realm.accounts.get(session.accountId)
  return account && { session, account }
}

function showSignedOut(ctx: Context, parts: AccountParts, texts: { title: string; text: string }): void {
  ctx.type = 'html'
  const { basePath } = parts.realm
  ctx.body = messagePage({ basePath, isDemo: parts.isDemo, ...texts, links: [{ href: '/', text: 'Open Apsis' }] })
}

async function showAccount(ctx: Context, parts: AccountParts): Promise<void> {
  const { realm } = parts
  const current = await currentSession(ctx, realm)
  if (!current) {
    ctx.status = 401
    showSignedOut(ctx, parts, { title: 'Not signed in', text: 'Sign in to Apsis to see your account.' })
    return
  }
  const { session, account } = current
  const back = ctx.query.referrer_uri
  const rows = await realm.repository.listSessions(account.id)
  const page: AccountPage = {
    basePath: realm.basePath,
    isDemo: parts.isDemo,
    account,
    sessions: rows.map((row) => toView(row, session.uid)),
    back: isAllowedRedirect(back, realm.allowedOrigins) ? back : undefined,
    formToken: formToken(parts, session.uid),
  }
  ctx.type = 'html'
  ctx.body = accountPage(page)
}

async function signOutEverywhere(ctx: Context, parts: AccountParts): Promise<void> {
  const { realm } = parts
  const current = await currentSession(ctx, realm)
  const form = await readForm(ctx)
  if (isForeign(ctx, realm.origin) || !current || !isFormToken(parts, current.session.uid, form.get('token') ?? ''))
    throw new errors.InvalidRequest('the form was not sent by the account page of this session')
  const ended = await endSessions(parts, current.account.id)
  realm.log.info({ sub: current.account.id, ended }, 'signed out everywhere')
  for (const name of ['PLATFORM_IDENTITY', 'PLATFORM_IDENTITY.sig', 'PLATFORM_SESSION'])
    ctx.cookies.set(name, null, {
      path: realm.basePath,
      httpOnly: name !== 'PLATFORM_SESSION',
      sameSite: 'lax',
      signed: false,
    })
  const text = ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`
  showSignedOut(ctx, parts, { title: 'Signed out everywhere', text })
}

/** Serves the account page, the profile for keycloak-js's `loadUserProfile`, and signing out everywhere. */
export function accountRoutes(parts: AccountParts): Middleware {
  return async (ctx, next) => {
    const path = ctx.path.replace(/\/$/, '')
    if (path === '/account/sign-out' && ctx.method === 'POST') return signOutEverywhere(ctx, parts)
    if (path !== '/account') return next()
    if (ctx.method === 'OPTIONS' || ctx.get('authorization') !== '') {
      if (answerCors(ctx, parts.realm)) return
      const account = await parts.accountOf(ctx)
      if (account) ctx.body = accountProfile(account)
      else refuseToken(ctx)
      return
    }
    return showAccount(ctx, parts)
  }
}
