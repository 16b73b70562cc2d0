import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, page as open, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

/** Returns a page that has just been loaded, in which nothing has the focus yet. */
async function newPage(): Promise<Page> {
  const page = await another(world.nothing, 'demo', '/odt/observations')
  await seen(page.getByRole('link', { name: 'New request…' }).first())
  return page
}

const at = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  )
}

test('Tab moves from the skip link through bar and navigation into the content', async () => {
  const page = await newPage()
  const reached: string[] = []
  while (reached.length < 40 && reached.at(-1) !== 'New request…') {
    await page.keyboard.press('Tab')
    reached.push(await focused(page))
  }
  expect(reached).toEqual([
    'Skip to content',
    'Apsis, home',
    'ServiceOn-demand tracking',
    expect.stringMatching(/^Conjunctions/),
    expect.stringMatching(/^Data feed/),
    'Find anything',
    'Switch theme',
    expect.stringMatching(/^Notifications, \d+ unread$/),
    'Signed in as Kim Weber (demo)',
    'Collision avoidance',
    'Space',
    'Find',
    'Ephemerides',
    'Screening',
    'On-demand tracking',
    'Account',
    'Documentation',
    'Show the names',
    'Observations',
    'Passes',
    'Sensors',
    'New request…',
  ])
})

test('the skip link moves the keyboard focus to the content', async () => {
  const page = await newPage()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('the palette finds screens, actions and objects, and returns the focus when it closes', async () => {
  const page = await open(world.nothing, 'demo', '/services')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await page.keyboard.press('Control+k')
  await seen(palette)
  await page.keyboard.type('ephem')
  expect(await palette.getByRole('menuitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Ephemerides/),
    expect.stringMatching(/^Search the guides for “ephem”/),
  ])
  await page.keyboard.press('Enter')
  await expect.poll(() => at(page)).toBe('/ca/oems')
  await expect.poll(() => palette.count()).toBe(0)

  await page.getByRole('button', { name: 'Find anything' }).click()
  await page.keyboard.type('25544')
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/tle/objects/'))
  await page.keyboard.press('Enter')
  await expect.poll(() => at(page)).toBe('/ca/object/25544')
  // The request to the server contains the catalogue number.
  expect(new URL((await asked).url()).pathname).toBe('/api/v1/tle/objects/25544')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('globe')
  await seen(palette.getByRole('menuitem', { name: 'Space, globe' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => at(page)).toBe('/ca/space?view=globe')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzz')
  await seen(palette.getByRole('menuitem', { name: /^Search the guides/ }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => palette.count()).toBe(0)
})

test('g and a letter open a screen, and ? lists these keys', async () => {
  const page = await open(world.nothing, 'demo', '/')
  await expect.poll(() => at(page)).toBe('/ca/conjunctions')
  await page.keyboard.type('gd')
  await expect.poll(() => at(page)).toMatch(/^\/docs\//)
  await page.keyboard.type('ge')
  await expect.poll(() => at(page)).toBe('/ca/oems')
  await page.keyboard.type('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await seen(sheet.getByText('Observations'))

  await sheet.getByRole('button', { name: 'Switch off' }).click()
  await seen(sheet.getByText('Keys without Ctrl or ⌘ are off.'))
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet.count()).toBe(0)
  await page.keyboard.type('gs')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await page.keyboard.press('Control+k')
  await seen(palette)
  expect(at(page)).toBe('/ca/oems')
  await page.keyboard.press('Escape')
  await expect.poll(() => palette.count()).toBe(0)
})

test('letters typed into a field stay text', async () => {
  const page = await open(world.nothing, 'demo', '/docs')
  const field = page.getByRole('searchbox').first()
  await seen(field)
  await page.keyboard.press('/')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('gs?')
  expect(await field.inputValue()).toBe('gs?')
  expect(at(page)).toMatch(/^\/docs/)
})
