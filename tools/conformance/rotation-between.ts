import { RAD_PER_ARCSEC } from '@apsis/astro/frames/angle.ts'
import { type Mat3, multiply, transpose } from '@apsis/astro/mat3.ts'

/** The matrix of a quaternion (scalar last), to its axes from those it is given in. */
export function matrixOf(quaternion: readonly number[]): Mat3 {
  const length = Math.hypot(...quaternion)
  const [x = 0, y = 0, z = 0, w = 0] = quaternion.map((part) => part / length)
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), w * w - x * x + y * y - z * z, 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), w * w - x * x - y * y + z * z],
  ]
}

/** The angle between two rotations, in arcseconds; for small ones. */
export function arcsecBetween(a: Mat3, b: Mat3): number {
  const [x, y, z] = multiply(a, transpose(b))
  return Math.hypot(y[2] - z[1], z[0] - x[2], x[1] - y[0]) / 2 / RAD_PER_ARCSEC
}
