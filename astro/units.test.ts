import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from './testing/real-between.ts'
import { degToRad, radToDeg, wrapTwoPi } from './units.ts'

test('degToRad() and radToDeg() turn half a circle into pi and back', () => {
  expect(degToRad(180)).toBe(Math.PI)
  expect(radToDeg(Math.PI)).toBe(180)
  expect(degToRad(-90)).toBe(-Math.PI / 2)
})

test('radToDeg() undoes degToRad() to two units in the last place', () => {
  fc.assert(
    fc.property(realBetween(-720, 720), (deg) => {
      expect(Math.abs(radToDeg(degToRad(deg)) - deg)).toBeLessThanOrEqual(5e-16 * Math.abs(deg) + 1e-300)
    }),
  )
})

test('wrapTwoPi() gives the same direction in [0, 2 pi)', () => {
  expect(wrapTwoPi(0)).toBe(0)
  expect(Object.is(wrapTwoPi(-0), 0)).toBe(true)
  expect(wrapTwoPi(2 * Math.PI)).toBe(0)
  expect(wrapTwoPi(-1e-300)).toBe(0)
  expect(wrapTwoPi(-Math.PI / 2)).toBeCloseTo((3 * Math.PI) / 2, 15)
  fc.assert(
    fc.property(realBetween(-1e3, 1e3), (rad) => {
      const wrapped = wrapTwoPi(rad)
      expect(wrapped >= 0 && wrapped < 2 * Math.PI).toBe(true)
      expect(Math.abs(Math.sin(wrapped) - Math.sin(rad))).toBeLessThan(1e-12)
      expect(Math.abs(Math.cos(wrapped) - Math.cos(rad))).toBeLessThan(1e-12)
    }),
  )
})
