import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findings } from '@apsis/e2e/findings.ts'
import { SITE } from '@apsis/e2e/odt/testing/site.ts'
import { faultsOnPaper } from '@apsis/e2e/paper.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'
import { expect, test } from 'vitest'
import { apiOf, page as open, PHONE, pane, prefer, seen } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-admin'
/** The radar of the sample. */
const RADAR = {
  ...SITE,
  sensorType: 'RADAR_ACTIVE',
  latitude: 48.2,
  longitude: 16.37,
  altitude: 171,
  sigmaRange: 10,
  sigmaArcsec: 40,
}

test('the page computes an orbit for the unknown object of a track, stores it, and requests another pass', async () => {
  const { call } = await apiOf(world.nothing)
  const added = await call(person(WHO), 'POST /api/v1/odt/sensors', { body: JSON.stringify(RADAR) })
  expect(added.ok, await added.text()).toBe(true)
  const page = await open(world.nothing, WHO, '/odt/observations')
  const buffer = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'pass.tdm'))
  await page.getByLabel('Add a track…').setInputFiles([{ name: 'pass.tdm', mimeType: 'text/plain', buffer }])
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  const orbits = pane(page, 'Initial orbits')
  await seen(orbits.getByRole('radio', { name: 'Choose root 1' }))
  await seen(orbits.getByText(/^For it: .* A fit of all leaves/))
  await seen(orbits.getByText(/After one revolution maybe/))
  // A radar does not measure light, and its ranges have nothing to be compared with.
  await seen(page.getByText(/^No orbit to compare with. Range: /))
  expect(await page.getByText('No magnitude measured').count()).toBe(0)
  expect(await faultsOnPaper(page)).toEqual([])
  // On a phone and in the longest language no part of the choice is cut off; without an orbit to compare with, the measured values are
  // shown.
  await page.setViewportSize(PHONE.viewport)
  await prefer(page, 'language', 'de')
  const german = pane(page, 'Anfangsbahnen')
  await seen(german.getByRole('button', { name: 'Als Analystenobjekt behalten' }))
  for (const one of await german.locator('td, th, button').all()) {
    const box = await one.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), await one.innerText()).toBeLessThanOrEqual(PHONE.viewport.width)
  }
  await seen(pane(page, 'Messungen').getByRole('columnheader', { name: /^RA/ }).first())
  await seen(
    pane(page, 'Entfernungen und Entfernungsänderungen')
      .getByText(/^2.121.045,682.m$/)
      .first(),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await prefer(page, 'language', 'en')
  await page.evaluate(() => localStorage.removeItem('apsis-language'))
  await orbits.getByRole('button', { name: 'Keep as an analyst object' }).click()
  await seen(orbits.getByText(/^Kept as ANALYST 1, number 800000001:/))
  await page.setViewportSize(PHONE.viewport)
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await orbits.getByRole('button', { name: 'Request another pass' }).click()
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toContain('800000001')
})
