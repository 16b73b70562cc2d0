import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { callerOf } from '../ca/testing/own-satellite.ts'
import { findings } from '../findings.ts'
import { admit, answered, newVisitor, seen, useBrowser, visit, visitAs } from '../visitor.ts'

useBrowser()
const who = account('demo-admin')
const CODE = 'WALK1'
/** Chile, far from every other sensor of the demo. */
const PLACE = { Latitude: '-24.6253', Longitude: '-70.4034', Height: '2635' }

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ has: page.getByText(code, { exact: true }) })

test('a sensor of one’s own is added by keys, refused with words, changed, retired and removed', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/odt/sensors')
  const call = await callerOf(page)
  const known = async () => (await call<Sensor[]>('GET', `../odt/sensors?sensor-code=${CODE}&special-mode=true`))[0]
  await page.getByRole('button', { name: 'Add sensor' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: false }).first()
  // Nothing is sent while a place is missing, and the field says so.
  await field('Code').fill(CODE)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Walk')
  await page.keyboard.press('Enter')
  await expect.poll(() => field('Latitude').getAttribute('aria-invalid')).toBe('true')
  expect(await known()).toBeUndefined()
  for (const [name, value] of Object.entries(PLACE)) await field(name).fill(value)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  await seen(rowOf(page, CODE))
  const { latitude, longitude, altitude, isSimulated } = (await known()) ?? {}
  expect([latitude, longitude, altitude, isSimulated]).toEqual([-24.6253, -70.4034, 2635, false])

  // A code stands for one sensor.
  await page.getByRole('button', { name: 'Add sensor' }).click()
  for (const [name, value] of Object.entries({ Code: CODE, Name: 'Again', ...PLACE })) await field(name).fill(value)
  await page.keyboard.press('Enter')
  await seen(dialog.getByRole('alert').filter({ hasText: CODE }))
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Walk, moved mount')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await known())?.groundSensorName).toBe('Walk, moved mount')

  // Retired it is listed in special mode alone, and that is said.
  await page.getByRole('button', { name: 'Retire', exact: true }).click()
  await dialog.getByRole('button', { name: 'Retire', exact: true }).click()
  await expect.poll(async () => (await known())?.sensorType).toBe('RETIRED')
  await expect.poll(() => rowOf(page, CODE).count()).toBe(0)
  await page.getByRole('button', { name: 'Special mode' }).click()
  await seen(page.getByText(/^Special mode: every sensor is shown as optical passive/))
  await seen(rowOf(page, CODE).getByText('Optical passive'))
  expect(
    await page
      .getByRole('row')
      .getByText(/^(Radar active|Retired|Future|Test optical)$/)
      .count(),
  ).toBe(0)
  expect(await findings(page)).toEqual([])

  await rowOf(page, CODE).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(known).toBeUndefined()
  await expect.poll(() => rowOf(page, CODE).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave special mode' }).click()
  await expect.poll(() => page.getByText(/^Special mode: /).count()).toBe(0)
})

test('special mode says in German, on a phone too, what is shown', async () => {
  const visitor = await newVisitor({ reducedMotion: 'reduce', viewport: { width: 390, height: 844 } })
  await visitor.addInitScript(() => localStorage.setItem('apsis-language', 'de'))
  await admit(visitor, who)
  const page = await visit(visitor, '/odt/sensors?special=on')
  await seen(page.getByText(/^Besonderer Modus: Jeder Sensor wird als optisch passiv gezeigt/))
  await answered(page)
  expect(await page.getByRole('row').getByText('Radar aktiv').count()).toBe(0)
  expect(await findings(page)).toEqual([])
})
