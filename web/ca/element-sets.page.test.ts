import { readFileSync } from 'node:fs'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { beginsWith, go, page as open, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

/** An object of the demo fleet: its element sets are in the simulated catalogue for every organisation. */
const OBJECT = 90_003
const PATH = `/ca/element-sets/${OBJECT}`

test('all elements of an object are on one screen, linked, with the ground trace of the chosen set', async () => {
  const page = await open(world.fleet, 'demo-other', '/ca/element-sets')
  await page.getByLabel('Catalogue number').fill('none')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await seen(page.getByText('One to nine digits'))
  await page.getByLabel('Catalogue number').fill(String(OBJECT))
  await page.getByLabel('Catalogue number').press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe(PATH)
  await seen(page.getByText('Simulated: made-up element sets.'))
  const plot = pane(page, 'All elements and B*')
  for (const title of ['Semi-major axis a, km', 'Inclination i, °', 'Drag term B*, 1/R', 'Height of apogee, km'])
    await seen(plot.getByText(title))
  expect(await findings(page)).toEqual([])

  // Keys read the first set, mark it in all nine plots, and choose it.
  await plot.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await seen(plot.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d Z: a .+ km; e 0\.\d+; i /).first())
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('set')).toMatch(/^\d{4}-/)
  const trace = pane(page, 'Where')
  await trace.getByRole('button', { name: 'One day' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('trace')).toBe('day')
  await seen(trace.getByText(/^Over one day from .*: up to \d+\.\d° north and south/))

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of All elements and B*' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(new RegExp(`^element-sets-${OBJECT}_.*SIMULATED.*\\.csv$`))
  const [note, head, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(note).toMatch(/^# SIMULATED/)
  expect(head).toMatch(/^epoch_utc,mean_motion_rev_per_day,semi_major_axis_km,/)
  expect(first).toMatch(/^\d{4}-/)

  // The page names the owner, and the source of the statement on manoeuvrability.
  await seen(pane(page, 'Owner').getByText('Can manoeuvre'))
  await go(page, '/ca/element-sets/999999999')
  await seen(page.getByText('No element set of object 999999999 in these days'))
})

test('on a phone, in German and on paper the element sets stay readable', async () => {
  const page = await open(world.fleet, 'demo-other', PATH, { ...PHONE, colorScheme: 'light', language: 'de' })
  await seen(page.getByText('Simuliert: erfundene Bahnelemente.'))
  await seen(pane(page, 'Alle Elemente und B*').getByText('Aufsteigender Knoten Ω, °'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await findings(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await seen(pane(page, 'Wo').getByText(/° Nord und Süd/))
})
