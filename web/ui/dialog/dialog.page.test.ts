import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, seen } from '../../testing/page.ts'

const asksOf = (page: Page) => page.getByRole('button', { name: 'Cancel request…' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Cancel request R-0043?' })
const holdsFocus = (dialog: Locator) => dialog.evaluate((one) => one.contains(document.activeElement))

test('a dialog takes the focus, keeps it, and returns it when it closes', async () => {
  const page = await openSink()
  const asks = asksOf(page)
  await asks.press('Enter')
  const dialog = await seen(dialogOf(page))
  // The dialog takes the focus a frame or two after it appears. If it only informs, its closing button gets the focus first.
  const keep = dialog.getByRole('button', { name: 'Keep' })
  await expect.poll(() => isFocused(keep)).toBe(true)
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await holdsFocus(dialog), key).toBe(true)
  }
  await page.keyboard.press('Escape')
  await seen(page.getByText('Chosen: kept'))
  // The focus returns after the dialog has been removed from the page, a frame or two later.
  await expect.poll(() => isFocused(asks), { timeout: 5_000 }).toBe(true)
})

test('only its buttons close a dialog, not a click beside it and not the page behind it', async () => {
  const page = await openSink()
  await asksOf(page).press('Enter')
  const dialog = await seen(dialogOf(page))
  await page.mouse.click(8, 300)
  expect(await dialog.count()).toBe(1)
  // Screen readers read only the dialog.
  expect(await asksOf(page).evaluate((one) => one.closest('[inert], [aria-hidden="true"]') !== null)).toBe(true)
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Keep', 'Cancel request'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await seen(page.getByText('Chosen: request cancelled'))
  expect(await dialog.count()).toBe(0)
  // On a phone, too, the complete dialog is within the screen.
  await page.setViewportSize(PHONE.viewport)
  await asksOf(page).press('Enter')
  await seen(dialog)
  const { x, width, y, height } = await boxOf(dialog)
  expect(x).toBeGreaterThan(0)
  expect(x + width).toBeLessThan(PHONE.viewport.width)
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(PHONE.viewport.height)
  expect(await smallTargets(dialog)).toEqual([])
  expect(await cutTexts(dialog)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep' }).press('Space')
  await seen(page.getByText('Chosen: kept'))
})
