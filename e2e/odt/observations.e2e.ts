import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { findings } from '../findings.ts'
import { PROJECT_DIR } from '../product.ts'
import { newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { addSite } from './testing/track-of-own-site.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
hasFleet(who)
/** The worker plans every ten seconds. */
const PLANNED_WITHIN = { timeout: 40_000 }

test('a request is planned while its page is open, cancelled with its price given back, and stays in the list', async () => {
  const page = await visitAs(await newVisitor(), who, '/odt/observations')
  await seen(page.getByText('Tracks of your own').first())
  const call = await callerOf(page)
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  const [satellite] = await call<Satellite[]>('GET', 'satellites?name=SAT-1')
  const body = { satelliteId: satellite?.satelliteId, measurementType: 'RADAR', numberOfPassesRequested: 2 }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', body)

  // The list hears of it without being asked again.
  await seen(page.getByRole('grid', { name: 'Requests for observations' }).getByText('SAT-1').first())
  await page.goto(new URL(`/odt/observation/${id}`, page.url()).href)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/odt/observation/${id}/`)
  await seen(page.getByText('No file has come yet.'))
  await page.getByText('Approved').first().waitFor(PLANNED_WITHIN)
  await expect.poll(() => pane(page, 'Passes').getByRole('listitem').count()).toBe(2)

  await page.getByRole('button', { name: 'Cancel request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the request for SAT-1?' })
  await seen(dialog.getByText(/2 passes that have not begun are cancelled\. €\s[\d.]+ is given back\./))
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await seen(pane(page, 'Passes').getByText(/given back/))
  await expect.poll(() => page.getByRole('button', { name: 'Cancel request' }).count()).toBe(0)

  await page.goto(new URL('/odt/observations?status=CANCELLED', page.url()).href)
  await seen(page.getByRole('grid', { name: 'Requests for observations' }).getByText('Cancelled').first())

  // Requests of a day, by when they were made and by when they have a pass; the address and the file follow.
  await page.goto(new URL('/odt/observations', page.url()).href)
  const [asked] = await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${id}`)
  const day = asked?.passes[0]?.start.slice(0, 10) ?? ''
  await page.getByRole('button', { name: 'Dates all' }).click()
  const dates = page.getByRole('dialog', { name: 'Dates' })
  await dates.getByRole('button', { name: 'Pass', exact: true }).click()
  await dates.getByLabel('From').fill('someday')
  await page.keyboard.press('Enter')
  await seen(dates.getByText('This is no date of this form.'))
  expect(await findings(page)).toEqual([])
  await dates.getByLabel('From').fill(day)
  await dates.getByLabel('To').fill(day)
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).search).toBe(`?dates=pass&from=${day}&to=${day}`)
  await seen(page.getByRole('button', { name: `Passes ${day} – ${day}` }))
  await seen(page.getByRole('grid', { name: 'Requests for observations' }).getByText('SAT-1').first())
  await page.goto(new URL('/odt/observations?to=2001-01-01', page.url()).href)
  await seen(page.getByText(/^0 of \d+ requests match$/))
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.goto(new URL('/odt/observations?q=nothing+of+this+name', page.url()).href)
  await seen(page.getByText(/^0 of \d+ requests match$/))

  // A list that cannot be read keeps its filters: whoever asked for other dates can take them back.
  await page.route('**/api/v1/odt/requests?**', (route) => route.abort())
  await page.goto(new URL(`/odt/observations?from=${day}`, page.url()).href)
  await seen(page.getByText('The requests could not be read').first())
  await page.getByRole('button', { name: `Dates ${day} –` }).click()
  await page.unroute('**/api/v1/odt/requests?**')
  await dates.getByRole('button', { name: 'All dates' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await seen(page.getByRole('grid', { name: 'Requests for observations' }).getByText('SAT-1').first())
})

test('a track of an own sensor has its report without an order, and its file in either notation', async () => {
  const page = await visitAs(await newVisitor(), account('demo-admin'), '/odt/observations')
  await addSite(await callerOf(page))
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'track.tdm'), 'utf8')
  const send = (text: string) =>
    page
      .getByLabel('Add a track…')
      .setInputFiles([{ name: 'track.tdm', mimeType: 'text/plain', buffer: Buffer.from(text) }])
  await send(sample.replace('= SITE', '= NOBODY'))
  await seen(page.getByRole('alert').getByText(/NOBODY is no sensor of the organisation/))
  await send(sample)
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  // A track of a real sensor: what the catalogue here has is simulated.
  await seen(page.getByText(/^No orbit of that time is known:/))
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
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findings(page)).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
})

test('an address of no request says so and leads to the list', async () => {
  const page = await visitAs(await newVisitor(), account('demo-tracking'), '/odt/observation/r-1')
  await seen(page.getByText('There is no such request'))
  await page.getByRole('link', { name: 'All observations' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/odt/observations')
})
