import { expect, test } from 'vitest'
import { cutTexts, openSink, smallTargets } from '../../testing/kitchen-sink.ts'
import { PHONE, pane, seen } from '../../testing/page.ts'

test('a toast is read out, names the notice that it closes, and passes the focus on when it is closed by a key', async () => {
  const page = await openSink(PHONE)
  const region = pane(page, 'Toast').getByRole('region', { name: 'New notifications' })
  expect(await region.getByRole('status').innerText()).toMatch(
    /^Settings updated\s+Your user settings have been saved\./,
  )
  expect(await region.getByRole('status').getAttribute('aria-relevant')).toBe('additions')
  await seen(region.getByRole('button', { name: 'Undo' }))
  expect(await smallTargets(region)).toEqual([])
  expect(await cutTexts(region)).toEqual([])
  await region.getByRole('button', { name: 'Close Settings updated' }).press('Enter')
  await expect.poll(() => region.getByRole('listitem').count()).toBe(0)
  expect(await region.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('long work shows its stage, its progress and the remaining time, and a key stops it', async () => {
  const page = await openSink()
  const job = pane(page, 'Job running')
  const bar = job.getByRole('progressbar', { name: 'Screening' })
  expect(await bar.getAttribute('aria-valuetext')).toBe('Refine, 41\u202f208 of 96\u202f114 pairs')
  expect(await bar.evaluate((one: HTMLProgressElement) => one.position)).toBeCloseTo(41_208 / 96_114, 6)
  await seen(job.getByText('02:14 elapsed, about 03:00 left'))
  const unknown = pane(page, 'Length not known').getByRole('progressbar', { name: 'Reading' })
  expect(await unknown.getAttribute('aria-valuetext')).toBe('Reading messages')
  await seen(
    pane(page, 'Length not known')
      .locator('p')
      .filter({ hasText: /^Reading messages$/ }),
  )
  expect(await unknown.evaluate((one: HTMLProgressElement) => one.position)).toBe(-1)
  await job.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect.poll(() => bar.count()).toBe(0)
  await seen(job.getByText('Cancelled'))
})
