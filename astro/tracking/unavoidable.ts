import { rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { buildMatrix, cholesky, entry, type Matrix, transposeMatrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'

/**
 * How a small change of a state moves with it over `seconds`: 6 × 6, m and m/s, inertial at both ends. The matrix is that of two
 * bodies in the radial, transverse and normal axes of either end, turned into the axes of the states as they are: so the
 * flattening of the Earth, which carries both states along alike, does not turn the change. Source of the matrix:
 * propagateTwoBody. Exact for two bodies; what the flattening does to the change itself is left out, below 1 % over two days.
 */
export function transitionBetween(from: CartesianState, to: CartesianState, seconds: number): Matrix {
  const { state, stm } = propagateTwoBody(from, seconds, GM_EARTH)
  // From the axes at the end of the two-body motion to those of the state that is really there.
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
 * Where a state that differs from `from` is after `seconds`, given that `from` is at `to` then: what two-body motion makes of the
 * difference, in the axes of either end. Other than the matrix it is right for differences of kilometres, whose squares turn up as
 * metres of semi-major axis and drift.
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
 * The inverse of a transition matrix of motion under a potential: its blocks, turned and signed (it is symplectic).
 * With the blocks Φ = [[A, B], [C, D]] it is [[Dᵀ, −Bᵀ], [−Cᵀ, Aᵀ]]: no elimination, and no loss of
 * digits in a matrix whose entries differ by 1e7.
 */
export function inverseTransition(m: Matrix): number[][] {
  return buildMatrix(6, 6, (i, j) => {
    // Entry (i, j) of the inverse is entry (j ± 3, i ± 3) of the matrix, with a minus in the blocks beside the
    // diagonal.
    const [row, column] = [j < 3 ? j + 3 : j - 3, i < 3 ? i + 3 : i - 3]
    return i < 3 === j < 3 ? entry(m, row, column) : -entry(m, row, column)
  })
}

/**
 * Where a constant acceleration of 1 m/s² along the track, begun `seconds` before, has moved an object at `state`: its place and
 * velocity in the inertial axes, m and m/s. Clohessy and Wiltshire, Journal of the Aerospace Sciences 27 (1960) 653, with that
 * acceleration on the right: after many revolutions 3/2 t² along the track, against the acceleration. For orbits near a circle; of
 * an eccentric one it is the mean.
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
  // The axes turn by n: a place along the track is a velocity along the radius, and the other way round.
  return [
    ...transform(inertial, [radial, along, 0]),
    ...transform(inertial, [radialRate - n * along, alongRate + n * radial, 0]),
  ]
}

/** What of a covariance has happened by a time, and what only comes after it. */
export interface SplitCovariance {
  readonly known: Matrix
  readonly unavoidable: Matrix
  /** The covariance is smaller along the push than what is still to come: all of it there counts as still to come. */
  readonly isExhausted: boolean
}

/** Of what the covariance has along the push, the part that is left to `known` at least, so that it stays positive definite. */
const LEAST_KNOWN = 1e-3

/**
 * Splits a covariance at closest approach (6 × 6, m, m/s) into what was already there `seconds` before and what an acceleration of
 * unknown size (1 sigma `accelerationSigma`, m/s², constant, along the track: the error of a density forecast) adds until then. No
 * measurement `seconds` before can lower the second part (F18 of the flight rules): it has not happened yet. Their sum is the
 * covariance. Where the covariance is smaller than the push, as much is taken as it has: σ² = 1 / gᵀP⁻¹g is the most of ggᵀ that
 * leaves it positive semidefinite. Throws RangeError for a covariance that is not positive definite.
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

/** vᵀ P⁻¹ v, by the Cholesky factor of P scaled to a unit diagonal: metres and metres per second differ by a thousand. */
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
  // No push at all divides by nothing: then any part of it may be taken.
  return solved.reduce((sum, value) => sum + value * value, 0)
}

/** The sum of two matrices of one size. */
export const combine = (a: Matrix, b: Matrix): number[][] =>
  buildMatrix(a.length, a.length, (i, j) => entry(a, i, j) + entry(b, i, j))
