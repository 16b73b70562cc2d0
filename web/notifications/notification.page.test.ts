import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { greet } from '@apsis/server/platform/testing/greet.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  bell,
  cutOff,
  expectAgreement,
  list,
  openList,
  pageWithClock,
  stopAfterNextRead,
  stopClock,
  toasts,
} from '../testing/notices.ts'
import { another, apiOf, page as open, pane, seen, settled, signedIn } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

const OPEN = '/services?sidebar=notifications'
/** Returns the notification that all tests of this file have in their lists, in the state "new". */
const welcomeOf = (page: Page) => list(page).filter({ hasText: 'Welcome' })

/** Hides all earlier notifications of a user, and sends a welcome. */
async function greeted(username: string): Promise<void> {
  const api = await apiOf(world.nothing)
  const told: Notification[] = await (await api.call(person(username), 'GET /api/v1/notifications?limit=200')).json()
  const body = JSON.stringify(told.map(({ id }) => ({ id, state: 'hidden' })))
  if (told.length > 0) expect((await api.call(person(username), 'PATCH /api/v1/notifications', { body })).ok).toBe(true)
  await greet(api, person(username))
}

/** Opens another tab in the browser of a page. */
async function anotherTab(page: Page, username: string, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(new URL(path, page.url()).href)
  await seen(signedIn(tab, username))
  return tab
}

/** Waits until the new notifications are no longer new. */
async function letAge(page: Page): Promise<void> {
  await seen(welcomeOf(page).getByText('New', { exact: true }))
  await expectAgreement(page)
  await page.clock.fastForward(12_000)
  await seen(welcomeOf(page).getByText('Unread', { exact: true }))
  await expectAgreement(page)
}

test('a notification moves forward in every tab at once: new, unread, read by the pointer, hidden when closed', async () => {
  await greeted('demo-guest')
  const page = await pageWithClock('demo-guest', '/services')
  await seen(bell(page, 1))
  await bell(page, 1).click()
  await page.waitForURL(/[?&]sidebar=notifications/)
  const welcome = welcomeOf(page)
  await letAge(page)

  const other = await anotherTab(page, 'demo-guest', OPEN)
  await seen(welcomeOf(other).getByText('Unread', { exact: true }))
  await expectAgreement(other)
  await welcome.hover()
  await seen(bell(page, 0))
  await seen(bell(other, 0))
  await expectAgreement(page)
  await expectAgreement(other)

  await welcome.getByRole('button', { name: /^Close Welcome/ }).click()
  for (const tab of [page, other]) await seen(pane(tab, 'Notifications').getByText('No notifications'))
  await page.reload()
  await seen(pane(page, 'Notifications').getByText('No notifications'))
})

test('seven tabs share one event stream, and another takes over when the tab that owns it is closed', async () => {
  await greeted('demo-other')
  const first = await another(world.nothing, 'demo-other', OPEN)
  // This is more than the six connections that a browser opens to one server.
  const others = await Promise.all(Array.from({ length: 6 }, () => anotherTab(first, 'demo-other', OPEN)))
  const tabs = [first, ...others]
  const welcomes = tabs.map(welcomeOf)
  for (const welcome of welcomes) await seen(welcome)
  await welcomes[1]!.hover()
  for (const welcome of welcomes) await expect.poll(() => welcome.getByText(/^(New|Unread)$/).count()).toBe(0)

  await first.close()
  await welcomes[1]!.getByRole('button', { name: /^Close/ }).click()
  for (const welcome of welcomes.slice(1)) await welcome.waitFor({ state: 'hidden' })
  const live = await Promise.all(others.map((tab) => tab.getByText('No live updates').count()))
  expect(live).toEqual([0, 0, 0, 0, 0, 0])
})

test('a move that cannot be saved is undone on the screen, and reported at once', async () => {
  await greeted('demo-test')
  const page = await pageWithClock('demo-test', OPEN)
  const welcome = welcomeOf(page)
  await letAge(page)
  await stopClock(page, 5_000)
  // The list cannot be read again either: its call gets no answer, but nothing waits for it.
  await page.route(/\/api\/v1\/notifications(\?|$)/, async (route) => {
    if (route.request().method() === 'PATCH') await route.abort()
  })
  // The pointer also marks it as read on its way, so there are two moves to undo.
  await welcome.getByRole('button', { name: /^Close Welcome/ }).click()
  await seen(toasts(page).filter({ hasText: '404 No connection' }).getByText('The server could not be reached.'))
  await seen(welcome.getByText('Unread', { exact: true }))
  await expectAgreement(page)
})

test('a row that appears under a resting pointer is not marked as read until the pointer moves', async () => {
  await greeted('demo-test')
  const page = await pageWithClock('demo-test', OPEN)
  const welcome = welcomeOf(page)
  await letAge(page)
  const box = await welcome.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  await page.mouse.move(box.x + 40, box.y + box.height + 20)
  await cutOff(page, '/api/v1/status')
  await stopAfterNextRead(page)
  await seen(toasts(page).filter({ hasText: '404 No connection' }))
  // The failure is listed above and has moved the row; the browser checks what is under a resting pointer when it draws.
  const isBelowPointer = async () => {
    await page.clock.runFor(100)
    return welcome.evaluate((row) => row.matches(':hover'))
  }
  await expect.poll(isBelowPointer).toBe(true)
  await seen(welcome.getByText('Unread', { exact: true }))
  await seen(bell(page, 2))
  await page.mouse.move(box.x + 40, box.y + box.height + 22)
  await seen(bell(page, 1))
  await expectAgreement(page)
})

test('marking all as read can be undone for 12 seconds, during which nothing is sent to the server', async () => {
  await greeted('demo-admin')
  const page = await pageWithClock('demo-admin', '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await seen(bell(page, 1))
  await cutOff(page, '/api/v1/status')
  await stopAfterNextRead(page)
  await seen(toasts(page).filter({ hasText: '404 No connection' }))
  await page.clock.fastForward(12_000)
  await seen(bell(page, 2))
  await openList(page)
  await settled(page)
  const moves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') moves.push(request.postData() ?? '')
  })
  const markAll = pane(page, 'Notifications').getByRole('button', { name: 'Mark all read' })
  await markAll.click()
  await seen(bell(page, 0))
  await pane(page, 'Notifications').getByRole('button', { name: 'Undo' }).click()
  await seen(bell(page, 2))
  await expectAgreement(page)
  await page.clock.fastForward(12_000)
  expect(moves).toEqual([])

  await markAll.click()
  const told = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.clock.fastForward(12_000)
  expect(JSON.parse((await told).postData() ?? '')).toEqual([{ id: expect.any(String), state: 'read' }])
  await seen(bell(page, 0))
})

test('the list shows only one level, and all again', async () => {
  await greeted('demo')
  const page = await open(world.nothing, 'demo', OPEN)
  await seen(pane(page, 'Services').getByRole('table'))
  const welcome = welcomeOf(page)
  await seen(welcome)
  // Saving fails, which a notice of another level reports.
  await page.route('**/api/v1/notifications', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await pane(page, 'Notifications')
    .getByRole('button', { name: /^Close Welcome/ })
    .click()
  await seen(list(page).filter({ hasText: '404 No connection' }).first())
  const filter = page.getByRole('group', { name: 'Filter by level' })
  await filter.getByRole('button', { name: /^Caution, / }).click()
  await expect.poll(() => welcome.count()).toBe(0)
  await filter.getByRole('button', { name: /^Caution, / }).click()
  await seen(welcome)
})
