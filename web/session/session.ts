import Keycloak from 'keycloak-js'
import { now } from '../clock/clock.ts'
import { type Config, readConfig } from '../site/config.ts'
import { answers, providerAnswers } from '../site/reach.ts'
import { createStore, useStore } from '../ui/store/store.ts'
import { realmOfIssuer } from './issuer.ts'
import { forgetSession, keepSession, keptSession } from './kept-session.ts'
import { keepHash, takeHash } from './place.ts'
import { reloadAtMostOnceAMinute } from './reload.ts'
import { isRefusal, REFRESH_BELOW_S, refreshOnce } from './renewal.ts'
import { retryDelayMs } from './retry.ts'
import { type SignedInPerson, whoOf } from './who.ts'

/** The parts that answered when the session could not be opened; the page uses them to name the cause. */
export type Reach = {
  readonly site: boolean
  /** True if the identity provider answered; undefined if the site did not name the provider. */
  readonly provider: boolean | undefined
  readonly api: boolean
  readonly triedAt: number
  readonly nextTryAt: number
  readonly trying: boolean
}

/** `signed-out` after the check found nobody, or after the session was lost. */
export type Session = { readonly config: Config | undefined } & (
  | { readonly status: 'starting' }
  /** `recovered`: the provider was away and is back, so that waiting code can continue. */
  | { readonly status: 'signed-out'; readonly recovered: boolean }
  /**
   * `isEnding`: authentication has expired, and the user will be signed out in a moment. `isAway`: the page was loaded while nothing
   * answered, and shows what the user had read before; no call can be made until the provider has answered.
   */
  | { readonly status: 'signed-in'; readonly who: SignedInPerson; readonly isEnding?: true; readonly isAway?: true }
  | { readonly status: 'unreachable'; readonly reach: Reach }
)

const INIT_LIMIT_MS = 15_000
/** The time from the message that authentication has expired to logging out (spec §8). */
const LOG_OUT_AFTER_MS = 5_000
// Any call that needs a token is suitable, because even a refusal shows that the API answers.
const API_PROBE = '/api/v1/status'
const SITE_PROBE = '/config.json'

const session = createStore<Session>({ status: 'starting', config: undefined })
let keycloak: Keycloak | undefined
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined
let opening: Promise<void> | undefined
let leaving = false
let renewing = 0
let open = new AbortController()

/** Returns the current session. */
export const getSession = session.read

/** Calls the listener at each change until the returned function is called. */
export const onSession = session.subscribe

/** Returns the session; the component renders again when it changes. */
export function useSession(): Session {
  return useStore(session)
}

/** True if calls can be made; false after authentication has expired, although the page still shows the user. */
export function isSignedIn(): boolean {
  return getSession().status === 'signed-in' && !open.signal.aborted
}

/** Returns a signal that is aborted when the session ends, which cancels every running request (spec §7). */
export function sessionSignal(): AbortSignal {
  return open.signal
}

/** Asks the provider silently who is signed in. Never fails: without a provider the session is `unreachable`, and the page tries again. */
export function openSession(): Promise<void> {
  opening ??= tryToOpen().finally(() => {
    opening = undefined
  })
  return opening
}

async function tryToOpen(): Promise<void> {
  clearTimeout(retry)
  const before = getSession()
  if (before.status === 'unreachable') session.set({ ...before, reach: { ...before.reach, trying: true } })
  try {
    const config = await readConfig()
    session.set({ ...getSession(), config })
    if (!(await providerAnswers(config.issuer))) throw new Error('Authentication provider not found')
    const adapter = new Keycloak({ ...realmOfIssuer(config.issuer), clientId: config.clientId })
    const found = await within(INIT_LIMIT_MS, checkSilently(adapter))
    adapter.onAuthLogout = () => {
      // The adapter calls this also after it could not renew a token, which is handled first.
      if (renewing === 0) void logOutUnlessAway()
    }
    adapter.onAuthRefreshSuccess = () => void keepOpenSession()
    keycloak = adapter
    if (!found) await forgetSession()
    open = new AbortController()
    const hash = takeHash(sessionStorage, location)
    if (hash) history.replaceState(history.state, '', hash)
    if (found) session.set({ status: 'signed-in', config, who: whoOf(adapter.tokenParsed ?? {}) })
    else session.set({ status: 'signed-out', config, recovered: failures > 0 })
    failures = 0
    void keepOpenSession()
  } catch (failure) {
    console.error('The session could not be opened.', failure)
    await giveUpForNow()
  }
}

function checkSilently(adapter: Keycloak): Promise<boolean> {
  return adapter.init({
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${location.origin}/silent-check-sso.html`,
    pkceMethod: 'S256',
    redirectUri: `${location.origin}${location.pathname}${location.search}`,
  })
}

async function keepOpenSession(): Promise<void> {
  const current = getSession()
  if (current.status !== 'signed-in' || current.isAway || !current.config) return
  await keepSession({ who: current.who, config: current.config, endsAt: sessionEndsAt() })
}

async function giveUpForNow(): Promise<void> {
  const { config } = getSession()
  const [site, provider, api] = await Promise.all([
    answers(SITE_PROBE),
    config ? providerAnswers(config.issuer) : undefined,
    answers(API_PROBE),
  ])
  const triedAt = now()
  const delay = retryDelayMs(failures)
  failures += 1
  retry = setTimeout(() => void openSession(), delay)
  // If nothing answers at all, the stored answers of the user are shown, for as long as the session would have lasted.
  const before = getSession()
  const wasAway = before.status === 'signed-in' && before.isAway === true
  const kept = wasAway || (!site && !api) ? await keptSession() : undefined
  if (kept) {
    open = new AbortController()
    return session.set({ status: 'signed-in', config: kept.config, who: kept.who, isAway: true })
  }
  const reach = { site, provider, api, triedAt, nextTryAt: triedAt + delay, trying: false }
  session.set({ status: 'unreachable', config: getSession().config, reach })
}

/** Goes to the provider's sign-in page, and returns to the address of this page. */
export async function signIn(): Promise<void> {
  leaving = true
  keepHash(sessionStorage, location)
  await keycloak?.login({ redirectUri: `${location.origin}${location.pathname}${location.search}` })
}

/** Ends the session at the provider, for every tab, and returns to the start page. */
export async function signOut(): Promise<void> {
  leaving = true
  await forgetSession()
  // The page was loaded while nothing answered: the provider cannot be reached, and no session is left here.
  if (!keycloak) return location.assign('/')
  await keycloak.logout({ redirectUri: `${location.origin}/` })
}

/** Returns the address of the provider's page where the user manages the account. */
export function accountAddress(): string | undefined {
  return keycloak?.createAccountUrl({ redirectUri: `${location.origin}/` })
}

/**
 * Returns a token that is valid for at least 30 seconds (spec §6), or for less if no new one can be obtained for now. Undefined after the
 * session has ended, and if the token has expired while the session continues.
 */
export async function bearerToken(): Promise<string | undefined> {
  if (!keycloak?.token || !isSignedIn()) return undefined
  if (keycloak.isTokenExpired(REFRESH_BELOW_S)) await renew(keycloak, REFRESH_BELOW_S)
  return isSignedIn() && keycloak.token && !keycloak.isTokenExpired(0) ? keycloak.token : undefined
}

/**
 * Returns the time at which the provider's session ends unless it is renewed before, in milliseconds; undefined if the provider does not
 * state it.
 */
export function sessionEndsAt(): number | undefined {
  const { refreshTokenParsed, timeSkew } = keycloak ?? {}
  return refreshTokenParsed?.exp === undefined ? undefined : (refreshTokenParsed.exp + (timeSkew ?? 0)) * 1_000
}

/** Renews the session now, because the user asked for it. */
export async function staySignedIn(): Promise<void> {
  if (keycloak && getSession().status === 'signed-in') await renew(keycloak, -1)
}

/** Is called after the server refused the token: returns true if a new one was obtained, so that one more try is useful. */
export async function renewAfterRefusal(): Promise<boolean> {
  if (!keycloak?.token || !isSignedIn()) return false
  return renew(keycloak, -1)
}

async function renew(adapter: Keycloak, minimumS: number): Promise<boolean> {
  renewing += 1
  try {
    await refreshOnce(adapter, minimumS)
    return true
  } catch (failure) {
    // A provider that is away for a moment does not matter while the token is still valid.
    if (minimumS > 0 && adapter.token && !adapter.isTokenExpired(0)) return false
    console.error('The token could not be refreshed.', failure)
    // An adapter that has discarded its tokens cannot request new ones.
    await endSession(isRefusal(failure) || adapter.refreshToken === undefined)
    return false
  } finally {
    renewing -= 1
  }
}

/**
 * Ends the session because authentication has expired: nothing is sent any more, the user is notified, and signed out after 5 s (spec §8).
 * If the provider does not answer, the session has not ended: then the page waits for the provider, because a reload might find no server
 * either.
 */
async function endSession(isRefused: boolean): Promise<void> {
  if (leaving || !isSignedIn()) return
  // If nothing answers at all, the session has not ended: the page keeps its content, and each call tries again.
  if (!(await answers(SITE_PROBE)) || !isSignedIn()) return
  const { config } = getSession()
  const isThere = async () => config !== undefined && (await providerAnswers(config.issuer))
  // The session has not ended either if the provider answers but cannot work, for example because its database is away for a moment.
  if (!isRefused && ((await isThere()) || !isSignedIn())) return
  open.abort()
  if (!(await isThere())) return giveUpForNow()
  const current = getSession()
  if (current.status !== 'signed-in') return
  session.set({ ...current, isEnding: true })
  setTimeout(logOutNow, LOG_OUT_AFTER_MS)
}

/** The adapter no longer finds a session: the user has signed out in another tab, unless the provider could not be asked. */
async function logOutUnlessAway(): Promise<void> {
  const { config } = getSession()
  if (leaving || getSession().status !== 'signed-in' || !config) return
  if (await providerAnswers(config.issuer)) logOutNow()
  else if (getSession().status === 'signed-in') await giveUpForNow()
}

/** Marks the user as signed out and reloads the page (spec §6), unless the page is already being left. */
function logOutNow(): void {
  const { config } = getSession()
  if (leaving || getSession().status !== 'signed-in') return
  open.abort()
  session.set({ status: 'signed-out', config, recovered: false })
  void forgetSession().then(reloadAtMostOnceAMinute)
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Authentication provider not found')), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
