import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { buildMatrix, cholesky, entry, type Matrix, transposeMatrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'

/**
 * Returns how a small change of a state maps over `seconds`: 6 × 6, m and m/s, inertial at both ends. The matrix is for two-body motion in the
 * radial, transverse and normal axes of each end, rotated to the axes of the actual states: so the Earth's oblateness, which moves both states
 * equally, does not rotate the change. Source of the matrix: propagateTwoBody. Exact for two-body motion; the effect of the oblateness on the
 * change itself is neglected, below 1 % over two days.
 */
export function transitionBetween(from: CartesianState, to: CartesianState, seconds: number): Matrix {
  const { state, stm } = propagateTwoBody(from, seconds, GM_EARTH)
  // From the axes at the end of the two-body motion to the axes of the actual state.
  const [there, here] = [rtnAxes(state), transpose(rtnAxes(to))]
  const turn = (v: Vec3) => transform(here, transform(there, v))
  const columns = Array.from({ length: 6 }, (_, j) => {
    const [x, y, z, vx, vy, vz] = stm.map((row) => row[j] ?? missing())
    const [a, b, c] = [x ?? missing(), y ?? missing(), z ?? missing()]
    const [d, e, f] = [vx ?? missing(), vy ?? missing(), vz ?? missing()]
    return [...turn([a, b, c]), ...turn([d, e, f])]
  })
  return transposeMatrix(columns)
}

/**
 * Returns the state after `seconds` that started as a changed `from`, if `from` itself arrives at `to`: the difference moves by two-body motion,
 * in the axes of each end. Unlike the matrix it is correct for differences of kilometres, whose squares cause metres of semi-major axis and
 * drift.
 */
export function carriedTo(
  {
    from,
    changed,
    to,
  }: { readonly from: CartesianState; readonly changed: CartesianState; readonly to: CartesianState },
  seconds: number,
): CartesianState {
  const [before, after] = [flyTwoBody(from, seconds, GM_EARTH), flyTwoBody(changed, seconds, GM_EARTH)]
  const [there, here] = [rtnAxes(before), transpose(rtnAxes(to))]
  const turn = (v: Vec3) => transform(here, transform(there, v))
  return { r: add(to.r, turn(subtract(after.r, before.r))), v: add(to.v, turn(subtract(after.v, before.v))) }
}

/**
 * Returns the inverse of a transition matrix of motion under a potential: its blocks, transposed and with changed signs (it is symplectic). With
 * the blocks Φ = [[A, B], [C, D]] it is [[Dᵀ, −Bᵀ], [−Cᵀ, Aᵀ]]: without elimination, and without loss of digits in a matrix whose entries differ
 * by 1e7.
 */
export function inverseTransition(m: Matrix): number[][] {
  return buildMatrix(6, 6, (i, j) => {
    // Entry (i, j) of the inverse is entry (j ± 3, i ± 3) of the matrix, with a minus in the off-diagonal blocks.
    const [row, column] = [j < 3 ? j + 3 : j - 3, i < 3 ? i + 3 : i - 3]
    return i < 3 === j < 3 ? entry(m, row, column) : -entry(m, row, column)
  })
}

/**
 * Returns the displacement at `state` by a constant acceleration of 1 m/s² along the track that started `seconds` before: position and velocity
 * in the inertial axes, m and m/s. Clohessy and Wiltshire, Journal of the Aerospace Sciences 27 (1960) 653, with that acceleration on the right
 * side: after many revolutions 3/2 t² along the track, against the acceleration. For nearly circular orbits; for an eccentric orbit it is the
 * mean.
 */
export function pushedBy(state: CartesianState, seconds: number): readonly number[] {
  const semiMajorAxisM = 1 / (2 / norm(state.r) - norm(state.v) ** 2 / GM_EARTH)
  const n = Math.sqrt(GM_EARTH / semiMajorAxisM ** 3)
  const angle = n * seconds
  // Clohessy and Wiltshire with an acceleration a along the track, from rest: x = 2a (nt − sin nt)/n² and y = 4a (1 −
  // cos nt)/n² − 1.5 a t².
  const radial = (2 * (angle - Math.sin(angle))) / n ** 2
  const along = (4 * (1 - Math.cos(angle))) / n ** 2 - 1.5 * seconds ** 2
  const radialRate = (2 * (1 - Math.cos(angle))) / n
  const alongRate = seconds - 2 * n * radial
  const inertial = transpose(rtnAxes(state))
  // The axes rotate at n: a displacement along the track is a velocity along the radius, and vice versa.
  return [
    ...transform(inertial, [radial, along, 0]),
    ...transform(inertial, [radialRate - n * along, alongRate + n * radial, 0]),
  ]
}

/** The part of a covariance that exists at a time, and the part that only arises later. */
export interface SplitCovariance {
  readonly known: Matrix
  readonly unavoidable: Matrix
  /** True if the covariance along the push is smaller than the future part: all of it then counts as future. */
  readonly isExhausted: boolean
}

/** The least fraction of the covariance along the push that remains in `known`, so that it stays positive definite. */
const LEAST_KNOWN = 1e-3

/**
 * Splits a covariance at closest approach (6 × 6, m, m/s) into the part that already existed `seconds` before and the part that an acceleration
 * of unknown size (1 sigma `accelerationSigma`, m/s², constant, along the track: the error of a density forecast) adds until then. No measurement
 * `seconds` before can lower the second part (F18 of the flight rules), because it is in the future. Their sum is the covariance. If the
 * covariance is smaller than the push, the largest possible part is used: σ² = 1 / gᵀP⁻¹g is the largest multiple of ggᵀ that keeps the rest
 * positive semidefinite. Throws RangeError for a covariance that is not positive definite.
 */
export function splitCovariance(
  covariance: Matrix,
  state: CartesianState,
  { seconds, accelerationSigma }: { readonly seconds: number; readonly accelerationSigma: number },
): SplitCovariance {
  const push = pushedBy(state, Math.max(0, seconds))
  // P − s g gᵀ is singular at s = 1/(gᵀP⁻¹g).
  const most = 1 / inverseForm(covariance, push)
  const wanted = accelerationSigma ** 2
  const limit = most * (1 - LEAST_KNOWN)
  const taken = Math.min(wanted, limit)
  const unavoidable = buildMatrix(6, 6, (i, j) => taken * (push[i] ?? missing()) * (push[j] ?? missing()))
  const known = buildMatrix(6, 6, (i, j) => entry(covariance, i, j) - entry(unavoidable, i, j))
  return { known, unavoidable, isExhausted: wanted > limit }
}

/** Returns vᵀ P⁻¹ v, by the Cholesky factor of P scaled to a unit diagonal: metres and metres per second differ by a thousand. */
export function inverseForm(covariance: Matrix, v: readonly number[]): number {
  const sizes = covariance.map((_row, i) => Math.sqrt(entry(covariance, i, i)))
  const factor = cholesky(
    covariance.map((row, i) => row.map((value, j) => value / ((sizes[i] ?? missing()) * (sizes[j] ?? missing())))),
  )
  if (factor === null || sizes.some((size) => !(size > 0)))
    throw new RangeError('the covariance is not positive definite')
  const solved: number[] = []
  for (const [i, row] of factor.entries()) {
    const before = solved.reduce((sum, value, j) => sum + value * (row[j] ?? missing()), 0)
    solved.push(((v[i] ?? missing()) / (sizes[i] ?? missing()) - before) / (row[i] ?? missing()))
  }
  // For a zero push the result is a division by zero: any part of it is then allowed.
  return solved.reduce((sum, value) => sum + value * value, 0)
}

/** Returns the sum of two matrices of one size. */
export const combine = (a: Matrix, b: Matrix): number[][] =>
  buildMatrix(a.length, a.length, (i, j) => entry(a, i, j) + entry(b, i, j))
