import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { graveFindings } from '../findings.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { callerOf, hideNotices, leavesNothing, ownSatellite } from './testing/own-satellite.ts'

useBrowser()
leavesNothing(account('demo-other'))

test('a satellite is configured, drawn, saved, undone, removed and restored', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), account('demo-other'), '/services')
  const call = await callerOf(page)
  await hideNotices(call)
  const { satelliteId, name } = await ownSatellite(call, 90_312)
  const stored = async () => (await call<Satellite[]>('GET', `satellites?satellite-id=${satelliteId}`))[0]
  await page.goto(`${ADDRESS}/ca/satellite/${satelliteId}`)
  const form = pane(page, 'Configuration')
  await seen(form.getByText('Give a radius, or a shape with its sizes'))
  expect(await graveFindings(page)).toEqual([])

  // Only the fields of the shape, and the drawing as soon as there is something to draw: 3, 4 and 12 m make 6.5 m.
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

  // 0.05 m/s of 260 kg with 1 N and 220 s: 13 N s, so 13 s; over 9.80665 · 220 m/s, so 6 g.
  await form.getByRole('button', { name: 'Configure propulsion' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Unknown/ }).click()
  await page.getByRole('option', { name: 'Impulsive' }).click()
  await dialog.getByLabel('Thrust').fill('1')
  await dialog.getByLabel('Specific impulse').fill('220')
  await seen(dialog.getByText('0.05 m/s takes 13 s and 6.0 g.'))
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Take over' }).click()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await seen(page.getByRole('button', { name: 'Undo' }))
  expect((await stored())?.configuration).toMatchObject({ shape: 'BOX', boxLength: 12, propulsion: { thrustN: 1 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored())?.configuration.shape).toBe('OTHER')

  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByLabel(/^Type/).fill('another')
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await seen(dialog.getByText('That is not the name of the satellite.'))
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await seen(form.getByRole('button', { name: 'Configure propulsion' }))
  expect((await stored())?.name).toBe(name)
})

test('a draft outlasts another screen, and who saved in between is not overwritten unasked', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), account('demo-other'), '/services')
  const call = await callerOf(page)
  const own = await ownSatellite(call, 90_313)
  await page.goto(`${ADDRESS}/ca/satellite/${own.satelliteId}`)
  await pane(page, 'Configuration').getByLabel('Group').fill('mine')
  await page.getByRole('link', { name: 'Ephemerides', exact: true }).first().click()
  await page.goBack()
  await expect.poll(() => pane(page, 'Configuration').getByLabel('Group').inputValue()).toBe('mine')
  const { name, noradId, satelliteId, configuration } = own
  await call('PUT', 'satellites', { name, noradId, satelliteId, configuration, group: 'theirs' })
  await seen(page.getByText(`Somebody changed ${name} in between.`))
  await page.getByRole('button', { name: 'Load theirs, drop mine' }).click()
  await expect.poll(() => pane(page, 'Configuration').getByLabel('Group').inputValue()).toBe('theirs')
})
