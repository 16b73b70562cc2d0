import type { CdmIntake } from '@apsis/contract/ca/cdm.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { OWN_RADAR, ownTrackText, tcaOfTrackUntil, withoutAngles } from '../ca/testing/own-track.ts'
import { findings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const who = account('demo-admin')
leavesNothing(who)
const HOUR_MS = 3_600_000
const SOON = { timeout: 60_000 }

test('ranges without directions are laid on the orbit that is known of their object, and come into its event', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/odt/observations')
  const call = await callerOf(page)
  const [primary, secondary] = [
    { number: 90_614, name: 'OWN 90614' },
    { number: 891_012, name: 'RANGED DEB' },
  ]
  await call('POST', 'satellites', { name: primary.name, noradId: primary.number })
  const [known] = await call<unknown[]>('GET', `../odt/sensors?sensor-code=${OWN_RADAR.sensorCode}`)
  if (known === undefined) await call('POST', '../odt/sensors', OWN_RADAR)
  const tcaMs = tcaOfTrackUntil(productNow() - 10 * 60_000)
  const ranges = withoutAngles(ownTrackText(secondary.number, tcaMs))
  const send = (text: string) =>
    page
      .getByLabel('Add a track…')
      .setInputFiles([{ name: 'track.tdm', mimeType: 'text/plain', buffer: Buffer.from(text) }])
  await hideNotices(call)
  // Nobody knows the object yet: that is the reason.
  await send(ranges)
  await seen(page.getByRole('alert').getByText(/of 891012 no orbit of that time is known here/))

  const text = changedMessage({
    messageId: 'RANGES-1',
    createdMs: productNow() - 8 * HOUR_MS,
    tcaMs,
    primary,
    secondary,
  })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  await hideNotices(call)
  await page.reload()
  await send(ranges)
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  await seen(page.getByText(/measurements fit RANGED DEB 891012: it passes/))
  const rows = pane(page, 'Ranges and range rates').getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(5)
  await seen(pane(page, 'Orbit from these measurements'))
  expect(await findings(page)).toEqual([])
  await pane(page, 'Events that it was held beside').getByText('Added, as a message of its own').waitFor(SOON)
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  expect(event?.conjunctionId).toBe(taken?.conjunctionId)

  const id = page.url().split('/').at(-1) ?? ''
  const report = await call<ObservationReport>('GET', `../odt/observations/report/${id}`)
  expect(report).toMatchObject({ catalogueIdBestAssociation: secondary.number, isUncorrelated: false, rms: null })
  expect(report.ranges?.measurements.every(({ quantity }) => quantity === 'range')).toBe(true)
  const files = await call<Observation[]>('GET', `../odt/observations?catalogue-id=${secondary.number}`)
  expect(files[0]).toMatchObject({ observationFileId: id, numberOfMeasurements: report.ranges?.measurements.length })

  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await page.reload()
  await seen(page.getByText(/Messungen passen zu RANGED DEB 891012/))
})
