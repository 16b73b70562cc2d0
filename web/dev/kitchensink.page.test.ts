import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSink, smallTargets } from '../testing/kitchen-sink.ts'
import { page as open, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

test('/dev leads to the kitchen sink, but to no page outside dev mode', async () => {
  const page = await open(world.nothing, 'demo', '/dev')
  await seen(page.getByRole('heading', { name: 'Kitchen sink' }))
  expect(new URL(page.url()).pathname).toBe('/dev/kitchensink')
  expect(await page.title()).toBe('Kitchen sink · Apsis')
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), devMode: false } })
  })
  await page.reload()
  await seen(page.getByRole('heading', { name: 'Page not found' }))
})

test('language, theme, density and vision are switched on the page', async () => {
  const page = await openSink()
  const choose = async (label: string, option: string) => {
    await page.getByRole('button', { name: label }).first().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Density', 'Comfortable')
  expect(await page.evaluate(() => document.documentElement.dataset.density)).toBe('comfortable')
  await choose('Vision', 'Deuteranopia')
  await expect.poll(() => new URL(page.url()).searchParams.get('vision')).toBe('deuteranopia')
  await choose('Language', 'Deutsch')
  await seen(page.getByRole('heading', { name: 'Musterseite' }))
  await seen(pane(page, 'Konjunktionen').getByText('Nicht bewertet').first())
})

test.each([
  ['as it is', async () => undefined],
  [
    'with an open menu',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Export' }).press('Enter')
      await seen(page.getByRole('menu'))
    },
  ],
  [
    'with the columns',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Columns' }).press('Enter')
      await seen(page.getByRole('dialog', { name: 'Columns' }))
    },
  ],
] as const)('axe finds nothing serious or critical in any theme, %s', async (_state, act) => {
  const page = await openSink()
  await act(page)
  expect(await graveFindingsInThemes(page)).toEqual([])
})

test('every control is large enough for a finger, and nothing extends beyond the side', async () => {
  const page = await openSink()
  const main = page.getByRole('main')
  for (const viewport of [{ width: 1440, height: 900 }, { width: 820, height: 900 }, PHONE.viewport]) {
    await page.setViewportSize(viewport)
    expect(await smallTargets(main)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  }
})
