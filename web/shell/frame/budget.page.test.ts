import { gzipSync } from 'node:zlib'
import { SHELL_KB } from '@apsis/e2e/built-size.ts'
import type { BrowserContext, Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, apiOf, prefer, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const KILOBYTE = 1_000

type Script = { readonly gzipBytes: number; readonly text: string }

/**
 * Collects every script of ours that the browser requests from now on. The returned function reads the scripts that were requested up to
 * its call: a script that arrives while the browser closes can no longer be read.
 */
function collectScripts(visitor: BrowserContext, origin: string): () => Promise<Script[]> {
  const asked: Response[] = []
  const scripts = new Map<Response, Promise<Script>>()
  visitor.on('response', (response) => {
    const url = new URL(response.url())
    if (url.origin === origin && /^\/assets\/.*\.js$/.test(url.pathname)) asked.push(response)
  })
  const readOnce = (response: Response) => {
    const script = scripts.get(response) ?? read(response)
    scripts.set(response, script)
    return script
  }
  return () => Promise.all(asked.map(readOnce))
}

async function read(response: Response): Promise<Script> {
  const text = await response.text()
  return { gzipBytes: gzipSync(text).length, text }
}

/**
 * Waits until everything that the frame itself fetches has arrived: otherwise a later script would be counted only sometimes, and lost when
 * its page closes.
 */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
  await seen(page.getByRole('contentinfo').getByText('Up to date', { exact: true }))
  await page.waitForLoadState('load')
}

const has = (scripts: readonly Script[], mark: string) => scripts.some(({ text }) => text.includes(mark))
/** Texts that only these libraries, and the globe, contain. */
const MARKS = { three: 'WebGLRenderer', globe: 'eyeAboveGround', markdown: 'mdast' } as const

test(`the shell's JavaScript stays within ${SHELL_KB} kB, and heavy libraries load only where they are used`, async () => {
  const { origin } = await apiOf(world.nothing)
  let scripts: () => Promise<Script[]> = async () => []
  // The address has no screen, so this is the frame alone. The code of other pages is not prefetched, so only the code that a page needs is
  // counted.
  const page = await another(world.nothing, 'demo', '/odt/no-such-screen', {}, async (visitor) => {
    // The words of notifications are not loaded either, because they arrive with the first toast that needs them.
    await visitor.route('**/api/v1/notifications?*', (route) => route.fulfill({ json: [] }))
    scripts = collectScripts(visitor, origin)
  })
  await seen(page.getByRole('main').getByRole('searchbox'))
  await settled(page)
  const shell = await scripts()
  const bytes = shell.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
  console.log(`Shell: ${(bytes / KILOBYTE).toFixed(1)} kB of JavaScript (gzip) in ${shell.length} files`)
  expect(bytes).toBeGreaterThan(50 * KILOBYTE)
  expect(bytes).toBeLessThanOrEqual(SHELL_KB * KILOBYTE)
  expect(has(shell, MARKS.three)).toBe(false)
  expect(has(shell, MARKS.markdown)).toBe(false)
  expect(has(shell, MARKS.globe)).toBe(false)

  await page.goto(`${origin}/docs`)
  await seen(page.getByRole('article').getByRole('heading', { level: 2 }).first())
  await settled(page)
  expect(has(await scripts(), MARKS.markdown)).toBe(true)
  expect(has(await scripts(), MARKS.three)).toBe(false)

  await page.goto(`${origin}/dev/3d`)
  await expect.poll(async () => has(await scripts(), MARKS.globe)).toBe(true)
  expect(has(await scripts(), MARKS.three)).toBe(false)
})

test('German is loaded only by users who read it, and before any text is shown', async () => {
  const { origin } = await apiOf(world.nothing)
  const german: string[] = []
  const listen = (visitor: BrowserContext) =>
    visitor.on('request', (request) => {
      if (/\/assets\/german.*\.js$/.test(request.url())) german.push(request.url())
    })
  const page = await another(world.nothing, 'demo', '/odt/sensors', {}, async (visitor) => listen(visitor))
  await settled(page)
  expect(german).toEqual([])
  await prefer(page, 'language', 'de')
  await seen(page.getByRole('heading', { level: 1, name: 'Sensoren' }))
  expect(german).toHaveLength(1)
  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await page.goto(`${origin}/odt/sensors`)
  await seen(page.getByRole('heading', { level: 1, name: 'Sensoren' }))
  // The text of the page before its code is loaded is in English, but the screen itself has no English text.
  expect(await page.getByRole('heading', { name: 'Sensors', exact: true }).count()).toBe(0)
})
