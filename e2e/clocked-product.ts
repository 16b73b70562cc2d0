import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { Account } from './account.ts'
import { noteForKeeper } from './keeper.ts'
import { freePort, PROJECT_DIR, type Product, removeData, startProduct } from './product.ts'
import { enter, newVisitor } from './visitor.ts'

/** A separate product, whose clock a journey moves forward. */
export type ClockedProduct = {
  readonly address: string
  /** The time in the product, ms. It is also the clock of the local services. */
  now(): number
  /** Moves the clock of the product forward to a time, and runs the work that became due meanwhile. */
  passTo(atMs: number): Promise<void>
  /** Waits for a result of recurring work or of a job, and returns it; if it does not come, the error names it. */
  worked<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T>
  killWorker(): Promise<void>
  stop(): Promise<void>
}

/** Calls the API as the person of a page. */
export type ApiCall = <T>(method: string, path: string, body?: unknown) => Promise<T>

const LOOK_EVERY_MS = 250
/** Work that began just before the clock was moved used the old time, so it is made due once more. */
const AGAIN_AFTER_MS = 8_000
/** The same limit as for Playwright's waits (visitor.ts). */
const WORKED_MS = Number(process.env.APSIS_TEST_WAIT_MS ?? 120_000)

/** Starts a product whose clock begins at an instant (ISO 8601, UTC). */
export async function startClockedProduct(
  clockStart: string,
  more: Readonly<Record<string, string>>,
): Promise<ClockedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-clocked-'))
  noteForKeeper('data', dataDir)
  const product = await startProduct({ port: await freePort(), dataDir, clockStart, more }).catch((error: unknown) => {
    removeData(dataDir)
    throw error
  })
  let aheadMs = await aheadOf(product)
  const now = () => Date.now() + aheadMs
  /** A program of the server moves the clock, because a journey may not connect to the database itself. */
  const pass = async (seconds: number) => {
    const program = join(PROJECT_DIR, 'server', 'platform', 'testing', 'pass-time.ts')
    const env = { ...process.env, APSIS_DATA_DIR: dataDir }
    await promisify(execFile)(process.execPath, [program, String(seconds)], { env })
  }
  return {
    address: product.address,
    now,
    passTo: async (atMs) => {
      const seconds = Math.ceil((atMs - now()) / 1000)
      if (seconds <= 0) throw new RangeError(`${new Date(atMs).toISOString()} is no time to come`)
      // The clock of the local services is moved first, so that they do not answer a request at the product's new time with the old time.
      aheadMs += seconds * 1000
      await pass(seconds)
    },
    worked: async (what, look) => {
      const untilMs = performance.now() + WORKED_MS
      let againMs = performance.now() + AGAIN_AFTER_MS
      for (;;) {
        const found = await look()
        if (found !== undefined && found !== false) return found
        if (performance.now() > untilMs) throw new Error(`It did not happen in ${WORKED_MS / 1000} s: ${what}`)
        if (performance.now() > againMs) {
          await pass(0)
          againMs = performance.now() + AGAIN_AFTER_MS
        }
        await delay(LOOK_EVERY_MS)
      }
    },
    killWorker: () => product.killWorker(),
    stop: async () => {
      try {
        await product.stop()
      } finally {
        removeData(dataDir)
      }
    },
  }
}

/** Returns the offset of the clock that a page gets (web/clock/moved-clock.ts). */
async function aheadOf({ address }: Product): Promise<number> {
  const page = await (await fetch(address)).text()
  return Number(/name="apsis-clock-ahead" content="(-?\d+)"/.exec(page)?.[1] ?? Number.NaN)
}

/** Signs in by the form, and returns a page at a path with a function that calls the API as the person. */
export async function signInAt(
  { address }: Pick<ClockedProduct, 'address'>,
  who: Account,
  path: string,
): Promise<{ readonly page: Page; readonly call: ApiCall }> {
  const page = await (await newVisitor({ reducedMotion: 'reduce' })).newPage()
  let bearer = ''
  // The last token that the page sends is valid, because the page renews it in time.
  page.on('request', (request) => {
    bearer = request.headers().authorization ?? bearer
  })
  await page.goto(`${address}${path}`)
  await enter(page, who)
  await page.waitForResponse((response) => bearer !== '' && response.url().startsWith(`${address}/api/`))
  return {
    page,
    call: async (method, path, body) => {
      const isForm = body instanceof FormData
      const answer = await fetch(`${address}/api/v1/${path}`, {
        method,
        headers: { authorization: bearer, ...(isForm ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}
