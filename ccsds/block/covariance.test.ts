import { expect, test } from 'vitest'
import { FaultLog } from '../fault.ts'
import { checkCovariance, fromMatrix, STATE_ENTRIES, stateEntryUnit, toMatrix } from './covariance.ts'

/** Returns the entries that a check of this symmetric matrix reports. */
function reported(matrix: readonly (readonly number[])[]) {
  const log = new FaultLog(true)
  const placeOf = ({ keyword, row, column }: { keyword: string; row: number; column: number }) => ({
    line: row + 1,
    column: column + 1,
    keyword,
  })
  const entries = STATE_ENTRIES.filter(({ row }) => row < matrix.length)
  checkCovariance(matrix, { entries, placeOf }, log)
  return log.errors.map(({ keyword, code, message }) => [keyword, code, message])
}
const beyond = (keyword: string) => [keyword, 'bad-covariance', 'the correlation that follows is beyond 1']

test('checkCovariance() accepts variances of 0 or more, and correlations up to 1 plus the rounding of printed numbers', () => {
  const of = (x: number, yx: number, y: number) =>
    reported([
      [x, yx],
      [yx, y],
    ])
  expect(of(4, 0, 9)).toEqual([])
  for (const sign of [1, -1]) {
    expect(of(4, sign * 6, 9)).toEqual([])
    expect(of(4, sign * 6.00005, 9)).toEqual([])
    expect(of(4, sign * 6.00007, 9)).toEqual([beyond('CY_X')])
  }
  expect(of(0, 0, 9)).toEqual([])
  expect(of(0, 1e-9, 9)).toEqual([beyond('CY_X')])
  expect(of(-1e-9, 0, 9)).toEqual([['CX_X', 'bad-covariance', 'a variance is negative']])
  // If a variance is negative, the correlations with it are also reported.
  expect(of(-4, 1e-9, 9).map(([keyword]) => keyword)).toEqual(['CX_X', 'CY_X'])
})

test('the units of an entry depend on how many of its two axes are velocities (502.0-B-3, table 5-4)', () => {
  const unitOf = (keyword: string) => stateEntryUnit(STATE_ENTRIES.find((entry) => entry.keyword === keyword)!)
  expect(['CX_X', 'CZ_X', 'CZ_Z'].map(unitOf)).toEqual(['km**2', 'km**2', 'km**2'])
  expect(['CX_DOT_X', 'CX_DOT_Z', 'CZ_DOT_Z'].map(unitOf)).toEqual(['km**2/s', 'km**2/s', 'km**2/s'])
  expect(['CX_DOT_X_DOT', 'CZ_DOT_X_DOT', 'CZ_DOT_Z_DOT'].map(unitOf)).toEqual([
    'km**2/s**2',
    'km**2/s**2',
    'km**2/s**2',
  ])
})

test('toMatrix() puts each entry on both sides of the diagonal, and fromMatrix() is its inverse', () => {
  const fields = new Map(STATE_ENTRIES.map(({ keyword }, index) => [keyword, index + 1]))
  const matrix = toMatrix(6, STATE_ENTRIES, fields)
  for (const { row, column, keyword } of STATE_ENTRIES) {
    expect([matrix[row]?.[column], matrix[column]?.[row]]).toEqual([fields.get(keyword), fields.get(keyword)])
  }
  expect(fromMatrix(matrix, STATE_ENTRIES)).toEqual(Object.fromEntries(fields))
  expect(toMatrix(2, [], new Map())).toEqual([
    [0, 0],
    [0, 0],
  ])
})
