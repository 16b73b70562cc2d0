import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximise } from './maximise.ts'
import { realBetween } from './testing/real-between.ts'

/** A parabola is flat to 1e-12 so far from its top; the search ends nearer. */
const FLAT_TOP = 1e-6
/** The square of what is left of the place. */
const TOP_HEIGHT = 1e-12
/** The usual tolerance of the search is 1e-8 of the interval, on either side. */
const TO_THE_END = 2e-8
/** A value of a slope of 1 is as near as its place. */
const TO_THE_END_DIGITS = 7
/** 1e-8 of an interval of 30 km is far less; the top of a bell of 1 km is flat to a centimetre. */
const PLACE_M = 0.01

/** About its top a parabola is flat: its place is known to the root of the rounding of its height. */
const PLACE = 3e-8

test('maximise() finds the top of a parabola, wherever it is inside', () => {
  fc.assert(
    fc.property(realBetween(-0.99, 0.99), realBetween(-50, 50), (top, height) => {
      const { at, value } = maximise((x) => height - (x - top) ** 2, -1, 1)
      expect(Math.abs(at - top)).toBeLessThan(FLAT_TOP)
      expect(Math.abs(value - height)).toBeLessThan(TOP_HEIGHT)
    }),
  )
})

test('maximise() finds the top of a tent to its tolerance, and comes no nearer than asked', () => {
  for (const tolerance of [1e-2, 1e-5, 1e-8]) {
    const { at } = maximise((x) => -Math.abs(x - 0.3), 0, 1, tolerance)
    expect(Math.abs(at - 0.3)).toBeLessThan(tolerance + PLACE)
  }
  const looksFor = (tolerance: number) => {
    let looks = 0
    const counted = (x: number) => {
      looks += 1
      return -Math.abs(x - 0.3)
    }
    maximise(counted, 0, 1, tolerance)
    return looks
  }
  // Each look leaves 0.618 of the bracket: ln(100)/0.481 and ln(1e8)/0.481 looks, and two to begin with.
  expect([looksFor(1e-2), looksFor(1e-8)]).toEqual([12, 41])
})

test('maximise() of what only rises or falls is within the tolerance of the end', () => {
  expect(1 - maximise((x) => x, 0, 1).at).toBeLessThan(TO_THE_END)
  expect(maximise((x) => -x, 0, 1).at).toBeLessThan(TO_THE_END)
  expect(maximise((x) => x, 0, 1).value).toBeCloseTo(1, TO_THE_END_DIGITS)
})

test('maximise() works in any unit, and returns the value of the place it names', () => {
  const f = (x: number) => Math.exp(-(((x - 7e6) / 1e3) ** 2))
  const { at, value } = maximise(f, 6.99e6, 7.02e6)
  expect(Math.abs(at - 7e6)).toBeLessThan(PLACE_M)
  expect(value).toBe(f(at))
})
