import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { pageBytes, pagesWaitingFor, shellBytes } from '../built-size.ts'
import { ADDRESS, newVisitor, seen, signedIn, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const KILOBYTE = 1_000
/** The budget of the shell's JavaScript, gzip (decisions of the issue; ux.md §1). */
const SHELL_KB = 220

type Script = { readonly gzipBytes: number; readonly text: string }

/**
 * Every script of ours that the browser loads from now on, as far as it has asked for them when it is called. Only then are
 * they read: one that arrives while the browser closes has no text any more.
 */
function collectScripts(visitor: BrowserContext): () => Promise<Script[]> {
  const asked: Response[] = []
  const scripts = new Map<Response, Promise<Script>>()
  visitor.on('response', (response) => {
    const url = new URL(response.url())
    if (url.origin === ADDRESS && /^\/assets\/.*\.js$/.test(url.pathname)) asked.push(response)
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

/** Until all that the frame fetches for itself is there: what comes later would be counted or not, and lost with its page. */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
  await seen(page.getByRole('contentinfo').getByText('Up to date', { exact: true }))
  await page.waitForLoadState('load')
}

const has = (scripts: readonly Script[], mark: string) => scripts.some(({ text }) => text.includes(mark))
/** What only these libraries contain. */
const MARKS = { three: 'WebGLRenderer', markdown: 'mdast' } as const

test(`the shell's JavaScript stays within ${SHELL_KB} kB, and what is heavy loads where it is used`, async () => {
  // It fetches the code of no page ahead: what is counted is what a page needs.
  const visitor = await newVisitor()
  // Not counted either: what the page of the sign-in still loads for itself.
  await (await visitAs(visitor, account('demo'))).close()
  // Nor the words of what the platform may just have told: they come with the first toast that needs them.
  await visitor.route('**/api/v1/notifications?*', (route) => route.fulfill({ json: [] }))
  const scripts = collectScripts(visitor)
  const page = await visitor.newPage()
  // An address without a screen: the frame alone.
  await page.goto(`${ADDRESS}/odt/no-such-screen`)
  await seen(signedIn(page, account('demo')))
  await seen(page.getByRole('main').getByRole('searchbox'))
  await settled(page)
  const shell = await scripts()
  const bytes = shell.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
  console.log(`Shell: ${(bytes / KILOBYTE).toFixed(1)} kB of JavaScript (gzip) in ${shell.length} files`)
  expect(bytes).toBeGreaterThan(50 * KILOBYTE)
  expect(bytes).toBeLessThanOrEqual(SHELL_KB * KILOBYTE)
  expect(has(shell, MARKS.three)).toBe(false)
  expect(has(shell, MARKS.markdown)).toBe(false)

  await page.goto(`${ADDRESS}/docs`)
  await seen(page.getByRole('article').getByRole('heading', { level: 2 }).first())
  await settled(page)
  expect(has(await scripts(), MARKS.markdown)).toBe(true)
  expect(has(await scripts(), MARKS.three)).toBe(false)

  await page.goto(`${ADDRESS}/dev/3d`)
  await expect.poll(async () => has(await scripts(), MARKS.three)).toBe(true)
})

/** What each page waits for beyond the shell, kB (ux.md §9): 120 for a screen before its charts, 80 for a guide. */
const PAGES_KB = { conjunctions: 120, docs: 80 } as const
/** What a page fetches before it draws: of the guides, the one that is opened, here the longest. */
const FETCHED: Readonly<Record<string, string>> = { docs: 'guide' }

test('what a page waits for before it draws stays within its budget', () => {
  expect(shellBytes()).toBeLessThanOrEqual(SHELL_KB * KILOBYTE)
  for (const [page, kilobytes] of Object.entries(PAGES_KB)) {
    const bytes = pageBytes(page, FETCHED[page])
    console.log(`${page}: +${(bytes / KILOBYTE).toFixed(1)} kB of ${kilobytes}`)
    expect(bytes, page).toBeGreaterThan(10 * KILOBYTE)
    expect(bytes, page).toBeLessThanOrEqual(kilobytes * KILOBYTE)
  }
})

test('no page of an operator waits for what draws in space: it is fetched when it is opened', () => {
  expect(pagesWaitingFor(MARKS.three)).toEqual([])
  // The search finds what is there: every page of events waits for the words of its columns.
  expect(pagesWaitingFor('conjunction').length).toBeGreaterThan(5)
})
