import type { Status } from '@apsis/contract/status/status.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, nowIn, page as open, PHONE, pane, seen, settled, signedIn } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo'

/** Returns the address without the origin. */
function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

test('the theme follows the system until it is switched, and the choice is kept', async () => {
  const page = await open(world.nothing, WHO, '/services', { colorScheme: 'light' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch theme' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  await seen(signedIn(page, WHO))
  expect(await background()).toBe(dark)
})

test.each([
  ['2028-02-29T23:59:59.000Z', '060', '2028-03-01T00:00:00.000Z', '061'],
  ['2026-12-31T23:59:59.000Z', '365', '2027-01-01T00:00:00.000Z', '001'],
  ['2028-12-31T23:59:59.000Z', '366', '2029-01-01T00:00:00.000Z', '001'],
])(
  'the clock shows the day of the year, and changes on the second: at %s it is day %s',
  async (last, day, first, next) => {
    // The browser's clock is set back by the difference between this machine and the test server; 300 ms keep it within the intended
    // second.
    const behindMs = Date.parse(last) - ((await nowIn(world.nothing)) - Date.now()) + 300
    const page = await another(world.nothing, WHO, '/services', {}, (context) =>
      context.clock.install({ time: behindMs - 120_000 }),
    )
    await settled(page)
    await page.clock.pauseAt(behindMs)
    const clock = page.getByRole('banner').locator('time')
    await expect.poll(() => clock.getAttribute('datetime')).toBe(last)
    expect(await clock.innerText()).toMatch(new RegExp(`^${day}\\s`))
    await page.clock.fastForward('00:01')
    await expect.poll(() => clock.getAttribute('datetime')).toBe(first)
    expect(await clock.innerText()).toMatch(new RegExp(`^${next}\\s`))
  },
)

test('the sidebar shows who is signed in, has links, and is stored in the address', async () => {
  const page = await open(world.nothing, WHO, '/ca/conjunctions')
  await signedIn(page, WHO).click()
  await expect.poll(() => addressOf(page)).toBe('/ca/conjunctions?sidebar=profile')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await seen(sidebar.getByRole('heading', { name: 'Welcome, Kim Weber' }))
  await seen(sidebar.getByText(person(WHO).organisationName ?? 'no name'))
  await seen(sidebar.getByText('Version 0.3.4'))
  await seen(sidebar.getByText('Demo', { exact: true }))
  await seen(sidebar.getByText('Developer', { exact: true }))
  expect(await sidebar.getByRole('link').allInnerTexts()).toEqual([
    'Manage the account',
    'Account',
    'Documentation',
    'Terms and Conditions',
  ])
  // The identity provider of the platform has this page too (identity/).
  expect(await sidebar.getByRole('link', { name: 'Manage the account' }).getAttribute('href')).toMatch(
    /\/auth\/realms\/platform\/account/,
  )
  await sidebar.getByRole('link', { name: 'Terms and Conditions' }).click()
  await expect.poll(() => addressOf(page)).toBe('/tnc?sidebar=profile')
  await sidebar.getByRole('tab', { name: 'Notifications' }).click()
  await expect.poll(() => addressOf(page)).toBe('/tnc?sidebar=notifications')
  await page.reload()
  await seen(sidebar.getByRole('tab', { name: 'Notifications', selected: true }))
  await sidebar.getByRole('tab', { name: 'Notifications' }).press('Escape')
  await expect.poll(() => addressOf(page)).toBe('/tnc')
  await expect.poll(() => sidebar.count()).toBe(0)
})

test('the navigation shows its names on request, and remembers the choice', async () => {
  const page = await open(world.nothing, WHO, '/services')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Screening' })
  const width = async () => (await link.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(0)
  expect(await width()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Show the names' }).click()
  await expect.poll(width).toBeGreaterThan(150)
  await page.reload()
  await seen(page.getByRole('button', { name: 'Show icons only' }))
  expect(await width()).toBeGreaterThan(150)
})

test('on a phone everything is in one column, the navigation is at the bottom, and nothing extends beyond the side', async () => {
  const page = await open(world.nothing, WHO, '/services', PHONE)
  const services = await (await seen(pane(page, 'Services'))).boundingBox()
  expect([services?.x, services?.width]).toEqual([0, 390])
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const mainNavigation = await navigation.boundingBox()
  expect(mainNavigation && mainNavigation.y + mainNavigation.height).toBe(844)
  expect(mainNavigation?.width).toBe(390)
  for (const link of await navigation.getByRole('link').all()) {
    const box = await link.boundingBox()
    if (box) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await signedIn(page, WHO).click()
  expect((await (await seen(page.getByRole('complementary'))).boundingBox())?.width).toBe(390)
})

test('without a network the page reports it, and since when', async () => {
  const page = await another(world.nothing, WHO, '/services')
  await page.context().setOffline(true)
  await seen(page.getByText(/^Offline since .*Z: the server does not answer\./))
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText(/^Offline since/).count()).toBe(0)
})

test('the page changes to German on request, and remembers the choice', async () => {
  const page = await open(world.nothing, WHO, '/services')
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

test("the service menu shows each service's own state, and a card opens its service", async () => {
  const page = await open(world.nothing, WHO, '/ca/conjunctions')
  await page.route('**/api/v1/status', async (route) => {
    const response = await route.fetch()
    const status: Status = await response.json()
    const services = status.services.map((one) => (one.service === 'odt' ? { ...one, level: 'ok' } : one))
    await route.fulfill({ response, json: { ...status, services } })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Service / }).click()
  const choices = page.getByRole('navigation', { name: 'Services' }).getByRole('link')
  // The state of the services is not known until the server has answered.
  await expect
    .poll(() => choices.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Collision avoidance\s+Inactive$/),
      expect.stringMatching(/^On-demand tracking\s+Normal$/),
      expect.stringMatching(/^All services\s+\w+$/),
    ])
  await choices.last().click()
  await seen(page.getByRole('heading', { name: 'Select a service' }))
  const cards = page.getByRole('region', { name: 'Select a service' }).getByRole('link')
  await expect.poll(() => cards.count()).toBe(2)
  await cards.last().click()
  await expect.poll(() => addressOf(page)).toBe('/odt/observations')
  await seen(signedIn(page, WHO))
})
