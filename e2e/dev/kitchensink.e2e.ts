import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, enter, newVisitor, pane, seen, useBrowser, visit } from '../visitor.ts'

useBrowser()

type Options = Parameters<typeof newVisitor>[0]

/** The kitchen sink, by the address that redirects to it. */
async function openSink(options?: Options, path = '/dev'): Promise<Page> {
  const page = await visit(await newVisitor(options), path)
  await enter(page, account('demo'))
  await seen(page.getByRole('heading', { name: 'Kitchen sink' }))
  return page
}

/** What axe finds that keeps somebody from using the page. */
async function graveFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(() => Reflect.get(globalThis, 'axe').run({ resultTypes: ['violations'] }))
  const violations: axe.Result[] = found.violations
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`))
}

test('/dev leads to the kitchen sink, and outside dev mode to no page', async () => {
  const page = await openSink()
  expect(page.url()).toBe(`${ADDRESS}/dev/kitchensink`)
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
  expect(await grid.getByRole('row').count()).toBeLessThan(80)
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
  expect(await grid.getByRole('row').count()).toBeLessThan(80)
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

test('on a phone the table keeps level, time and probability, and nothing runs off the side', async () => {
  const page = await openSink({ viewport: { width: 390, height: 844 } })
  const heads = page.getByRole('grid').getByRole('columnheader')
  await expect.poll(() => heads.count()).toBe(3)
  expect((await heads.allInnerTexts()).map((text) => text.replace(/\s*[↑↓]/, ''))).toEqual(['Level', 'To TCA', 'Pc'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
})

test('a plot is read point by point with the keys, as a table, and as a file', async () => {
  const page = await openSink()
  const part = pane(page, 'Probability by message')
  const points = part.getByRole('slider')
  await points.focus()
  await page.keyboard.press('ArrowRight')
  await seen(part.getByText('reported, 2026-11-18 13:40:00 Z: 2.60 × 10⁻⁶'))
  await page.keyboard.press('ArrowRight')
  expect(await points.getAttribute('aria-valuetext')).toBe('reported, 2026-11-18 21:41:00 Z: 1.60 × 10⁻⁶')
  await seen(part.getByText(/^Reported Pc rose from 2\.60 × 10⁻⁶ to 2\.12 × 10⁻⁴ over 6 messages/))
  const menu = part.getByRole('button', { name: 'Menu of Probability by message' })
  for (const [kind, start] of [
    ['CSV', 'series,"time, UTC",probability\r\nreported,2026-11-18 13:40:00 Z,2.60E-06\r\n'],
    ['SVG', '<svg'],
    ['PNG', '\u{fffd}PNG'],
  ] as const) {
    await menu.press('Enter')
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).press('Enter')
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^demo-probability_\d{8}_\d{6}_Z\.(csv|svg|png)$/)
    expect((await readFile(await file.path(), 'utf8')).startsWith(start), kind).toBe(true)
  }
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Show as table' }).press('Enter')
  await seen(part.getByRole('cell', { name: '2.12E-04' }))
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
  await seen(page.getByRole('dialog', { name: 'Cancel request R-0043?' }))
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

test.each(['dark', 'light'] as const)('axe finds nothing serious or critical in the %s theme', async (colorScheme) => {
  const page = await openSink({ colorScheme })
  expect(await graveFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Comfortable' }).click()
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  await seen(page.getByRole('menu'))
  expect(await graveFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel request…' }).press('Enter')
  await seen(page.getByRole('dialog'))
  expect(await graveFindings(page)).toEqual([])
})
