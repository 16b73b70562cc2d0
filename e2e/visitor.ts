import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Account } from './account.ts'
import { launchBrowser } from './browser.ts'
import type { ProductFacts } from './product.setup.ts'
import { setAhead } from './product-now.ts'

/** A third of the time that a journey may take, measured at the start of the run (vitest.config.ts). */
const WAIT_MS = Number(process.env.APSIS_TEST_WAIT_MS ?? 120_000)
/** The interval at which a worker checks if the fleet that another worker opens is stored. */
const LOOK_EVERY_MS = 3000
/** A token is valid for five minutes (identity/provider/lifetime.ts); if it was reused for less than this, most of that time is left. */
const TOKEN_REUSED_MS = 60_000
/** The provider ends a session that was not used for half an hour. */
const SESSION_REUSED_MS = 15 * 60_000

/** The product of the worker in which this file runs; no other file runs in it at the same time. */
const product = await atDoor<ProductFacts>('product')
setAhead(product.aheadMs)
/** The address of the product, without a slash at the end. */
export const ADDRESS = product.address.replace(/\/$/, '')

/** Sets by how many minutes the on-call chain is ahead of the time, from its next check on. */
export function moveDutyClock(minutes: number): void {
  writeFileSync(product.dutyClock, String(minutes * 60))
}

/** The browsers of this worker, with and without scroll bars that take room: its files share them, and they end with it. */
const browsers = new Map<boolean, Promise<Browser>>()
let browser: Browser
let savesData = false
const open: BrowserContext[] = []
/** Visitors who stay for all tests of their file. */
const staying: BrowserContext[] = []
const violations: string[] = []
/** The token that each page sent last, and since when it sends it. */
const sent = new WeakMap<Page, { readonly token: string; readonly sinceMs: number }>()
/** The calls of each visitor that have no answer yet. */
const waiting = new WeakMap<BrowserContext, Set<Request>>()

/** The settings of the browser of a file. */
type BrowserWishes = {
  readonly scrollBars?: boolean
  /**
   * True if pages fetch the code of all others in advance, as for most people; needed by journeys that continue without the server. In other journeys
   * the browser asks to save data, because fetching that code is half of the work of a page that is open for more than five seconds.
   */
  readonly fetchesAhead?: boolean
}

/** Gives the journeys of a file a browser; after each journey, no page may have violated the content security policy. */
export function useBrowser({ fetchesAhead = false, scrollBars = false }: BrowserWishes = {}): void {
  beforeAll(async () => {
    browser = await browserWith(scrollBars)
    savesData = !fetchesAhead
  })
  afterEach(async () => {
    await closeAll()
    expect(violations.splice(0), 'violations of the content security policy').toEqual([])
  })
  // Pages that a file opened for cleaning up would continue in the next file.
  afterAll(async () => {
    await closeAll()
    for (const context of staying.splice(0)) await context.close()
    violations.length = 0
  })
}

async function browserWith(scrollBars: boolean): Promise<Browser> {
  const known = await browsers.get(scrollBars)?.catch(() => undefined)
  if (known?.isConnected()) return known
  const launched = launchBrowser({ scrollBars })
  browsers.set(scrollBars, launched)
  return launched
}

async function closeAll(): Promise<void> {
  for (const context of open.splice(0)) await context.close()
}

/**
 * Makes a visitor with their own browser context: nothing is stored and nobody has signed in. It has no service worker, because most journeys
 * intercept the page's own requests; journeys that reload without the server allow it. A visitor with `stays` exists until the file has ended, others
 * until their test has.
 */
export async function newVisitor(options: BrowserContextOptions = {}, { stays = false } = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.exposeBinding('reportViolation', (_source, text: string) => violations.push(text))
  // It runs in every page and every frame, including those of the identity provider.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const where = `${event.blockedURI} ${event.sample} in ${event.documentURI}`
      Reflect.get(globalThis, 'reportViolation')(`${event.violatedDirective}: ${where}`)
    })
  })
  if (savesData)
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  waiting.set(context, waitingCalls(context))
  context.on('page', (page) => void page.on('request', (request) => remember(page, request)))
  const those = stays ? staying : open
  those.push(context)
  return context
}

function waitingCalls(context: BrowserContext): Set<Request> {
  const calls = new Set<Request>()
  context.on('request', (request) => {
    // The stream of events never ends.
    if (request.url().startsWith(`${ADDRESS}/api/`) && !request.url().endsWith('/events')) calls.add(request)
  })
  context.on('requestfinished', (request) => calls.delete(request))
  context.on('requestfailed', (request) => calls.delete(request))
  return calls
}

/**
 * Waits until every call of the visitor has its answer, except those that the journey delays; it checks several times in a row, because one answer
 * leads to another call.
 */
export async function answered(page: Page, held = () => 0): Promise<void> {
  let quietLooks = 0
  const look = async () => {
    await page.evaluate(() => undefined)
    quietLooks = waiting.get(page.context())?.size === held() ? quietLooks + 1 : 0
    return quietLooks
  }
  await expect.poll(look).toBeGreaterThan(3)
}

/** Opens a page of the application. */
export async function visit(visitor: BrowserContext, path = '/'): Promise<Page> {
  const page = await visitor.newPage()
  await page.goto(`${ADDRESS}${path}`)
  return page
}

/** Fills in the sign-in page, from whichever page it was reached. */
export async function enter(page: Page, { username, demoPassword }: Pick<Account, 'username' | 'demoPassword'>) {
  await page.getByLabel('User name', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Opens a page of the application as a person who has signed in before, and waits until the application knows who it is. That skips the sign-in page;
 * journeys about signing in and out, and about the end of a session, use `signIn`.
 */
export async function visitAs(visitor: BrowserContext, who: Account, path = '/'): Promise<Page> {
  await admit(visitor, who)
  const page = await visit(visitor, path)
  await seen(signedIn(page, who))
  return page
}

/** Gives a visitor the session of a person who has signed in before: only the cookies of the identity provider. */
export async function admit(visitor: BrowserContext, who: Account): Promise<void> {
  await visitor.addCookies(await sessionOf(who))
}

/** Signs in by the form once per run for each user and product; the sessions are kept for the journeys of all files. */
async function sessionOf(who: Account): Promise<Cookie[]> {
  const file = join(product.sessions, `${who.username}.json`)
  if (existsSync(file) && Date.now() - statSync(file).mtimeMs < SESSION_REUSED_MS)
    return JSON.parse(readFileSync(file, 'utf8'))
  const first = await browser.newContext()
  first.setDefaultTimeout(WAIT_MS)
  await signIn(first, who)
  const cookies = await first.cookies()
  await first.close()
  writeFileSync(file, JSON.stringify(cookies))
  return cookies
}

/** Signs in by the form at an address, and waits until the application knows who it is. */
export async function signIn(visitor: BrowserContext, who: Account, path = '/'): Promise<Page> {
  const page = await visit(visitor, path)
  await enter(page, who)
  await seen(signedIn(page, who))
  return page
}

/** Returns the initial in the header, which shows whose session it is. */
export function signedIn(page: Page, who: Account): Locator {
  return page.getByRole('banner').getByRole('button', { name: `Signed in as ${who.name}` })
}

/** Returns the address of Home for an account: the first service that the roles open (spec §2). */
export function startOf({ roles }: Account): string {
  if (roles.ca?.length) return `${ADDRESS}/ca/conjunctions`
  return roles.odt?.length ? `${ADDRESS}/odt/observations` : `${ADDRESS}/`
}

/** Logs out as a person does: by the sidebar. */
export async function signOut(page: Page, who: Account): Promise<void> {
  await signedIn(page, who).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
}

/** Returns a part of the page by its heading. */
export function pane(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** Waits until an element can be seen; if it cannot, the error says what was missing. */
export async function seen(locator: Locator): Promise<Locator> {
  await locator.waitFor({ state: 'visible' })
  return locator
}

const isCall = (request: Request) => request.url().startsWith(`${ADDRESS}/api/v1/`)
const bearerIn = (authorization: string | null | undefined) => authorization?.replace(/^Bearer /, '')

function remember(page: Page, request: Request): void {
  if (!isCall(request)) return
  const token = bearerIn(request.headers().authorization)
  if (token === undefined) sent.delete(page)
  else if (sent.get(page)?.token !== token) sent.set(page, { token, sinceMs: Date.now() })
}

/**
 * Returns the token that the page sends with its calls; it is only in the page's memory. A token that the page sent a moment ago is reused, because a
 * reload is as much work as a visit.
 */
export async function tokenOf(page: Page): Promise<string> {
  const last = sent.get(page)
  return last !== undefined && Date.now() - last.sinceMs < TOKEN_REUSED_MS ? last.token : newTokenOf(page)
}

/** Returns the token that the page sends after a reload. */
export async function newTokenOf(page: Page): Promise<string> {
  const request = page.waitForRequest(isCall)
  await page.reload()
  const token = bearerIn(await (await request).headerValue('authorization'))
  if (!token) throw new Error('The page called without a token.')
  return token
}

/** Kills every process of the product with SIGKILL and starts it again; returns how many milliseconds that took. */
export async function restartAfterKill(): Promise<number> {
  await killProduct()
  return startAgain()
}

/** Ends every process of the product with SIGKILL. */
export async function killProduct(): Promise<void> {
  await atDoor('kill')
}

/** Ends only the database with SIGKILL; its supervisor may start it again at once. */
export async function killDatabase(): Promise<void> {
  await atDoor('kill-database')
}

/** Starts the product after it was killed; returns how many milliseconds that took. */
export async function startAgain(): Promise<number> {
  return (await atDoor<{ readonly startMs: number }>('start')).startMs
}

/** Gives an organisation the stored demo fleet; returns false if there is none, and this worker has to open it. */
export async function putFleet(organisation: string): Promise<boolean> {
  for (;;) {
    const { found } = await atDoor<{ readonly found: string }>(`put-fleet/${organisation}`)
    if (found !== 'OPENED_ELSEWHERE') return found === 'PUT'
    await delay(LOOK_EVERY_MS)
  }
}

/** Stores the demo fleet of an organisation; returns false if it is not complete within a minute. */
export async function keepFleet(organisation: string): Promise<boolean> {
  return (await atDoor<{ readonly isDone: boolean }>(`keep-fleet/${organisation}`)).isDone
}

/** Does something with the product of this worker, which is started at the first request. */
async function atDoor<T = object>(act: string): Promise<T> {
  const response = await fetch(`${inject('door')}/${process.env.VITEST_POOL_ID ?? '1'}/${act}`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}
