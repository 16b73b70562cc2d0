/**
 * Measures how soon every screen shows the same state: the time until a critical event that a person sends is in the headline of the list, in the
 * strip above every page, among the notifications, on the overview and on the wall display of colleagues. `npm run bench -- live-event`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCdms } from '@apsis/contract/ca/message/cdm.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { account } from './account.ts'
import { launchBrowser } from './browser.ts'
import { changedMessage } from './ca/testing/messages.ts'
import { paintedMs, teachToWatch } from './painted.ts'
import { freePort, removeData, startProduct } from './product.ts'

const { values } = parseArgs({ options: { events: { type: 'string', default: '20' } } })
const count = Number(values.events)

/** The goal for the time from the commit of the change until it is on the page. */
const GOAL_MS = 1_000
const LIMIT_MS = 30_000
const HOUR_MS = 3_600_000
/** The pauses between messages, so that they are never in step with the clocks of the pages. */
const [REST_MS, JITTER_MS] = [1_500, 700]

type Place = {
  readonly name: string
  readonly path: string
  /** The selector of the awaited element: the first match that has the words and names the event. */
  readonly selector: string
  readonly words: string
}
const PLACES: readonly Place[] = [
  { name: 'headline', path: '/ca/conjunctions', selector: 'main [role=status]', words: '' },
  { name: 'banner', path: '/account', selector: 'a', words: 'is critical' },
  { name: 'notification', path: '/services', selector: '[data-notifications] li', words: 'CRITICAL' },
  { name: 'overview', path: '/ca/overview', selector: '#next-decision', words: '' },
  { name: 'wall', path: '/ca/overview?wall=on', selector: '#next-decision', words: '' },
]

type AwaitedWords = { readonly selector: string; readonly words: string; readonly event: string }

/** Runs in the page. */
function watchFor({ selector, words, event }: AwaitedWords): void {
  watchPaint(() =>
    [...document.querySelectorAll(selector)].some(
      ({ textContent }) => textContent?.includes(event) && textContent.includes(words),
    ),
  )
}

const nowMs = () => performance.timeOrigin + performance.now()
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function signIn(page: Page, address: string): Promise<void> {
  const who = account('demo-test')
  await page.goto(new URL('/account', address).href)
  await page.getByLabel('User name', { exact: true }).fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: `Signed in as ${who.name}` }).waitFor()
}

/** Returns a message of a critical event that is nearer than all before it, so that every screen names it first. */
function messageOf(place: number, event: string, beganMs: number): string {
  const tcaMs = beganMs + 60 * HOUR_MS - (place * 40 * HOUR_MS) / (count + 1)
  const secondary = { number: 820_000 + place, name: event }
  const createdMs = beganMs - HOUR_MS + place * 1_000
  return changedMessage({ messageId: event, createdMs, tcaMs, secondary, covarianceFactor: 0.43 })
}

type PlaceTimes = { readonly place: string; readonly fromSendMs: number; readonly fromAnswerMs: number }

async function run(
  pages: ReadonlyMap<Place, Page>,
  address: string,
  authorization: () => string,
): Promise<PlaceTimes[]> {
  const beganMs = Date.now()
  const measured: PlaceTimes[] = []
  for (let n = 0; n < count; n += 1) {
    const event = `EVERYWHERE ${String(n).padStart(3, '0')}`
    for (const [{ selector, words }, page] of pages) await page.evaluate(watchFor, { selector, words, event })
    const sentMs = nowMs()
    const response = await fetch(new URL(createCdms.path, address), {
      method: createCdms.method,
      headers: { authorization: authorization(), 'content-type': 'text/plain' },
      body: messageOf(n, event, beganMs),
    })
    const answers: unknown = await response.json()
    const answeredMs = nowMs()
    const isTaken = Array.isArray(answers) && answers.every(({ status }) => status === 'accepted')
    if (!isTaken) throw new Error(`POST cdms: ${response.status} ${JSON.stringify(answers).slice(0, 400)}`)
    for (const [{ name }, page] of pages) {
      const atMs = await paintedMs(page, LIMIT_MS)
      if (atMs === undefined) throw new Error(`${name}: nothing of ${event} in ${LIMIT_MS} ms`)
      measured.push({ place: name, fromSendMs: atMs - sentMs, fromAnswerMs: Math.max(0, atMs - answeredMs) })
    }
    await pause(REST_MS + Math.random() * JITTER_MS)
  }
  return measured
}

function line(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return `${name.padEnd(44)}${String(times.length).padStart(5)}${[at(0.5), at(0.99), at(1)].map((ms) => ms.toFixed(0).padStart(7)).join('')}`
}

function print(measured: readonly PlaceTimes[], load: number): void {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}`)
  console.log('a new critical event until it is painted on the screens of colleagues, five open at once, ms')
  console.log(`${''.padEnd(44)}    n    p50    p99    max`)
  for (const { name } of PLACES) {
    const here = measured.filter(({ place }) => place === name)
    const after = here.map(({ fromAnswerMs }) => fromAnswerMs)
    const isMet = after.every((ms) => ms <= GOAL_MS)
    console.log(
      `${line(`${name}, after the commit was answered`, after)}   goal ${GOAL_MS} ms: ${isMet ? 'met' : 'MISSED'}`,
    )
    console.log(
      line(
        `${name}, after it was sent`,
        here.map(({ fromSendMs }) => fromSendMs),
      ),
    )
  }
  if (load > cpus().length)
    console.log(`The machine was busy (load average ${load.toFixed(1)}): times are not to be judged.`)
}

const dataDir = mkdtempSync(join(tmpdir(), 'apsis-live-event-'))
const [loadBefore = 0] = loadavg()
const product = await startProduct({ port: await freePort(), dataDir })
// Each colleague has a separate browser: pages of one browser share its six connections, and pages in the background are painted once a second.
const browsers: Browser[] = []

async function colleague(): Promise<BrowserContext> {
  const browser = await launchBrowser()
  browsers.push(browser)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(90_000)
  return context
}

try {
  let authorization = ''
  const pages = new Map<Place, Page>()
  for (const place of PLACES) {
    const context = await colleague()
    context.on('request', (request) => {
      const sent = request.headers().authorization
      if (sent !== undefined && request.url().includes('/api/v1/')) authorization = sent
    })
    const page = await context.newPage()
    await teachToWatch(page)
    await signIn(page, product.address)
    await page.goto(new URL(place.path, product.address).href)
    await page.getByRole('main').waitFor()
    if (place.name === 'notification')
      await page
        .getByRole('banner')
        .getByRole('button', { name: /notification/i })
        .click()
    pages.set(place, page)
  }
  // The code of pages that are not open is fetched in advance, 5 s after the first page is there.
  await pause(15_000)
  print(await run(pages, product.address, () => authorization), loadBefore)
} finally {
  for (const browser of browsers) await browser.close()
  await product.stop()
  removeData(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
