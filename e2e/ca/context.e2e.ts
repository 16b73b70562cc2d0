import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { findings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { historyOfEvent } from './testing/messages.ts'
import { callerOf, hideNotices, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()
const who = account('demo-other')
leavesNothing(who)

const [NORAD, OTHER] = [90_320, 890_001]

test('the context of an event has its ladder of drag, and a table of sizes that is loaded is used there', async () => {
  const page = await visitAs(await newVisitor(), who, '/services')
  const call = await callerOf(page)
  await hideNotices(call)
  const { satelliteId, name } = await ownSatellite(call, NORAD)
  const messages = historyOfEvent(productNow(), { number: NORAD, name })
  await call('POST', 'cdms', messages.map(({ text }) => text).join('\n'))
  const [event] = await call<{ conjunctionId: string }[]>('GET', `conjunctions?satellite-id=${satelliteId}`)
  await page.goto(`${ADDRESS}/ca/conjunction/${satelliteId}/${event?.conjunctionId}?tab=context`)
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

  // Other journeys of the organisation load a table, too.
  for (const { noradId } of await call<{ noradId: number }[]>('GET', 'object-sizes?limit=1000'))
    await call('DELETE', `object-sizes/${noradId}`)
  await page.goto(`${ADDRESS}/ca/assets?dialog=sizes`)
  const dialog = page.getByRole('dialog', { name: 'Sizes and masses of other objects' })
  await seen(dialog.getByText('No size or mass is loaded'))
  const file = (text: string) => ({ name: 'sizes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const field = dialog.locator('input[type=file]')
  await field.setInputFiles(file(`norad_id,radius_m\n${OTHER},0\n`))
  await seen(dialog.getByText('Line 2: radius_m is a number', { exact: false }))
  await field.setInputFiles(file(`norad_id,name,radius_m,mass_kg\n${OTHER},HISTORY DEB,0.25,3\n`))
  await seen(dialog.getByText('1 object loaded', { exact: false }))
  expect(await findings(page)).toEqual([])
  await page.goto(`${ADDRESS}/ca/conjunction/${satelliteId}/${event?.conjunctionId}?tab=context`)
  await seen(pane(page, 'Both objects').getByText('0.250, from your table'))

  const phone = await visitAs(
    await newVisitor({ colorScheme: 'light', viewport: { width: 390, height: 844 } }),
    who,
    '/services',
  )
  await phone.goto(`${ADDRESS}/ca/conjunction/${satelliteId}/${event?.conjunctionId}?tab=context`)
  await seen(pane(phone, 'Rungs of the ladder').getByRole('table'))
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await call('DELETE', `object-sizes/${OTHER}`)
})
