import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { findings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, page as open, PHONE, seen, settled } from '../../../testing/page.ts'
import { person } from '../../../testing/person.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo-admin'
const [CODE, OTHER] = ['WALK1', 'WALK2']
/** A place in Chile, far from every other sensor of the demo. */
const PLACE = { Latitude: '-24.6253', Longitude: '-70.4034', Height: '2635' }
const SITE = { latitude: -24.6253, longitude: -70.4034, altitude: 2635 }

const at = (path: string, wishes = {}) => open(world.nothing, WHO, path, { ...wishes, reducedMotion: 'reduce' })
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ has: page.getByText(code, { exact: true }) })

async function known(code: string): Promise<Sensor | undefined> {
  const { call } = await apiOf(world.nothing)
  const answer = await call(person(WHO), `GET /api/v1/odt/sensors?sensor-code=${code}&special-mode=true`)
  return ((await answer.json()) as Sensor[])[0]
}

test('an own sensor is added by keys, and an invalid one is refused with a reason', async () => {
  const page = await at('/odt/sensors')
  await page.getByRole('button', { name: 'Add sensor' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: false }).first()
  // Nothing is sent while the place is missing, and the field shows the error.
  await field('Code').fill(CODE)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Walk')
  await page.keyboard.press('Enter')
  await expect.poll(() => field('Latitude').getAttribute('aria-invalid')).toBe('true')
  expect(await known(CODE)).toBeUndefined()
  for (const [name, value] of Object.entries(PLACE)) await field(name).fill(value)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  await seen(rowOf(page, CODE))
  const { latitude, longitude, altitude, isSimulated } = (await known(CODE)) ?? {}
  expect([latitude, longitude, altitude, isSimulated]).toEqual([-24.6253, -70.4034, 2635, false])

  // A code may belong to only one sensor.
  await page.getByRole('button', { name: 'Add sensor' }).click()
  for (const [name, value] of Object.entries({ Code: CODE, Name: 'Again', ...PLACE })) await field(name).fill(value)
  await page.keyboard.press('Enter')
  await seen(dialog.getByRole('alert').filter({ hasText: CODE }))
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  // The added sensor is selected.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Walk')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
})

test('an own sensor is changed, retired and removed', async () => {
  const { call } = await apiOf(world.nothing)
  const body = JSON.stringify({ ...SITE, sensorCode: OTHER, groundSensorName: 'Walk', sensorType: 'OPTICAL_PASSIVE' })
  expect((await call(person(WHO), 'POST /api/v1/odt/sensors', { body })).ok).toBe(true)
  const page = await at('/odt/sensors')
  const dialog = page.getByRole('dialog')
  await rowOf(page, OTHER).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Walk, moved mount')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await known(OTHER))?.groundSensorName).toBe('Walk, moved mount')

  // A retired sensor is listed only in special mode, and a text says so.
  await page.getByRole('button', { name: 'Retire', exact: true }).click()
  await dialog.getByRole('button', { name: 'Retire', exact: true }).click()
  await expect.poll(async () => (await known(OTHER))?.sensorType).toBe('RETIRED')
  await expect.poll(() => rowOf(page, OTHER).count()).toBe(0)
  await page.getByRole('button', { name: 'Special mode' }).click()
  await seen(page.getByText(/^Special mode: every sensor is shown as optical passive/))
  await seen(rowOf(page, OTHER).getByText('Optical passive'))
  expect(
    await page
      .getByRole('row')
      .getByText(/^(Radar active|Retired|Future|Test optical)$/)
      .count(),
  ).toBe(0)
  expect(await findings(page)).toEqual([])

  await rowOf(page, OTHER).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => known(OTHER)).toBeUndefined()
  await expect.poll(() => rowOf(page, OTHER).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave special mode' }).click()
  await expect.poll(() => page.getByText(/^Special mode: /).count()).toBe(0)
})

test('special mode explains in German, on a phone too, what is shown', async () => {
  const page = await at('/odt/sensors?special=on', { ...PHONE, language: 'de' })
  await seen(page.getByText(/^Besonderer Modus: Jeder Sensor wird als optisch passiv gezeigt/))
  await settled(page)
  expect(await page.getByRole('row').getByText('Radar aktiv').count()).toBe(0)
  expect(await findings(page)).toEqual([])
})
