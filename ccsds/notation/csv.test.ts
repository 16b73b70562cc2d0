import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { formatCsvRow, scanCsv } from './csv.ts'
import type { FlatRecord } from './record.ts'

function scan(chunks: Iterable<string>) {
  const log = new FaultLog(true)
  const records: FlatRecord[] = []
  const scanner = scanCsv(log, (record) => records.push(record))
  for (const chunk of chunks) scanner.write(chunk)
  scanner.end()
  return { records, errors: log.errors }
}

test('scanCsv() gives a record for each row, each cell with its place', () => {
  const { records, errors } = scan(['A,B\r\n1,', '"x, ""y"""\r\n\r\n,2'])
  expect(errors).toEqual([])
  expect(records).toEqual([
    [
      { name: 'A', text: '1', line: 2, column: 1 },
      { name: 'B', text: 'x, "y"', line: 2, column: 3 },
    ],
    [
      { name: 'A', text: '', line: 4, column: 1 },
      { name: 'B', text: '2', line: 4, column: 2 },
    ],
  ])
})

test('scanCsv() names the row that has another number of cells, or a quote that does not match', () => {
  const { records, errors } = scan(['A,B\n1\n"1,2\n"1"x,2\n1,2\n'])
  expect(errors.map(({ line, code }) => [line, code])).toEqual([
    [2, 'bad-csv'],
    [3, 'bad-csv'],
    [4, 'bad-csv'],
  ])
  expect(records).toHaveLength(1)
})

test('scanCsv() ends at the limits', () => {
  function* endless() {
    for (let count = 0; count < 1e9; count += 1) yield 'xxxxxxxx'
  }
  expect(() => scan(endless())).toThrow(MessageSyntaxError)
})

test('formatCsvRow() writes what scanCsv() reads', () => {
  const cell = fc.string({ unit: 'grapheme-ascii', maxLength: 12 })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const names = cells.map((_, index) => `N${index}`)
      const { records } = scan([`${formatCsvRow(names)}\n${formatCsvRow(cells)}\n`])
      expect((records[0] ?? []).map(({ text }) => text)).toEqual(
        cells.every((text) => text.trim() === '') && !cells.some((text) => /["\r\n]|^\s|\s$/.test(text))
          ? cells
          : cells,
      )
    }),
  )
})
