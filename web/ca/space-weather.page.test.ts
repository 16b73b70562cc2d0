import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { page as open, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const PATH = '/ca/space-weather'
/** The great storm of 10 and 11 May 2024: the lowest Dst was about −400 nT (World Data Center for Geomagnetism, Kyoto). */
const STORM_DAY = '2024-05-11'
const STORM_DST_NT = -300

test('without a source the weather of a known storm is shown as a sample, and nothing is presented as current', async () => {
  const page = await open(world.nothing, 'demo-other', PATH)
  await seen(page.getByText(/^Sample: published figures of the storm of May 2024/))
  const table = await seen(page.getByRole('table', { name: 'Indices by day' }))
  const day = table.getByRole('row').filter({ hasText: STORM_DAY })
  await seen(day)
  await expect.poll(() => table.getByText('sample', { exact: true }).count()).toBe(4)
  const from = await seen(page.getByRole('table', { name: 'From' }))
  await expect.poll(() => from.getByText('No source.').count()).toBe(8)
  // A storm of 2024 does not affect a screening of today.
  await expect.poll(() => table.getByText('▲ storm').count()).toBe(0)
  const dst = (await day.getByRole('cell').last().innerText()).replace('−', '-')
  expect(Number.parseFloat(dst)).toBeLessThan(STORM_DST_NT)
  await expect.poll(() => pane(page, 'Sources').getByText('No source.').count()).toBe(3)
  await seen(pane(page, 'Geomagnetic storms').getByText('Not known: no source has answered.'))
  expect(await findings(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Indices by day' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^space-weather-sample_.*\.csv$/)

  // On paper it is still marked as a sample.
  await page.emulateMedia({ media: 'print' })
  await seen(page.getByText(/^Sample: published figures/))
  await seen(day)
})

test('on a phone, in German and without the server the weather stays readable', async () => {
  const page = await open(world.nothing, 'demo-other', PATH, { ...PHONE, colorScheme: 'light', language: 'de' })
  await seen(page.getByText(/^Beispiel: veröffentlichte Werte des Sturms vom Mai 2024/))
  const table = await seen(page.getByRole('table', { name: 'Indizes nach Tagen' }))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await findings(page)).toEqual([])
  await page.context().setOffline(true)
  await seen(page.getByText(/Offline seit/).first())
  await seen(table.getByRole('row').filter({ hasText: STORM_DAY }))
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText(/Offline seit/).count()).toBe(0)
})
