import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findings } from '@apsis/e2e/findings.ts'
import { SITE } from '@apsis/e2e/odt/testing/site.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'
import { expect, test } from 'vitest'
import { apiOf, page as open, PHONE, seen } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-admin'

test('a track of an own sensor gets its report without an order, and its file in both notations', async () => {
  const { call } = await apiOf(world.nothing)
  const added = await call(person(WHO), 'POST /api/v1/odt/sensors', { body: JSON.stringify(SITE) })
  expect(added.ok).toBe(true)
  const page = await open(world.nothing, WHO, '/odt/observations')
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'track.tdm'), 'utf8')
  const send = (text: string) =>
    page
      .getByLabel('Add a track…')
      .setInputFiles([{ name: 'track.tdm', mimeType: 'text/plain', buffer: Buffer.from(text) }])
  await send(sample.replace('= SITE', '= NOBODY'))
  await seen(page.getByRole('alert').getByText(/NOBODY is no sensor of the organisation/))
  await send(sample)
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  // The track is of a real sensor, but the objects of the catalogue here are simulated.
  await seen(page.getByText(/^Compared with nothing: no orbit within thirty days/))
  await page.getByRole('button', { name: 'Download' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'TDM_XML · NONE' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('<PARTICIPANT_1>SITE</PARTICIPANT_1>')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'TDM_KVN', exact: true }).click()
  await seen(page.getByText('TDM_KVN was copied.'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/PARTICIPANT_1\s*= SITE/)
  await page.setViewportSize(PHONE.viewport)
  expect(await findings(page)).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
})
