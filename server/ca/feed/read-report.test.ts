import { readFileSync } from 'node:fs'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'

const ROW = {
  CDM_ID: '900000001',
  CREATED: '2029-12-31 03:14:15.250000',
  EMERGENCY_REPORTABLE: 'Y',
  TCA: '2030-01-05T12:00:00.500000',
  MIN_RNG: '187',
  PC: '2.13e-4',
  SAT_1_ID: '90001',
  SAT_1_NAME: 'OTHER DEB',
  SAT1_OBJECT_TYPE: 'DEBRIS',
  SAT1_RCS: 'SMALL',
  SAT_1_EXCL_VOL: '1.00',
  SAT_2_ID: '043617',
  SAT_2_NAME: 'OWN',
  SAT2_OBJECT_TYPE: 'PAYLOAD',
  SAT2_RCS: 'LARGE',
  SAT_2_EXCL_VOL: '5.00',
}
const read = (change: object = {}) => readReport({ ...ROW, ...change }, (designator) => designator === '43617')

test('a row is read in metres and UTC, and everything in it is kept', () => {
  expect(read()).toEqual({
    kind: 'report',
    unknown: [],
    report: {
      reportId: '900000001',
      createdAt: Date.parse('2029-12-31T03:14:15.250Z'),
      tca: Date.parse('2030-01-05T12:00:00.500Z'),
      missM: 187,
      probability: 2.13e-4,
      isEmergencyReportable: true,
      objects: [
        { designator: '90001', name: 'OTHER DEB', objectType: 'DEBRIS' },
        { designator: '43617', name: 'OWN', objectType: 'PAYLOAD' },
      ],
      row: ROW,
    },
  })
})

test.each([{ PC: null }, { PC: undefined }, { PC: '' }])(
  'a probability that is absent is not said, and is not 0: %j',
  (change) => {
    expect(read(change)).toMatchObject({ kind: 'report', report: { probability: null } })
    expect(read({ PC: '0' })).toMatchObject({ report: { probability: 0 } })
  },
)

test.each([
  ['CDM_ID', undefined],
  ['CDM_ID', 'x'],
  ['TCA', undefined],
  ['TCA', '2030-13-05T12:00:00'],
  ['CREATED', null],
  ['SAT_1_ID', undefined],
  ['SAT_1_ID', '43617'],
  ['SAT_2_ID', '0'],
  ['MIN_RNG', null],
  ['MIN_RNG', '-1'],
  ['PC', '1.5'],
  ['PC', 'low'],
])('a row with %s %j is refused, and the reason names the field', (field, value) => {
  const refused = read({ [field]: value })
  expect(refused.kind).toBe('refused')
  if (value !== '43617') expect(refused).toMatchObject({ reason: expect.stringContaining(field) as string })
})

test('a row about objects of others is left out, whatever else it lacks', () => {
  expect(read({ SAT_2_ID: '43618', TCA: undefined })).toEqual({ kind: 'foreign' })
})

test('fields that are not known are kept and named, and hostile texts are cut and lose what a database refuses', () => {
  const hostile = `<script>\u0000\u202e${'x'.repeat(10_000)}`
  const found = read({ NEXT_YEAR: { deep: [hostile] }, SAT_1_NAME: hostile, EMERGENCY_REPORTABLE: 'maybe' })
  if (found.kind !== 'report') throw new Error('refused')
  const { report, unknown } = found
  expect(unknown).toEqual(['NEXT_YEAR'])
  expect(report.isEmergencyReportable).toBeNull()
  expect(report.objects[0].name).toMatch(/^<script>x{92}$/)
  expect(String(report.row.NEXT_YEAR)).toHaveLength(1_000)
  expect(Object.values(report.row).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test.each([null, 'text', [1], 5])('what is no object is refused: %j', (row) => {
  expect(readReport(row, () => true).kind).toBe('refused')
})

const FILE = 'exchange/space-track/cdm_public.json'
test.skipIf(!hasCollection(FILE))('every row of the collection is read, and has no field that is not known', () => {
  const rows = JSON.parse(readFileSync(collectionPath(FILE), 'utf8')) as Readonly<Record<string, string | null>>[]
  expect(rows.length).toBeGreaterThanOrEqual(4)
  for (const row of rows) {
    const found = readReport(row, () => true)
    expect(found).toMatchObject({
      kind: 'report',
      unknown: [],
      report: {
        reportId: row.CDM_ID,
        missM: Number(row.MIN_RNG),
        probability: row.PC === null ? null : Number(row.PC),
        row,
      },
    })
  }
})
