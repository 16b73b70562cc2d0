import { expect, test } from 'vitest'
import { account, organisationOf } from '../account.ts'
import { ADDRESS, newVisitor, pane, seen, signedIn, useBrowser, visitAs } from '../visitor.ts'

useBrowser({ fetchesAhead: true })

const demo = account('demo')

test('the page names every service with its level in words', async () => {
  const page = await visitAs(await newVisitor(), demo, '/services')
  const table = pane(page, 'Services').getByRole('table')
  await seen(table)
  const names = await table.getByRole('rowheader').allInnerTexts()
  expect(names).toEqual(expect.arrayContaining(['Collision avoidance', 'On-demand tracking', 'Payments']))
  const levels = await table.getByRole('cell', { name: /^(Inactive|Pending|Normal|Caution|Serious|Critical)$/ }).count()
  expect(levels).toBe(names.length)
})

test('a pane gives what it shows as a link, a file and a call', async () => {
  const visitor = await newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await visitAs(visitor, demo, '/services')
  const menu = pane(page, 'Services').getByRole('button', { name: /^Menu/ })
  await seen(pane(page, 'Services').getByRole('table'))
  await menu.click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^status_SIMULATED_\d{8}_\d{6}_Z\.csv$/)
  await menu.click()
  await page.getByRole('menuitem', { name: /^Copy as curl/ }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(`${ADDRESS}/api/v1/status`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.poll(copied).toBe(`${ADDRESS}/services`)
})

test('a service that cannot be read is said in its own pane, and tried again', async () => {
  const page = await visitAs(await newVisitor(), demo)
  await page.route('**/api/v1/status', (route) => route.abort())
  await page.goto(`${ADDRESS}/services`)
  const services = pane(page, 'Services')
  await seen(services.getByText('The status of the services could not be read (No connection).'))
  await seen(page.getByRole('contentinfo').getByText('Not up to date'))
  await services.getByRole('button', { name: 'Try again' }).click()
  await page.unroute('**/api/v1/status')
  await seen(services.getByRole('table'))
  await seen(page.getByRole('contentinfo').getByText('Up to date', { exact: true }))
  await expect.poll(() => services.getByText('could not be read').count()).toBe(0)
})

test('the theme follows the system until it is switched, and the choice stays', async () => {
  const page = await visitAs(await newVisitor({ colorScheme: 'light' }), demo)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch theme' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  await seen(signedIn(page, demo))
  expect(await background()).toBe(dark)
})

test('the clock says the day of the year, and goes with the second', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install({ time: new Date() })
  const page = await visitAs(visitor, demo)
  const clock = page.getByRole('banner').locator('time')
  const shown = await clock.getAttribute('datetime')
  const at = new Date(shown ?? '')
  const firstOfYear = Date.UTC(at.getUTCFullYear(), 0, 1)
  const day = String(Math.floor((at.getTime() - firstOfYear) / 86_400_000) + 1).padStart(3, '0')
  expect((await clock.innerText()).startsWith(day)).toBe(true)
  await page.clock.fastForward('00:01')
  await expect.poll(() => clock.getAttribute('datetime')).not.toBe(shown)
})

test('the sidebar says who is signed in, leads on, and is part of the address', async () => {
  const page = await visitAs(await newVisitor(), demo)
  await signedIn(page, demo).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/ca/conjunctions?sidebar=profile`)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await seen(sidebar.getByRole('heading', { name: 'Welcome, Kim Weber' }))
  await seen(sidebar.getByText(organisationOf(demo)))
  await seen(sidebar.getByText('Version 0.3.4'))
  await seen(sidebar.getByText('Demo', { exact: true }))
  await seen(sidebar.getByText('Developer', { exact: true }))
  expect(await sidebar.getByRole('link').allInnerTexts()).toEqual([
    'Manage the account',
    'Account',
    'Documentation',
    'Terms and Conditions',
  ])
  await sidebar.getByRole('link', { name: 'Terms and Conditions' }).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/tnc?sidebar=profile`)
  await sidebar.getByRole('tab', { name: 'Notifications' }).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/tnc?sidebar=notifications`)
  await page.reload()
  await seen(sidebar.getByRole('tab', { name: 'Notifications', selected: true }))
  await sidebar.getByRole('tab', { name: 'Notifications' }).press('Escape')
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/tnc`)
  await expect.poll(() => sidebar.count()).toBe(0)
})

test('the account page of the provider is one click away', async () => {
  const page = await visitAs(await newVisitor(), demo, '/services?sidebar=profile')
  const link = page.getByRole('complementary').getByRole('link', { name: 'Manage the account' })
  expect(await (await seen(link)).getAttribute('href')).toMatch(/\/auth\/realms\/platform\/account/)
})

test('the navigation shows its names when asked, and remembers', async () => {
  const page = await visitAs(await newVisitor(), demo)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Screening' })
  const width = async () => (await link.boundingBox())?.width ?? 0
  expect(await width()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Show the names' }).click()
  await expect.poll(width).toBeGreaterThan(150)
  await page.reload()
  await seen(page.getByRole('button', { name: 'Show icons only' }))
  expect(await width()).toBeGreaterThan(150)
})

test('on a phone everything is in one column, the navigation is below, and nothing runs off the side', async () => {
  const page = await visitAs(await newVisitor({ viewport: { width: 390, height: 844 } }), demo, '/services')
  const services = await (await seen(pane(page, 'Services'))).boundingBox()
  expect([services?.x, services?.width]).toEqual([0, 390])
  const rail = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(rail && rail.y + rail.height).toBe(844)
  expect(rail?.width).toBe(390)
  for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
    const box = await link.boundingBox()
    if (box) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await signedIn(page, demo).click()
  expect((await (await seen(page.getByRole('complementary'))).boundingBox())?.width).toBe(390)
})

test('without a network the page says so, and since when', async () => {
  const visitor = await newVisitor()
  const page = await visitAs(visitor, demo)
  await visitor.setOffline(true)
  await seen(page.getByText(/^Offline since .*Z: the server does not answer\./))
  await visitor.setOffline(false)
  await expect.poll(() => page.getByText(/^Offline since/).count()).toBe(0)
})

test('the page speaks German when asked, and remembers', async () => {
  const page = await visitAs(await newVisitor(), demo, '/services')
  await page.keyboard.press('Control+k')
  await seen(page.getByRole('dialog', { name: 'Find anything' }))
  await page.keyboard.type('german')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { name: 'Dienst auswählen' }))
  await page.reload()
  await seen(page.getByRole('heading', { name: 'Dienst auswählen' }))
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await seen(page.getByRole('contentinfo').getByText('Aktuell', { exact: true }))
})
