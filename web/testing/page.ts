/**
 * The built pages in a real Chromium, over a real API and a real database in this process: `page(world.nothing, 'demo', '/account')`. There
 * is no worker, no pool and no identity provider: a test that needs them belongs to the end-to-end tests
 * (docs/decisions/162-page-tests.md).
 */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { launchBrowser } from '@apsis/e2e/browser.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'
import { takeTurn } from '@apsis/server/platform/testing/take-turn.ts'
import { startTestApi, type TestApi } from '@apsis/server/platform/testing/test-api.ts'
import { PERSON_COOKIE, personCookie } from '@apsis/server/platform/testing/test-provider.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { Door } from '../dev/door.ts'
import { SETTINGS } from './environment.ts'
import { person } from './person.ts'
import { openWorld, type World } from './world.ts'

const PAGES_DIR = join(PROJECT_DIR, 'web', 'dist')
/** The longest wait until an element is visible, for the speed of the machine (vitest.config.ts). */
const WAIT_MS = Number(process.env.APSIS_TEST_WAIT_MS ?? 10_000)
/** The longest wait for a page that is being loaded; after a test has left the application there is no such wait. */
const DOOR_MS = 5_000
const DESK = { width: 1440, height: 900 }
/** The page that is open between two tests: only the frame makes calls on it. */
const REST = '/tnc'
/** The maximum number of tests in a row that use one load of the application. */
const TESTS_OF_A_LOAD = 10
/**
 * The place of the fresh load among these tests. In `npm test` the commit draws it, so that a test which needs what an earlier one has left fails for
 * some commit.
 */
const PLACE_OF_LOAD = Number.parseInt(process.env.APSIS_TEST_SEED?.slice(0, 8) ?? '0', 16) % TESTS_OF_A_LOAD

/** The browser settings that a test needs. */
type Wishes = {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'dark' | 'light'
  readonly forcedColors?: 'active'
  readonly reducedMotion?: 'reduce'
  readonly language?: 'de'
}

/** A phone in portrait orientation. */
export const PHONE = { viewport: { width: 390, height: 844 } } as const

/** The traces that a test may have left in a page: all must be the same as on an unused page. */
type Traces = {
  /** The parameters that the address keeps from page to page. */
  readonly search: string
  readonly stored: readonly string[]
  readonly dialogs: number
  readonly openQueries: readonly string[]
  /**
   * The listeners of window and document whose code occurs more than once, with their numbers: a listener of a part of a screen is removed
   * with that part. The first listener of its code is not counted: modules that are loaded with a later page, and libraries, install such
   * listeners once for all pages, and in a browser those look the same as one that a part has left. So a part that leaves a listener is found
   * when it is drawn for the second time since the load.
   */
  readonly listeners: Readonly<Record<string, number>>
}

/** The API of a world's database, and the page of the browser that shows it. */
type Stage = {
  readonly api: TestApi
  readonly context: BrowserContext
  /** The clock of the page is ahead of the clock of the machine by this time, ms. */
  readonly aheadMs: number
  page: Page
  /** The user who is signed in on the page. */
  username: string | undefined
  /** The traces of the page when the application had just been loaded. */
  atRest: Traces | undefined
  tests: number
  isUsed: boolean
}

/** The browser of this worker, shared by its test files. */
let browser: Promise<Browser> | undefined
const stages = new Map<string, Promise<Stage>>()
/** Browsers of other users, kept for one test. */
const others: BrowserContext[] = []
const violations: string[] = []
/** The errors that scripts of a page have thrown and that were not caught. */
const faults: string[] = []

/** Runs in each document before anything else: defines the functions that the test calls later. */
function watchDocument(): void {
  addEventListener('securitypolicyviolation', (event) => {
    Reflect.get(globalThis, 'reportViolation')(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)
  })
  const listeners = new Map<string, Set<unknown>>()
  Reflect.set(globalThis, 'apsisListeners', listeners)
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target
    const listenersLike = (type: string, listener: unknown) => {
      const key = `${type}: ${String(listener).slice(0, 200)}`
      const alike = listeners.get(key) ?? new Set()
      listeners.set(key, alike)
      return alike
    }
    target.addEventListener = (type: string, listener: never, options?: AddEventListenerOptions | boolean) => {
      const endsItself = typeof options === 'object' && (options.once === true || options.signal !== undefined)
      if (!endsItself) listenersLike(type, listener).add(listener)
      add.call(target, type, listener, options)
    }
    target.removeEventListener = (type: string, listener: never, options?: EventListenerOptions | boolean) => {
      listenersLike(type, listener).delete(listener)
      remove.call(target, type, listener, options)
    }
  }
}

/**
 * Makes the browser report that it saves data: prefetching the code of all other pages is half of the work of a page that is open for more
 * than five seconds.
 */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

async function openStage(world: World): Promise<Stage> {
  const [api, context] = await Promise.all([
    startTestApi({ ...SETTINGS, ...world.settings }, (log) => openWorld(world, log), PAGES_DIR),
    newContext(),
  ])
  const page = await context.newPage()
  const aheadMs = await aheadOf(api.origin)
  return { api, context, aheadMs, page, username: undefined, atRest: undefined, tests: 0, isUsed: false }
}

/** Returns the offset of the clock that a page gets (web/clock/moved-clock.ts). */
async function aheadOf(origin: string): Promise<number> {
  const document = await (await fetch(`${origin}/`)).text()
  return Number(/name="apsis-clock-ahead" content="(-?\d+)"/.exec(document)?.[1] ?? 0)
}

/**
 * The browser reports that it saves data. If a test sets this, it does not, and the code of all pages is prefetched as in most users'
 * browsers.
 */
type BrowserWishes = BrowserContextOptions & { readonly fetchesAhead?: boolean }

async function newContext({ fetchesAhead = false, ...options }: BrowserWishes = {}): Promise<BrowserContext> {
  browser ??= launchBrowser()
  const context = await (await browser).newContext({
    viewport: DESK,
    colorScheme: 'dark',
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.exposeBinding('reportViolation', (_source, text: string) => violations.push(text))
  context.on('weberror', (fault) => faults.push(fault.error().message))
  await context.addInitScript(watchDocument)
  if (!fetchesAhead) await context.addInitScript(saveData)
  // The number of the mutation that is tested; these pages were built with all mutations (tools/mutate/switched.ts).
  const change = Number(process.env.APSIS_TEST_CHANGE ?? 0)
  if (change > 0) await context.addInitScript((number) => Reflect.set(globalThis, 'apsisChange', number), change)
  return context
}

/** Declares at the top of a file that its tests begin with a world that takes long to fill. */
export function beginsWith(world: World): void {
  beforeAll(async () => {
    stages.set(world.name, openStage(world))
    await stages.get(world.name)
  })
}

function stageOf(world: World): Promise<Stage> {
  const known = stages.get(world.name)
  if (known) return known
  if (world.isDear) throw new Error(`Say beginsWith(world.${world.name}) at the top of the file.`)
  const stage = openStage(world)
  stages.set(world.name, stage)
  return stage
}

/** Returns the API of a world, for actions in addition to the page. */
export async function apiOf(world: World): Promise<TestApi> {
  return (await stageOf(world)).api
}

/** Runs a job of the worker once for the organisation of a demo user, because there is no worker that would run it. */
export async function workOnce(world: World, name: Parameters<typeof takeTurn>[1], username: string): Promise<void> {
  await takeTurn(await apiOf(world), name, person(username).organisation ?? '')
}

/** Returns the time in a world, ms. */
export async function nowIn(world: World): Promise<number> {
  return Date.now() + (await stageOf(world)).aheadMs
}

/** Opens a page of the application as a demo user, in a world. */
export async function page(world: World, username: string, path: string, wishes: Wishes = {}): Promise<Page> {
  const stage = await stageOf(world)
  stage.isUsed = true
  stage.tests += 1
  const { viewport, language, ...media } = wishes
  if (viewport) await stage.page.setViewportSize(viewport)
  if (Object.keys(media).length > 0) await stage.page.emulateMedia(media)
  if (stage.username !== username) await load(stage, username)
  if (language) await prefer(stage.page, 'language', language)
  await go(stage.page, path)
  return stage.page
}

/**
 * Opens a page besides the test's own one, in a separate browser: for another user, for a user who is not signed in, or for a new browser.
 * `prepare` can change the browser before it opens the page.
 */
export async function another(
  world: World,
  username: string | undefined,
  path: string,
  wishes: BrowserWishes = {},
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const { api } = await stageOf(world)
  const context = await newContext(wishes)
  others.push(context)
  await prepare(context)
  if (username !== undefined) await signInto(context, username)
  const page = await context.newPage()
  await page.goto(`${api.origin}${path}`)
  if (username !== undefined) await signedIn(page, username).waitFor()
  return page
}

/** Loads the application for a user, at an address where only the frame makes calls. */
async function load(stage: Stage, username: string): Promise<void> {
  const { context, api } = stage
  await context.clearCookies()
  await signInto(context, username)
  await stage.page.goto(`${api.origin}${REST}`)
  await signedIn(stage.page, username).waitFor()
  stage.username = username
  await settled(stage.page)
  stage.atRest = await tracesOf(stage.page)
}

async function signInto(context: BrowserContext, username: string): Promise<void> {
  const cookie = { name: PERSON_COOKIE, value: personCookie(person(username)), domain: 'localhost', path: '/' } as const
  await context.addCookies([{ ...cookie, sameSite: 'Lax' }])
}

/** Signs in a user who is on the provider's page, which then leads back to the application. */
export async function enter(page: Page, username: string): Promise<void> {
  await seen(page.getByRole('heading', { name: 'Sign in' }))
  await signInto(page.context(), username)
  await page.reload()
  await signedIn(page, username).waitFor()
}

/** Returns the button with the initial in the header, which shows whose session it is, in any language. */
export function signedIn(page: Page, username: string): Locator {
  return page.getByRole('banner').getByRole('button', { name: person(username).name ?? username })
}

/** Chooses how the application is shown, like a user who made the choice in another tab. */
export async function prefer(
  page: Page,
  name: 'language' | 'theme' | 'density' | 'shortcuts',
  value: string,
): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    },
    [`apsis-${name}`, value] as const,
  )
}

/** Opens an address in place, as the application itself does. */
export async function go(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => Reflect.has(globalThis, 'apsis'))
  await page.evaluate((address) => (Reflect.get(globalThis, 'apsis') as Door).go(address), path)
}

/** Opens an address as for a user who follows a link: all answers, input and choices of this page are discarded. */
export async function afresh(page: Page, path: string): Promise<void> {
  await go(page, REST)
  await page.evaluate(() => (Reflect.get(globalThis, 'apsis') as Door).forget())
  await go(page, path)
}

/** True if the application runs in the page, in developer mode; after a new load the page needs a moment. */
function hasDoor(page: Page): Promise<boolean> {
  return page
    .waitForFunction(() => Reflect.has(globalThis, 'apsis'), undefined, { timeout: DOOR_MS })
    .then(() => true)
    .catch(() => false)
}

/** Waits until every read has its answer, including reads that start after an answer is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.has(globalThis, 'apsis'))
  const staysQuiet = async () => {
    const { isQuiet } = Reflect.get(globalThis, 'apsis') as Door
    for (const _ of [1, 2, 3]) {
      if (!isQuiet()) return false
      // The observer reports after the next frame, even if a test has stopped the clock and with it the timers.
      await new Promise<unknown>((resolve) => {
        const observer = new IntersectionObserver(() => resolve(observer.disconnect()))
        observer.observe(document.documentElement)
      })
    }
    return isQuiet()
  }
  await expect.poll(() => page.evaluate(staysQuiet)).toBe(true)
}

function tracesOf(page: Page): Promise<Traces> {
  return page.evaluate(() => ({
    search: location.search,
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort(),
    dialogs: document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]').length,
    openQueries: (Reflect.get(globalThis, 'apsis') as Door)
      .openQueries()
      // As long as nobody has acknowledged a critical event, its banner reads who was notified of it.
      .filter((key) => !key.startsWith('["conjunction","duty-alarm",')),
    listeners: Object.fromEntries(
      [...(Reflect.get(globalThis, 'apsisListeners') as Map<string, Set<unknown>>)]
        .map(([code, { size }]) => [code, size] as const)
        .filter(([, size]) => size > 1),
    ),
  }))
}

/** Restores the application after each test to its state before it, without a load. Anything that a test leaves behind is an error. */
export async function takeBack(): Promise<void> {
  for (const context of others.splice(0)) await context.close()
  for (const stage of await Promise.all(stages.values())) if (stage.isUsed) await takeStageBack(stage)
  expect(violations.splice(0), 'violations of the content security policy').toEqual([])
  expect(faults.splice(0), 'faults of the pages').toEqual([])
}

async function takeStageBack(stage: Stage): Promise<void> {
  const { context, page, api, atRest } = stage
  stage.isUsed = false
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: 'dark', media: null, forcedColors: null, reducedMotion: null })
  await context.clearPermissions()
  await page.mouse.move(0, 0)
  const isOurs = page.url().startsWith(api.origin) && (await hasDoor(page))
  // After a test that has left the application, or that was the last of its load, the application is loaded again.
  if (!isOurs || stage.tests % TESTS_OF_A_LOAD === PLACE_OF_LOAD) stage.username = undefined
  if (!isOurs) {
    await page.goto(`${api.origin}/robots.txt`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    return forgetAnswers(page)
  }
  await forgetAnswers(page)
  // A sidebar stays open from page to page until an address says otherwise.
  await go(page, `${REST}?sidebar=`)
  await page.evaluate(() => (Reflect.get(globalThis, 'apsis') as Door).forget())
  await settled(page)
  const traces = await tracesOf(page)
  // The next test gets a fresh load, so that only the test that left something fails.
  if (!isDeepStrictEqual(traces, atRest)) stage.username = undefined
  expect(traces, 'what the test has left in the page').toEqual(atRest)
}

/** Deletes the answers that the page stores for an outage: otherwise a later test in which a read fails would show them. */
export const forgetAnswers = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('apsis')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('answer')) {
            database.close()
            // The database is opened here for the first time and has no tables: it is deleted, and the page creates it again.
            indexedDB.deleteDatabase('apsis').onsuccess = () => resolve()
            return
          }
          const clearing = database.transaction('answer', 'readwrite')
          clearing.objectStore('answer').clear()
          clearing.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )

/** Closes everything after the tests of a file. */
export async function closeStages(): Promise<void> {
  const open = await Promise.allSettled(stages.values())
  stages.clear()
  for (const one of open)
    if (one.status === 'fulfilled') {
      await one.value.context.close()
      await one.value.api.close()
    }
}

/** Returns a part of the page by its heading. */
export function pane(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** Waits until an element is visible; the error says which one was missing. */
export async function seen(locator: Locator): Promise<Locator> {
  await locator.waitFor({ state: 'visible' })
  return locator
}
