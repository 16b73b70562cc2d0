/**
 * A vector of three numbers, in the unit given by its name or type. It is a read-only tuple and not an object, so it can be used without
 * conversion as a row of a matrix and as an array in a JSON answer, and the compiler knows that all three components exist.
 */
export type Vec3 = readonly [number, number, number]

/** Returns a + b. */
export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** Returns a − b. */
export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Returns k · a. */
export function scale(a: Vec3, k: number): Vec3 {
  return [k * a[0], k * a[1], k * a[2]]
}

/** Returns the scalar product a · b. */
export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Returns the vector product a × b, right-handed. */
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** Returns the length of a, in the unit of a, for components up to 1e150. */
export function norm(a: Vec3): number {
  return Math.sqrt(dot(a, a))
}
