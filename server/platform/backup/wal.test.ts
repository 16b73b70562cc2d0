import { expect, test } from 'vitest'
import { listWalNames, parseLsn } from './wal.ts'

const MIB = 2 ** 20

test('listWalNames counts across the end of a log, where the segment numbers start again', () => {
  // PostgreSQL manual, 28.6: segments are numbered from 000000010000000000000001; 256 of 16 MiB make 4 GiB.
  expect(listWalNames('0000000100000000000000FE', '1/01000001', 16 * MIB)).toEqual([
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
    '000000010000000100000001',
  ])
})

test('listWalNames omits a file without a byte before the end', () => {
  expect(listWalNames('000000020000000000000003', '0/4000000', 16 * MIB)).toEqual(['000000020000000000000003'])
  expect(listWalNames('000000020000000000000003', '0/4000001', 16 * MIB)).toHaveLength(2)
})

test('listWalNames refuses an end before its beginning, and other file names', () => {
  expect(() => listWalNames('000000010000000000000005', '0/1000000', 16 * MIB)).toThrow('lies before')
  expect(() => listWalNames('backup_label', '0/1000000', 16 * MIB)).toThrow('not the name of a WAL file')
})

test('parseLsn reads both halves', () => {
  expect(parseLsn('16/B374D848')).toBe(0x16_b374_d848n)
  expect(() => parseLsn('16')).toThrow('not a position')
})
