import type { Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { Epoch } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'

/** One line of an ephemeris: r in m, v in m/s, in the frame of its segment; a, if given, in m/s². */
export interface EphemerisState {
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3
  readonly a?: Vec3
}

/** 6 × 6 covariance of r and v in m and m/s, in the frame of its segment. */
export interface EphemerisCovariance {
  readonly epoch: Epoch
  readonly covariance: Matrix
}

/** States in columns: thousands of them are checked, converted and stored together, which objects would make ten times slower. */
export interface StateColumns {
  readonly count: number
  /** The two parts of each epoch. */
  readonly taiS: Float64Array
  readonly taiFs: Float64Array
  /** Six numbers of each state: position in m and velocity in m/s. */
  readonly states: Float64Array
  /** Three numbers of each state, m/s², NaN for a state without an acceleration; absent if no state has one. */
  readonly accelerations?: Float64Array
}

/** Covariances in columns, each in axes of its own. */
export interface CovarianceColumns {
  readonly count: number
  readonly taiS: Float64Array
  readonly taiFs: Float64Array
  /** The 21 numbers of each lower triangle, row by row, in m², m²/s and m²/s². */
  readonly triangles: Float64Array
  /** The names of the axes: a frame, or axes of the orbit (parseLocalFrame), which count as fixed at the epoch. */
  readonly axes: readonly string[]
  /** The place in `axes` for each covariance; absent if all have the first ones. */
  readonly axesOf?: Uint32Array
}

export const STATE_NUMBERS = 6
export const TRIANGLE_NUMBERS = 21
const ACCELERATION_NUMBERS = 3

/** Returns the columns of states. */
export function toStateColumns(states: readonly EphemerisState[]): StateColumns {
  const count = states.length
  const columns = {
    count,
    taiS: new Float64Array(count),
    taiFs: new Float64Array(count),
    states: new Float64Array(STATE_NUMBERS * count),
  }
  const accelerations = states.some(({ a }) => a !== undefined)
    ? new Float64Array(ACCELERATION_NUMBERS * count).fill(Number.NaN)
    : undefined
  for (const [row, { epoch, r, v, a }] of states.entries()) {
    columns.taiS[row] = epoch.taiS
    columns.taiFs[row] = epoch.taiFs
    columns.states.set(r, STATE_NUMBERS * row)
    columns.states.set(v, STATE_NUMBERS * row + 3)
    if (a !== undefined) accelerations?.set(a, ACCELERATION_NUMBERS * row)
  }
  return accelerations === undefined ? columns : { ...columns, accelerations }
}

/** Returns the columns of covariances that are all in one frame. */
export function toCovarianceColumns(covariances: readonly EphemerisCovariance[], frame: string): CovarianceColumns {
  const count = covariances.length
  const columns = {
    count,
    taiS: new Float64Array(count),
    taiFs: new Float64Array(count),
    triangles: new Float64Array(TRIANGLE_NUMBERS * count),
    axes: [frame],
  }
  for (const [row, { epoch, covariance }] of covariances.entries()) {
    columns.taiS[row] = epoch.taiS
    columns.taiFs[row] = epoch.taiFs
    writeTriangle(columns.triangles, row, covariance)
  }
  return columns
}

/** Writes the lower triangle of a 6 × 6 matrix to a row. */
export function writeTriangle(triangles: Float64Array, row: number, matrix: Matrix): void {
  let at = TRIANGLE_NUMBERS * row
  for (let i = 0; i < STATE_NUMBERS; i += 1)
    for (let j = 0; j <= i; j += 1) {
      triangles[at] = matrix[i]?.[j] ?? missing()
      at += 1
    }
}

/** Returns the place of an entry of a matrix in its lower triangle, which is written row by row. */
export function triangleIndex(i: number, j: number): number {
  const row = Math.max(i, j)
  return (row * (row + 1)) / 2 + Math.min(i, j)
}

export function epochAt({ taiS, taiFs }: Pick<StateColumns, 'taiS' | 'taiFs'>, row: number): Epoch {
  return { taiS: taiS[row] ?? missing(), taiFs: taiFs[row] ?? missing() }
}

/** Returns a row of the columns as a state. */
export function stateAt(columns: StateColumns, row: number): EphemerisState {
  const { states, accelerations } = columns
  const at = row * STATE_NUMBERS
  const state: EphemerisState = {
    epoch: epochAt(columns, row),
    r: [states[at] ?? missing(), states[at + 1] ?? missing(), states[at + 2] ?? missing()],
    v: [states[at + 3] ?? missing(), states[at + 4] ?? missing(), states[at + 5] ?? missing()],
  }
  if (accelerations === undefined) return state
  const [x, y, z] = accelerations.subarray(ACCELERATION_NUMBERS * row)
  if (x === undefined || y === undefined || z === undefined || Number.isNaN(x)) return state
  return { ...state, a: [x, y, z] }
}

/** Returns all states of the columns. */
export function statesOf(columns: StateColumns): EphemerisState[] {
  return Array.from({ length: columns.count }, (_, row) => stateAt(columns, row))
}

/** Returns true if every state has an acceleration. */
export function haveAccelerations({ count, accelerations }: StateColumns): boolean {
  if (accelerations === undefined) return false
  for (let row = 0; row < count; row += 1) if (Number.isNaN(accelerations[ACCELERATION_NUMBERS * row])) return false
  return true
}

/** Returns the 6 × 6 matrix of a row, in the axes of the row. */
export function matrixAt(triangles: Float64Array, row: number): number[][] {
  const at = row * TRIANGLE_NUMBERS
  const entry = (i: number, j: number) => triangles[at + triangleIndex(i, j)] ?? missing()
  const line = (i: number) => [entry(i, 0), entry(i, 1), entry(i, 2), entry(i, 3), entry(i, 4), entry(i, 5)]
  return [line(0), line(1), line(2), line(3), line(4), line(5)]
}

/** Returns the names of the axes of a covariance. */
export function axesAt({ axes, axesOf }: Pick<CovarianceColumns, 'axes' | 'axesOf'>, row: number): string {
  return axes[axesOf === undefined ? 0 : (axesOf[row] ?? missing())] ?? missing()
}

/** Returns true if the position part of a covariance was given: zeros only are a placeholder. */
export function hasPositionCovariance(triangles: Float64Array, row: number): boolean {
  const at = row * TRIANGLE_NUMBERS
  // The six entries of the position are the first ones of the triangle.
  for (let k = at; k < at + 6; k += 1) if (triangles[k] !== 0) return true
  return false
}

/** Returns the states from one row to another, not including it. */
export function sliceStates(
  { taiS, taiFs, states, accelerations }: StateColumns,
  from: number,
  to: number,
): StateColumns {
  const some = {
    taiS: taiS.slice(from, to),
    taiFs: taiFs.slice(from, to),
    states: states.slice(STATE_NUMBERS * from, STATE_NUMBERS * to),
  }
  const kept = { count: some.taiS.length, ...some }
  if (accelerations === undefined) return kept
  return { ...kept, accelerations: accelerations.slice(ACCELERATION_NUMBERS * from, ACCELERATION_NUMBERS * to) }
}

/** Returns some rows of covariances. */
export function sliceCovariances(columns: CovarianceColumns, rows: readonly number[]): CovarianceColumns {
  const { taiS, taiFs, triangles, axes, axesOf } = columns
  const some = new Float64Array(TRIANGLE_NUMBERS * rows.length)
  for (const [place, row] of rows.entries())
    some.set(triangles.subarray(TRIANGLE_NUMBERS * row, TRIANGLE_NUMBERS * (row + 1)), TRIANGLE_NUMBERS * place)
  return {
    count: rows.length,
    taiS: Float64Array.from(rows, (row) => taiS[row] ?? missing()),
    taiFs: Float64Array.from(rows, (row) => taiFs[row] ?? missing()),
    triangles: some,
    axes,
    ...(axesOf === undefined ? {} : { axesOf: Uint32Array.from(rows, (row) => axesOf[row] ?? missing()) }),
  }
}
