import { expect, test } from 'vitest'
import { conjunctionPlane } from '../conjunction-plane.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import { circleAsGiven } from '../testing/published-case.ts'
import reference from './circle-2d.reference.json' with { type: 'json' }
import orekit from './orekit.reference.json' with { type: 'json' }
import { square2d } from './square-2d.ts'

/** The digits that the integral is asked for. */
const INTEGRAL_RELATIVE = 1e-9
/** The tolerance of the reference set. */
const SET_RELATIVE = 1e-6
/** The message's own digits go no further (reference/INDEX.md, trap 1). */
const MESSAGE_DIGITS = 1e-4
/** The square of a value of the normal distribution. */
const CLOSED_FORM_DIGITS = 12

type Row = [number, number, number, number, number, number, number]

test('square2d() has the digits of the integral over the square', () => {
  for (const [x, y, xx, yx, yy, halfSide, expected] of reference.squares as Row[]) {
    expect(Math.abs(square2d([x, y], { xx, yx, yy }, halfSide) / expected - 1)).toBeLessThan(INTEGRAL_RELATIVE)
  }
})

test('square2d() gives what 18 SDS report as FOSTER-1992, circle2d() what Orekit does', () => {
  const { ion } = orekit
  const pair = pairOfCdm(ion.objects, 'ITRF')
  const plane = conjunctionPlane(pair.primary, pair.secondary)!
  const circle = circleAsGiven(pair, ion.hbr_m)
  expect(Math.abs(circle / ion.expected.orekit_laas2015 - 1)).toBeLessThan(SET_RELATIVE)
  expect(Math.abs(circle / ion.derived.exact_integral - 1)).toBeLessThan(SET_RELATIVE)
  const square = square2d(plane.missM, plane.combined, ion.hbr_m)
  expect(Math.abs(square / ion.square_integral_side_20_m - 1)).toBeLessThan(SET_RELATIVE)
  // As far as the message's own digits go (reference/INDEX.md, trap 1).
  expect(Math.abs(square / ion.cdm_own_value - 1)).toBeLessThan(MESSAGE_DIGITS)
})

test('square2d() has limits as circle2d() has, and refuses what is no covariance', () => {
  const covariance = { xx: 400, yx: 100, yy: 900 }
  expect(square2d([3, 4], covariance, 0)).toBe(0)
  expect(square2d([3, 4], covariance, Infinity)).toBe(1)
  expect(square2d([1e6, 0], covariance, 5)).toBe(0)
  expect(square2d([0, 0], { xx: 1, yx: 0, yy: 1 }, 1)).toBeCloseTo(0.6826894921370859 ** 2, CLOSED_FORM_DIGITS)
  expect(() => square2d([3, 4], { xx: 1, yx: 2, yy: 1 }, 5)).toThrow(RangeError)
  expect(() => square2d([3, 4], covariance, -5)).toThrow('halfSideM')
})
