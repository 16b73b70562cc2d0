// This file handles the lower triangles of covariance matrices by the keywords of their entries.

import { missing } from '@apsis/astro/missing.ts'
import type { FaultLog } from '../fault.ts'
import type { BlockTable, RawBlock, Row } from './block.ts'
import type { FieldValue } from './read-block.ts'

/** A symmetric matrix in SI units. */
export type Matrix = readonly (readonly number[])[]

export interface MatrixEntry {
  readonly row: number
  readonly column: number
  readonly keyword: string
}

/** Returns the lower triangle in the order of a message. `keyword` makes the keyword of an entry from its two axes: CY_X from Y and X. */
export function lowerTriangle(
  axes: readonly string[],
  keyword: (row: string, column: string) => string,
): MatrixEntry[] {
  return axes.flatMap((rowAxis, row) =>
    axes.slice(0, row + 1).map((columnAxis, column) => ({ row, column, keyword: keyword(rowAxis, columnAxis) })),
  )
}

/** Returns the rows of a table for the entries of a matrix; the name of each field is its keyword. */
export function matrixRows(entries: readonly MatrixEntry[], unitOf: (entry: MatrixEntry) => Row['unit']): Row[] {
  return entries.map((entry): Row => {
    const unit = unitOf(entry)
    const { keyword } = entry
    return { keyword, field: keyword, kind: 'number', need: 'must', ...(unit === undefined ? {} : { unit }) }
  })
}

/** Returns the matrix with the fields that were read for `entries`; a missing field is zero. */
export function toMatrix(
  size: number,
  entries: readonly MatrixEntry[],
  fields: ReadonlyMap<string, FieldValue>,
): number[][] {
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0))
  for (const { row, column, keyword } of entries) {
    const value = Number(fields.get(keyword) ?? 0)
    for (const [i, j] of [
      [row, column],
      [column, row],
    ] as const) {
      const line = matrix[i]
      if (line !== undefined) line[j] = value
    }
  }
  return matrix
}

/** Returns the entries of a matrix as fields, for writing. */
export function fromMatrix(matrix: Matrix, entries: readonly MatrixEntry[]): Record<string, number | undefined> {
  return Object.fromEntries(entries.map(({ row, column, keyword }) => [keyword, matrix[row]?.[column]]))
}

// Real covariances are printed with six or more digits, so a correlation may exceed 1 by the rounding.
const CORRELATION_ROUNDING = 1e-5

/** Returns the place of a matrix entry in its message. */
export type EntryPlace = (entry: MatrixEntry) => { line: number; column: number; keyword: string | null }

interface Triangle {
  readonly entries: readonly MatrixEntry[]
  readonly placeOf: EntryPlace
}

/**
 * Checks that no variance is negative and no correlation exceeds ±1, as in every positive semi-definite matrix; a fault names the entry.
 */
export function checkCovariance(matrix: Matrix, { entries, placeOf }: Triangle, log: FaultLog): void {
  for (const entry of entries) {
    const { row, column } = entry
    const value = matrix[row]?.[column] ?? missing()
    const product = (matrix[row]?.[row] ?? missing()) * (matrix[column]?.[column] ?? missing())
    const bound = Math.sqrt(Math.max(0, product))
    const isVariance = row === column
    if (isVariance ? value >= 0 : Math.abs(value) <= bound * (1 + CORRELATION_ROUNDING)) continue
    const message = isVariance ? 'a variance is negative' : 'the correlation that follows is beyond 1'
    const expected = 'a positive semi-definite matrix'
    log.deviation({ ...placeOf(entry), code: 'bad-covariance', message, expected })
  }
}

/** Returns the places of the entries of a matrix that was read by keywords. */
export function placeInBlock({ line, assignments }: RawBlock): EntryPlace {
  return ({ keyword }) => {
    const at = assignments.get(keyword)
    return { line: at?.line ?? line, column: at?.column ?? 1, keyword }
  }
}

const AXES = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT'] as const

/** The entries CX_X, CY_X, CY_Y, … of OPM, OMM and OEM. */
export const STATE_ENTRIES = lowerTriangle(AXES, (row, column) => `C${row}_${column}`)

/** Returns km², km²/s or km²/s², depending on how many of the two axes are velocities. */
export function stateEntryUnit({
  row,
  column,
}: Pick<MatrixEntry, 'row' | 'column'>): 'km**2' | 'km**2/s' | 'km**2/s**2' {
  const rates = (row > 2 ? 1 : 0) + (column > 2 ? 1 : 0)
  return rates === 0 ? 'km**2' : rates === 1 ? 'km**2/s' : 'km**2/s**2'
}

export const STATE_COVARIANCE: BlockTable = {
  name: 'position/velocity covariance matrix',
  need: 'may',
  element: 'covarianceMatrix',
  rows: [
    { keyword: 'COV_REF_FRAME', field: 'refFrame', kind: 'text', need: 'may' },
    ...matrixRows(STATE_ENTRIES, stateEntryUnit),
  ],
}
