import { expect, test } from 'vitest'
import { bare, boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, seen } from '../../testing/page.ts'

test('columns are hidden, moved and made wider, all is stored in the address, and a reload restores it', async () => {
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

test('the menu of columns ticks the visible columns, and a tick shows a column', async () => {
  const page = await openSink({ viewport: { width: 820, height: 900 } })
  const heads = page.getByRole('grid', { name: 'Demo conjunctions' }).getByRole('columnheader')
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await page.getByRole('button', { name: /^Columns \d without room: / }).press('Enter')
  const ticked = chooser.locator('[role=row][aria-selected=true]')
  const free = chooser.locator('[role=row][aria-selected=false]')
  await expect.poll(() => free.count()).toBeGreaterThan(0)
  const before = await heads.count()
  await expect.poll(() => ticked.count()).toBe(before)
  await free.first().getByRole('checkbox').click({ force: true })
  await expect.poll(() => heads.count()).toBe(before + 1)
  await expect.poll(() => ticked.count()).toBe(before + 1)
})

test('the menu of columns is used by keys: it chooses columns, never removes the last one, and returns the focus', async () => {
  const page = await openSink({}, '?columns=tca,probability')
  const heads = async () =>
    (await page.getByRole('grid', { name: 'Demo conjunctions' }).getByRole('columnheader').allInnerTexts()).map(bare)
  await expect.poll(heads).toEqual(['TCA Z', 'Pc'])
  const opens = page.getByRole('button', { name: /^Columns/ })
  await opens.press('Enter')
  const chooser = await seen(page.getByRole('dialog', { name: 'Columns' }))
  const list = chooser.getByRole('grid', { name: 'Columns' })
  await list.getByRole('row', { name: 'TCA', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect.poll(heads).toEqual(['Pc'])
  await page.keyboard.press('Home')
  await expect.poll(() => isFocused(list.getByRole('row').first())).toBe(true)
  expect(await list.getByRole('row').first().innerText()).toContain('Pc')
  await page.keyboard.press('Space')
  expect(await heads()).toEqual(['Pc'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await heads()).length).toBe(2)
  await chooser.getByRole('button', { name: 'Show all, usual order' }).press('Enter')
  await expect.poll(async () => (await heads()).length).toBe(9)
  const row = chooser.getByRole('row', { name: 'Miss' })
  expect(await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Move Miss',
    'Move Miss up',
    'Move Miss down',
    'Make Miss narrower',
    'Make Miss wider',
  ])
  expect(await chooser.getByRole('row').first().getByRole('button', { name: 'Move Level up' }).isDisabled()).toBe(true)
  expect(await smallTargets(chooser)).toEqual([])
  expect(await cutTexts(chooser)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => chooser.count()).toBe(0)
  await expect.poll(() => isFocused(opens)).toBe(true)
  // On a phone, too, the complete menu is within the screen.
  await page.setViewportSize(PHONE.viewport)
  await opens.press('Enter')
  await seen(chooser.getByRole('row', { name: 'Data age' }))
  const { x, width } = await boxOf(chooser)
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width)
  expect(await smallTargets(chooser)).toEqual([])
})
