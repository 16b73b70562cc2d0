import { findings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, go, page as open, pane, seen } from '../testing/page.ts'
import { tab } from '../testing/settings.ts'
import { world } from '../testing/world.ts'

const account = (username = 'demo', path = '/account', wishes = {}) => open(world.nothing, username, path, wishes)
const chosen = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true })
const html = (page: Page, name: string) => page.locator('html').getAttribute(name)

async function choose(page: Page, group: string, option: string): Promise<void> {
  await page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click()
}

test('the account page opens at the profile with the name, the organisation, and the roles as text', async () => {
  const page = await account()
  await seen(tab(page, 'Profile').and(page.getByRole('tab', { selected: true })))
  expect(await page.title()).toBe('Profile · Account · Apsis')
  const user = pane(page, 'User')
  for (const text of ['demo', 'Kim Weber', 'kim.weber@aurora.example', 'Aurora Orbital (demo)'])
    await seen(user.getByText(text, { exact: true }))
  expect((await pane(page, 'Roles').getByRole('definition').allInnerTexts()).slice(0, 3)).toEqual([
    'User',
    'User',
    'User',
  ])
})

test.each([
  ['demo-admin', ['Administrator', 'Administrator', 'Administrator']],
  ['demo-test', ['Test user', 'Test user', 'Test user']],
  ['demo-tracking', ['No access', 'User', 'No access']],
  ['demo-guest', ['No access', 'No access', 'No access']],
])('the roles of %s are shown as text', async (username, words) => {
  const page = await account(username, '/account/profile')
  await seen(pane(page, 'Roles'))
  expect((await pane(page, 'Roles').getByRole('definition').allInnerTexts()).slice(0, 3)).toEqual(words)
})

test('the link leads to the account page of the identity provider', async () => {
  const page = await account()
  const link = page.getByRole('main').getByRole('link', { name: 'Manage the account' })
  const { issuer } = (await apiOf(world.nothing)).issuer
  expect(await link.getAttribute('href')).toContain(`${issuer}/account`)
  expect(await link.getAttribute('target')).toBe('_blank')
})

test('the tab is in the address, back and forward work, and an unknown tab is not found', async () => {
  const page = await account()
  await tab(page, 'Notifications').click()
  await page.waitForURL('**/account/notifications')
  await page.goBack()
  await seen(pane(page, 'Preferences'))
  await go(page, '/account/nothing')
  await seen(page.getByRole('heading', { name: 'Page not found' }))
  expect(await page.getByRole('tab').count()).toBe(0)
})

test('theme and density take effect at once, and stay after a reload', async () => {
  const page = await account()
  const background = () => page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)
  const dark = await background()
  await choose(page, 'Theme', 'Light')
  expect(await background()).not.toBe(dark)
  await choose(page, 'Density', 'Comfortable')
  expect(await html(page, 'data-density')).toBe('comfortable')
  await page.reload()
  await seen(chosen(page, 'Theme'))
  expect(await chosen(page, 'Theme').getAttribute('value')).toBe('light')
  expect(await chosen(page, 'Density').getAttribute('value')).toBe('comfortable')
  expect(await background()).not.toBe(dark)
  await choose(page, 'Theme', 'High contrast')
  expect(await html(page, 'data-theme')).toBe('contrast')
})

test('the language changes at once in the frame and on the page, and stays after a reload', async () => {
  const page = await account()
  await choose(page, 'Language', 'Deutsch')
  await seen(pane(page, 'Einstellungen'))
  expect(await html(page, 'lang')).toBe('de')
  await page.reload()
  await seen(page.getByRole('radiogroup', { name: 'Sprache' }))
  expect(await chosen(page, 'Sprache').getAttribute('value')).toBe('de')
  await choose(page, 'Sprache', 'English')
  await seen(pane(page, 'Preferences'))
})

test('single-key shortcuts stop at once when they are switched off', async () => {
  const page = await account()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await page.keyboard.press('?')
  await seen(sheet)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await choose(page, 'Single-key shortcuts', 'Off')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  // Keys with a modifier still work. If the other key opened the sheet, the sheet would be open by the time the palette is open.
  await page.keyboard.press('Control+k')
  await seen(palette)
  expect(await sheet.count()).toBe(0)
})

test('a choice applies to the other tabs of the browser', async () => {
  const page = await account()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await seen(chosen(other, 'Local time on hover'))
  await choose(page, 'Local time on hover', 'Off')
  await seen(
    other.getByRole('radiogroup', { name: 'Local time on hover' }).getByRole('radio', { name: 'Off', checked: true }),
  )
  expect(await chosen(other, 'Local time on hover').getAttribute('value')).toBe('off')
})

test('tabs and choices work with the keyboard alone', async () => {
  const page = await account()
  await tab(page, 'Profile').focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL('**/account/notifications')
  await page.keyboard.press('ArrowUp')
  await page.waitForURL('**/account/profile')
  await chosen(page, 'Density').focus()
  await page.keyboard.press('ArrowRight')
  expect(await html(page, 'data-density')).toBe('comfortable')
})

test('on a phone the tabs are at the top, side by side, and nothing is wider than the screen', async () => {
  const page = await account('demo', '/account', { viewport: { width: 390, height: 844 } })
  const [first, second] = [await tab(page, 'Profile').boundingBox(), await tab(page, 'Notifications').boundingBox()]
  expect(first?.y).toBe(second?.y)
  await tab(page, 'Profile').focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/account/notifications')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('axe finds nothing on the profile page, in any theme, in either language', async () => {
  const page = await account()
  for (const theme of ['Dark', 'Light', 'High contrast']) {
    await choose(page, 'Theme', theme)
    expect(await findings(page, 'main'), theme).toEqual([])
  }
  await choose(page, 'Language', 'Deutsch')
  await seen(pane(page, 'Einstellungen'))
  expect(await findings(page, 'main')).toEqual([])
})
