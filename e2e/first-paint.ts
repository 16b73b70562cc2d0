/**
 * How soon the application can be seen and used, signed in, with a cold cache: beside a bare page of Vite and React,
 * in one run, in the same browser on the same machine. `npm run bench:paint` prints medians and ratios.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { account } from './account.ts'
import { launchBrowser } from './browser.ts'
import { freePort, PROJECT_DIR, removeData, startProduct } from './product.ts'

const RUNS = 9
/** No long task for this long after the last: the page answers. */
const QUIET_MS = 1_000

type Times = { readonly firstPaintMs: number; readonly usableMs: number; readonly interactiveMs: number }

/** Runs in every page before its scripts: notes the long tasks, and when what is waited for is there. */
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
    // The first warms the browser and the server, not the cache.
    if (run > 0) times.push(measured)
    await page.close()
  }
  return times
}

/** The smallest page that Vite and React make, built as the application is, and served with gzip. */
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

async function signedInContext(context: BrowserContext, address: string): Promise<BrowserContext> {
  const who = account('demo')
  const page = await context.newPage()
  await page.goto(address)
  await page.getByLabel('User name', { exact: true }).fill(who.username)
  await page.getByLabel('Password', { exact: true }).fill(who.demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: `Signed in as ${who.name}` }).waitFor()
  await page.close()
  return context
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

const dataDir = mkdtempSync(join(tmpdir(), 'apsis-paint-'))
const product = await startProduct({ port: await freePort(), dataDir })
const bare = await serveBarePage()
const browser = await launchBrowser()
try {
  const context = await signedInContext(await browser.newContext(), product.address)
  const ours = await measureOften(context, '#main section', new URL('/ca/conjunctions', product.address).href)
  print(ours, await measureOften(await browser.newContext(), 'h1', bare.address))
} finally {
  await browser.close()
  bare.close()
  await product.stop()
  removeData(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
