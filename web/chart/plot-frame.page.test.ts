import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, cutTexts, isFocused, openSink, smallTargets, styleOf } from '../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../testing/page.ts'

test('a plot can be read point by point with the keys, as a table, and as a file', async () => {
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

test('the keys move along the points of a plot from end to end and end the reading, and the pointer reads points too', async () => {
  const page = await openSink()
  const part = pane(page, 'Probability by message')
  const points = part.getByRole('slider', { name: 'Points of Probability by message' })
  const ring = points.locator('circle[data-readout]')
  const read = async () => [await points.getAttribute('aria-valuenow'), await points.getAttribute('aria-valuetext')]
  const NONE = ['0', 'Arrow keys read points.']
  const FIRST = ['1', 'reported, 2026-11-18 13:40:00 Z: 2.60\u00a0×\u00a010⁻⁶']
  const LAST = ['13', 'own screening, 2026-11-20 06:12:00 Z: 1.62\u00a0×\u00a010⁻⁴']
  expect(await read()).toEqual(NONE)
  expect([await points.getAttribute('aria-valuemin'), await points.getAttribute('aria-valuemax')]).toEqual(['0', '13'])
  await points.focus()
  for (const [key, expected] of [
    ['ArrowLeft', LAST],
    ['ArrowRight', LAST],
    ['Home', FIRST],
    ['ArrowDown', FIRST],
    ['End', LAST],
    ['ArrowDown', ['12', 'own screening, 2026-11-19 18:20:00 Z: 7.20\u00a0×\u00a010⁻⁵']],
    ['ArrowUp', LAST],
    ['Escape', NONE],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(read, { message: key }).toEqual(expected)
    expect(await ring.count(), key).toBe(key === 'Escape' ? 0 : 1)
  }
  await page.keyboard.press('Home')
  const mark = await boxOf(ring)
  await page.keyboard.press('Escape')
  await page.mouse.move(mark.x + mark.width / 2 + 3, mark.y + mark.height / 2 - 3)
  await expect.poll(read).toEqual(FIRST)
  await page.mouse.move(0, 0)
  await expect.poll(read).toEqual(NONE)
})

test("the table of a plot's values can be reached and scrolled by keys, and leads back to the plot", async () => {
  const page = await openSink()
  const part = pane(page, 'Probability by message, stale')
  const choose = async (name: string) => {
    await part.getByRole('button', { name: 'Menu of Probability by message, stale' }).press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }
  await choose('Show as table')
  const values = await seen(part.getByRole('region', { name: 'Values of Probability by message, stale' }))
  expect(await values.getByRole('columnheader').allInnerTexts()).toEqual(['series', 'time, UTC', 'probability'])
  expect((await boxOf(values)).height).toBe(130)
  await page.keyboard.press('Tab')
  expect(await isFocused(values)).toBe(true)
  await page.keyboard.press('End')
  await expect.poll(() => values.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  await part.getByRole('button', { name: 'Menu of Probability by message, stale' }).press('Enter')
  for (const name of ['SVG', 'PNG'])
    expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('menuitem', { name: 'Show as plot' }).press('Enter')
  await seen(part.getByRole('slider'))
})

/**
 * Returns the texts of a drawing that are smaller than the labels of axes may be, or that extend beyond the drawing; an exponent belongs to
 * its number.
 */
const badWords = (drawing: Locator) =>
  drawing.evaluate((svg, leastPx) => {
    const room = svg.getBoundingClientRect()
    return [...svg.querySelectorAll('text')].flatMap((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect()
      const isIn = left >= room.left - 1 && right <= room.right + 1 && top >= room.top - 1 && bottom <= room.bottom + 1
      const isSmall = Number.parseFloat(getComputedStyle(text).fontSize) < leastPx
      return isSmall || !isIn ? [text.textContent] : []
    })
  }, 12)

test('a plot has its caption as its name, states its age, and its texts are not cut off on a desktop and on a phone', async () => {
  const page = await openSink()
  const titles = ['Conjunction plane', 'Probability by message', 'Probability by message, stale']
  await seen(pane(page, 'Conjunction plane').getByRole('figure', { name: /^Miss 181 m, / }))
  const stale = pane(page, 'Probability by message, stale')
  await seen(stale.getByRole('status').filter({ hasText: 'Message is 31 h old; usual is 8 h' }))
  await seen(stale.getByText('may have changed since 03:10:02 Z'))
  expect(Number(await styleOf(stale.getByRole('slider').locator('svg'), 'opacity'))).toBeLessThan(0.5)
  for (const viewport of [{ width: 1440, height: 900 }, PHONE.viewport]) {
    await page.setViewportSize(viewport)
    for (const title of titles) {
      const part = pane(page, title)
      const points = part.getByRole('slider', { name: `Points of ${title}`, exact: true })
      const drawing = points.locator('svg')
      await expect.poll(async () => (await boxOf(drawing)).width).toBe((await boxOf(points)).width)
      expect((await boxOf(points)).width, title).toBeLessThanOrEqual(viewport.width)
      expect(await badWords(drawing), title).toEqual([])
      expect(await smallTargets(part), title).toEqual([])
      if (viewport === PHONE.viewport) expect(await cutTexts(part), title).toEqual([])
      await seen(part.getByText('DEMO DATA, simulated'))
    }
  }
})
