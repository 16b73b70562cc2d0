import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, beginsWith, PHONE, seen, settled } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)
/** The maximum number of scripts and styles that the first page requests until its rows, plots, inspector and notices are drawn. */
const MOST_FILES = 43
const MOST_SHIFT = 0.02
/**
 * The maximum number of requests to the server until the rows of the list are shown; the inspector requests more about its event after
 * that.
 */
const MOST_CALLS = 12
const TABLET = { viewport: { width: 820, height: 1180 } } as const

/** Returns the requests of a page until the answer with its rows has been read. */
function callsUntilRows(context: BrowserContext): readonly string[] {
  const made: string[] = []
  let isRead = false
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!isRead && pathname.startsWith('/api/')) made.push(`${request.method()} ${pathname}`)
  })
  context.on('requestfinished', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/ca/conjunctions' && searchParams.has('limit')) isRead = true
  })
  return made
}

/** Returns how far the page's content has shifted since it was loaded, and which elements have shifted. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ readonly sum: number; readonly what: readonly string[] }>((resolve) => {
        new PerformanceObserver((list, observer) => {
          type Shift = PerformanceEntry & {
            readonly value: number
            readonly hadRecentInput: boolean
            readonly sources: readonly { readonly node: Element | null }[]
          }
          const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
          const what = shifts.map(
            ({ value, sources }) =>
              `${value.toFixed(4)} ${sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`).join(' | ')}`,
          )
          observer.disconnect()
          resolve({ sum: shifts.reduce((sum, { value }) => sum + value, 0), what })
        }).observe({ type: 'layout-shift', buffered: true })
        // If nothing has shifted, the observer gets no entries.
        setTimeout(() => resolve({ sum: 0, what: [] }), 1_000)
      }),
  )

function collect(context: BrowserContext): string[] {
  const files: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) files.push(pathname)
  })
  return files
}

for (const [name, wishes] of Object.entries({ desk: {}, tablet: TABLET, phone: PHONE }))
  test(`the first page loads in few files, and nothing on it shifts while it loads: ${name}`, async () => {
    let files: string[] = []
    let calls: readonly string[] = []
    const page = await another(world.fleet, 'demo', '/ca/conjunctions', wishes, async (context) => {
      files = collect(context)
      calls = callsUntilRows(context)
    })
    await seen(page.getByRole('grid').getByRole('gridcell').first())
    await settled(page)
    const { sum, what } = await shiftOf(page)
    console.log(`${name}: ${files.length} files, ${calls.length} calls, moved by ${sum.toFixed(4)}`)
    expect(calls).toContain('GET /api/v1/ca/conjunctions')
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(MOST_CALLS)
    expect(files.length, files.join(' ')).toBeLessThanOrEqual(MOST_FILES)
    expect(sum, what.join('\n')).toBeLessThanOrEqual(MOST_SHIFT)
  })
