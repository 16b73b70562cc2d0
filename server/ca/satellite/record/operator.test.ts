import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { auditOf } from '../../../platform/testing/test-database.ts'
import { asOperator } from '../../testing/ca-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const FULL = {
  noradId: 25_544,
  objectName: 'ISS (ZARYA)',
  operatorName: 'Operator One',
  country: 'ES',
  email: 'ops@one.example',
  phone: '+34 600 000 000',
  website: 'https://one.example',
  manoeuvrability: 'YES',
  responsibilityTag: 'CREWED',
  lastVerified: '2026-11-01T00:00:00.000Z',
} as const

/** Returns the directory of an organisation: its imports, and its answers. */
function directoryOf(organisation: string) {
  const operator = asOperator(api, organisation)
  return {
    put: (entries: readonly object[]) => operator.json('POST /api/v1/ca/satellites/operator', entries),
    find: async (noradId: number) =>
      bodyOf<SatelliteOperator | null>(await operator.call(`GET /api/v1/ca/satellites/operator/${noradId}`)),
  }
}

test('the operator of an object is returned as it was imported, and only to the organisation that imported it', async () => {
  const [one, two] = [directoryOf('directory'), directoryOf('directory-other')]
  expect(await one.find(FULL.noradId)).toBeNull()
  const bare = { noradId: 1, objectName: 'OBJECT A', operatorName: 'Operator Two' }
  expect(await bodyOf(await one.put([FULL, bare]))).toEqual({ imported: 2 })
  expect(await one.find(FULL.noradId)).toEqual({ ...FULL, source: 'own directory', isSimulated: false })
  // Missing data are returned as unknown, and not as an empty text or a guess.
  const unsaid = { country: null, email: null, phone: null, website: null, responsibilityTag: null, lastVerified: null }
  expect(await one.find(bare.noradId)).toMatchObject({ ...bare, ...unsaid, manoeuvrability: 'UNKNOWN' })
  expect(await two.find(FULL.noradId)).toBeNull()
})

test('a new entry replaces the earlier one completely; the audit record names the importer', async () => {
  const { put, find } = directoryOf('directory-again')
  await put([FULL])
  const { noradId, objectName } = FULL
  await put([{ noradId, objectName, operatorName: 'Operator Three', manoeuvrability: 'NO' }])
  expect(await find(noradId)).toMatchObject({
    operatorName: 'Operator Three',
    manoeuvrability: 'NO',
    email: null,
    phone: null,
    lastVerified: null,
  })
  expect(await auditOf(api.database, 'directory-again', 'operator.')).toMatchObject([
    { actor: 'ada', action: 'operator.import', object: '1 entries' },
    { actor: 'ada', action: 'operator.import', object: '1 entries' },
  ])
})

test('if an entry has a fault, no entry is imported, and the fault names the entry and the field', async () => {
  const { put, find } = directoryOf('directory-fault')
  const refused = await put([FULL, { ...FULL, noradId: 2, email: 'nobody' }])
  expect([refused.status, (await bodyOf<Problem>(refused)).errors?.map(({ pointer }) => pointer)]).toEqual([
    400,
    ['#/1/email'],
  ])
  const twice = await put([FULL, FULL])
  expect((await bodyOf<Problem>(twice)).errors).toMatchObject([{ pointer: '#/1/noradId' }])
  expect(await find(FULL.noradId)).toBeNull()
})
