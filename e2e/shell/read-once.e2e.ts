import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { answered, newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

/** The number of loads, each of which has to be right: a page that reads twice in one of many loads has a fault. */
const LOADS = 3
const PAGES = [
  ['/ca/conjunctions', '/api/v1/ca/conjunctions'],
  ['/ca/overview', '/api/v1/ca/conjunctions'],
] as const

/**
 * Lets the page wait for the first position of its stream as long as needed. Normally it waits a second, and reads twice if that is too
 * short (web/api/stream-start.test.ts). This happens often on a busy machine, and is not the subject of this test.
 */
function waitsForStream(): void {
  const LONGEST_WAIT_MS = 1_000
  const set = globalThis.setTimeout.bind(globalThis)
  const patient = (act: TimerHandler, ms?: number, ...more: unknown[]) =>
    set(act as () => void, ms === LONGEST_WAIT_MS ? 600_000 : ms, ...more)
  Object.assign(globalThis, { setTimeout: patient })
}

test.each(PAGES)('%s is loaded and reads nothing twice, each time', async (path, read) => {
  const page = await visitAs(await newVisitor(), account('demo-other'), '/services')
  await page.addInitScript(waitsForStream)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search)
  })
  // What the page before still reads while it is left is not counted.
  page.on('framenavigated', () => reads.splice(0))
  for (let load = 1; load <= LOADS; load += 1) {
    const stream = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'))
    await page.goto(new URL(path, page.url()).href)
    await seen(page.getByRole('main'))
    await stream
    // The page's data are read once the stream has its position; a second read would come now.
    await expect.poll(() => reads.some((one) => one.startsWith(read))).toBe(true)
    await answered(page)
    const twice = reads.filter((one, place) => reads.indexOf(one) !== place)
    expect(twice, `load ${load}`).toEqual([])
  }
})
