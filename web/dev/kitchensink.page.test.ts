import { readFile } from 'node:fs/promises'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, apiOf, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

/** The kitchen sink, by the address that redirects to it. */
async function openSink(wishes: Parameters<typeof open>[3] = {}): Promise<Page> {
  const page = await open(world.nothing, 'demo', '/dev', wishes)
  await seen(page.getByRole('heading', { name: 'Kitchen sink' }))
  return page
}

/** The words of a head, without the arrow of its sort. */
const bare = (text: string) => text.replace(/\s*[↑↓]\d?/, '').replaceAll(/\s+/g, ' ')

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

test('/dev leads to the kitchen sink, and outside dev mode to no page', async () => {
  const page = await openSink()
  expect(new URL(page.url()).pathname).toBe('/dev/kitchensink')
  expect(await page.title()).toBe('Kitchen sink · Apsis')
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), devMode: false } })
  })
  await page.reload()
  await seen(page.getByRole('heading', { name: 'Page not found' }))
})

test('the table is walked, sorted, selected and opened by keys, and draws only what is seen', async () => {
  const page = await openSink()
  const part = pane(page, 'Conjunctions')
  const grid = part.getByRole('grid', { name: 'Demo conjunctions' })
  expect(await grid.getAttribute('aria-rowcount')).toBe('10009')
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80)
  const place = () =>
    grid.evaluate((table) =>
      document.getElementById(table.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-rowindex'),
    )
  await grid.focus()
  await expect.poll(place).toBe('3')
  await page.keyboard.press('ArrowDown')
  await expect.poll(place).toBe('4')
  await page.keyboard.press('End')
  await expect.poll(place).toBe('10009')
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('Home')
  await expect.poll(place).toBe('3')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await seen(part.getByText('1 selected, demo-0 opened'))
  const head = grid.getByRole('columnheader', { name: 'Pc' })
  await head.getByRole('button').press('Enter')
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  await seen(part.getByText('1 selected, demo-0 opened'))
  expect(await grid.getByRole('row').nth(1).innerText()).toContain('Critical')
  await grid.getByRole('row').nth(1).click()
  await grid
    .getByRole('row')
    .nth(3)
    .click({ modifiers: ['ControlOrMeta'] })
  await seen(part.getByText('2 selected, demo-0 opened'))
})

test('on a phone a row of the table has two lines, and nothing runs off the side', async () => {
  const page = await openSink({ viewport: { width: 390, height: 844 } })
  const grid = page.getByRole('grid', { name: 'Demo conjunctions' })
  await expect
    .poll(async () => (await grid.getByRole('columnheader').allInnerTexts()).map(bare))
    .toEqual(['Objects', 'Pc', 'Level', 'To TCA'])
  const row = grid.getByRole('row').nth(2)
  const [who, value, level] = await Promise.all([0, 1, 2].map((place) => boxOf(row.getByRole('gridcell').nth(place))))
  expect(who!.y).toBeCloseTo(value!.y, -1)
  expect(level!.y).toBeGreaterThan(who!.y + who!.height / 2)
  expect((await boxOf(row)).height).toBe(60)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
})

test('columns are hidden, moved and made wider, all in the address, and a reload brings them back', async () => {
  const page = await openSink()
  const grid = page.getByRole('grid', { name: 'Demo conjunctions' })
  const heads = async () => (await grid.getByRole('columnheader').allInnerTexts()).map(bare)
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('row', { name: 'Change' }).getByRole('checkbox').click({ force: true })
  await expect.poll(heads).not.toContain('Change')
  await chooser.getByRole('button', { name: 'Move Pc up' }).click()
  await expect.poll(async () => (await heads()).slice(2, 5)).toEqual(['TCA Z', 'Pc', 'Objects'])
  await page.keyboard.press('Escape')
  expect(await chooser.count()).toBe(0)
  const pc = grid.getByRole('columnheader', { name: 'Pc' })
  const before = (await boxOf(pc)).width
  await pc.getByRole('button').press('Shift+ArrowRight')
  await expect.poll(async () => (await boxOf(pc)).width).toBeCloseTo(before + 8, 0)
  const edge = await boxOf(pc)
  await page.mouse.move(edge.x + edge.width - 3, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 37, edge.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(pc)).width).toBeCloseTo(before + 48, 0)
  await grid.getByRole('columnheader', { name: 'Miss' }).getByRole('button').click()
  await grid
    .getByRole('columnheader', { name: 'Level' })
    .getByRole('button')
    .click({ modifiers: ['Shift'] })
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-miss,-level')
  const shown = await heads()
  await page.reload()
  await expect.poll(heads).toEqual(shown)
  expect((await boxOf(pc)).width).toBeCloseTo(before + 48, 0)
})

test('new rows wait until they are loaded, no row moves before, and what is selected stays selected', async () => {
  const page = await openSink()
  const part = pane(page, 'Conjunctions')
  const grid = part.getByRole('grid', { name: 'Demo conjunctions' })
  await grid.getByRole('row').nth(4).click()
  const texts = async () =>
    (await grid.getByRole('row').allInnerTexts()).slice(1, 8).map((text) => text.replace(/T[−+].*/, ''))
  const before = await texts()
  await part.getByRole('button', { name: 'Four arrive' }).click()
  const waiting = await seen(part.getByRole('button', { name: '4 new – load' }))
  expect(await texts()).toEqual(before)
  expect(await grid.getAttribute('aria-rowcount')).toBe('10009')
  await waiting.click()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('10013')
  await seen(part.getByText('10 000 rows, 1 selected'))
  await expect.poll(() => grid.locator('[aria-selected=true]').count()).toBe(1)
})

test('the clock ticks inside rows and draws no row again', async () => {
  const page = await openSink()
  const part = pane(page, 'Conjunctions')
  const grid = part.getByRole('grid', { name: 'Demo conjunctions' })
  const press = async () => {
    await part.getByRole('button', { name: 'Cells drawn' }).click()
    return part.getByText(/^\d+ cells drawn$/).innerText()
  }
  await press()
  const drawn = await press()
  const ticking = grid.getByText(/^T−\d\d:\d\d$/).first()
  for (let tick = 0; tick < 3; tick += 1) {
    const text = await ticking.innerText()
    await expect.poll(() => ticking.innerText()).not.toBe(text)
  }
  expect(await press()).toBe(drawn)
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

test('a dialog takes the focus and gives it back, and help shows no more than it may', async () => {
  const page = await openSink()
  const asks = page.getByRole('button', { name: 'Cancel request…' })
  await asks.press('Enter')
  const dialog = await seen(page.getByRole('dialog', { name: 'Cancel request R-0043?' }))
  // It takes the focus a frame or two after it can be seen.
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await seen(page.getByText('Chosen: kept'))
  // The focus goes back once the dialog has left the page, a frame or two later.
  await expect.poll(() => asks.evaluate((button) => button === document.activeElement), { timeout: 5_000 }).toBe(true)
  await page.keyboard.press('Shift+Tab')
  const help = await seen(page.getByRole('tooltip'))
  expect(await help.innerHTML()).toContain('<b>ξ = z × r</b>')
  expect(await help.locator('img').count()).toBe(0)
  expect((await help.boundingBox())?.width).toBeLessThanOrEqual(300)
})

test('the menu of columns ticks those that are seen, and a tick brings one in', async () => {
  const page = await openSink({ viewport: { width: 820, height: 900 } })
  const heads = page.getByRole('grid', { name: 'Demo conjunctions' }).getByRole('columnheader')
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
  const ticked = chooser.locator('[role=row][aria-selected=true]')
  const free = chooser.locator('[role=row][aria-selected=false]')
  await expect.poll(() => free.count()).toBeGreaterThan(0)
  const before = await heads.count()
  await expect.poll(() => ticked.count()).toBe(before)
  await free.first().getByRole('checkbox').click({ force: true })
  await expect.poll(() => heads.count()).toBe(before + 1)
  await expect.poll(() => ticked.count()).toBe(before + 1)
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

test('with the colours of the system, a selected row, its focus and every symbol can still be seen', async () => {
  const page = await openSink({ forcedColors: 'active' })
  const grid = page.getByRole('grid', { name: 'Demo conjunctions' })
  await grid.focus()
  await page.keyboard.press('Space')
  const row = grid.locator('[aria-selected=true]').first()
  const styleOf = (of: Locator, name: string) =>
    of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  const [selected, other] = [row.locator('td').nth(1), grid.locator('[aria-selected=false] td').nth(1)]
  await expect.poll(() => styleOf(selected, 'background-color')).not.toBe(await styleOf(other, 'background-color'))
  expect(await styleOf(row, 'outline-style')).toBe('solid')
  const symbol = pane(page, 'Risk').locator('svg circle').first()
  const ground = await styleOf(page.locator('body'), 'background-color')
  expect(await styleOf(symbol, 'fill')).not.toBe(ground)
})
