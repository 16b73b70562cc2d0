import { missing } from './missing.ts'

/** A matrix of any size, as its rows. Symmetric matrices are stored in full. */
export type Matrix = readonly (readonly number[])[]

/** Returns the entry in row i and column j, counted from 0. Throws RangeError outside the matrix. */
export function entry(m: Matrix, i: number, j: number): number {
  const value = m[i]?.[j]
  if (value === undefined) throw new RangeError(`a matrix has no row ${i}, column ${j}`)
  return value
}

/** Returns the matrix of `rows` × `columns` whose entries are the values of `f`. */
export function buildMatrix(rows: number, columns: number, f: (i: number, j: number) => number): number[][] {
  // Loops, because small matrices are built by the million and Array.from takes ten times as long.
  const m: number[][] = []
  for (let i = 0; i < rows; i += 1) {
    const row: number[] = []
    for (let j = 0; j < columns; j += 1) row.push(f(i, j))
    m.push(row)
  }
  return m
}

/** Returns the matrix with rows and columns exchanged. */
export function transposeMatrix(m: Matrix): number[][] {
  return buildMatrix(m[0]?.length ?? 0, m.length, (i, j) => entry(m, j, i))
}

/** Returns the matrix product a · b. */
export function multiplyMatrices(a: Matrix, b: Matrix): number[][] {
  const columns = transposeMatrix(b)
  return a.map((row) => columns.map((column) => dotRows(row, column)))
}

/** Returns the vector m · v. */
export function transformRow(m: Matrix, v: readonly number[]): number[] {
  return m.map((row) => dotRows(row, v))
}

/** Returns the scalar product of two rows of the same length. */
export function dotRows(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new RangeError(`rows of ${a.length} and ${b.length} numbers have no product`)
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? missing()) * (b[i] ?? missing())
  return sum
}

/** Returns the covariance p transformed by a linear map, j · p · jᵀ. It is exactly symmetric, because only half of it is computed. */
export function mapCovariance(j: Matrix, p: Matrix): number[][] {
  const half = j.map((row) => p.map((column) => dotRows(row, column)))
  const mapped: number[][] = j.map(() => [])
  j.forEach((row, i) => {
    for (let k = 0; k <= i; k += 1) {
      const value = dotRows(row, half[k] ?? [])
      const [above, below] = [mapped[k] ?? [], mapped[i] ?? []]
      above[i] = value
      below[k] = value
    }
  })
  return mapped
}

/**
 * Returns the solution X of m · X = b for a square m, by Gaussian elimination with row scaling and partial pivoting (Golub and Van Loan, Matrix
 * Computations, algorithm 3.4.1). Returns null if m is singular to the last digit. Each row is first divided by its largest entry: rows may be in
 * metres and in metres per second, and their units would otherwise decide the choice of the pivot. Both sides of the diagonal are eliminated
 * (Gauss and Jordan): for a 6 × 6 the cost does not matter, and no back substitution is needed.
 */
export function solve(m: Matrix, b: Matrix): number[][] | null {
  const rows = m.map((row, i) => {
    // Makes equations in metres and in metres per second comparable.
    const size = Math.max(...row.map(Math.abs))
    return [...row, ...(b[i] ?? [])].map((value) => value / size)
  })
  const n = rows.length
  for (let column = 0; column < n; column += 1) {
    let best = column
    for (let i = column + 1; i < n; i += 1) {
      if (Math.abs(entry(rows, i, column)) > Math.abs(entry(rows, best, column))) best = i
    }
    const pivotRow = rows[best] ?? []
    rows[best] = rows[column] ?? []
    rows[column] = pivotRow
    // The largest entry of the column: no factor is then above 1, and rounding errors do not grow.
    const pivot = entry(rows, column, column)
    if (!(Math.abs(pivot) > n * Number.EPSILON * Number.EPSILON)) return null
    for (let i = 0; i < n; i += 1) {
      const factor = i === column ? 0 : entry(rows, i, column) / pivot
      if (factor !== 0) rows[i] = (rows[i] ?? []).map((value, k) => value - factor * (pivotRow[k] ?? missing()))
    }
  }
  return rows.map((row, i) => row.slice(n).map((value) => value / entry(rows, i, i)))
}

/** Returns the inverse of a square matrix, or null if it is singular to the last digit. */
export function invert(m: Matrix): number[][] | null {
  return solve(
    m,
    buildMatrix(m.length, m.length, (i, j) => (i === j ? 1 : 0)),
  )
}

/**
 * Returns the inverse of a positive definite matrix of mixed units, or null if the matrix is not positive definite. Metres and metres per second
 * differ by a factor of a thousand, and their squares by a million. The matrix is therefore first scaled to a unit diagonal, m = d · c · d with d
 * = √diag(m), so that rounding affects all units alike. Entry i of the diagonal of c⁻¹ is 1 / (1 − R²ᵢ), where Rᵢ is the multiple correlation of
 * parameter i with the others: the variance inflation factor of Marquardt (Technometrics 12, 1970). If it is above `largestInflation` for a
 * parameter, the data cannot separate the parameters, and the result is null.
 */
export function invertScaled(m: Matrix, largestInflation: number): number[][] | null {
  const sizes = m.map((_row, i) => Math.sqrt(entry(m, i, i)))
  if (!sizes.every((size) => size > 0 && Number.isFinite(size))) return null
  const sizeOf = (i: number) => sizes[i] ?? missing()
  const unscaled = (rows: Matrix) => rows.map((row, i) => row.map((value, j) => value / (sizeOf(i) * sizeOf(j))))
  const inverse = invert(unscaled(m))
  if (inverse === null || !inverse.every((row) => row.every(Number.isFinite))) return null
  const inflations = inverse.map((_row, i) => entry(inverse, i, i))
  if (!inflations.every((inflation) => inflation > 0 && inflation <= largestInflation)) return null
  return unscaled(inverse)
}

/**
 * Returns the lower triangle l with l · lᵀ = m for a symmetric m, or null if m is not positive definite. Source: Golub and Van Loan, Matrix
 * Computations, algorithm 4.2.1.
 */
export function cholesky(m: Matrix): number[][] | null {
  const l: number[][] = buildMatrix(m.length, m.length, () => 0)
  for (const [j, row] of l.entries()) {
    for (const [i, below] of l.entries()) {
      if (i < j) continue
      const rest = entry(m, i, j) - dotRows(below.slice(0, j), row.slice(0, j))
      if (i === j && !(rest > 0)) return null
      below[j] = i === j ? Math.sqrt(rest) : rest / entry(l, j, j)
    }
  }
  return l
}
