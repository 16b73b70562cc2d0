/**
 * Measures the page of space in the browser: bytes and time until its first picture, frame times of its scene on the stage for developers, the
 * share of a core that its thread of states takes, and its memory while time runs. Chromium draws with its software renderer here, whose name is
 * printed; a graphics card is tens of times as fast. `npm run bench -- frames --minutes 60 --speed 60` watches the memory for an hour.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { treeOf } from './process-tree.ts'
import { freePort, removeData, startProduct } from './product.ts'
import { signedInContext } from './signed-in-context.ts'

const RUNS = 5
const SIZE = { width: 1440, height: 900 }
/** The bounds of issue 49: code beyond the shell, the catalogue as one answer, the time until the first picture, and the thread of states at real time. */
const BOUNDS = { scriptKb: 250, catalogueKb: 3_000, firstMs: 1_500, threadShare: 0.15 } as const
/** The thread is watched for this time, s. */
const THREAD_S = 20
/** Memory is read each five minutes, or each minute of a short run. */
const [LONG_MINUTES, LONG_STEP] = [15, 5]
/** Memory that grows by less than this after its first reading under way is flat: a collection leaves as much behind or not. */
const FLAT = { heapMb: 3, buffersMb: 1 } as const
const TICKS_IN_A_SECOND = 100
/** The speeds of the shown time; a key goes from each to the next. */
const SPEEDS = [1, 10, 60, 300, 1_000] as const

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, speed: { type: 'string', default: '60' } },
})
const minutes = Number(values.minutes)
const speed = SPEEDS.find((one) => String(one) === values.speed)
if (!(Number.isInteger(minutes) && minutes >= 0) || speed === undefined)
  throw new Error(`Usage: npm run bench -- frames [--minutes N] [--speed ${SPEEDS.join('|')}]`)

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

type Bytes = { script: number; catalogue: number }

/** Counts the bytes that a page receives over the network from now on. */
async function countBytes(page: Page): Promise<Bytes> {
  const counted: Bytes = { script: 0, catalogue: 0 }
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.clearBrowserCache')
  const addresses = new Map<string, string>()
  client.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = new URL(addresses.get(requestId) ?? 'http://none/').pathname
    if (path.endsWith('.js') || path.endsWith('.wasm')) counted.script += encodedDataLength
    if (path.endsWith('/catalogue/elements')) counted.catalogue += encodedDataLength
  })
  return counted
}

/** Opens a page with an empty cache, and returns the time until its element is there. */
async function coldMs(page: Page, address: string, selector: string): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.clearBrowserCache')
  await page.goto(address)
  await page.locator(selector).first().waitFor({ state: 'attached' })
  return page.evaluate(() => performance.now())
}

/** Counts the bytes of the buffers on the graphics card, as the page makes and deletes them. */
function countBuffers() {
  const { bindBuffer, bufferData, deleteBuffer } = WebGL2RenderingContext.prototype
  const bound = new Map<number, WebGLBuffer | null>()
  const sizes = new Map<WebGLBuffer, number>()
  const gl = WebGL2RenderingContext.prototype
  gl.bindBuffer = function (target, buffer) {
    bound.set(target, buffer)
    bindBuffer.call(this, target, buffer)
  }
  gl.bufferData = function (this: WebGL2RenderingContext, ...said: unknown[]) {
    const [target, data] = said as [number, ArrayBufferView | ArrayBuffer | number]
    const buffer = bound.get(target)
    if (buffer) sizes.set(buffer, typeof data === 'number' ? data : data.byteLength)
    Reflect.apply(bufferData, this, said)
  } as typeof bufferData
  gl.deleteBuffer = function (buffer) {
    if (buffer) sizes.delete(buffer)
    deleteBuffer.call(this, buffer)
  }
  Object.assign(globalThis, { bytesOfBuffers: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) })
}

type Memory = { readonly heapMb: number; readonly buffersMb: number }

/** Returns the memory of the page's scripts after a collection, and that of its buffers on the graphics card. */
async function memoryOf(page: Page): Promise<Memory> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  const bytes = await page.evaluate(() => (globalThis as unknown as { bytesOfBuffers: () => number }).bytesOfBuffers())
  return { heapMb: usedSize / 1e6, buffersMb: bytes / 1e6 }
}

/** Returns the processor time that the threads of web workers have taken, s; those of all pages that are open. */
function threadSeconds(): number {
  return treeOf(process.pid)
    .flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/stat`))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((stat) => stat.includes('(DedicatedWorker)'))
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) / TICKS_IN_A_SECOND, 0)
}

/** Makes the shown time run at a speed. */
async function runAt(page: Page, wanted: (typeof SPEEDS)[number]): Promise<void> {
  for (const faster of SPEEDS) if (faster > 1 && faster <= wanted) await page.keyboard.press('>')
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const dataDir = mkdtempSync(join(tmpdir(), 'apsis-frames-'))
const product = await startProduct({ port: await freePort(), dataDir })
const browser = await launchBrowser()
try {
  const { address } = product
  const context = await signedInContext(await browser.newContext({ viewport: SIZE, serviceWorkers: 'block' }), address)
  const page = await context.newPage()
  const at = (path: string) => new URL(path, address).href
  const renderer = await page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl2')
    return gl ? String(gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? 0)) : ''
  })
  say(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Chromium ${browser.version()}`)
  say(`renderer: ${renderer}`)

  const shellBytes = await countBytes(page)
  await coldMs(page, at('/services'), 'h1, h2')
  const shell = shellBytes.script
  for (const [name, path] of [
    ['map', '/ca/space'],
    ['globe', '/ca/space?view=globe'],
  ] as const) {
    const times: number[] = []
    let bytes: Bytes = { script: 0, catalogue: 0 }
    for (let run = 0; run < RUNS; run += 1) {
      const fresh = await context.newPage()
      bytes = await countBytes(fresh)
      times.push(await coldMs(fresh, at(path), 'canvas[data-drawn-at]'))
      await fresh.close()
    }
    const kb = (bytes.script - shell) / 1_000
    say(
      `${name.padEnd(6)} first picture ${median(times).toFixed(0)} ms (${BOUNDS.firstMs}); code ${kb.toFixed(0)} kB beyond the page of services (${BOUNDS.scriptKb}); catalogue ${(bytes.catalogue / 1_000).toFixed(0)} kB (${BOUNDS.catalogueKb})`,
    )
  }

  for (const points of ['30000', '130000']) {
    await page.goto(at(`/dev/3d?points=${points}`))
    await page.locator('canvas[data-drawn-at]').waitFor({ state: 'attached' })
    const measured = page.locator('[data-measured]')
    const measure = async () => {
      await page.getByRole('button', { name: 'Measure frames' }).click()
      await measured.getByText(/frames of .* points/).waitFor()
      return measured.innerText()
    }
    // The fragments are modelled by a thread of their own; until they are there, the points are those of the catalogue.
    let said = await measure()
    const isWaiting = () => points === '130000' && /of 30\s\d{3} points/.test(said)
    for (const sinceMs = Date.now(); isWaiting() && Date.now() - sinceMs < 60_000; ) {
      await page.waitForTimeout(1_000)
      said = await measure()
    }
    if (isWaiting()) throw new Error(`The fragments did not come within a minute: ${said}`)
    await page.getByRole('button', { name: 'Compare with SGP4' }).click()
    say(`${points.padEnd(6)} points, ${await measured.innerText()}`)
  }

  await page.goto(at('/dev/3d?points=30000'))
  await page.locator('canvas[data-drawn-at]').waitFor({ state: 'attached' })
  for (const wanted of [1, 1_000] as const) {
    await runAt(page, wanted)
    await page.waitForTimeout(2_000)
    const [before, sinceMs] = [threadSeconds(), performance.now()]
    await page.waitForTimeout(1_000 * THREAD_S)
    const share = (1_000 * (threadSeconds() - before)) / (performance.now() - sinceMs)
    const bound = wanted === 1 ? ` (${100 * BOUNDS.threadShare})` : ''
    say(`thread of states, 30 000 objects at ${wanted} ×: ${(100 * share).toFixed(1)} % of a core${bound}`)
  }

  await page.addInitScript(countBuffers)
  await page.goto(at('/ca/space?view=globe'))
  await page.locator('canvas[data-drawn-at]').waitFor({ state: 'attached' })
  await runAt(page, speed)
  const stepMinutes = minutes > LONG_MINUTES ? LONG_STEP : 1
  const readings: Memory[] = []
  const read = async (minute: number) => {
    const memory = await memoryOf(page)
    readings.push(memory)
    const { heapMb, buffersMb } = memory
    say(`memory after ${minute} min at ${speed} ×: heap ${heapMb.toFixed(1)} MB, buffers ${buffersMb.toFixed(2)} MB`)
  }
  await read(0)
  for (let minute = stepMinutes; minute <= minutes; minute += stepMinutes) {
    await page.waitForTimeout(60_000 * stepMinutes)
    await read(minute)
  }
  // The first reading is of a page that has just opened.
  const [from, to] = [readings[1], readings.at(-1)]
  if (from && to && from !== to) {
    const [heapMb, buffersMb] = [to.heapMb - from.heapMb, to.buffersMb - from.buffersMb]
    const isFlat = heapMb < FLAT.heapMb && buffersMb < FLAT.buffersMb
    say(
      `memory is ${isFlat ? 'flat' : 'NOT FLAT'}: heap ${heapMb >= 0 ? '+' : ''}${heapMb.toFixed(1)} MB, buffers ${buffersMb >= 0 ? '+' : ''}${buffersMb.toFixed(2)} MB from minute ${stepMinutes} to ${minutes - (minutes % stepMinutes)}; flat is below +${FLAT.heapMb} and +${FLAT.buffersMb}`,
    )
    if (!isFlat) process.exitCode = 1
  }
} finally {
  await browser.close()
  await product.stop()
  removeData(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
