/**
 * Measures the time until a message that one person sends is on the open screen of another: from the start of the request until the frame with it is
 * painted. `npm run bench -- live`; `-- --events 9000` fills the list with that many events.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCdms } from '@apsis/contract/ca/message/cdm.ts'
import type { Browser, Page } from 'playwright-core'
import { account } from './account.ts'
import { launchBrowser } from './browser.ts'
import { changedMessage } from './ca/testing/messages.ts'
import { paintedMs, teachToWatch } from './painted.ts'
import { freePort, removeData, startProduct } from './product.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200' },
    events: { type: 'string', default: '40' },
  },
})
const [count, events] = [Number(values.messages), Number(values.events)]

const HOUR_MS = 3_600_000
/** The interval between messages: within the rate limit of one upload a second, and never in step with the clocks of the page. */
const EVERY_MS = 1_050
const JITTER_MS = 200
const LIMIT_MS = 20_000
const AT_ONCE = 250
/** The number of events whose values are changed: those with the next TCA, at the top of the list. */
const CHANGED = 8

/** The change for which the page waits: a new row, another value in the column Pc of a row, or another offer to load. */
type AwaitedChange = { readonly kind: 'row' | 'value' | 'offer'; readonly designator: string }

/** Runs in the page. */
function watchFor({ kind, designator }: AwaitedChange): void {
  const rowOf = () => [...document.querySelectorAll('tbody tr')].find((row) => row.textContent?.includes(designator))
  const heads = [...document.querySelectorAll('thead th')]
  const place = heads.findIndex((head) => /^Pc\b/.test(head.textContent?.trim() ?? ''))
  const offer = () =>
    [...document.querySelectorAll('[role=status] button')].find((one) => one.textContent?.includes('load'))?.textContent
  const value = () => {
    if (kind === 'row') return rowOf() && 'there'
    return kind === 'value' ? rowOf()?.querySelectorAll('td')[place]?.textContent : offer()
  }
  const before = value()
  watchPaint(() => {
    const now = value()
    return now !== undefined && now !== null && now !== before
  })
}

const nowMs = () => performance.timeOrigin + performance.now()
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Sender = { send(text: string): Promise<{ readonly startMs: number; readonly answerMs: number }> }

/** Returns a function that sends as a person who has signed in: with the newest token that their page sends. */
function senderOf(page: Page, address: string): Sender {
  let authorization = ''
  page.on('request', (request) => {
    const sent = request.headers().authorization
    if (sent !== undefined && request.url().includes('/api/v1/')) authorization = sent
  })
  return {
    async send(text) {
      // A page that has just been loaded has not called yet; reloading it again at once would prevent the call.
      while (authorization === '')
        await Promise.all([page.waitForRequest((request) => request.url().includes('/api/v1/')), page.reload()])
      const startMs = nowMs()
      const response = await fetch(new URL(createCdms.path, address), {
        method: createCdms.method,
        headers: { authorization, 'content-type': 'text/plain' },
        body: text,
      })
      const answers: unknown = await response.json()
      const isTaken = Array.isArray(answers) && answers.every(({ status }) => status === 'accepted')
      if (!isTaken) throw new Error(`POST cdms: ${response.status} ${JSON.stringify(answers).slice(0, 400)}`)
      return { startMs, answerMs: nowMs() - startMs }
    },
  }
}

async function signIn(browser: Browser, address: string, userName: string, path: string): Promise<Page> {
  const who = account(userName)
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(60_000)
  await teachToWatch(page)
  await page.goto(new URL(path, address).href)
  await page.getByLabel('User name', { exact: true }).fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: `Signed in as ${who.name}` }).waitFor()
  return page
}

const began = Date.now()
let written = 0

/** Returns a message of an event; an event with a higher place has an earlier TCA, so that a new one is the first in the list. */
function messageOf(place: number, covarianceFactor: number): string {
  written += 1
  const messageId = `ROW-${String(written).padStart(6, '0')}`
  const number = 810_000 + place
  const tcaMs = began + 150 * HOUR_MS - (place * 140 * HOUR_MS) / (events + count)
  const secondary = { number, name: `ROW ${number}` }
  return changedMessage({ messageId, createdMs: began - HOUR_MS + written, tcaMs, secondary, covarianceFactor })
}

type RowTimes = { readonly kind: string; readonly rowMs: number; readonly answerMs: number }

async function measure(page: Page, sender: Sender, text: string, awaited: AwaitedChange): Promise<RowTimes> {
  await page.evaluate(watchFor, awaited)
  const { startMs, answerMs } = await sender.send(text)
  const atMs = await paintedMs(page, LIMIT_MS)
  if (atMs === undefined)
    throw new Error(`Nothing was seen of ${awaited.designator} (${awaited.kind}) in ${LIMIT_MS} ms`)
  await pause(EVERY_MS + Math.random() * JITTER_MS)
  return { kind: awaited.kind, rowMs: atMs - startMs, answerMs }
}

function line(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  const number = (ms: number) => ms.toFixed(0).padStart(6)
  return `${name.padEnd(44)}${String(times.length).padStart(5)}${number(at(0.5))}${number(at(0.95))}${number(at(0.99))}${number(at(1))}`
}

const KINDS: readonly (readonly [name: string, kind: RowTimes['kind']])[] = [
  ['a new event: its row', 'row'],
  ['a message of an event: its Pc in the row', 'value'],
  ['a new event while somebody reads: the offer', 'offer'],
]

function print(measured: readonly RowTimes[]): void {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}`)
  console.log(
    `from the start of POST until painted on the screen of a colleague, list of ${events} events and more, ms`,
  )
  console.log(`${''.padEnd(44)}    n   p50   p95   p99   max`)
  for (const [name, kind] of KINDS)
    console.log(
      line(
        name,
        measured.filter((one) => one.kind === kind).map(({ rowMs }) => rowMs),
      ),
    )
  console.log(
    line(
      'all',
      measured.map(({ rowMs }) => rowMs),
    ),
  )
  console.log(
    line(
      'of that: until the answer to POST',
      measured.map(({ answerMs }) => answerMs),
    ),
  )
}

async function run(browser: Browser, address: string): Promise<RowTimes[]> {
  const sender = senderOf(await signIn(browser, address, 'demo', '/account'), address)
  const first = Array.from({ length: events }, (_, place) => messageOf(place, 1))
  for (let at = 0; at < first.length; at += AT_ONCE) await sender.send(first.slice(at, at + AT_ONCE).join('\n'))
  const page = await signIn(browser, address, 'demo-test', '/ca/conjunctions')
  await page.getByRole('grid', { name: 'Conjunctions' }).waitFor()
  // The pointer is far from the table, so the page assumes that nobody is reading it.
  await page.mouse.move(0, 0)
  await pause(3_000)
  const measured: RowTimes[] = []
  let place = events
  const fresh = async (kind: 'row' | 'offer') => {
    const designator = String(810_000 + place)
    measured.push(await measure(page, sender, messageOf(place, 1), { kind, designator }))
    place += 1
  }
  const rows = Math.round(count * 0.4)
  for (let n = 0; n < rows; n += 1) await fresh('row')
  for (let n = 0; n < rows; n += 1) {
    const changed = place - 1 - (n % CHANGED)
    const factor = n % (2 * CHANGED) < CHANGED ? 3 : 1
    const awaited = { kind: 'value', designator: String(810_000 + changed) } as const
    measured.push(await measure(page, sender, messageOf(changed, factor), awaited))
  }
  const table = page.getByRole('grid', { name: 'Conjunctions' })
  await table.getByRole('row').nth(3).hover()
  while (measured.length < count) await fresh('offer')
  return measured
}

const dataDir = mkdtempSync(join(tmpdir(), 'apsis-live-'))
const product = await startProduct({ port: await freePort(), dataDir })
const browser = await launchBrowser()
try {
  print(await run(browser, product.address))
} finally {
  await browser.close()
  await product.stop()
  removeData(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
