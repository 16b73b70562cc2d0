import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { messageOfTrack, OWN_TRACK, ownTrackText, PRIMARY } from '../testing/own-track.ts'
import { eventsWork } from './events-work.ts'

const SENSOR = 'OWNR'
const RADAR = { sensorCode: SENSOR, groundSensorName: 'Radar', sensorType: 'RADAR_ACTIVE', ...OWN_TRACK.radar }
/** The track ended this long ago. */
const OVER_MS = 15 * MINUTE_MS
/** The speed of an object in low Earth orbit. */
const SPEED_MPS = 7_600
const person = { subject: 'ada', organisation: 'ranges', roles: ['ca:user', 'odt:user', 'odt:admin'] }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const send = (request: string, body?: object | string) =>
  api.call(person, request, {
    ...(typeof body === 'string' ? { headers: { 'content-type': 'text/plain' } } : {}),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
async function made<T>(request: string, body?: object | string): Promise<T> {
  const answer = await send(request, body)
  if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
  return bodyOf<T>(answer)
}

test('ranges of an own radar without directions are refused while their object is unknown, and change its event afterwards', async () => {
  await made('POST /api/v1/ca/satellites', {
    name: 'ION SCV-008',
    noradId: PRIMARY,
    configuration: { thresholds: { commitHours: 0.5, considerHours: 12 } },
  })
  await made('POST /api/v1/odt/sensors', RADAR)
  const lastBeforeS = OWN_TRACK.echoes.at(-1)?.[0] ?? 0
  const tcaMs = Math.floor((Date.now() - OVER_MS) / 1000) * 1000 + lastBeforeS * 1000
  const ranges = ownTrackText({ tcaMs, sensorCode: SENSOR })
    .replaceAll(/^ANGLE_\d.*\n/gm, '')
    .replace('ANGLE_TYPE = AZEL\n', '')
  const refused = await send('POST /api/v1/odt/observations', ranges)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(`of ${OWN_TRACK.catalogueId} no orbit of that time is known here`)

  const [taken] = await made<CdmIntake[]>(
    'POST /api/v1/ca/cdms',
    messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS }),
  )
  const [file] = await made<Observation[]>('POST /api/v1/odt/observations', ranges)
  const report = await made<ObservationReport>(`GET /api/v1/odt/observations/report/${file?.observationFileId}`)
  expect(report).toMatchObject({ catalogueIdBestAssociation: OWN_TRACK.catalogueId, isUncorrelated: false })
  // The object is ahead of its orbit, and half of that distance is certain.
  expect(report.ranges?.alongTrackTimeOffset).toBeLessThan(-OWN_TRACK.truth.offM / 2 / SPEED_MPS)
  expect(file?.numberOfMeasurements).toBe(OWN_TRACK.echoes.length)
  const { db, queue, log } = api.api.platform
  const platform = { db, queue, log, now: Date.now, signal: new AbortController().signal }
  await eventsWork(false).turn(platform, 'organisation:ranges')
  const [told] = await made<Observation[]>('GET /api/v1/odt/observations')
  expect(told?.events).toMatchObject([{ conjunctionId: taken?.conjunctionId, outcome: 'FUSED' }])

  // The object is known only from its event. It is also found if the message names many others before it, and if its number is written with zeros.
  const [head = '', segment = ''] = ranges.split(/(?=META_START)/)
  const other = ownTrackText({ tcaMs, sensorCode: SENSOR, to: 3 }).split(/(?=META_START)/)[1] ?? ''
  const others = Array.from({ length: 25 }, (_, place) =>
    other.replace(`PARTICIPANT_2 = ${OWN_TRACK.catalogueId}`, `PARTICIPANT_2 = ${700_000 + place}`),
  )
  const zeros = segment.replace('PARTICIPANT_2 = ', 'PARTICIPANT_2 = 00')
  const many = await made<Observation[]>('POST /api/v1/odt/observations', [head, ...others, zeros].join(''))
  expect(many).toHaveLength(26)
  expect(many.at(-1)).toMatchObject({ catalogueIdBestAssociation: OWN_TRACK.catalogueId })
})
