import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import {
  ADDRESS,
  answered,
  killDatabase,
  killProduct,
  newVisitor,
  pane,
  seen,
  startAgain,
  useBrowser,
  visitAs,
} from '../visitor.ts'

// The screen of a user on shift while the server is down; everything recovers by itself (issue 12 §4).
useBrowser({ fetchesAhead: true })
const who = account('demo-other')
leavesNothing(who)
hasFleet(who)

const foot = (page: Page) => page.getByRole('contentinfo')
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /^\S*\s*(Caution)?\s*Offline since/ })
const upToDate = (page: Page) => foot(page).getByText('Up to date', { exact: true })
const countdown = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Next critical/ })

/** Returns a function that counts the loads of a page from now on, because the page has to recover without one. */
function loadsOf(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

/** Signs in, with the demo fleet open and its critical event known. */
async function start(path: string): Promise<{ page: Page; event: Conjunction }> {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const call = await callerOf(page)
  const critical = async () => (await call<Conjunction[]>('GET', 'conjunctions?risk-level=CRITICAL'))[0]
  await expect.poll(critical, { timeout: 100_000 }).toBeDefined()
  const event = await critical()
  if (!event) throw new Error('The demo fleet has no critical event.')
  await page.goto(`${ADDRESS}${path}`)
  await answered(page)
  await seen(upToDate(page))
  return { page, event }
}

/** Follows a link of the application, without loading the page anew. */
async function go(page: Page, path: string): Promise<void> {
  // The router notices the change by itself; reporting it again would make it navigate twice.
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await expect.poll(() => page.url()).toContain(path)
}

async function seesTheOutage(page: Page): Promise<void> {
  await seen(strip(page))
  await seen(foot(page).getByText('No connection to the server'))
  expect(await upToDate(page).count()).toBe(0)
  expect(await page.getByText('Page not found').count()).toBe(0)
  expect(await page.getByText('(404)').count()).toBe(0)
  // The clock and the countdown continue.
  await seen(countdown(page))
  const [clock, left] = [await foot(page).innerText(), await countdown(page).innerText()]
  await expect.poll(() => foot(page).innerText()).not.toBe(clock)
  await expect.poll(() => countdown(page).innerText()).not.toBe(left)
}

test("API killed: list and event stay with their age, the services' state is shown as unknown, and everything recovers", async () => {
  const { page, event } = await start('/ca/conjunctions')
  const address = `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`
  await go(page, address)
  await seen(pane(page, 'Conjunction plane'))
  await go(page, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await go(page, '/ca/conjunctions')
  await answered(page)
  const loads = loadsOf(page)
  await killProduct()
  try {
    await seesTheOutage(page)
    await expect
      .poll(() => page.getByRole('grid', { name: 'Conjunctions' }).getByRole('row').count())
      .toBeGreaterThan(5)

    await go(page, address)
    await seen(pane(page, 'Conjunction plane'))
    expect(await page.getByText('Page not found').count()).toBe(0)

    await go(page, '/services')
    await seen(page.getByRole('main').getByText('Not known').first())
    expect(await page.getByRole('main').getByText('Normal', { exact: true }).count()).toBe(0)
    // A page that cannot be loaded gives the reason, and does not claim that there is nothing.
    await go(page, '/ca/satellite/00000000-0000-4000-8000-000000000000')
    await seen(page.getByText(/(No connection)|Not opened before/).first())
    await go(page, address)
  } finally {
    await startAgain()
  }
  await seen(upToDate(page))
  expect(await strip(page).count()).toBe(0)
  await seen(page.getByRole('tab', { name: 'B-plane evolution' }))
  expect(await page.getByText('could not be read').count()).toBe(0)
  expect(loads()).toBe(0)
})

test('database killed: nothing is reported as gone, and the page continues when the database is back', async () => {
  const { page } = await start('/ca/overview')
  const loads = loadsOf(page)
  await killDatabase()
  await go(page, '/ca/assets')
  expect(await page.getByText('Page not found').count()).toBe(0)
  // True if the product answers again: either the database was restarted, or the whole product, which ended with the database.
  const isBack = () =>
    fetch(`${ADDRESS}/config.json`).then(
      () => true,
      () => false,
    )
  const until = performance.now() + 20_000
  let wasGone = false
  while (performance.now() < until && !wasGone) {
    wasGone = !(await isBack())
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  if (wasGone) await startAgain()
  await seen(page.getByRole('grid'))
  await seen(upToDate(page))
  expect(loads()).toBe(0)
})

test('network cable out: pages that were opened before can be read, and live updates return with the cable', async () => {
  const { page } = await start('/ca/conjunctions')
  await go(page, '/ca/assets')
  await seen(page.getByRole('grid'))
  await answered(page)
  const loads = loadsOf(page)
  await page.context().setOffline(true)
  await seesTheOutage(page)
  await go(page, '/ca/conjunctions')
  await seen(page.getByRole('grid', { name: 'Conjunctions' }))
  await page.context().setOffline(false)
  await seen(upToDate(page))
  expect(await strip(page).count()).toBe(0)
  expect(await foot(page).getByText('No live updates').count()).toBe(0)
  expect(loads()).toBe(0)
})

test('a computer that wakes up shows the present time, and loads what it missed', async () => {
  const visitor = await newVisitor({ reducedMotion: 'reduce' })
  await visitor.clock.install()
  const page = await visitAs(visitor, who, '/ca/conjunctions')
  await answered(page)
  await seen(upToDate(page))
  const before = await foot(page).innerText()
  let read = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/ca/conjunctions')) read += 1
  })
  // The time moves on, but the timers do not.
  await page.clock.setSystemTime(Date.now() + 4 * 60_000)
  await page.clock.runFor(6_000)
  await expect.poll(() => read).toBeGreaterThan(0)
  expect(await foot(page).innerText()).not.toBe(before)
  await page.clock.resume()
  await seen(upToDate(page))
})
