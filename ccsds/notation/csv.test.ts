import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { formatCsvRow, scanCsv } from './csv.ts'
import { LIMITS } from './limits.ts'
import type { FlatRecord } from './record.ts'

function scan(chunks: Iterable<string>) {
  const log = new FaultLog(true)
  const records: FlatRecord[] = []
  const scanner = scanCsv(log, (record) => records.push(record))
  for (const chunk of chunks) scanner.write(chunk)
  scanner.end()
  return { records, errors: log.errors }
}

test('scanCsv() returns a record for each row, and each cell with its place', () => {
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

test('scanCsv() reports a row with another number of cells, or with a quote that does not match', () => {
  const { records, errors } = scan(['A,B\n1\n"1,2\n"1"x,2\n1,2\n'])
  expect(errors.map(({ line, code }) => [line, code])).toEqual([
    [2, 'bad-csv'],
    [3, 'bad-csv'],
    [4, 'bad-csv'],
  ])
  expect(records).toHaveLength(1)
})

test('scanCsv() stops at the limits', () => {
  function* endless() {
    for (let count = 0; count < 1e9; count += 1) yield 'xxxxxxxx'
  }
  expect(() => scan(endless())).toThrow(MessageSyntaxError)
})

test('formatCsvRow() writes what scanCsv() can read', () => {
  const cell = fc.string({ unit: 'grapheme-ascii', maxLength: 12 })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const names = cells.map((_, index) => `N${index}`)
      const { records } = scan([`${formatCsvRow(names)}\n${formatCsvRow(cells)}\n`])
      const isFormula = (text: string) =>
        /^[=+\-@\t\r]/.test(text) && !(text.trim() !== '' && Number.isFinite(Number(text)))
      const written = cells.map((text) => (isFormula(text) ? `'${text}` : text))
      expect((records[0] ?? []).map(({ text }) => text)).toEqual(written)
    }),
  )
})

test.each(['=HYPERLINK("http://x","y")', "=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(1)', '\t=1', '\r=1', '＝1', '-'])(
  'formatCsvRow() writes %j so that no spreadsheet runs it',
  (text) => {
    expect(formatCsvRow(['A', text])).toMatch(/^A,"?'/)
  },
)

test.each(['-1.5', '+2', '-1e-7', '-.5', '1.2E+05', 'A=1', ''])('formatCsvRow() does not change %j', (text) => {
  expect(formatCsvRow(['A', text])).toBe(`A,${text}`)
})

test('scanCsv() applies the limits of the number and the length of lines exactly', () => {
  const of = (limits: object) => {
    const log = new FaultLog(true)
    let count = 0
    const scanner = scanCsv(log, () => (count += 1), { ...LIMITS, ...limits })
    try {
      scanner.write('A,B\n1,2345\n\n3,4\n')
      scanner.end()
    } catch (error) {
      expect(error).toBeInstanceOf(MessageSyntaxError)
    }
    return [count, ...log.errors.map(({ line, code }) => `${line} ${code}`)]
  }
  expect(of({ lines: 4, lineLength: 6 })).toEqual([2])
  expect(of({ lines: 3 })).toEqual([1, '4 too-many-lines'])
  expect(of({ lineLength: 5 })).toEqual([0, '2 line-too-long'])
})

test('scanCsv() reads the names without their blanks, and reports how many cells it expects', () => {
  expect(scan([' A , "B"\n1,2\n']).records[0]?.map(({ name }) => name)).toEqual(['A', '"B"'])
  expect(scan(['A,B\n1,2,3\n']).errors).toMatchObject([
    { line: 2, column: 1, keyword: null, message: 'the row has 3 cells', expected: '2' },
  ])
  expect(scan(['A\n"1"\n"a,b"\n""\n']).records.map(([cell]) => cell?.text)).toEqual(['1', 'a,b', ''])
})
