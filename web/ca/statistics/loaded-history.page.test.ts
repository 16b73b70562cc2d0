import { readFileSync } from 'node:fs'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, hideNotices, ownSatellite } from '../../testing/caller.ts'
import { go, nowIn, page as open, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)
const DAY_MS = 86_400_000
const EVENTS = 40

test('a satellite without messages gets statistics from a table of past events, whose errors are reported by line', async () => {
  const page = await open(world.nothing, WHO, '/services')
  await hideNotices(call)
  const { satelliteId, name } = await ownSatellite(call, 90_320)
  await go(page, `/ca/annual-collision-statistics/${satelliteId}`)
  await seen(page.getByText('No event yet'))
  await page.getByRole('button', { name: 'Past events…' }).click()
  const dialog = page.getByRole('dialog', { name: `Past events of ${name}` })
  const now = await nowIn(world.nothing)
  const utc = (ms: number) => new Date(ms).toISOString()
  const rows = Array.from({ length: EVENTS }, (_, place) => {
    const tca = now - (EVENTS - place) * DAY_MS
    return `E${place},${utc(tca - 1.5 * DAY_MS)},${utc(tca)},${place % 8 === 0 ? '2e-4' : '1e-7'}`
  })
  const table = (text: string) => ({
    name: 'history.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`event,created,tca,probability\n${text}\n`),
  })
  const field = dialog.getByLabel('Choose a CSV file')
  await field.setInputFiles(table(rows.join('\n').replace('1e-7', 'small')))
  await seen(dialog.getByText('Line 3, probability: "small" is no number from 0 to 1.'))
  expect(await findings(page)).toEqual([])
  await field.setInputFiles(table(rows.join('\n')))
  await seen(dialog.getByText(`${EVENTS} events loaded, from ${EVENTS} rows.`))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const lead = page.getByRole('heading', { level: 2 }).first()
  await seen(lead.filter({ hasText: name }))
  await seen(page.getByText(new RegExp(`^${EVENTS} events, .* come from a table loaded`)))
  await page.emulateMedia({ media: 'print' })
  await seen(page.getByText(/come from a table loaded/))
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Past events…' }).first().click()
  await seen(dialog.getByText(/come from a table loaded/))
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => dialog.getByText(/come from a table loaded/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await seen(page.getByText('No event yet'))
})

test('the sample of the dialog can be read', async () => {
  const { satelliteId } = await ownSatellite(call, 90_321)
  const page = await open(world.nothing, WHO, `/ca/annual-collision-statistics/${satelliteId}`)
  await page.getByRole('button', { name: 'Past events…' }).click()
  const dialog = page.getByRole('dialog')
  const sample = await dialog.getByRole('link', { name: 'A sample' }).getAttribute('href')
  const body = await page.evaluate(async (address) => (await fetch(address)).text(), sample ?? '')
  expect(body).toBe(readFileSync(new URL('../../../ccsds/samples/history.csv', import.meta.url), 'utf8'))
})
