import { openApi } from '@apsis/contract/api/openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from '@apsis/contract/api/services.ts'
import { SERVICES } from '@apsis/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { type Document, groupsOfEndpoints } from './reference.ts'
import { NOTHING_OWN, type OwnValues, sampleOf } from './sample.ts'

const SAMPLES = import.meta.glob<string>('../../../ccsds/samples/*', { query: '?raw', import: 'default', eager: true })

const ID = '0b7e3f64-55d1-4c0a-9d3e-7d0a5b1c2e90'
const ids = [
  'satellite-id',
  'cdm-id',
  'conjunction-id',
  'oem-id',
  'import-id',
  'screening-id',
  'handover-id',
  'report-id',
  'manoeuvre-id',
  'station-id',
  'service-account-id',
  'customer-id',
  'channel-id',
  'delivery-id',
  'call-id',
  'connection-id',
  'file-id',
  'observation-request-id',
]
const OWN: OwnValues = {
  values: { ...Object.fromEntries(ids.map((name) => [name, ID])), 'norad-id': 90_001 },
  bodies: { updateSatellite: { satelliteId: ID, name: 'SAT-1' } },
  ofOperations: { restoreSatellite: { 'satellite-id': 'removed' }, getTle: { noradId: 90_001 } },
  versions: { updateDutyPlan: '"3"' },
}

const samplesOf = (service: (typeof SERVICES)[number], own: OwnValues) => {
  const document = openApi(serviceInfo(service, '0.3.4'), SERVICE_ENDPOINTS[service]) as unknown as Document
  return groupsOfEndpoints(document)
    .flatMap(({ operations }) => operations)
    .map((operation) => {
      const described = { schemas: document.components.schemas, endpoint: SERVICE_ENDPOINTS[service][operation.id] }
      return { id: operation.id, ...sampleOf(operation, described, { subject: 'me', origin: 'https://a', own }) }
    })
}
const sampleNamed = (id: string, own = OWN) => samplesOf('ca', own).find((one) => one.id === id)

test.each(SERVICES)('every example of %s is complete if the organisation has something of each kind', (service) => {
  const samples = samplesOf(service, OWN)
  expect(samples.length).toBeGreaterThan(0)
  for (const { id, call, missing } of samples) {
    expect({ id, missing }).toEqual({ id, missing: [] })
    expect(call.url).toMatch(/^https:\/\/a\/api\/v1\/[^{}"]+$/)
    expect(call.url).not.toMatch(/\/\/[^a]|=&|=$/)
  }
})

test('a missing item stays a placeholder in the address, and is named as missing', () => {
  expect(sampleNamed('getScreening', NOTHING_OWN)).toMatchObject({
    call: { url: 'https://a/api/v1/ca/screenings/{screening-id}' },
    missing: ['screening-id'],
  })
  expect(sampleNamed('listScreenings', NOTHING_OWN)).toMatchObject({ missing: [] })
})

test('an example names the reader’s own items, in address, body and form', () => {
  expect(sampleNamed('createScreening')?.call.body).toMatchObject({ 'satellite-id': ID, against: 'CAT' })
  expect(sampleNamed('updateSatellite')?.call.body).toEqual(OWN.bodies.updateSatellite)
  expect(sampleNamed('updateCaUserconfig')?.call.body).toMatchObject({ _id: 'me' })
  expect(sampleNamed('restoreSatellite')?.call.url).toContain('/removed/')
  expect(sampleNamed('createEphemerisFile')?.call.form?.fields).toEqual({ 'satellite-id': ID, kind: 'HYPOTHETICAL' })
  // An optional parameter is included only if the call would otherwise return nothing.
  expect(sampleNamed('findConjunctions')?.call.url).toBe(`https://a/api/v1/ca/find?satellite-id=${ID}`)
  expect(sampleNamed('listCdms')?.call.url).toBe('https://a/api/v1/ca/cdms')
})

test('the files of the examples can be downloaded, and have the size that an example states', () => {
  const sent = samplesOf('ca', OWN).flatMap(({ call: { form, raw } }) => [form ?? [], raw ?? []].flat())
  expect(sent.length).toBeGreaterThan(2)
  for (const { file, from } of sent) {
    expect(from).toBe(`https://a/samples/${file}`)
    expect(Object.keys(SAMPLES)).toContain(`../../../ccsds/samples/${file}`)
  }
  const body = sampleNamed('createImport')?.call.body as { files: { name: string; bytes: number }[] }
  for (const { name, bytes } of body.files)
    expect(new TextEncoder().encode(SAMPLES[`../../../ccsds/samples/${name}`]).length).toBe(bytes)
})

test('a file that is the whole body is sent with its media type', () => {
  const call = sampleNamed('loadObjectSizes')?.call
  expect(call?.raw).toEqual({
    file: 'object-sizes.csv',
    from: 'https://a/samples/object-sizes.csv',
    media: 'text/csv',
  })
  expect(sampleNamed('createEphemerisFile')?.call.raw).toBeUndefined()
})

test('an answer that is not JSON is read as text', () => {
  expect(sampleNamed('getCdmFile')?.call.isText).toBe(true)
  expect(sampleNamed('listCdms')?.call.isText).toBe(false)
})

test("an example of a form without files reads the caller's identity from the environment", () => {
  const token = samplesOf('userconfig', OWN).find(({ id }) => id === 'createToken')
  expect(token?.call.encoded).toEqual({
    fields: { grant_type: 'client_credentials' },
    variables: { client_id: 'APSIS_CLIENT_ID', client_secret: 'APSIS_CLIENT_SECRET' },
  })
})

test('an example of a change that another user may also make names the version that the reader saw', () => {
  const samples = samplesOf('userconfig', OWN)
  expect(samples.find(({ id }) => id === 'updateDutyPlan')?.call.version).toBe('"3"')
  expect(samples.find(({ id }) => id === 'getDutyPlan')?.call).not.toHaveProperty('version')
})
