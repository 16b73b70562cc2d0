import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { callerOf, hideNotices } from '../ca/testing/own-satellite.ts'
import { newVisitor, pane, seen, useBrowser, visit, visitAs } from '../visitor.ts'
import { bell, cutOff, expectAgreement, list, stopAfterNextRead, stopClock, toasts } from './notices.ts'

useBrowser()

const OPEN = '/services?sidebar=notifications'

/** Journeys of other files may have had something told to everybody: only the welcome is counted here. */
const hideOthers = async (page: Page) => hideNotices(await callerOf(page))

test('a notification moves forward, live in every tab: new, unread, read by the pointer, hidden when closed', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await visitAs(visitor, account('demo-guest'), '/services')
  await hideOthers(page)
  await seen(bell(page, 1))
  await bell(page, 1).click()
  await page.waitForURL(/[?&]sidebar=notifications/)
  const welcome = list(page).filter({ hasText: 'Welcome' })
  // New for twelve seconds; another journey with this account may have used up some of them.
  await seen(welcome.getByText(/^(New|Unread)$/))
  await expectAgreement(page)
  await page.clock.fastForward(12_000)
  await seen(welcome.getByText('Unread', { exact: true }))
  await expectAgreement(page)

  const other = await visit(visitor, OPEN)
  const elsewhere = list(other).filter({ hasText: 'Welcome' })
  await seen(elsewhere.getByText('Unread', { exact: true }))
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

test('seven tabs share one event stream, and another takes over when the one that holds it is closed', async () => {
  const visitor = await newVisitor()
  const tabs = [await visitAs(visitor, account('demo-other'), OPEN)]
  // More than the six connections that a browser opens to one server.
  while (tabs.length < 7) tabs.push(await visit(visitor, OPEN))
  const welcomes = tabs.map((tab) => list(tab).filter({ hasText: 'Welcome' }))
  for (const welcome of welcomes) await seen(welcome)
  await welcomes[1]!.hover()
  for (const welcome of welcomes) await expect.poll(() => welcome.getByText(/^(New|Unread)$/).count()).toBe(0)

  await tabs[0]!.close()
  await welcomes[1]!.getByRole('button', { name: /^Close/ }).click()
  for (const welcome of welcomes.slice(1)) await welcome.waitFor({ state: 'hidden' })
  const live = await Promise.all(tabs.slice(1).map((tab) => tab.getByText('No live updates').count()))
  expect(live).toEqual([0, 0, 0, 0, 0, 0])
})

test('a move that cannot be saved is undone on the screen, and said at once', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await visitAs(visitor, account('demo-test'), OPEN)
  await hideOthers(page)
  const welcome = list(page).filter({ hasText: 'Welcome' })
  await seen(welcome)
  await page.clock.fastForward(12_000)
  await seen(welcome.getByText('Unread', { exact: true }))
  await stopClock(page, 5_000)
  // Nor can the list be read again, which must keep nobody waiting: its call has no answer.
  await page.route(/\/api\/v1\/notifications(\?|$)/, async (route) => {
    if (route.request().method() === 'PATCH') await route.abort()
  })
  // The pointer reads it on its way, so that there are two moves to undo.
  await welcome.getByRole('button', { name: /^Close Welcome/ }).click()
  await seen(toasts(page).filter({ hasText: '404 No connection' }).getByText('The server could not be reached.'))
  await seen(welcome.getByText('Unread', { exact: true }))
  await expectAgreement(page)
})

test('a row that comes below a resting pointer is not read by it until it moves', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await visitAs(visitor, account('demo-test'), OPEN)
  await hideOthers(page)
  const welcome = list(page).filter({ hasText: 'Welcome' })
  await seen(welcome)
  await page.clock.fastForward(12_000)
  await seen(welcome.getByText('Unread', { exact: true }))
  const box = await welcome.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  await page.mouse.move(box.x + 40, box.y + box.height + 20)
  await cutOff(page, '/api/v1/status')
  await stopAfterNextRead(page)
  await seen(toasts(page).filter({ hasText: '404 No connection' }))
  // What failed stands above and has moved it; the browser looks below a resting pointer when it draws.
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

test('marking all as read can be undone for 12 seconds, in which the server is not told', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await visitAs(visitor, account('demo-admin'), '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await hideOthers(page)
  await seen(page.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' }))
  await cutOff(page, '/api/v1/status')
  await stopAfterNextRead(page)
  await seen(toasts(page).filter({ hasText: '404 No connection' }))
  await page.clock.runFor(12_000)
  await seen(bell(page, 2))
  await bell(page, 2).click()
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
  await page.clock.runFor(12_000)
  expect(moves).toEqual([])

  await markAll.click()
  const told = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.clock.runFor(12_000)
  expect(JSON.parse((await told).postData() ?? '')).toEqual([{ id: expect.any(String), state: 'read' }])
  await seen(bell(page, 0))
})

test('the list shows one level alone, and all again', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await visitAs(visitor, account('demo'), OPEN)
  await seen(pane(page, 'Services').getByRole('table'))
  await seen(list(page).filter({ hasText: 'Welcome' }))
  await cutOff(page, '/api/v1/status')
  await page.clock.fastForward(30_000)
  await seen(list(page).filter({ hasText: '404 No connection' }))
  const filter = page.getByRole('group', { name: 'Filter by level' })
  await filter.getByRole('button', { name: /^Caution, / }).click()
  await expect.poll(() => list(page).filter({ hasText: 'Welcome' }).count()).toBe(0)
  await filter.getByRole('button', { name: /^Caution, / }).click()
  await seen(list(page).filter({ hasText: 'Welcome' }))
})
