/**
 * A vector of three numbers, in the unit its name or type says. A read-only tuple and not an object: it is the row of a
 * matrix and the array of a JSON answer without conversion, and the compiler knows that all three components are there.
 */
export type Vec3 = readonly [number, number, number]

/** a + b. */
export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** a − b. */
export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** k · a. */
export function scale(a: Vec3, k: number): Vec3 {
  return [k * a[0], k * a[1], k * a[2]]
}

/** The scalar product a · b. */
export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** The vector product a × b, right-handed. */
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** The length of a, in the unit of a; components up to 1e150. */
export function norm(a: Vec3): number {
  return Math.sqrt(dot(a, a))
}
