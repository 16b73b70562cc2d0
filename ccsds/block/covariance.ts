// The lower triangles of covariance matrices, by the keywords of their entries.

import { missing } from '@apsis/astro/missing.ts'
import type { FaultLog } from '../fault.ts'
import type { BlockTable, RawBlock, Row } from './block.ts'
import type { FieldValue } from './read-block.ts'

/** A symmetric matrix, in SI. */
export type Matrix = readonly (readonly number[])[]

export interface MatrixEntry {
  readonly row: number
  readonly column: number
  readonly keyword: string
}

/** The lower triangle in the order of a message, its keywords made by `keyword` of two axes: CY_X of Y and X. */
export function lowerTriangle(
  axes: readonly string[],
  keyword: (row: string, column: string) => string,
): MatrixEntry[] {
  return axes.flatMap((rowAxis, row) =>
    axes.slice(0, row + 1).map((columnAxis, column) => ({ row, column, keyword: keyword(rowAxis, columnAxis) })),
  )
}

/** Rows of a table for the entries of a matrix: a field has the name of its keyword. */
export function matrixRows(entries: readonly MatrixEntry[], unitOf: (entry: MatrixEntry) => Row['unit']): Row[] {
  return entries.map((entry): Row => {
    const unit = unitOf(entry)
    const { keyword } = entry
    return { keyword, field: keyword, kind: 'number', need: 'must', ...(unit === undefined ? {} : { unit }) }
  })
}

/** The matrix of the fields that were read by the rows of `entries`; zero where a field is absent. */
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

/** The entries of a matrix as fields, for writing. */
export function fromMatrix(matrix: Matrix, entries: readonly MatrixEntry[]): Record<string, number | undefined> {
  return Object.fromEntries(entries.map(({ row, column, keyword }) => [keyword, matrix[row]?.[column]]))
}

// Real covariances are printed with six digits and more: a correlation may exceed 1 by their rounding.
const CORRELATION_ROUNDING = 1e-5

/** Where an entry of a matrix stands in its message. */
export type EntryPlace = (entry: MatrixEntry) => { line: number; column: number; keyword: string | null }

interface Triangle {
  readonly entries: readonly MatrixEntry[]
  readonly placeOf: EntryPlace
}

/**
 * No variance may be negative, and no correlation beyond ±1: conditions of every positive semi-definite matrix, each of
 * which has an entry to name.
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

/** Where the entries of a matrix stand that was read by keywords. */
export function placeInBlock({ line, assignments }: RawBlock): EntryPlace {
  return ({ keyword }) => {
    const at = assignments.get(keyword)
    return { line: at?.line ?? line, column: at?.column ?? 1, keyword }
  }
}

const AXES = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT'] as const

/** CX_X, CY_X, CY_Y, … of OPM, OMM and OEM. */
export const STATE_ENTRIES = lowerTriangle(AXES, (row, column) => `C${row}_${column}`)

/** km², km²/s or km²/s², by how many of the two axes are velocities. */
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
