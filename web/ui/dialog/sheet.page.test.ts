import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, seen } from '../../testing/page.ts'

test('a sheet closes by its cross, by Escape and by its actions, and returns the focus each time', async () => {
  const page = await openSink()
  const opens = page.getByRole('button', { name: 'Open a sheet…' })
  const sheet = page.getByRole('dialog', { name: 'A sheet' })
  for (const [close, said] of [
    [() => sheet.getByRole('button', { name: 'Close A sheet' }).press('Enter'), 'Chosen: kept'],
    [() => sheet.getByRole('button', { name: 'Done' }).press('Enter'), 'Chosen: Done'],
    [() => page.keyboard.press('Escape'), 'Chosen: kept'],
  ] as const) {
    await opens.press('Enter')
    await seen(sheet)
    await expect.poll(() => sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await close()
    await seen(page.getByText(said))
    await expect.poll(() => isFocused(opens)).toBe(true)
  }
})

test('a sheet fills the page on every screen, and its actions stay visible', async () => {
  const page = await openSink()
  await page.getByRole('button', { name: 'Open a sheet…' }).press('Enter')
  const sheet = await seen(page.getByRole('dialog', { name: 'A sheet' }))
  // The sheet is below the bar and beside the sidebar, except on a low screen, which has room for neither.
  for (const { viewport, left, top } of [
    { viewport: { width: 1440, height: 900 }, left: 56, top: 56 },
    { ...PHONE, left: 0, top: 92 },
    { viewport: { width: 1024, height: 500 }, left: 0, top: 0 },
  ]) {
    await page.setViewportSize(viewport)
    const place = async () => {
      const { x, y, width } = await boxOf(sheet)
      return [x, y, x + width]
    }
    await expect.poll(place).toEqual([left, top, viewport.width])
    const done = await boxOf(sheet.getByRole('button', { name: 'Done' }))
    expect(done.y + done.height).toBeLessThanOrEqual(viewport.height)
    expect(await smallTargets(sheet)).toEqual([])
    expect(await cutTexts(sheet)).toEqual([])
  }
})
