import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { go, nowIn, page as open, PHONE, pane, prefer, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const [NORAD, OTHER] = [90_320, 890_001]

test('the context of an event shows the ladder of drag and uses the loaded table of sizes', async () => {
  const call = callerOf(world.nothing, WHO)
  const { satelliteId, name } = await ownSatellite(call, NORAD)
  const messages = historyOfEvent(await nowIn(world.nothing), { number: NORAD, name }).map(({ text }) => text)
  await call('POST', 'cdms', messages.slice(0, -1).join('\n'))
  const [event] = await call<{ conjunctionId: string }[]>('GET', `conjunctions?satellite-id=${satelliteId}`)
  const path = `/ca/conjunction/${satelliteId}/${event?.conjunctionId}?tab=context`
  const page = await open(world.nothing, WHO, path)
  await seen(pane(page, 'Both objects').getByRole('table'))
  const rungs = await seen(pane(page, 'Rungs of the ladder').getByRole('row', { name: /^1 as forecast/ }))
  await expect.poll(() => rungs.getByRole('cell').count()).toBe(3)
  await page.getByRole('slider', { name: /^Points of Ladder of drag/ }).press('End')
  await seen(pane(page, 'Ladder of drag').getByText('Air ×3: Pc', { exact: false }))
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Ladder of drag' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^ladder-of-drag_.*\.csv$/)
  expect(await findings(page)).toEqual([])

  await go(page, '/ca/assets?dialog=sizes')
  const dialog = page.getByRole('dialog', { name: 'Sizes and masses of other objects' })
  await seen(dialog.getByText('No size or mass yet'))
  const file = (text: string) => ({ name: 'sizes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const field = dialog.locator('input[type=file]')
  await field.setInputFiles(file(`norad_id,radius_m\n${OTHER},0\n`))
  await seen(dialog.getByText('Line 2: radius_m is a number', { exact: false }))
  await field.setInputFiles(file(`norad_id,name,radius_m,mass_kg\n${OTHER},HISTORY DEB,0.25,3\n`))
  await seen(dialog.getByText('1 object loaded', { exact: false }))
  expect(await findings(page)).toEqual([])
  // A later message is assessed with the table at once; a job assesses the earlier messages.
  await call('POST', 'cdms', messages.at(-1))
  await go(page, path)
  await seen(pane(page, 'Both objects').getByText('0.250, from your table'))

  await page.setViewportSize(PHONE.viewport)
  await prefer(page, 'theme', 'light')
  await seen(pane(page, 'Rungs of the ladder').getByRole('table'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
