import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { noteToasts } from '../note-toasts.ts'
import { ADDRESS, admit, answered, newVisitor, pane, seen, useBrowser, visit, visitAs } from '../visitor.ts'
import { cutOff, expectAgreement, list, stopAfterNextRead, toasts } from './notices.ts'

useBrowser()

const STATUS = '/api/v1/status'
const who = account('demo-tracking')

/** A page with the one toast of a failed read, on a clock that stands still but for what the journey lets pass. */
async function pageWithToast(visitor: BrowserContext): Promise<Page> {
  await visitor.clock.install()
  const page = await visitAs(visitor, who, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  // What was fresh before is out of the way.
  await page.clock.fastForward(12_000)
  expect(await toasts(page).count()).toBe(0)
  await cutOff(page, STATUS)
  await stopAfterNextRead(page)
  await seen(failed(page))
  return page
}

/**
 * Lets time pass until something is so, in steps that a toast and a call outlive: how far into the half minute the last
 * read was is not known.
 */
async function letPassUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let second = 0; second < 45 && !(await isSo()); second++) {
    await page.clock.runFor(1_000)
    await answered(page)
  }
  expect(await isSo()).toBe(true)
}

const failed = (page: Page) => toasts(page).filter({ hasText: '404 No connection' })

test('a failed request is said in a toast with code, title and message, for 12 seconds, and once', async () => {
  const page = await pageWithToast(await newVisitor())
  await seen(failed(page).getByText('The server could not be reached.'))
  const said = pane(page, 'New notifications').getByRole('status').getByRole('listitem')
  await expect.poll(() => said.filter({ hasText: '404 No connection' }).count()).toBe(1)
  await page.clock.runFor(11_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.clock.runFor(1_500)
  await expect.poll(() => failed(page).count()).toBe(0)

  // The status is read every half minute; that it still fails is said by the pane and the footer.
  const notRead = pane(page, 'Services').getByText('not read since')
  await letPassUntil(page, () => notRead.isVisible())
  await page.clock.runFor(90_000)
  expect(await failed(page).count()).toBe(0)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, / })
    .click()
  const row = list(page).filter({ hasText: '404 No connection' })
  await seen(row.getByText('Unread', { exact: true }))
  await expect.poll(() => row.count()).toBe(1)
  await expectAgreement(page)

  let isRead = false
  page.on('response', (response) => {
    isRead ||= response.url() === `${ADDRESS}${STATUS}` && response.ok()
  })
  await page.unroute(`${ADDRESS}${STATUS}`)
  await letPassUntil(page, async () => isRead && !(await notRead.isVisible()))
  await cutOff(page, STATUS)
  await letPassUntil(page, () => failed(page).isVisible())
})

test('the time of a toast stands still while the pointer rests on it; then it counts as read', async () => {
  const page = await pageWithToast(await newVisitor())
  await page.clock.runFor(8_000)
  await failed(page).hover()
  await page.clock.runFor(60_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.mouse.move(10, 400)
  await page.clock.runFor(3_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.clock.runFor(1_500)
  await expect.poll(() => failed(page).count()).toBe(0)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, / })
    .click()
  const row = list(page).filter({ hasText: '404 No connection' })
  await seen(row)
  expect(await row.getByText('Unread', { exact: true }).count()).toBe(0)
  await expectAgreement(page)
})

test('the time of a toast stands still while the focus is on it; closed by key it is read', async () => {
  const page = await pageWithToast(await newVisitor())
  const close = failed(page).getByRole('button', { name: 'Close 404 No connection' })
  await close.focus()
  await page.clock.runFor(60_000)
  await expect.poll(() => failed(page).count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => failed(page).count()).toBe(0)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, / })
    .click()
  const row = list(page).filter({ hasText: '404 No connection' })
  await seen(row)
  expect(await row.getByText(/^(New|Unread)$/).count()).toBe(0)
  await expectAgreement(page)

  await row.getByRole('button', { name: 'Close 404 No connection' }).click()
  await expect.poll(() => row.count()).toBe(0)
  await expectAgreement(page)
})

test('what the server answers is said in its own words, behind its status', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await visitAs(visitor, who, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  const answer = await page.request.get(`${ADDRESS}/api/v1/no-such-call`)
  expect(answer.status()).toBe(404)
  const body: { error: string; message: string } = await answer.json()
  await page.route(`${ADDRESS}${STATUS}`, (route) => route.fulfill({ response: answer }))
  await stopAfterNextRead(page)
  await seen(
    toasts(page)
      .filter({ hasText: `${answer.status()} ${body.error}` })
      .getByText(body.message),
  )
})

test('user configuration that cannot be read or saved raises nothing', async () => {
  const visitor = await newVisitor()
  const page = await visitAs(visitor, who, '/services')
  await page.route(/\/api\/v1\/(ca\/)?userconfig/, (route) => route.abort())
  await page.goto(`${ADDRESS}/account/notifications`)
  await seen(page.getByRole('alert').filter({ hasText: '(No connection)' }).first())
  expect(await toasts(page).filter({ hasText: '404' }).count()).toBe(0)
  await seen(page.getByRole('banner').getByRole('button', { name: /^Notifications, [01] unread$/ }))
})

test('saved settings are said without a code in front', async () => {
  const page = await visitAs(await newVisitor(), who, '/account/notifications')
  const form = pane(page, 'On-demand tracking')
  const said = await noteToasts(page)
  await form.getByRole('textbox').first().fill('flight@operator.example')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(said).toContainEqual(expect.stringContaining('Your user settings have been saved.'))
  expect((await said()).filter((text) => /^Settings updated$/m.test(text))).toHaveLength(1)
  expect((await said()).filter((text) => text.includes('200'))).toEqual([])
})

test('in German the page’s own words are German', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  await visitor.addInitScript(() => localStorage.setItem('apsis-language', 'de'))
  await admit(visitor, who)
  const page = await visit(visitor, '/services?sidebar=notifications')
  const sidebar = page.getByRole('region', { name: 'Benachrichtigungen', exact: true })
  await seen(sidebar)
  await seen(page.getByRole('table'))
  await cutOff(page, STATUS)
  await stopAfterNextRead(page)
  const row = sidebar.getByRole('listitem').filter({ hasText: '404 Keine Verbindung' })
  await seen(row.getByText('Der Server ist nicht erreichbar.'))
  await seen(row.getByText('Neu', { exact: true }))
  await page.clock.runFor(12_000)
  await seen(row.getByText('Ungelesen', { exact: true }))
  expect(await sidebar.getByText(/Unread|No connection/).count()).toBe(0)
})
