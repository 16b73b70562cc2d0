/**
 * Measures the time until the application can be seen and used by a person who has signed in, with a cold cache. It compares with a bare page of Vite
 * and React, in the same run, browser and machine. For the list of conjunctions with many events it measures the time until the list is shown, and
 * its scrolling and filtering. `npm run bench -- paint` prints medians and ratios; `-- --events 2000` fills the list with 2000 events, `-- --events
 * 0` with none.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { launchBrowser } from './browser.ts'
import { FIRST_ROW, fillList, LIST_PATH, type ListTimes, measureList } from './list-speed.ts'
import { freePort, PROJECT_DIR, removeData, startProduct } from './product.ts'
import { signedInContext } from './signed-in-context.ts'

const RUNS = 9
/** The first link that a new organisation sees: it leads to adding its first satellite. */
const FIRST_STEP = '#main a[href*="dialog=add-satellite"]'
/** If no long task follows the last one for this time, the page responds. */
const QUIET_MS = 1_000

type Times = { readonly firstPaintMs: number; readonly usableMs: number; readonly interactiveMs: number }

/** Runs in every page before its scripts: records the long tasks, and the time at which the awaited element is there. */
function watch(selector: string): void {
  const noted = { lastTaskMs: 0, usableMs: 0 }
  Reflect.set(globalThis, 'noted', noted)
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) noted.lastTaskMs = task.startTime + task.duration
  }).observe({ type: 'longtask', buffered: true })
  const look = new MutationObserver(() => {
    if (noted.usableMs === 0 && document.querySelector(selector)) noted.usableMs = performance.now()
  })
  addEventListener('DOMContentLoaded', () => look.observe(document.body, { childList: true, subtree: true }))
}

async function measure(page: Page, address: string): Promise<Times> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.clearBrowserCache')
  await page.goto(address)
  await page.waitForFunction(
    (quietMs) => {
      const noted = Reflect.get(globalThis, 'noted')
      return noted.usableMs > 0 && performance.now() - Math.max(noted.lastTaskMs, noted.usableMs) > quietMs
    },
    QUIET_MS,
    { polling: 100 },
  )
  const found = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { ...Reflect.get(globalThis, 'noted'), firstPaintMs: paint?.startTime ?? Number.NaN }
  })
  return {
    firstPaintMs: found.firstPaintMs,
    usableMs: found.usableMs,
    interactiveMs: Math.max(found.firstPaintMs, found.usableMs, found.lastTaskMs),
  }
}

async function measureOften(context: BrowserContext, selector: string, address: string): Promise<Times[]> {
  await context.addInitScript(watch, selector)
  const times: Times[] = []
  for (let run = 0; run <= RUNS; run++) {
    const page = await context.newPage()
    const measured = await measure(page, address)
    // The first run warms up the browser and the server, and not the cache.
    if (run > 0) times.push(measured)
    await page.close()
  }
  return times
}

/** Serves the smallest page that Vite and React make, built like the application, with gzip. */
async function serveBarePage(): Promise<{ readonly address: string; close(): void }> {
  const root = join(PROJECT_DIR, 'node_modules', '.cache', 'apsis-bare-page')
  mkdirSync(root, { recursive: true })
  const script = `import { createRoot } from 'react-dom/client'\ncreateRoot(document.getElementById('root')).render(<h1>Bare</h1>)\n`
  writeFileSync(join(root, 'main.jsx'), script)
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>',
  )
  await build({ root, configFile: false, plugins: [react()], logLevel: 'error' })
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const type = types[extname(path)]
    if (type === undefined) return response.writeHead(404).end()
    const body = gzipSync(readFileSync(join(root, 'dist', path)))
    return response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(body)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return { address: `http://localhost:${port}/`, close: () => server.close() }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(ours: readonly Times[], bare: readonly Times[]): void {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}`)
  console.log(`medians of ${RUNS} cold loads, signed in; bare: Vite + React, one heading`)
  const rows: readonly (readonly [string, keyof Times])[] = [
    ['first contentful paint', 'firstPaintMs'],
    ['content there', 'usableMs'],
    ['time to interactive', 'interactiveMs'],
  ]
  for (const [name, key] of rows) {
    const [own, other] = [median(ours.map((one) => one[key])), median(bare.map((one) => one[key]))]
    console.log(
      `${name.padEnd(24)} ${own.toFixed(0).padStart(5)} ms  bare ${other.toFixed(0).padStart(4)} ms  ${(own / other).toFixed(1)}×`,
    )
  }
}

function printList({ events, framesPerS, frameP95Ms, filterMs, sortMs }: ListTimes, cold: readonly Times[]): void {
  const lines: readonly (readonly [string, number, string, string])[] = [
    ['first contentful paint', median(cold.map((one) => one.firstPaintMs)), 'ms', ''],
    ['first row there', median(cold.map((one) => one.usableMs)), 'ms', ''],
    ['time to interactive', median(cold.map((one) => one.interactiveMs)), 'ms', ''],
    ['scrolling', framesPerS, 'frames/s', `95 % of the frames within ${frameP95Ms.toFixed(1)} ms`],
    ['filter by level', filterMs, 'ms', 'press to frame'],
    ['sort', sortMs, 'ms', 'press to frame'],
  ]
  console.log(`list of ${events} events, medians of ${cold.length} cold loads`)
  for (const [name, value, unit, note] of lines)
    console.log(`${name.padEnd(24)} ${value.toFixed(0).padStart(5)} ${unit.padEnd(9)} ${note}`.trimEnd())
}

const { values } = parseArgs({ options: { events: { type: 'string', default: '2000,10000' } } })
const sizes = values.events.split(',').map(Number)
if (sizes.some((size) => !Number.isInteger(size) || size < 0)) throw new Error(`--events ${values.events}`)

const dataDir = mkdtempSync(join(tmpdir(), 'apsis-paint-'))
const product = await startProduct({ port: await freePort(), dataDir })
const bare = await serveBarePage()
const browser = await launchBrowser()
try {
  const { address } = product
  const context = await signedInContext(await browser.newContext(), address)
  const ours = await measureOften(context, FIRST_STEP, new URL('/ca/conjunctions', address).href)
  print(ours, await measureOften(await browser.newContext(), 'h1', bare.address))
  let filled = 0
  for (const size of sizes.filter((one) => one > 0).toSorted((a, b) => a - b)) {
    const filler = await signedInContext(await browser.newContext(), address)
    await fillList(filler, address, { from: filled, to: size })
    filled = size
    const reader = await signedInContext(await browser.newContext({ viewport: { width: 1440, height: 900 } }), address)
    const list = await measureList(reader, address, size)
    printList(list, await measureOften(reader, FIRST_ROW, new URL(LIST_PATH, address).href))
    await filler.close()
    await reader.close()
  }
} finally {
  await browser.close()
  bare.close()
  await product.stop()
  removeData(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
