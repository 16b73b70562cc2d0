import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, cutTexts, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

/** True if the bubble is beside the element that it explains, and not over it. */
async function isBeside(bubble: Locator, what: Locator): Promise<boolean> {
  const [box, of] = [await boxOf(bubble), await boxOf(what)]
  const gap = Math.max(box.y - (of.y + of.height), of.y - (box.y + box.height))
  return gap >= 0 && gap < 24
}

test('help appears with the focus, also if a key moves the focus to a hidden place; it shows no unsafe HTML, and closes with Escape', async () => {
  const page = await openSink()
  const part = pane(page, 'Menu, help, dialog')
  const help = part.getByRole('button', { name: 'What the axes are' })
  await part.getByRole('button', { name: 'Export' }).evaluate((one: HTMLElement) => one.focus({ preventScroll: true }))
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('#main').evaluate((main) => main.scrollTop)).toBeGreaterThan(500)
  const bubble = await seen(page.getByRole('tooltip'))
  await expect.poll(() => isBeside(bubble, help)).toBe(true)
  expect(await bubble.innerHTML()).toContain('<b>ξ = z × r</b>')
  expect(await bubble.locator('img').count()).toBe(0)
  expect((await boxOf(bubble)).width).toBeLessThanOrEqual(300)
  expect(await help.getAttribute('aria-describedby')).toBe(await bubble.getAttribute('id'))
  await page.keyboard.press('Escape')
  await expect.poll(() => bubble.count()).toBe(0)
  expect(await smallTargets(part)).toEqual([])
})

test('the reason for a missing value appears on focus, fits into a phone, and closes with Escape and when the focus leaves', async () => {
  const page = await openSink(PHONE)
  const part = pane(page, 'No value at all')
  const missing = part.getByRole('button', { name: 'None: No covariance in message 1.' })
  const bubble = page.getByRole('tooltip')
  // The key moves the focus to an element far below the screen, and the page scrolls there.
  await part.locator('div[tabindex="0"]').evaluate((one: HTMLElement) => one.focus({ preventScroll: true }))
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('#main').evaluate((main) => main.scrollTop)).toBeGreaterThan(1_000)
  await seen(bubble)
  await expect.poll(() => isBeside(bubble, missing.first())).toBe(true)
  expect(await bubble.innerText()).toBe('No covariance in message 1.')
  expect(await missing.first().getAttribute('aria-describedby')).toBe(await bubble.getAttribute('id'))
  await page.locator('#main').evaluate((main) => main.scrollBy(0, 40))
  await expect.poll(() => isBeside(bubble, missing.first())).toBe(true)
  const { x, width } = await boxOf(bubble)
  expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width)
  expect(await cutTexts(bubble)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await bubble.count()).toBe(0)
  await page.keyboard.press('Tab')
  await seen(bubble)
  await page.keyboard.press('Tab')
  await expect.poll(() => bubble.count()).toBe(0)
  expect(await smallTargets(part)).toEqual([])
})

test('a hint that the pointer opened closes with scrolling, also while the pointer is on it', async () => {
  const page = await openSink()
  const part = pane(page, 'No value at all')
  const bubble = page.getByRole('tooltip')
  await part.getByRole('button', { name: 'None: No covariance in message 1.' }).first().hover()
  await (await seen(bubble)).hover()
  await page.locator('#main').evaluate((main) => main.scrollBy(0, 40))
  await expect.poll(() => bubble.count()).toBe(0)
})
