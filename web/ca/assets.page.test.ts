import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { graveFindings, graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { beginsWith, page as open, PHONE, seen, settled } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const STILL = { reducedMotion: 'reduce' } as const
const PATH = '/ca/assets'
const call = callerOf(world.nothing, WHO)

test('the fleet is listed, and an address opens the form that adds a satellite', async () => {
  const page = await open(world.fleet, WHO, PATH, STILL)
  const table = await seen(page.getByRole('grid', { name: 'Satellites' }))
  await seen(table.getByText('SAT-3', { exact: true }))
  await page.getByRole('button', { name: 'Add satellite' }).click()
  await seen(page.getByRole('dialog'))
  expect(new URL(page.url()).searchParams.get('dialog')).toBe('add-satellite')
})

test('the list of satellites is accessible in every theme, and fits a phone', async () => {
  const page = await open(world.fleet, WHO, PATH, STILL)
  await seen(page.getByRole('main').getByRole('status').first())
  await settled(page)
  expect(await graveFindingsInThemes(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
})

test('several satellites are changed at once, a conflicting change by another person is reported, and the change can be undone', async () => {
  const [first, second] = [await ownSatellite(call, 90_602), await ownSatellite(call, 90_603)]
  const stored = async (id: string) => (await call<Satellite[]>('GET', `satellites?satellite-id=${id}`))[0]!
  const page = await open(world.nothing, WHO, `${PATH}?q=OWN%209060`, STILL)
  const table = await seen(page.getByRole('grid', { name: 'Satellites' }))
  // The head of the table counts as a row.
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('3')
  await page.getByLabel('Name or number').fill(second.name)
  await seen(page.getByText(/^1 of \d/))
  await page.getByLabel('Name or number').fill('OWN 9060')
  await page.getByRole('button', { name: 'Select all shown' }).click()
  await page.getByRole('button', { name: 'Change 2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group', { exact: true }).fill('Night watch')
  await dialog.getByLabel('High from Pc').fill('0.05')
  await seen(dialog.getByText(/High from Pc has to fall from critical over high to medium/))
  await dialog.getByLabel('High from Pc').fill('2e-5')
  expect(await graveFindings(page)).toEqual([])

  // Somebody else saves the second satellite a moment earlier.
  const { name, noradId, satelliteId, configuration } = await stored(second.satelliteId)
  await page.route('**/api/v1/ca/satellites', async (route) => {
    const sent = route.request().method() === 'PUT' ? (route.request().postDataJSON() as Satellite) : undefined
    if (sent?.satelliteId === satelliteId)
      await call('PUT', 'satellites', { name, noradId, satelliteId, configuration, group: 'theirs' })
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Change 2 satellites' }).click()
  await seen(dialog.getByText(`${name} changed by somebody else meanwhile.`))
  expect((await stored(first.satelliteId)).group).toBe('Night watch')
  expect((await stored(first.satelliteId)).configuration.thresholds.highCollisionProbability).toBe(2e-5)
  expect((await stored(second.satelliteId)).group).toBe('theirs')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(first.satelliteId)).group).toBe(first.group)
})

test('several satellites come from a CSV file: each row is checked first, and shows its result', async () => {
  const { name } = await ownSatellite(call, 90_314)
  const page = await open(world.nothing, WHO, `${PATH}?dialog=add-satellite`, STILL)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Several, from CSV' }).click()
  const rows = ['satelliteName,alternateNames,noradID,wetMass', 'MANY 1,,90315,120', 'MANY 2,,x,', `${name},,90316,`]
  const file = { name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await seen(dialog.getByText('2 rows to add. 1 row to correct.'))
  await seen(dialog.getByText('Unknown, not taken over: alternateNames', { exact: false }))
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2 satellites' }).click()
  const list = dialog.getByRole('list', { name: 'Rows' })
  await seen(list.getByRole('listitem').filter({ hasText: 'MANY 1' }).getByText('added', { exact: true }))
  await seen(list.getByRole('listitem').filter({ hasText: name }).getByText('not added', { exact: true }))
  const [added] = await call<Satellite[]>('GET', 'satellites?norad-id=90315')
  expect(added?.configuration.wetMass).toBe(120)
  // A corrected row can be sent without sending the others again.
  await dialog.getByLabel('Or its text').fill('satelliteName,noradID\nMANY 2,90317')
  await dialog.getByRole('button', { name: 'Add 1 satellite' }).click()
  await seen(list.getByText('added', { exact: true }))
  expect(await call<Satellite[]>('GET', 'satellites?norad-id=90317')).toHaveLength(1)
})
