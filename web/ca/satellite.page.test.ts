import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { go, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const STILL = { reducedMotion: 'reduce' } as const
const call = callerOf(world.nothing, WHO)

test('a satellite is configured, drawn, saved, undone, removed and restored', async () => {
  const { satelliteId, name } = await ownSatellite(call, 90_312)
  const stored = async () => (await call<Satellite[]>('GET', `satellites?satellite-id=${satelliteId}`))[0]
  const page = await open(world.nothing, WHO, `/ca/satellite/${satelliteId}`, STILL)
  const form = pane(page, 'Configuration')
  await seen(form.getByText('A radius, or a shape with sizes'))
  expect(await graveFindings(page)).toEqual([])

  // The form has only the fields of the shape, and draws it once all sizes are typed: 3, 4 and 12 m give a radius of 6.5 m.
  await form.getByRole('button', { name: /^Other/ }).click()
  await page.getByRole('option', { name: 'Box', exact: true }).click()
  await form.getByLabel('Box width x').fill('4')
  await form.getByLabel('Box height y').fill('3')
  expect(await form.getByLabel('Wing length').count()).toBe(0)
  await form.getByLabel('Box length z').fill('12')
  await seen(form.getByText('Blank: 6.50 m from the shape.'))
  await seen(form.getByRole('img', { name: /^Box, hard body of 6.5 m radius/ }))
  await form.getByLabel('Wet mass').fill('heavy')
  await seen(page.getByText('Correct: Wet mass'))
  await form.getByLabel('Wet mass').fill('260')

  // 0.05 m/s for 260 kg with 1 N and 220 s is 13 N s, so 13 s; divided by 9.80665 · 220 m/s this is 6 g.
  await form.getByRole('button', { name: 'Configure propulsion' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Impulsive/ }).check({ force: true })
  await dialog.getByRole('textbox', { name: /^Thrust/ }).fill('1')
  await dialog.getByLabel('Specific impulse').fill('1220')
  await seen(dialog.getByText('Usually 40 to 460 s: is the unit right?'))
  await dialog.getByLabel('Specific impulse').fill('220')
  await seen(dialog.getByText('0.05 m/s takes 13 s and 6.0 g.'))
  // An impossible value is explained, and not applied.
  await dialog.getByLabel('Smallest burn').fill('11')
  await seen(dialog.getByText('Smallest burn, 11 m/s, above the largest, 10 m/s.', { exact: false }))
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await seen(dialog)
  await dialog.getByLabel('Smallest burn').fill('')
  await dialog.getByRole('button', { name: 'Add a time' }).click()
  await dialog.getByLabel('From', { exact: true }).fill('2026-11-21 14:00')
  await dialog.getByLabel('To', { exact: true }).fill('2026-11-21 13:00')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await seen(dialog.getByText('not after the beginning'))
  await dialog.getByLabel('To', { exact: true }).fill('2026-11-21 15:00')
  await dialog.getByText('no burn', { exact: true }).click()
  await dialog.getByRole('button', { name: 'In eclipse' }).click()
  await page.getByRole('option', { name: 'no burn in penumbra or umbra' }).click()
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Take over' }).click()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await seen(page.getByRole('button', { name: 'Undo' }))
  expect((await stored())?.configuration).toMatchObject({ shape: 'BOX', boxLength: 12, propulsion: { thrustN: 1 } })
  expect((await stored())?.configuration.blackoutWindows[0]?.to).toBe('2026-11-21T15:00:00.000Z')
  expect((await stored())?.configuration).toMatchObject({ blackoutInContacts: true, blackoutInEclipse: 'PENUMBRA' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored())?.configuration.shape).toBe('OTHER')
  expect((await stored())?.configuration.blackoutInEclipse).toBeUndefined()
  const history = pane(page, 'History')
  await seen(history.getByText('Shape Box → Other'))
  await seen(history.getByText('Thrust blank → 1 N', { exact: false }))

  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByLabel(/^Type/).fill('another')
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await seen(dialog.getByText('Not its name.'))
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await seen(form.getByRole('button', { name: 'Configure propulsion' }))
  expect((await stored())?.name).toBe(name)
})

test('a draft is kept while another screen is shown, and a change that was saved in between is not overwritten without a question', async () => {
  const own = await ownSatellite(call, 90_313)
  const page = await open(world.nothing, WHO, `/ca/satellite/${own.satelliteId}`, STILL)
  await pane(page, 'Configuration').getByLabel('Group').fill('mine')
  await page.getByRole('link', { name: 'Ephemerides', exact: true }).first().click()
  await page.goBack()
  await expect.poll(() => pane(page, 'Configuration').getByLabel('Group').inputValue()).toBe('mine')
  const { name, noradId, satelliteId, configuration } = own
  await call('PUT', 'satellites', { name, noradId, satelliteId, configuration, group: 'theirs' })
  await seen(page.getByText(`Somebody changed ${name} meanwhile.`))
  await page.getByRole('button', { name: 'Load theirs, drop mine' }).click()
  await expect.poll(() => pane(page, 'Configuration').getByLabel('Group').inputValue()).toBe('theirs')
})

test('a failed read is not shown as empty', async () => {
  const { satelliteId } = await ownSatellite(call, 90_318)
  const page = await open(world.nothing, WHO, '/tnc', STILL)
  await page.route(/\/api\/v1\/ca\/conjunctions/, (route) => route.fulfill({ status: 503, body: '' }))
  await go(page, `/ca/satellite/${satelliteId}`)
  await seen(page.getByText('The conjunctions could not be read (503).'))
  expect(await page.getByText('none ahead').count()).toBe(0)
})
