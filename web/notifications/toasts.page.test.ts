import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  cutOff,
  expectAgreement,
  list,
  openList,
  pageWithClock,
  stopAfterNextRead,
  toasts,
} from '../testing/notices.ts'
import { apiOf, go, page as open, pane, prefer, seen, settled } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const STATUS = '/api/v1/status'
const WHO = 'demo-tracking'

/** Opens a page with one toast about a failed read, on a clock that only the test moves. */
async function pageWithToast(): Promise<Page> {
  const page = await pageWithClock(WHO, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  // By then older fresh notifications have disappeared.
  await page.clock.fastForward(12_000)
  expect(await toasts(page).count()).toBe(0)
  await cutOff(page, STATUS)
  await stopAfterNextRead(page)
  await seen(failed(page))
  return page
}

/**
 * Lets time pass until a condition is true, in steps shorter than a toast and a call: the time since the last half-minute read is not
 * known.
 */
async function letPassUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let second = 0; second < 45 && !(await isSo()); second += 5) {
    await page.clock.fastForward(5_000)
    await settled(page)
  }
  expect(await isSo()).toBe(true)
}

const failed = (page: Page) => toasts(page).filter({ hasText: '404 No connection' })

test('a failed request is shown in a toast with code, title and message, for 12 seconds, and once', async () => {
  const page = await pageWithToast()
  await seen(failed(page).getByText('The server could not be reached.'))
  const said = pane(page, 'New notifications').getByRole('status').getByRole('listitem')
  await expect.poll(() => said.filter({ hasText: '404 No connection' }).count()).toBe(1)
  await page.clock.fastForward(11_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.clock.fastForward(1_500)
  await expect.poll(() => failed(page).count()).toBe(0)

  // The status is read every half minute; the pane and the footer report that it still fails.
  const notRead = pane(page, 'Services').getByText('not read since')
  await letPassUntil(page, () => notRead.isVisible())
  for (let read = 0; read < 3; read++) {
    await page.clock.fastForward(30_000)
    await settled(page)
  }
  expect(await failed(page).count()).toBe(0)
  await openList(page)
  const row = list(page).filter({ hasText: '404 No connection' })
  await seen(row.getByText('Unread', { exact: true }))
  await expect.poll(() => row.count()).toBe(1)
  await expectAgreement(page)

  let isRead = false
  page.on('response', (response) => {
    isRead ||= response.url().endsWith(STATUS) && response.ok()
  })
  await page.unroute(`**${STATUS}`)
  await letPassUntil(page, async () => isRead && !(await notRead.isVisible()))
  await cutOff(page, STATUS)
  await letPassUntil(page, () => failed(page).isVisible())
})

test('the time of a toast stops while the pointer is on it; then it counts as read', async () => {
  const page = await pageWithToast()
  await page.clock.fastForward(8_000)
  await failed(page).hover()
  await page.clock.fastForward(60_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.mouse.move(10, 400)
  await page.clock.fastForward(3_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.clock.fastForward(1_500)
  await expect.poll(() => failed(page).count()).toBe(0)
  await openList(page)
  const row = list(page).filter({ hasText: '404 No connection' })
  await seen(row)
  expect(await row.getByText('Unread', { exact: true }).count()).toBe(0)
  await expectAgreement(page)
})

test('the time of a toast stops while the focus is on it; closing it by key marks it as read', async () => {
  const page = await pageWithToast()
  const close = failed(page).getByRole('button', { name: 'Close 404 No connection' })
  await close.focus()
  await page.clock.fastForward(60_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => failed(page).count()).toBe(0)
  await openList(page)
  const row = list(page).filter({ hasText: '404 No connection' })
  await seen(row)
  expect(await row.getByText(/^(New|Unread)$/).count()).toBe(0)
  await expectAgreement(page)

  await row.getByRole('button', { name: 'Close 404 No connection' }).click()
  await expect.poll(() => row.count()).toBe(0)
  await expectAgreement(page)
})

test('the server’s answer is shown in its own words, after its status', async () => {
  const page = await pageWithClock(WHO, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  const { origin } = await apiOf(world.nothing)
  const answer = await page.request.get(`${origin}/api/v1/no-such-call`)
  expect(answer.status()).toBe(404)
  const body: { error: string; message: string } = await answer.json()
  await page.route(`**${STATUS}`, (route) => route.fulfill({ response: answer }))
  await stopAfterNextRead(page)
  await seen(
    toasts(page)
      .filter({ hasText: `${answer.status()} ${body.error}` })
      .getByText(body.message),
  )
})

test('user configuration that cannot be read or saved raises no notification', async () => {
  const page = await open(world.nothing, WHO, '/services')
  await page.route(/\/api\/v1\/(ca\/)?userconfig/, (route) => route.abort())
  await go(page, '/account/notifications')
  await seen(page.getByRole('alert').filter({ hasText: '(No connection)' }).first())
  expect(await toasts(page).filter({ hasText: '404' }).count()).toBe(0)
  await seen(page.getByRole('banner').getByRole('button', { name: 'Notifications, 0 unread' }))
})

test('in German the page’s own texts are German', async () => {
  const page = await pageWithClock(WHO, '/services?sidebar=notifications')
  await prefer(page, 'language', 'de')
  const sidebar = page.getByRole('region', { name: 'Benachrichtigungen', exact: true })
  await seen(sidebar)
  await seen(page.getByRole('table'))
  await cutOff(page, STATUS)
  await stopAfterNextRead(page)
  const row = sidebar.getByRole('listitem').filter({ hasText: '404 Keine Verbindung' })
  await seen(row.getByText('Der Server ist nicht erreichbar.'))
  await seen(row.getByText('Neu', { exact: true }))
  await page.clock.fastForward(12_000)
  await seen(row.getByText('Ungelesen', { exact: true }))
  expect(await sidebar.getByText(/Unread|No connection/).count()).toBe(0)
})
