import { expect, test } from 'vitest'
import { scale, type Vec3 } from '../vec3.ts'
import { covarianceFromRtn, covarianceToRtn, positionCovariance, rtnAxes } from './rtn.ts'

/** The rounding of a covariance that is rotated forth and back. */
const ROUND_TRIP_DIGITS = 12
/** The rounding of rotated variances of up to 4e4 m². */
const TURNED_DIGITS = 10
/** The rounding of unit vectors. */
const AXES_DIGITS = 15

function stateOf(values: readonly number[], unit = 1000): { r: Vec3; v: Vec3 } {
  const [x, y, z, vx, vy, vz] = values.map((value) => value * unit) as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

test('covarianceToRtn() is the inverse of covarianceFromRtn(), 3×3 and 6×6', () => {
  const state = stateOf([-3000, 5000, 3500, -5, -1, -5.5])
  const six = Array.from({ length: 6 }, (_row, i) =>
    Array.from({ length: 6 }, (_c, j) => (i === j ? 10 + i : 1 / (i + j + 1))),
  )
  for (const size of [3, 6]) {
    const covariance = six.slice(0, size).map((row) => row.slice(0, size))
    const back = covarianceToRtn(state, covarianceFromRtn(state, covariance))
    back.flat().forEach((value, k) => {
      expect(value).toBeCloseTo(covariance.flat()[k]!, ROUND_TRIP_DIGITS)
    })
  }
  expect(() =>
    covarianceFromRtn(state, [
      [1, 0],
      [0, 1],
    ]),
  ).toThrow(RangeError)
  expect(() => covarianceFromRtn({ r: [1, 0, 0], v: scale([1, 0, 0], 2) }, six)).toThrow(RangeError)
})

test('rtnAxes() are up, ahead in the plane, and along the angular momentum, for a low polar orbit', () => {
  // At the ascending node of a polar orbit on the x axis, moving north and outwards: T is north, N is the negative y axis.
  const axes = rtnAxes({ r: [7e6, 0, 0], v: [100, 0, 7500] })
  for (const [k, expected] of [1, 0, 0, 0, 0, 1, 0, -1, 0].entries())
    expect(axes.flat()[k]).toBeCloseTo(expected, AXES_DIGITS)
})

test('covarianceFromRtn() puts each sigma along its own axis', () => {
  // 10 m up, 200 m ahead and 3 m aside on an orbit in the plane of x and y, at 90°: ahead is −x.
  const state = { r: [0, 7e6, 0] as Vec3, v: [-7500, 0, 0] as Vec3 }
  const sigma = [10, 200, 3, 0.2, 0.01, 0.003]
  const rtn = sigma.map((value, i) => sigma.map((_, j) => (i === j ? value * value : 0)))
  // Correlations of radial and transverse position, and of transverse position and radial velocity, as drag and drift cause.
  rtn[0]![1] = rtn[1]![0] = 500
  rtn[1]![3] = rtn[3]![1] = -39
  const inertial = covarianceFromRtn(state, rtn)
  const expected = [
    [40_000, -500, 0, 0, 39, 0],
    [-500, 100, 0, 0, 0, 0],
    [0, 0, 9, 0, 0, 0],
    [0, 0, 0, 1e-4, 0, 0],
    [39, 0, 0, 0, 0.04, 0],
    [0, 0, 0, 0, 0, 9e-6],
  ]
  for (const [i, row] of expected.entries())
    for (const [j, value] of row.entries()) expect(inertial[i]![j]).toBeCloseTo(value, TURNED_DIGITS)
  const place = expected.slice(0, 3).map((row) => row.slice(0, 3))
  for (const [i, row] of positionCovariance(inertial).entries())
    for (const [j, value] of row.entries()) expect(value).toBeCloseTo(place[i]![j]!, TURNED_DIGITS)
  const alone = positionCovariance(inertial)
  expect(positionCovariance(alone)).toBe(alone)
})
