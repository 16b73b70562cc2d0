import { readFile } from 'node:fs/promises'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSink, styleOf } from '../testing/kitchen-sink.ts'
import { another, apiOf, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

test('/dev leads to the kitchen sink, and outside dev mode to no page', async () => {
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

test('the menu of a pane copies its link and its call, and its file says that it is simulated', async () => {
  const page = await openSink()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { origin } = await apiOf(world.nothing)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Menu of Conjunctions' }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await choose('Copy link')
  await expect.poll(copied).toBe(page.url())
  await seen(pane(page, 'Conjunctions').getByText('Link copied'))
  await choose('Copy as curl')
  await expect.poll(copied).toBe(`curl -sS '${origin}/api/v1/ca/conjunctions' \\\n  -H "Authorization: Bearer $TOKEN"`)
  const download = page.waitForEvent('download')
  await choose('CSV')
  const file = await download
  expect(file.suggestedFilename()).toBe('demo-conjunctions_SIMULATED.csv')
  const [first, head, row] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(first).toMatch(/^# SIMULATED/)
  expect(head).toContain('"TCA, Z",Objects,Pc')
  expect(row).toMatch(/,2026-11-20 07:02:27\.000 Z,SAT-6 × 93748,\d\.\d\dE-\d\d,/)
})

test('a time says the local one on focus and on hover, unless that is switched off, and Escape takes it away', async () => {
  const page = await another(world.nothing, 'demo', '/dev/kitchensink', { timezoneId: 'Europe/Berlin' })
  const time = pane(page, 'Times').locator('time').first()
  expect(await time.innerText()).toBe('2026-11-21 14:13:07 Z')
  await time.hover()
  const hint = await seen(page.getByRole('tooltip'))
  expect(await hint.innerText()).toBe('2026-11-21 15:13:07 CET')
  await hint.hover()
  await page.keyboard.press('Escape')
  expect(await hint.count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('apsis-localTime', 'off'))
  await page.reload()
  await seen(time)
  expect(await time.getAttribute('tabindex')).toBeNull()
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

test('a plot is read point by point with the keys, as a table, and as a file', async () => {
  const page = await openSink()
  const part = pane(page, 'Probability by message')
  const points = part.getByRole('slider')
  await points.focus()
  await page.keyboard.press('ArrowRight')
  await seen(part.getByText('reported, 2026-11-18 13:40:00 Z: 2.60 × 10⁻⁶'))
  await page.keyboard.press('ArrowRight')
  expect(await points.getAttribute('aria-valuetext')).toBe('reported, 2026-11-18 21:41:00 Z: 1.60\u00a0×\u00a010⁻⁶')
  await seen(part.getByText(/^Reported Pc rose from 2\.60\s×\s10⁻⁶ to 2\.12\s×\s10⁻⁴ over 6 messages/))
  const menu = part.getByRole('button', { name: 'Menu of Probability by message' })
  for (const [kind, start] of [
    [
      'CSV',
      '# SIMULATED: made-up data, of no real object\r\nseries,"time, UTC",probability\r\nreported,2026-11-18 13:40:00 Z,2.60E-06',
    ],
    ['SVG', '<svg'],
    ['PNG', '\u{fffd}PNG'],
  ] as const) {
    await menu.press('Enter')
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).press('Enter')
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^demo-probability_SIMULATED(_\d{8}_\d{6}_Z)?\.(csv|svg|png)$/)
    expect((await readFile(await file.path(), 'utf8')).startsWith(start), kind).toBe(true)
  }
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Show as table' }).press('Enter')
  await seen(part.getByRole('cell', { name: '2.12 × 10⁻⁴' }))
})

test('ellipses are drawn to scale: a metre is equally long on both axes', async () => {
  const page = await openSink()
  const labels = await pane(page, 'Conjunction plane')
    .locator('svg text')
    .evaluateAll((texts) =>
      texts
        .filter((text) => /^−?\d+$/.test(text.textContent ?? ''))
        .map((text) => ({
          value: Number(text.textContent?.replace('−', '-')),
          isBelow: getComputedStyle(text).textAnchor === 'middle',
          x: Number(text.getAttribute('x')),
          y: Number(text.getAttribute('y')),
        }))
        .filter(({ value }) => Math.abs(value) >= 100 || value === 0),
    )
  const pxPerM = (axis: 'x' | 'y', isBelow: boolean) => {
    const [first, second] = labels.filter((label) => label.isBelow === isBelow)
    return Math.abs((second![axis] - first![axis]) / (second!.value - first!.value))
  }
  expect(pxPerM('x', true) / pxPerM('y', false)).toBeCloseTo(1, 6)
})

test('tabs live in the address, and the last one cannot be deselected', async () => {
  const page = await openSink()
  await page.getByRole('tab', { name: 'Message details' }).click()
  await page.getByRole('button', { name: 'Maximum' }).click()
  await page.getByRole('button', { name: 'Reported' }).click()
  await page.getByRole('button', { name: 'Maximum' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?view=message-details&layers=maximum')
  await page.reload()
  await seen(page.getByText('Message details: what the tab shows.'))
  expect(await page.getByRole('button', { name: 'Maximum' }).getAttribute('aria-pressed')).toBe('true')
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

test('with the colours of the system every symbol can still be seen', async () => {
  const page = await openSink({ forcedColors: 'active' })
  const symbol = pane(page, 'Risk').locator('svg circle').first()
  expect(await styleOf(symbol, 'fill')).not.toBe(await styleOf(page.locator('body'), 'background-color'))
})
