import { randomUUID } from 'node:crypto'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { insertEstimates } from '../event/estimate.repository.ts'
import type { OwnFacts } from '../event/own-estimate.ts'
import { oemText } from '../testing/oem-text.ts'
import { planAt } from '../testing/plan-operator.ts'
import { findOwnEphemerisMade } from './record/plan.repository.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The example of the TLE format, of 2008-09-20. */
const SET = parseTle(
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
)

test('if both objects are own, each plan has the ephemeris of its own satellite', async () => {
  const operator = await planAt(api, 'both-own')
  const other = await operator.ada.addSatellite(90_001)
  const upload = async ({ satelliteId, noradId }: Satellite, from: string) => {
    const form = new FormData()
    form.set('satellite-id', satelliteId)
    form.set('kind', 'HYPOTHETICAL')
    form.set(
      'file',
      new Blob([oemText(SET, { from: new Date(from), hours: 1, objectId: String(noradId), objectName: 'OWN' })]),
      'own.oem',
    )
    const answer = await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return bodyOf<EphemerisFile>(answer)
  }
  const [early, late] = ['2008-09-20T13:00:00.000Z', '2008-09-20T15:00:00.000Z']
  const made = { own: await upload(operator.satellite, early), other: await upload(other, late) }
  const estimate = (satelliteId: string, ephemerisId: string, madeAt: string) =>
    ({
      id: randomUUID(),
      conjunctionId: operator.conjunctionId,
      satelliteId,
      screeningId: randomUUID(),
      ephemerisId,
      line: 'OPS' as const,
      objectId: '1',
      madeAt: Date.parse(madeAt),
      tca: Date.parse(late),
      ended: null,
      endedAt: null,
      beforeBurnAt: null,
      // The result does not matter here: nobody reads it.
      facts: {} as OwnFacts,
    }) as const
  const { db } = api.api.platform
  await db.tenant(operator.tenantId, (tx) =>
    insertEstimates(tx, operator.tenantId, [
      estimate(operator.satellite.satelliteId, made.own.oemFileId, early),
      // The screening of the other satellite is the newest one of the event.
      estimate(other.satelliteId, made.other.oemFileId, late),
    ]),
  )
  const startOf = (satellite_id: string) =>
    db.tenant(operator.tenantId, (tx) =>
      findOwnEphemerisMade(tx, { conjunction_id: operator.conjunctionId, satellite_id }),
    )
  expect((await startOf(operator.satellite.satelliteId))?.toISOString()).toBe(early)
  expect((await startOf(other.satelliteId))?.toISOString()).toBe(late)
  expect(await startOf(randomUUID())).toBeNull()
})
