import { missing } from '@apsis/astro/missing.ts'
import { symmetricEigen } from '@apsis/astro/symmetric.ts'
import type { Matrix } from '@apsis/ccsds/block/covariance.ts'

export const AXES = ['R', 'T', 'N', 'Ṙ', 'Ṫ', 'Ṅ', 'drag', 'SRP', 'thrust'] as const
/** Units of the standard deviations. */
export const SIGMA_UNITS = ['m', 'm', 'm', 'm/s', 'm/s', 'm/s', 'm²/kg', 'm²/kg', 'm/s²'] as const

/** Returns the standard deviations on the diagonal, and the correlations below it; undefined if a variance is not positive. */
export function correlations(matrix: Matrix): (number | undefined)[][] {
  const sigma = matrix.map((row, i) => Math.sqrt(row[i] ?? missing()))
  return matrix.map((row, i) =>
    row.slice(0, i + 1).map((value, j) => {
      if (i === j) return sigma[i]
      const product = (sigma[i] ?? missing()) * (sigma[j] ?? missing())
      return product > 0 ? value / product : undefined
    }),
  )
}

/**
 * True if a covariance is positive definite as written: the test uses its correlations, because the entries have different units. Rows of
 * zeros (drag and radiation that were not estimated) are ignored.
 */
export function isPositiveDefinite(matrix: Matrix): boolean {
  const used = matrix.flatMap((row, i) => (row.some((value) => value !== 0) ? [i] : []))
  const variances = used.map((i) => matrix[i]?.[i] ?? missing())
  if (used.length === 0 || variances.some((value) => !(value > 0))) return false
  const scaled = used.map((i, a) =>
    used.map((j, b) => (matrix[i]?.[j] ?? missing()) / Math.sqrt((variances[a] ?? 1) * (variances[b] ?? 1))),
  )
  return (symmetricEigen(scaled).values.at(-1) ?? 0) > 0
}

export const MATRIX_FORMATS = ['numpy', 'MATLAB', 'CSV'] as const
export type MatrixFormat = (typeof MATRIX_FORMATS)[number]

/** Returns a covariance in the syntax of a program, in SI and with every digit. */
export function matrixText(matrix: Matrix, format: MatrixFormat): string {
  const rows = matrix.map((row) => row.join(format === 'CSV' ? ',' : ', '))
  if (format === 'CSV') return `${rows.join('\n')}\n`
  if (format === 'MATLAB') return `[${rows.join('; ...\n ')}]`
  return `np.array([\n${rows.map((row) => `    [${row}],`).join('\n')}\n])`
}
