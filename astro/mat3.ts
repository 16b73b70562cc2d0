import { dot, type Vec3 } from './vec3.ts'

/** A 3×3 matrix as its three rows, in the unit given by its name or type. It is a read-only tuple for the same reasons as Vec3. */
export type Mat3 = readonly [Vec3, Vec3, Vec3]

/** The identity matrix. */
export const IDENTITY: Mat3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Returns the matrix with rows and columns exchanged; for a rotation this is the inverse. */
export function transpose([a, b, c]: Mat3): Mat3 {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ]
}

/** Returns the vector m · v. */
export function transform(m: Mat3, v: Vec3): Vec3 {
  return [dot(m[0], v), dot(m[1], v), dot(m[2], v)]
}

/** Returns the matrix product a · b, which applies b first, then a. c_ij = Σ a_ik b_kj, the rows of a times the columns of b. */
export function multiply(a: Mat3, b: Mat3): Mat3 {
  const columns = transpose(b)
  return [transform(columns, a[0]), transform(columns, a[1]), transform(columns, a[2])]
}

/** Returns the sum of two matrices in the same unit. */
export function addMatrices(a: Mat3, b: Mat3): Mat3 {
  const row = (p: Vec3, q: Vec3): Vec3 => [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
  return [row(a[0], b[0]), row(a[1], b[1]), row(a[2], b[2])]
}

/**
 * Returns the matrix p of a quadratic form in rotated axes, m · p · mᵀ, made exactly symmetric. A covariance in other axes is such a form.
 * Rounding makes its two halves differ in the last bit, which a later test of symmetry would reject.
 */
export function rotateForm(m: Mat3, p: Mat3): Mat3 {
  const turned = multiply(multiply(m, p), transpose(m))
  const xy = (turned[0][1] + turned[1][0]) / 2
  const xz = (turned[0][2] + turned[2][0]) / 2
  const yz = (turned[1][2] + turned[2][1]) / 2
  return [
    [turned[0][0], xy, xz],
    [xy, turned[1][1], yz],
    [xz, yz, turned[2][2]],
  ]
}
