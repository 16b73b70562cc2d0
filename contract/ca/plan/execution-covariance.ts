import { z } from 'zod'

const Row = z.tuple([z.number(), z.number(), z.number()])
const Matrix = z.tuple([Row, Row, Row])
type Matrix = z.output<typeof Matrix>

/** The rounding error of a matrix whose digits are rounded, relative to its diagonal. */
const ROUNDING = 1e-6

/**
 * Returns true if the matrix is symmetric and no variance along any line is negative, that is, no principal minor is negative (Horn and Johnson,
 * Matrix Analysis, §7.1).
 */
function isCovariance([[rr, rt, rn], [tr, tt, tn], [nr, nt, nn]]: Matrix): boolean {
  const isSame = (a: number, b: number, size: number) => Math.abs(a - b) <= ROUNDING * Math.sqrt(size)
  if (!(rr >= 0 && tt >= 0 && nn >= 0)) return false
  if (!(isSame(rt, tr, rr * tt) && isSame(rn, nr, rr * nn) && isSame(tn, nt, tt * nn))) return false
  const isNotBelow = (minor: number, size: number) => minor >= -ROUNDING * size
  const whole = rr * (tt * nn - tn * nt) - rt * (tr * nn - tn * nr) + rn * (tr * nt - tt * nr)
  return (
    isNotBelow(rr * tt - rt * tr, rr * tt) &&
    isNotBelow(rr * nn - rn * nr, rr * nn) &&
    isNotBelow(tt * nn - tn * nt, tt * nn) &&
    isNotBelow(whole, rr * tt * nn)
  )
}

/** The error of a burn relative to its command, for cases that fractions of its size do not describe. */
export const ExecutionCovariance = Matrix.refine(isCovariance, {
  message: 'has to be symmetric, without a variance below 0 along any line',
}).meta({
  id: 'ExecutionCovariance',
  description:
    'Covariance of the Δv as flown about the one commanded, (m/s)², rows and columns R, T, N at ignition, whatever its size. It takes the place of sigmaMagnitude and sigmaPointingDeg of the satellite where errors count; by drag it has no meaning',
  examples: [
    [
      [1e-6, 0, 0],
      [0, 4e-6, 0],
      [0, 0, 1e-6],
    ],
  ],
})
