import { expect, test } from 'vitest'
import { emitRecord, kindOfRecord } from './record.ts'

const record = (names: readonly string[]) => names.map((name) => ({ name, text: `of ${name}`, line: 1, column: 1 }))

test('emitRecord() passes on the keywords of both objects first, then those of each object, beginning with the keyword OBJECT', () => {
  const given = record(['SAT2_X', 'SAT1_X', 'SAT2_OBJECT', 'TCA', 'SAT1_OBJECT', 'CCSDS_CDM_VERS'])
  const texts: string[] = []
  emitRecord(given, (line) => {
    if (line.kind === 'assignment') texts.push(`${line.keyword}: ${line.value}`)
  })
  expect(kindOfRecord(given)).toBe('CDM')
  expect(texts).toEqual([
    'CCSDS_CDM_VERS: of CCSDS_CDM_VERS',
    'TCA: of TCA',
    'OBJECT: of SAT1_OBJECT',
    'X: of SAT1_X',
    'OBJECT: of SAT2_OBJECT',
    'X: of SAT2_X',
  ])
})
