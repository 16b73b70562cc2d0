import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bare, boxOf, cutTexts, isFocused, openSink, smallTargets, styleOf } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, prefer, seen } from '../../testing/page.ts'

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Demo conjunctions' })

/** Returns the number of the row that the keys have reached; the head is 1. */
const placeIn = (grid: Locator) =>
  grid.evaluate((table) =>
    Number(document.getElementById(table.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-rowindex')),
  )

/** Returns how far the row that the keys have reached is hidden below the table's visible part, or under its head. */
async function hiddenPx(grid: Locator): Promise<number> {
  const [room, head] = [await boxOf(grid.locator('xpath=..')), await boxOf(grid.locator('thead'))]
  const row = await boxOf(grid.locator(`[aria-rowindex="${await placeIn(grid)}"]`))
  const below = row.y + row.height - (room.y + room.height)
  return Math.round(Math.max(0, below, head.y + head.height - row.y))
}

test('keys move through the table, sort, select and open rows, and only visible rows are drawn', async () => {
  const page = await openSink()
  const part = pane(page, 'Conjunctions')
  const grid = part.getByRole('grid', { name: 'Demo conjunctions' })
  const place = () => placeIn(grid)
  expect(await grid.getAttribute('aria-rowcount')).toBe('10009')
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80)
  await grid.focus()
  await expect.poll(place).toBe(3)
  await page.keyboard.press('ArrowDown')
  await expect.poll(place).toBe(4)
  await page.keyboard.press('End')
  await expect.poll(place).toBe(10_009)
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('Home')
  await expect.poll(place).toBe(3)
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

test('Page keys, letters and a second Space work; keys with Ctrl, and letters that are switched off, do nothing', async () => {
  const page = await openSink()
  const part = pane(page, 'Conjunctions')
  const grid = gridOf(page)
  const after = async (key: string) => {
    await page.keyboard.press(key)
    return placeIn(grid)
  }
  await grid.focus()
  expect([await after('ArrowUp'), await after('j'), await after('j'), await after('k')]).toEqual([3, 4, 5, 4])
  expect(await after('Control+ArrowDown')).toBe(4)
  expect(await after('PageDown')).toBeGreaterThan(4 + 8)
  await expect.poll(() => hiddenPx(grid)).toBe(0)
  expect(await after('PageUp')).toBe(4)
  await page.keyboard.press('Space')
  await seen(part.getByText('10 000 rows, 1 selected'))
  await page.keyboard.press('Space')
  await seen(part.getByText('10 000 rows, 0 selected'))
  await prefer(page, 'shortcuts', 'off')
  expect([await after('j'), await after('ArrowDown')]).toEqual([4, 5])
  // A key in a head acts on the head only.
  await grid.getByRole('columnheader', { name: 'Miss' }).getByRole('button').press('Space')
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-miss')
  await seen(part.getByText('10 000 rows, 0 selected'))
})

test('heads have their unit in their names, groups have their count, rows have their height, and heads stay visible', async () => {
  const page = await openSink()
  const grid = gridOf(page)
  const names = await grid.getByRole('columnheader').allInnerTexts()
  expect(names.map(bare)).toEqual(['Level', 'To TCA', 'TCA Z', 'Objects', 'Pc', 'Change', 'Miss m', 'R m', 'Data age'])
  expect(await grid.getByRole('columnheader', { name: 'To TCA' }).getAttribute('aria-sort')).toBe('ascending')
  expect(await grid.getByRole('columnheader', { name: 'Pc' }).getAttribute('aria-sort')).toBe('none')
  expect(await grid.getAttribute('aria-multiselectable')).toBe('true')
  expect(await grid.getByRole('rowheader', { name: /^2026-11-20, day 324 1\s008$/ }).count()).toBe(1)
  const row = grid.getByRole('row').nth(2)
  expect(await smallTargets(grid)).toEqual([])
  expect((await boxOf(row)).height).toBe(28)
  expect(Number.parseFloat(await styleOf(row.getByRole('gridcell').first(), 'font-size'))).toBeGreaterThanOrEqual(14)
  await prefer(page, 'density', 'comfortable')
  await expect.poll(async () => (await boxOf(row)).height).toBe(36)
  const head = grid.getByRole('columnheader', { name: 'Level' })
  await grid.focus()
  const before = await boxOf(head)
  await page.keyboard.press('End')
  await expect.poll(() => grid.getByRole('row').last().innerText()).toContain('SAT-')
  expect((await boxOf(head)).y).toBe(before.y)
})

test('columns without room are counted and listed by the menu of columns, where keys can reach them', async () => {
  const page = await openSink({ viewport: { width: 820, height: 900 } })
  const grid = gridOf(page)
  const opens = await seen(page.getByRole('button', { name: /^Columns \d without room: / }))
  const named = /^Columns (\d) without room: (.*)$/.exec((await opens.getAttribute('aria-label')) ?? '')
  const shown = (await grid.getByRole('columnheader').allInnerTexts()).map(bare)
  const hidden = ['TCA Z', 'Objects', 'Change', 'Miss m', 'R m', 'Data age'].filter((name) => !shown.includes(name))
  expect(named?.slice(1)).toEqual([`${hidden.length}`, hidden.map((name) => name.replace(/ [mZ]$/, '')).join(', ')])
  expect(await opens.innerText()).toMatch(new RegExp(`^Columns\\s*${hidden.length}$`))
  expect(await page.getByText(/have no room/).count()).toBe(0)
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await opens.press('Enter')
  const dialog = await seen(page.getByRole('dialog', { name: 'Columns' }))
  await seen(dialog.getByRole('heading', { name: /^Columns without room, for / }))
  // The value belongs to the second row, which is a minute after the first.
  expect(await dialog.getByRole('definition').allInnerTexts()).toContain('+199')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => isFocused(opens)).toBe(true)
})

test('on a phone a row of the table has two lines, and nothing extends beyond the side', async () => {
  const page = await openSink(PHONE)
  const grid = gridOf(page)
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
  expect(await smallTargets(grid)).toEqual([])
  expect(await cutTexts(grid)).toEqual([])
  await grid.focus()
  for (const key of ['PageDown', 'PageDown', 'ArrowUp', 'PageUp', 'ArrowUp']) {
    await page.keyboard.press(key)
    await expect.poll(() => hiddenPx(grid), { message: key }).toBe(0)
  }
})

test('new rows wait until they are loaded, no row moves before that, and a selected row stays selected', async () => {
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

test('the clock changes inside rows without rendering a row again', async () => {
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

test('while several rows are being picked, a click adds or removes one, and the boxes cut off no text', async () => {
  // All columns are chosen, and the room is just large enough for each.
  const columns = 'probability,level,until,tca,objects,change,miss,radial,age'
  const page = await openSink({ viewport: { width: 820, height: 900 } }, `?columns=${columns}`)
  const part = pane(page, 'Conjunctions')
  const grid = gridOf(page)
  const box = (place: number) => grid.getByRole('row').nth(place).getByRole('gridcell').first()
  const boxDrawn = (place: number) => box(place).evaluate((cell) => getComputedStyle(cell, '::after').content)
  await part.getByRole('button', { name: 'Pick several' }).press('Enter')
  for (const place of [2, 4, 5]) await box(place).click()
  await seen(part.getByText('10 000 rows, 3 selected'))
  await box(4).click()
  await seen(part.getByText('10 000 rows, 2 selected'))
  expect([await boxDrawn(2), await boxDrawn(4)]).toEqual(['"✓" / ""', '""'])
  // Columns that can be scrolled to are not cut off.
  expect((await cutTexts(grid)).filter((line) => line.startsWith('cut: '))).toEqual([])
  await part.getByRole('button', { name: 'Pick several' }).press('Enter')
  await box(4).click()
  await seen(part.getByText('10 000 rows, 1 selected'))
})

test('with the colours of the system a selected row and its focus are still visible', async () => {
  const page = await openSink({ forcedColors: 'active' })
  const grid = gridOf(page)
  await grid.focus()
  await page.keyboard.press('Space')
  const row = grid.locator('[aria-selected=true]').first()
  const [selected, other] = [row.locator('td').nth(1), grid.locator('[aria-selected=false] td').nth(1)]
  await expect.poll(() => styleOf(selected, 'background-color')).not.toBe(await styleOf(other, 'background-color'))
  expect(await styleOf(row, 'outline-style')).toBe('solid')
})
