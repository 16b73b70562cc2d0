import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import type { EphemerisDifference, EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'

const ANN = { subject: 'ann', organisation: 'comparers', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'others', roles: ['ca:user'] }
const HOUR_MS = 3_600_000
/** Both files are written to the millimetre: six components have an error of 0.5 mm each, and interpolation does not increase it. */
const WRITTEN_M = 2e-3
/** The number of correct decimals of a distance of some hundred metres in double precision. */
const TOTAL_DIGITS = 9
const FROM = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)
const SETS = simulatedSets(60)
const [OWN, FOREIGN, THIRD] = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
/** The same orbit, some hundred metres ahead. */
const AHEAD: ElementSet = { ...OWN!, meanAnomalyRad: OWN!.meanAnomalyRad + 5e-5 }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
})
afterAll(() => api.close())

async function addSatellite({ noradId, objectName }: ElementSet): Promise<string> {
  const body = JSON.stringify({ name: objectName, noradId })
  return (await bodyOf<Satellite>(await patientCall(api, ANN, 'POST /api/v1/ca/satellites', { body }))).satelliteId
}

async function upload(satelliteId: string, text: string): Promise<EphemerisFile> {
  const body = new FormData()
  body.set('satellite-id', satelliteId)
  body.set('kind', 'HYPOTHETICAL')
  body.set('file', new Blob([text]), 'sat.oem')
  const response = await patientCall(api, ANN, 'POST /api/v1/ca/ephemeris/file', { body })
  expect(response.status).toBe(201)
  return bodyOf<EphemerisFile>(response)
}

const compare = (id: string, query = '', who = ANN) =>
  patientCall(api, who, `GET /api/v1/ca/ephemeris/file/${id}/difference${query}`)

/** Returns the distance between the two orbits, m, computed only from their elements. */
function truthAt(time: string): number {
  const [one, other] = [OWN!, AHEAD].map((set) => propagateSgp4(initSgp4(set), parseTime(time)))
  if (!one?.ok || !other?.ok) throw new Error('the orbit ends too soon')
  return norm(subtract(other.r, one.r))
}

test('a file is compared with the previous one over their common time, and the result is the distance of their orbits', async () => {
  const satelliteId = await addSatellite(OWN!)
  const first = await upload(satelliteId, oemText(OWN!, { from: FROM, hours: 4 }))
  expect((await compare(first.oemFileId)).status).toBe(422)
  await upload(satelliteId, 'no ephemeris')
  const names = { objectName: OWN!.objectName, objectId: String(OWN!.noradId) }
  const later = new Date(FROM.getTime() + 2 * HOUR_MS)
  const second = await upload(satelliteId, oemText(AHEAD, { from: later, hours: 4, ...names }))

  const response = await compare(second.oemFileId)
  expect(response.status).toBe(200)
  const answer = await bodyOf<EphemerisDifference>(response)
  expect(answer).toMatchObject({
    oemFileId: second.oemFileId,
    referenceOemFileId: first.oemFileId,
    from: second.usableStartTime,
    to: first.usableStopTime,
  })
  expect(answer.samples.length).toBeGreaterThanOrEqual(60)
  expect([answer.samples[0]!.time, answer.samples.at(-1)!.time]).toEqual([answer.from, answer.to])
  for (const { time, r, t, n, total } of [...answer.samples, answer.largest]) {
    expect(Math.abs(total - truthAt(time))).toBeLessThan(WRITTEN_M)
    expect(Math.hypot(r, t, n)).toBeCloseTo(total, TOTAL_DIGITS)
    expect(t).toBeGreaterThan(0.99 * total)
  }
  expect(answer.largest.total).toBeGreaterThanOrEqual(Math.max(...answer.samples.map(({ total }) => total)))
  expect(answer.rmsM).toBeLessThanOrEqual(answer.largest.total)

  const back = await compare(first.oemFileId, `?reference-oem-id=${second.oemFileId}`)
  expect((await bodyOf<EphemerisDifference>(back)).largest.t).toBeLessThan(0)
  expect((await compare(second.oemFileId, '', BEN)).status).toBe(404)
})

test('files that cannot be compared are refused with the reason', async () => {
  const [one, other] = [await addSatellite(FOREIGN!), await addSatellite(THIRD!)]
  const file = await upload(one, oemText(FOREIGN!, { from: FROM, hours: 1 }))
  const late = await upload(one, oemText(FOREIGN!, { from: new Date(FROM.getTime() + 2 * HOUR_MS), hours: 1 }))
  const broken = await upload(one, 'no ephemeris')
  const foreign = await upload(other, oemText(THIRD!, { from: FROM, hours: 1 }))
  for (const [reference, message] of [
    [late, /no time in common/],
    [foreign, /another satellite/],
    [broken, /invalid/],
  ] as const) {
    const response = await compare(file.oemFileId, `?reference-oem-id=${reference.oemFileId}`)
    expect([response.status, (await bodyOf<Problem>(response)).message]).toEqual([422, expect.stringMatching(message)])
  }
})
