import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, beginsWith, go, page as open, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo'
const STILL = { reducedMotion: 'reduce' } as const
const shown = (page: Page) => page.getByRole('main').locator('output').first().innerText()

test('a view is saved under a name, restored, renamed also from another browser, and deleted', async () => {
  const path = '/ca/conjunctions?level=CRITICAL,HIGH&by=level&sort=-pc&columns=level,satellite,pc'
  const page = await open(world.fleet, WHO, path, STILL)
  await seen(page.getByRole('grid', { name: 'Conjunctions' }))
  // Levels change with the time of day, so the test compares the view only with itself.
  await expect.poll(() => shown(page)).toMatch(/^[1-9]\d* of \d+$/)
  const saved = await shown(page)
  const view = () => page.getByRole('button', { name: /^View / })
  await view().click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  // Enter is pressed in the field, because the menu that has closed may move the focus back to its button meanwhile.
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Night shift')
  // This refuses the save, but not a read of the same address that an event from the server may cause.
  let isRefused = false
  await page.route('**/api/v1/ca/userconfig', (route) => {
    if (isRefused || route.request().method() !== 'PUT') return route.fallback()
    isRefused = true
    return route.fulfill({ status: 500 })
  })
  await name.press('Enter')
  // The typed name is still there and can be saved again.
  await seen(page.getByRole('dialog').getByRole('alert').getByText('Saved views could not be changed (500)'))
  await name.press('Enter')
  await seen(page.getByRole('button', { name: 'View Night shift' }))
  await go(page, '/ca/conjunctions?q=DEB')
  await seen(page.getByRole('button', { name: 'View By TCA' }))
  await view().click()
  await page.getByRole('menuitem', { name: 'Night shift' }).click()
  await expect.poll(() => shown(page)).toBe(saved)
  const search = new URL(page.url()).searchParams
  expect(['level', 'by', 'sort', 'columns', 'q'].map((name) => search.get(name))).toEqual([
    'CRITICAL,HIGH',
    'level',
    '-pc',
    'level,satellite,pc',
    null,
  ])
  // Another browser shows it as well, and a new name given there appears here at once.
  const elsewhere = await another(world.fleet, WHO, '/ca/conjunctions', STILL)
  await elsewhere.getByRole('button', { name: 'View By TCA' }).click()
  await seen(elsewhere.getByRole('menuitem', { name: 'Night shift' }))
  await elsewhere.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  const other = elsewhere.getByRole('dialog', { name: 'Saved views' }).getByLabel('Name')
  await other.fill('Late shift')
  await other.press('Enter')
  await seen(elsewhere.getByRole('button', { name: 'Delete Late shift' }))
  await seen(page.getByRole('button', { name: 'View Late shift' }))
  await view().click()
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await dialog.getByLabel('Name').fill('Day shift')
  await dialog.getByLabel('Name').press('Enter')
  await dialog.getByRole('button', { name: 'Delete Day shift' }).click()
  await seen(dialog.getByText('Day shift was deleted.'))
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Delete Day shift' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await seen(page.getByRole('button', { name: 'View Own order' }))
})
