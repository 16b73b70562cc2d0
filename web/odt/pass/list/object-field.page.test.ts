import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { beginsWith, page as open, PHONE, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

beginsWith(world.fleet)

const FIELD = 'Object: name, number or orbit'
const TLE = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
].join('\n')

const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('one field asks whose passes are wanted: the name of a satellite, a number, or the pasted text of an orbit', async () => {
  const page = await open(world.fleet, 'demo', '/odt/passes')
  const bar = page.getByRole('main').locator('form')
  const object = bar.getByLabel(FIELD)
  await seen(page.getByText('Enter a satellite, a catalogue number or an orbit.'))
  // No other field of the query names an object.
  await expect
    .poll(() => bar.getByRole('combobox').evaluateAll((all) => all.map((one) => one.id)))
    .toEqual([await object.getAttribute('id')])
  // The names arrive after the field: the list of satellites is read beside the page.
  await expect
    .poll(() => object.evaluate((one: HTMLInputElement) => [...(one.list?.options ?? [])].map(({ value }) => value)))
    .toContain('SAT-2')
  await object.fill('NOBODY')
  await seen(bar.getByText(/^Not known: enter a catalogue number/))
  await object.press('Enter')
  await seen(page.getByText('Whose passes?'))

  await object.fill('sat-2')
  await object.press('Enter')
  await seen(page.getByText(/passes? observable\./).first())
  expect(asked(page).object).toBeUndefined()
  expect(asked(page).satellite).toMatch(/^[0-9a-f-]{36}$/)
  // The address contains the id, and the field shows the name.
  await expect.poll(() => object.inputValue()).toBe('SAT-2')
  await object.fill('90003')
  await object.press('Enter')
  await expect.poll(() => asked(page)).toMatchObject({ object: '90003' })
  expect(asked(page).satellite).toBeUndefined()

  await object.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, TLE)
  await expect.poll(() => object.inputValue()).toBe(TLE)
  await bar.getByRole('button', { name: 'Find passes' }).click()
  await expect.poll(() => asked(page).object).toBe(TLE)
})

test('on a phone and in German the field is as wide as the screen and accessible, and no time is broken', async () => {
  const path = '/odt/passes?object=90003&days=3'
  const page = await open(world.fleet, 'demo', path, { ...PHONE, colorScheme: 'light', language: 'de' })
  const object = page.getByLabel('Objekt: Name, Nummer oder Bahn')
  await seen(object)
  expect((await object.boundingBox())?.width).toBeGreaterThan(300)
  const time = page.getByRole('status').getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Z$/)
  expect(await (await seen(time.first())).evaluate((one) => one.getClientRects().length)).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await graveFindings(page)).toEqual([])
  await page.evaluate(() => localStorage.removeItem('apsis-language'))
})
