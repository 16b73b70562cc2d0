import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { OWN_RADAR, ownTrackText, tcaOfTrackUntil, withoutAngles } from '@apsis/e2e/ca/testing/own-track.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf } from '../../../testing/caller.ts'
import { afresh, nowIn, page as open, pane, prefer, seen, workOnce } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo-admin'
const call = callerOf(world.nothing, WHO)
const HOUR_MS = 3_600_000

test('ranges without directions are compared with the known orbit of their object, and change its event', async () => {
  const nowMs = await nowIn(world.nothing)
  const page = await open(world.nothing, WHO, '/odt/observations', { reducedMotion: 'reduce' })
  const [primary, secondary] = [
    { number: 90_614, name: 'OWN 90614' },
    { number: 891_012, name: 'RANGED DEB' },
  ]
  await call('POST', 'satellites', { name: primary.name, noradId: primary.number })
  const [known] = await call<unknown[]>('GET', `../odt/sensors?sensor-code=${OWN_RADAR.sensorCode}`)
  if (known === undefined) await call('POST', '../odt/sensors', OWN_RADAR)
  const tcaMs = tcaOfTrackUntil(nowMs - 10 * 60_000)
  const ranges = withoutAngles(ownTrackText(secondary.number, tcaMs))
  const send = (text: string) =>
    page
      .getByLabel('Add a track…')
      .setInputFiles([{ name: 'track.tdm', mimeType: 'text/plain', buffer: Buffer.from(text) }])
  // The object is not known yet, and the refusal gives this reason.
  await send(ranges)
  await seen(page.getByRole('alert').getByText(/of 891012 no orbit of that time is known here/))

  const text = changedMessage({
    messageId: 'RANGES-1',
    createdMs: nowMs - 8 * HOUR_MS,
    tcaMs,
    primary,
    secondary,
  })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
  await afresh(page, '/odt/observations')
  await send(ranges)
  await page.waitForURL(/\/odt\/observation\/own\/.+/)
  await seen(page.getByText(/measurements fit RANGED DEB 891012: /))
  const rows = pane(page, 'Ranges and range rates').getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(5)
  await seen(pane(page, 'Orbit from these measurements'))
  expect(await findings(page)).toEqual([])
  await workOnce(world.nothing, 'odt.events', WHO)
  await seen(pane(page, 'Events beside it').getByText('Added, a message of its own'))
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  expect(event?.conjunctionId).toBe(taken?.conjunctionId)

  const id = page.url().split('/').at(-1) ?? ''
  const report = await call<ObservationReport>('GET', `../odt/observations/report/${id}`)
  expect(report).toMatchObject({ catalogueIdBestAssociation: secondary.number, isUncorrelated: false, rms: null })
  expect(report.ranges?.measurements.every(({ quantity }) => quantity === 'range')).toBe(true)
  const files = await call<Observation[]>('GET', `../odt/observations?catalogue-id=${secondary.number}`)
  expect(files[0]).toMatchObject({ observationFileId: id, numberOfMeasurements: report.ranges?.measurements.length })

  await prefer(page, 'language', 'de')
  await seen(page.getByText(/Messungen passen zu RANGED DEB 891012/))
})
