import { expect, test } from 'vitest'
import { conjunctionPlane } from '../conjunction-plane.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import { circleAsGiven } from '../testing/published-case.ts'
import reference from './circle-2d.reference.json' with { type: 'json' }
import orekit from './orekit.reference.json' with { type: 'json' }
import { square2d } from './square-2d.ts'

/** The requested accuracy of the integral. */
const INTEGRAL_RELATIVE = 1e-9
/** The tolerance of the reference set. */
const SET_RELATIVE = 1e-6
/** The message's own digits limit the accuracy (reference/INDEX.md, trap 1). */
const MESSAGE_DIGITS = 1e-4
/** An integral to 1e-9, each part of which is rounded. */
const WHOLE_DIGITS = 8
/** The rounding of the square of a value of the normal distribution. */
const CLOSED_FORM_DIGITS = 12

type Row = [number, number, number, number, number, number, number]

test('square2d() agrees with the integral over the square', () => {
  for (const [x, y, xx, yx, yy, halfSide, expected] of reference.squares as Row[]) {
    expect(Math.abs(square2d([x, y], { xx, yx, yy }, halfSide) / expected - 1)).toBeLessThan(INTEGRAL_RELATIVE)
  }
})

test.each([
  ['no spread in one axis', { xx: 1, yx: 0, yy: 0 }],
  ['a negative variance', { xx: -1, yx: 0, yy: -1 }],
  ['a correlation above one', { xx: 1, yx: 2, yy: 1 }],
])('square2d() refuses an invalid covariance: %s', (_, covariance) => {
  expect(() => square2d([3, 4], covariance, 1)).toThrow('not positive definite')
})

test('square2d() agrees with the FOSTER-1992 value of 18 SDS, and circle2d() with Orekit', () => {
  const { ion } = orekit
  const pair = pairOfCdm(ion.objects, 'ITRF')
  const plane = conjunctionPlane(pair.primary, pair.secondary)!
  const circle = circleAsGiven(pair, ion.hbr_m)
  expect(Math.abs(circle / ion.expected.orekit_laas2015 - 1)).toBeLessThan(SET_RELATIVE)
  expect(Math.abs(circle / ion.derived.exact_integral - 1)).toBeLessThan(SET_RELATIVE)
  const square = square2d(plane.missM, plane.combined, ion.hbr_m)
  expect(Math.abs(square / ion.square_integral_side_20_m - 1)).toBeLessThan(SET_RELATIVE)
  // The accuracy is limited by the message's own digits (reference/INDEX.md, trap 1).
  expect(Math.abs(square / ion.cdm_own_value - 1)).toBeLessThan(MESSAGE_DIGITS)
})

test('square2d() is 1 if a narrow density is completely inside, for any width and position', () => {
  // Half the side is at least 400 σ from the mean, so nothing is outside. The numbers are σ of both principal axes, and the direction of the
  // longer one.
  for (const [long, short] of [
    [0.021, 0.0003],
    [0.02, 0.005],
    [0.001, 0.0004],
  ] as const)
    for (let turn = 0; turn < 12; turn += 1) {
      const [c, s] = [Math.cos(turn * 0.27), Math.sin(turn * 0.27)]
      const [xx, yy] = [(c * long) ** 2 + (s * short) ** 2, (s * long) ** 2 + (c * short) ** 2]
      const covariance = { xx, yx: c * s * (long ** 2 - short ** 2), yy }
      for (const miss of [
        [19.75, -7.9],
        [-19.75, 7.9],
        [3, 0.1],
        [0.1, -20],
      ] as const)
        expect(square2d(miss, covariance, 30.9), `${long} ${short} ${turn} ${miss}`).toBeCloseTo(1, WHOLE_DIGITS)
    }
})

test('square2d() has the same limits as circle2d(), and refuses an invalid covariance', () => {
  const covariance = { xx: 400, yx: 100, yy: 900 }
  expect(square2d([3, 4], covariance, 0)).toBe(0)
  expect(square2d([3, 4], covariance, Infinity)).toBe(1)
  expect(square2d([1e6, 0], covariance, 5)).toBe(0)
  expect(square2d([0, 0], { xx: 1, yx: 0, yy: 1 }, 1)).toBeCloseTo(0.6826894921370859 ** 2, CLOSED_FORM_DIGITS)
  expect(() => square2d([3, 4], { xx: 1, yx: 2, yy: 1 }, 5)).toThrow(RangeError)
  expect(() => square2d([3, 4], covariance, -5)).toThrow('halfSideM')
})
