import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, hideNotices, ownSatellite } from '../../testing/caller.ts'
import { go, nowIn, page as open, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

const WHO = 'demo-other'
const call = callerOf(world.nothing, WHO)

const STATION = 'Journey North'
const DAY_MS = 86_400_000

test('a station is added, and contacts are entered, loaded from a calendar and removed', async () => {
  const page = await open(world.nothing, WHO, '/services', { reducedMotion: 'reduce' })
  await hideNotices(call)
  for (const { stationId } of await call<GroundStation[]>('GET', 'ground-stations'))
    await call('DELETE', `ground-stations/${stationId}`)
  const { satelliteId, name } = await ownSatellite(call, 90_319)
  const known = () => call<SatelliteContacts>('GET', `contacts?satellite-id=${satelliteId}`)
  await go(page, `/ca/satellite/${satelliteId}`)
  const contacts = pane(page, 'Contacts')
  await seen(contacts.getByText('No contacts known'))

  // Without a known orbit of the satellite, a station alone gives no contacts.
  await contacts.getByRole('button', { name: 'Stations' }).click()
  const stations = page.getByRole('dialog', { name: 'Ground stations' })
  await stations.getByRole('button', { name: 'Add station' }).first().click()
  const form = stations.getByRole('region', { name: 'Add station' })
  await form.getByRole('button', { name: 'Add station' }).click()
  await seen(form.getByText('A name, please.'))
  await form.getByRole('textbox', { name: 'Name' }).fill(STATION)
  await form.getByRole('textbox', { name: /^Latitude/ }).fill('67.9')
  await form.getByRole('textbox', { name: /^Longitude/ }).fill('21.1')
  await form.getByRole('textbox', { name: 'Horizon' }).fill('0:8 90:5')
  expect(await graveFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Add station' }).click()
  await seen(stations.getByRole('rowheader', { name: STATION }))
  expect((await call<GroundStation[]>('GET', 'ground-stations'))[0]).toMatchObject({
    name: STATION,
    latitude: 67.9,
    longitude: 21.1,
    canCommand: true,
    horizon: [
      { azimuth: 0, elevation: 8 },
      { azimuth: 90, elevation: 5 },
    ],
  })
  await stations.getByRole('button', { name: 'Close' }).click()
  expect((await known()).basis).toBe('NONE')

  await contacts.getByRole('button', { name: 'Enter' }).click()
  const dialog = page.getByRole('dialog', { name: `Contacts of ${name}` })
  const day = new Date((await nowIn(world.nothing)) + DAY_MS).toISOString().slice(0, 10)
  await dialog.getByRole('textbox', { name: 'Begin, UTC' }).fill(`${day} 06:12`)
  await dialog.getByRole('textbox', { name: 'End, UTC' }).fill(`${day} 06:02`)
  await dialog.getByRole('textbox', { name: 'Station' }).fill(STATION)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await seen(dialog.getByText('The end is not after the begin.'))
  await dialog.getByRole('textbox', { name: 'End, UTC' }).fill(`${day} 06:22`)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await seen(dialog.getByText(`${STATION}, ${day} 06:12:00 Z is entered.`))
  const stamp = (time: string) => `${day.replaceAll('-', '')}T${time}Z`
  const event = (time: string) => [
    'BEGIN:VEVENT',
    `DTSTART:${stamp(time)}`,
    'DURATION:PT9M',
    'SUMMARY:South',
    'END:VEVENT',
  ]
  const file = (lines: readonly string[]) => ({
    name: 'passes.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')),
  })
  const field = dialog.locator('input[type=file]')
  await field.setInputFiles(file(event('0748')))
  await seen(dialog.getByText('Line 2: DTSTART is a time in UTC', { exact: false }))
  await field.setInputFiles(file(event('074800')))
  await seen(dialog.getByText('1 contact loaded', { exact: false }))
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()

  const table = contacts.getByRole('table', { name: 'Contacts' })
  await seen(table.getByRole('row').filter({ hasText: 'South' }).getByText('calendar'))
  await table.getByRole('row').filter({ hasText: STATION }).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(async () => (await known()).contacts.map(({ station }) => station)).toEqual(['South'])
})
