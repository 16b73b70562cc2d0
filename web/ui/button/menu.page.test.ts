import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

test('a menu is opened, moved through, searched, used and closed by keys, and disabled entries are skipped', async () => {
  const page = await openSink()
  const opens = page.getByRole('button', { name: 'Export', exact: true })
  const menu = page.getByRole('menu', { name: 'Export' })
  const item = (name: string) => menu.getByRole('menuitem', { name })
  expect(await opens.getAttribute('aria-haspopup')).toBe('true')
  expect(await opens.getAttribute('aria-expanded')).toBe('false')
  await opens.press('ArrowDown')
  await expect.poll(() => isFocused(item('CDM as KVN'))).toBe(true)
  expect(await menu.getByRole('group', { name: 'File' }).getByRole('menuitem').allInnerTexts()).toEqual([
    'CDM as KVN',
    'CDM as XML',
  ])
  const calls = menu.getByRole('group', { name: 'API' }).getByRole('menuitem')
  expect((await calls.allInnerTexts()).map((text) => text.split(/\s*\n\s*/))).toEqual([
    ['Copy as curl', 'GET'],
    ['Python'],
  ])
  expect(await item('Python').getAttribute('aria-disabled')).toBe('true')
  for (const [key, name] of [
    ['ArrowDown', 'CDM as XML'],
    ['End', 'Copy as curl'],
    ['ArrowDown', 'CDM as KVN'],
    ['ArrowUp', 'Copy as curl'],
    ['Home', 'CDM as KVN'],
    ['c', 'CDM as KVN'],
    ['o', 'Copy as curl'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => isFocused(item(name)), { message: key }).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  await expect.poll(() => isFocused(opens)).toBe(true)
  await seen(page.getByText('Chosen: nothing yet'))
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(item('CDM as KVN'))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(page.getByText('Chosen: CDM as XML'))
  await expect.poll(() => isFocused(opens)).toBe(true)
})

test('a menu is within the screen, and its entries are large enough for a finger', async () => {
  const page = await openSink()
  const name = 'Menu of Menu, help, dialog'
  const part = pane(page, 'Menu, help, dialog')
  const menu = page.getByRole('menu', { name })
  for (const { viewport, rowPx } of [
    { viewport: { width: 1440, height: 900 }, rowPx: 28 },
    { ...PHONE, rowPx: 36 },
  ]) {
    await page.setViewportSize(viewport)
    expect(await smallTargets(part)).toEqual([])
    await part.getByRole('button', { name }).press('Enter')
    const { x, width } = await boxOf(await seen(menu))
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(viewport.width)
    expect((await boxOf(menu.getByRole('menuitem').first())).height).toBe(rowPx)
    expect(await cutTexts(menu)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
  }
})
