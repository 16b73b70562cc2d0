/** The answer of a GET can be sent back with PUT: fields that only our answers have are ignored, other unknown fields are refused. */
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oemText } from '../../ca/testing/oem-text.ts'
import { simulatedSets, storeSets } from '../../ca/testing/test-catalogue.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'

const ANN = { subject: 'ann', organisation: 'puts', roles: ['ca:user', 'odt:user'] }
const SETS = simulatedSets(60)

let api: TestApi
let satellite: Satellite
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
  const body = JSON.stringify({ name: 'SAT', noradId: SETS[0]!.noradId })
  satellite = await bodyOf(await api.call(ANN, 'POST /api/v1/ca/satellites', { body }))
})
afterAll(() => api.close())

const put = (path: string, body: object) => api.call(ANN, `PUT ${path}`, { body: JSON.stringify(body) })
const read = async <T>(path: string) => bodyOf<T>(await api.call(ANN, `GET ${path}`))

test('PUT /ca/satellites accepts the answer of GET, and ignores the fields that only answers have', async () => {
  const [given] = await read<Satellite[]>('/api/v1/ca/satellites')
  const changed = { ...given!, name: 'SAT A', isSimulated: true, version: 77, createdAt: '2001-01-01T00:00:00.000Z' }
  const answer = await put('/api/v1/ca/satellites', changed)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    name: 'SAT A',
    isSimulated: false,
    version: 2,
    createdAt: satellite.createdAt,
  })
})

test('PUT /ca/ephemeris accepts the answer of GET, and ignores the fields that only answers have', async () => {
  const form = new FormData()
  form.set('satellite-id', satellite.satelliteId)
  form.set('kind', 'HYPOTHETICAL')
  form.set('file', new Blob([oemText(SETS[0]!, { from: new Date(), hours: 3 })]), 'sat.oem')
  const made = await bodyOf<EphemerisFile>(await api.call(ANN, 'POST /api/v1/ca/ephemeris/file', { body: form }))
  const [given] = await read<EphemerisFile[]>(`/api/v1/ca/ephemeris?oem-id=${made.oemFileId}`)
  const answer = await put(`/api/v1/ca/ephemeris?oem-id=${made.oemFileId}`, { ...given!, name: 'b.oem', points: 1 })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ ...made, name: 'b.oem' })
})

test('PUT /userconfig accepts the answer of GET', async () => {
  const given = await read<object>('/api/v1/userconfig/ann')
  expect((await put('/api/v1/userconfig/ann', given)).status).toBe(200)
})

test('a field that neither request nor answer has is refused by name, and so is a field of the answer in a POST', async () => {
  const unknown = await put('/api/v1/ca/satellites', { ...satellite, colour: 'red' })
  expect(unknown.status).toBe(400)
  expect(await unknown.json()).toMatchObject({ errors: [{ pointer: '#/colour' }] })
  const body = JSON.stringify({ name: 'SAT B', noradId: 77, version: 3 })
  expect((await api.call(ANN, 'POST /api/v1/ca/satellites', { body })).status).toBe(400)
})
