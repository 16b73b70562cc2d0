import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from './testing/real-between.ts'
import { degToRad, radToDeg, wrapPi, wrapTwoPi } from './units.ts'

/** Two units in the last place. */
const DEGREE_RELATIVE = 5e-16
/** Close to zero, doubles end here. */
const SMALLEST_DEG = 1e-300
/** The rounding of one addition of numbers below ten. */
const RADIAN_DIGITS = 15
/** A thousand radians have a resolution of 1e-13. */
const TURNS_ROUNDING = 1e-12

test('degToRad() and radToDeg() convert half a circle to pi and back', () => {
  expect(degToRad(180)).toBe(Math.PI)
  expect(radToDeg(Math.PI)).toBe(180)
  expect(degToRad(-90)).toBe(-Math.PI / 2)
})

test('radToDeg() undoes degToRad() to two units in the last place', () => {
  fc.assert(
    fc.property(realBetween(-720, 720), (deg) => {
      expect(Math.abs(radToDeg(degToRad(deg)) - deg)).toBeLessThanOrEqual(
        DEGREE_RELATIVE * Math.abs(deg) + SMALLEST_DEG,
      )
    }),
  )
})

test('wrapTwoPi() keeps the direction and returns it in [0, 2 pi)', () => {
  expect(wrapTwoPi(0)).toBe(0)
  expect(Object.is(wrapTwoPi(-0), 0)).toBe(true)
  expect(wrapTwoPi(2 * Math.PI)).toBe(0)
  expect(wrapTwoPi(-1e-300)).toBe(0)
  expect(wrapTwoPi(-Math.PI / 2)).toBeCloseTo((3 * Math.PI) / 2, RADIAN_DIGITS)
  fc.assert(
    fc.property(realBetween(-1e3, 1e3), (rad) => {
      const wrapped = wrapTwoPi(rad)
      expect(wrapped >= 0 && wrapped < 2 * Math.PI).toBe(true)
      expect(Math.abs(Math.sin(wrapped) - Math.sin(rad))).toBeLessThan(TURNS_ROUNDING)
      expect(Math.abs(Math.cos(wrapped) - Math.cos(rad))).toBeLessThan(TURNS_ROUNDING)
    }),
  )
})

test('wrapPi() keeps the direction and returns it in [-pi, pi]', () => {
  expect(wrapPi(2 * Math.PI)).toBe(0)
  expect(wrapPi((3 * Math.PI) / 2)).toBeCloseTo(-Math.PI / 2, RADIAN_DIGITS)
  fc.assert(
    fc.property(realBetween(-1e3, 1e3), (rad) => {
      const wrapped = wrapPi(rad)
      expect(Math.abs(wrapped)).toBeLessThanOrEqual(Math.PI + TURNS_ROUNDING)
      expect(Math.abs(Math.sin(wrapped) - Math.sin(rad))).toBeLessThan(TURNS_ROUNDING)
      expect(Math.abs(Math.cos(wrapped) - Math.cos(rad))).toBeLessThan(TURNS_ROUNDING)
    }),
  )
})
