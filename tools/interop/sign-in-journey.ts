import { createKeySource } from '@apsis/server/platform/auth/jwks.ts'
import { verifyToken } from '@apsis/server/platform/auth/token.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { PageServer } from './page-server.ts'

export type JourneyUser = { readonly username: string; readonly password: string }
export type JourneyParts = {
  readonly browser: Browser
  readonly app: PageServer
  readonly issuer: string
  readonly audience: string
  readonly clientId: string
  /** A user with all services, in the organisation `organisation`. */
  readonly user: JourneyUser & { readonly id: string; readonly organisation: string }
  readonly trackingUser: JourneyUser
  /** Matches the text of the provider's page after a wrong password. */
  readonly wrongPasswordText: RegExp
}
export type JourneyResult = { readonly name: string; readonly ms: number; readonly problem?: string }

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

type Claims = Readonly<Record<string, unknown>>
type Journey = (parts: JourneyParts, context: BrowserContext) => Promise<void>
type KeycloakPage = {
  login(options?: object): Promise<void>
  logout(options?: object): Promise<void>
  updateToken(minValidity: number): Promise<boolean>
  loadUserInfo(): Promise<Claims>
  loadUserProfile(): Promise<Claims>
  hasResourceRole(role: string, resource: string): boolean
  createAccountUrl(): string
  token: string
  refreshToken: string
  tokenParsed: Claims
  idTokenParsed: Claims
}

/** On a busy machine Keycloak needs long for its first page. */
const WAIT_MS = 45_000

function expectThat(isTrue: boolean, text: string): void {
  if (!isTrue) throw new Error(text)
}

/** Runs a function in the page with its keycloak-js. The function is sent as text, so it sees only its arguments. */
function withKeycloak<T>(page: Page, work: (keycloak: KeycloakPage) => T | Promise<T>): Promise<T> {
  return page.evaluate(`(${work.toString()})(window.keycloak)`) as Promise<T>
}

async function waitForState(page: Page, state: string): Promise<void> {
  await page.waitForFunction(
    `/^(${state}|failed)/.test(document.getElementById('state')?.textContent ?? '')`,
    undefined,
    {
      timeout: WAIT_MS,
    },
  )
  const text = await page.textContent('#state')
  expectThat(text === state, `the page should be "${state}" and is "${text}"`)
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function fillLogin(page: Page, user: JourneyUser): Promise<void> {
  await page.waitForSelector('input[name=username]', { timeout: WAIT_MS })
  await page.fill('input[name=username]', user.username)
  await page.fill('input[name=password]', user.password)
  await page.press('input[name=password]', 'Enter')
}

async function signIn(parts: JourneyParts, context: BrowserContext, user: JourneyUser, path = '/'): Promise<Page> {
  const page = await open(context, `${parts.app.origin}${path}`)
  await waitForState(page, 'signed out')
  await withKeycloak(page, (keycloak) => void keycloak.login())
  await fillLogin(page, user)
  await page.waitForURL((url) => url.origin === parts.app.origin && url.pathname === path, { timeout: WAIT_MS })
  await waitForState(page, 'signed in')
  return page
}

function rolesIn(claims: Claims, resource: string): readonly string[] {
  const access = claims.resource_access as Readonly<Record<string, { roles: string[] }>> | undefined
  return access?.[resource]?.roles ?? []
}

function audiences(claims: Claims): readonly unknown[] {
  return Array.isArray(claims.aud) ? claims.aud : [claims.aud]
}

function checkTimes(claims: Claims): void {
  const [exp, iat] = [Number(claims.exp), Number(claims.iat)]
  expectThat(exp - iat === 300, `the access token lives ${exp - iat} s, not 300`)
}

/** Checks the claims that the API reads (reliability §2.4, spec §6). */
function checkClaims(parts: JourneyParts, claims: Claims): void {
  const { user } = parts
  expectThat(claims.iss === parts.issuer, `iss is ${String(claims.iss)}`)
  expectThat(audiences(claims).includes(parts.audience), `aud ${JSON.stringify(claims.aud)} lacks ${parts.audience}`)
  expectThat(claims.azp === parts.clientId, `azp is ${String(claims.azp)}`)
  expectThat(claims.typ === 'Bearer', `typ is ${String(claims.typ)}`)
  expectThat(claims.sub === user.id, `sub is ${String(claims.sub)}`)
  expectThat(typeof claims.sid === 'string' && claims.sid !== '', 'sid is missing')
  expectThat(claims.preferred_username === user.username, `preferred_username is ${String(claims.preferred_username)}`)
  expectThat(claims.organisation === user.organisation, `organisation is ${JSON.stringify(claims.organisation)}`)
  expectThat(typeof claims.email === 'string' && typeof claims.name === 'string', 'email or name is missing')
  for (const resource of ['ca', 'odt', 'payments'])
    expectThat(rolesIn(claims, resource).join() === 'user', `roles of ${resource}: ${rolesIn(claims, resource).join()}`)
  for (const role of ['manage-account', 'manage-account-links', 'view-profile'])
    expectThat(rolesIn(claims, 'account').includes(role), `account lacks ${role}`)
  checkTimes(claims)
}

/** Checks what the API demands of a logout token, apart from its signature (Back-Channel Logout 1.0, §2.6). */
function checkLogoutToken(parts: JourneyParts, token: string, sid: unknown): void {
  const [header = '', payload = ''] = token.split('.')
  const read = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString())
  const claims = read(payload)
  const isTyped = read(header).typ === 'logout+jwt' || claims.typ === 'Logout'
  const { events } = claims
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT)
  const isOurs = claims.iss === parts.issuer && audiences(claims).includes(parts.clientId) && claims.sid === sid
  expectThat(
    isTyped && isLogout && isOurs && claims.nonce === undefined,
    `the logout token says ${JSON.stringify(claims)}`,
  )
}

/** Checks a token by the API's own rules, with the provider's published keys. */
async function checkWithApi(parts: JourneyParts, token: string): Promise<void> {
  const now = () => Date.now()
  const log = createLog({ level: 'error', process: 'interop', version: 'test' })
  const keys = createKeySource({ url: `${parts.issuer}/protocol/openid-connect/certs`, proxy: undefined, log, now })
  const rules = {
    issuer: parts.issuer,
    audience: parts.audience,
    clients: [parts.clientId],
    keys,
    // The platform itself issued no token of this journey.
    own: { issuer: 'urn:apsis:none', key: keys.key },
    isEnded: () => false,
    now,
  }
  const caller = await verifyToken(token, rules)
  expectThat(caller.subject === parts.user.id, `the API takes the caller for ${caller.subject}`)
  expectThat(caller.tenantId === `organisation:${parts.user.organisation}`, `the API's tenant is ${caller.tenantId}`)
}

const JOURNEYS: Readonly<Record<string, Journey>> = {
  'silent check: nobody is signed in': async (parts, context) => {
    const page = await open(context, parts.app.origin)
    await waitForState(page, 'signed out')
  },

  'wrong password is refused and can be corrected': async (parts, context) => {
    const page = await open(context, parts.app.origin)
    await waitForState(page, 'signed out')
    await withKeycloak(page, (keycloak) => void keycloak.login())
    await fillLogin(page, { ...parts.user, password: 'not-the-password' })
    await page.getByText(parts.wrongPasswordText).first().waitFor({ timeout: WAIT_MS })
    await fillLogin(page, parts.user)
    await page.waitForURL((url) => url.origin === parts.app.origin && url.pathname === '/', { timeout: WAIT_MS })
    await waitForState(page, 'signed in')
  },

  'login brings a token that the API takes': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    checkClaims(parts, await withKeycloak(page, (keycloak) => keycloak.tokenParsed))
    const header = await withKeycloak(page, (keycloak) => JSON.parse(atob(keycloak.token.split('.')[0] ?? '')))
    expectThat(header.alg === 'RS256' && typeof header.kid === 'string', `header is ${JSON.stringify(header)}`)
    const sids = await withKeycloak(page, (keycloak) => [keycloak.tokenParsed.sid, keycloak.idTokenParsed.sid])
    expectThat(sids[0] === sids[1], 'access token and ID token name different sessions')
    await checkWithApi(parts, await withKeycloak(page, (keycloak) => keycloak.token))
  },

  'login returns to the page it was asked for on': async (parts, context) => {
    const page = await signIn(parts, context, parts.user, '/deep/page')
    expectThat(new URL(page.url()).hash === '', `the address still carries ${new URL(page.url()).hash}`)
  },

  'roles: tracking only': async (parts, context) => {
    const page = await signIn(parts, context, parts.trackingUser)
    const held = await withKeycloak(page, (keycloak) =>
      ['odt', 'ca', 'payments'].map((resource) => keycloak.hasResourceRole('user', resource)),
    )
    expectThat(held.join() === 'true,false,false', `odt, ca, payments: ${held.join()}`)
  },

  'userinfo knows who it is': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    const info = await withKeycloak(page, (keycloak) => keycloak.loadUserInfo())
    expectThat(info.sub === parts.user.id && info.preferred_username === parts.user.username, JSON.stringify(info))
  },

  'profile and account address': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    const address = await withKeycloak(page, (keycloak) => keycloak.createAccountUrl())
    const answer = await page.request.get(address)
    expectThat(answer.ok(), `the account page answers ${answer.status()}`)
    const profile = await withKeycloak(page, (keycloak) => keycloak.loadUserProfile())
    expectThat(profile.username === parts.user.username, JSON.stringify(profile))
  },

  'refresh: forced, not needed, three at once': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    const before = await withKeycloak(page, (keycloak) => keycloak.token)
    const forced = await withKeycloak(page, (keycloak) => keycloak.updateToken(-1))
    expectThat(forced, 'a forced refresh did not refresh')
    expectThat((await withKeycloak(page, (keycloak) => keycloak.token)) !== before, 'the token is the old one')
    expectThat(!(await withKeycloak(page, (keycloak) => keycloak.updateToken(30))), 'refreshed without need')
    const three = await withKeycloak(page, (keycloak) => Promise.all([1, 2, 3].map(() => keycloak.updateToken(-1))))
    expectThat(three.every(Boolean), `three at once: ${three.join()}`)
    checkClaims(parts, await withKeycloak(page, (keycloak) => keycloak.tokenParsed))
  },

  'refresh: the first refresh token still works (no rotation)': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    const twice = await withKeycloak(page, async (keycloak) => {
      const first = keycloak.refreshToken
      await keycloak.updateToken(-1)
      keycloak.refreshToken = first
      return keycloak.updateToken(-1)
    })
    expectThat(twice, 'the first refresh token was refused')
  },

  'a request without PKCE and a password grant are refused': async (parts, context) => {
    const query = new URLSearchParams({
      client_id: parts.clientId,
      redirect_uri: `${parts.app.origin}/`,
      response_type: 'code',
      scope: 'openid',
    })
    const url = `${parts.issuer}/protocol/openid-connect/auth?${query}`
    const answer = await context.request.get(url, { maxRedirects: 0 })
    const error = new URL(answer.headers().location ?? '', parts.issuer).searchParams.get('error')
    expectThat(error === 'invalid_request', `without PKCE: ${answer.status()} ${error}`)
    const form = { grant_type: 'password', client_id: parts.clientId, ...parts.trackingUser }
    const granted = await context.request.post(`${parts.issuer}/protocol/openid-connect/token`, { form })
    expectThat([400, 401].includes(granted.status()), `the password grant answers ${granted.status()}`)
  },

  'a redirect to another origin is refused': async (parts, context) => {
    const query = new URLSearchParams({
      client_id: parts.clientId,
      redirect_uri: 'https://evil.example/',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    const answer = await context.request.get(`${parts.issuer}/protocol/openid-connect/auth?${query}`, {
      maxRedirects: 0,
    })
    expectThat(answer.status() === 400, `it answers ${answer.status()} ${answer.headers().location ?? ''}`)
  },

  'a reload and a second tab are signed in silently': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    await page.reload()
    await waitForState(page, 'signed in')
    const second = await open(context, parts.app.origin)
    await waitForState(second, 'signed in')
    const sids = await Promise.all(
      [page, second].map((tab) => withKeycloak(tab, (keycloak) => keycloak.tokenParsed.sid)),
    )
    expectThat(sids[0] === sids[1], 'two tabs have two sessions')
  },

  'logout ends the session and tells the API': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    const { sid, refresh } = await withKeycloak(page, (keycloak) => ({
      sid: keycloak.tokenParsed.sid,
      refresh: keycloak.refreshToken,
    }))
    const told = parts.app.logoutTokens.length
    await withKeycloak(page, (keycloak) => void keycloak.logout())
    await page.waitForURL((url) => url.origin === parts.app.origin && url.pathname === '/', { timeout: WAIT_MS })
    await waitForState(page, 'signed out')
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: parts.clientId }
    const answer = await page.request.post(`${parts.issuer}/protocol/openid-connect/token`, { form })
    expectThat(answer.status() === 400, `the refresh token still gets ${answer.status()}`)
    const token = parts.app.logoutTokens.slice(told).at(-1) ?? ''
    expectThat(token !== '', 'the API was not told')
    checkLogoutToken(parts, token, sid)
  },

  'logout in one tab is seen in the other': async (parts, context) => {
    const page = await signIn(parts, context, parts.user)
    const second = await open(context, parts.app.origin)
    await waitForState(second, 'signed in')
    await withKeycloak(page, (keycloak) => void keycloak.logout())
    await waitForState(page, 'signed out')
    await waitForState(second, 'signed out by another')
  },
}

async function runOne(parts: JourneyParts, name: string, journey: Journey): Promise<JourneyResult> {
  const context = await parts.browser.newContext()
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    await journey(parts, context)
    return { name, ms: ms() }
  } catch (error) {
    return { name, ms: ms(), problem: error instanceof Error ? error.message : String(error) }
  } finally {
    await context.close()
  }
}

/** Runs every sign-in journey in browsers of its own and prints a line for each; the journeys are the same for every provider. */
export async function runSignInJourneys(parts: JourneyParts): Promise<readonly JourneyResult[]> {
  const results: JourneyResult[] = []
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const result = await runOne(parts, name, journey)
    console.log(`${result.problem === undefined ? '✓' : '✗'} ${name}  ${result.ms} ms`)
    if (result.problem !== undefined) console.log(`    ${result.problem}`)
    results.push(result)
  }
  return results
}
