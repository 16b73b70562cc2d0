import { expect, test } from 'vitest'
import { scale, type Vec3 } from '../vec3.ts'
import { covarianceFromRtn, covarianceToRtn } from './rtn.ts'

/** A covariance that is turned there and back. */
const ROUND_TRIP_DIGITS = 12

function stateOf(values: readonly number[], unit = 1000): { r: Vec3; v: Vec3 } {
  const [x, y, z, vx, vy, vz] = values.map((value) => value * unit) as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

test('covarianceToRtn() undoes covarianceFromRtn(), 3×3 and 6×6', () => {
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
