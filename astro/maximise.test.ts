import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximise } from './maximise.ts'
import { realBetween } from './testing/real-between.ts'

/** At this distance from its maximum, a parabola is flat to 1e-12; the search ends closer. */
const FLAT_TOP = 1e-6
/** The square of the remaining error of the place. */
const TOP_HEIGHT = 1e-12
/** The default tolerance of the search is 1e-8 of the interval, on either side. */
const TO_THE_END = 2e-8
/** With a slope of 1 the value is as accurate as the place. */
const TO_THE_END_DIGITS = 7
/** 1e-8 of an interval of 30 km is far less; the top of a bell curve 1 km wide is flat to a centimetre. */
const PLACE_M = 0.01

/** A parabola is flat near its maximum, so the place is known only to the square root of the rounding of its height. */
const PLACE = 3e-8

test('maximise() finds the maximum of a parabola, wherever it is inside the interval', () => {
  fc.assert(
    fc.property(realBetween(-0.99, 0.99), realBetween(-50, 50), (top, height) => {
      const { at, value } = maximise((x) => height - (x - top) ** 2, -1, 1)
      expect(Math.abs(at - top)).toBeLessThan(FLAT_TOP)
      expect(Math.abs(value - height)).toBeLessThan(TOP_HEIGHT)
    }),
  )
})

test('maximise() finds the top of a tent to its tolerance, and searches no further than requested', () => {
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
  // Each value shrinks the bracket to 0.618: ln(100)/0.481 and ln(1e8)/0.481 values, and two at the start.
  expect([looksFor(1e-2), looksFor(1e-8)]).toEqual([12, 41])
})

test('maximise() of a monotonic function is within the tolerance of the end', () => {
  expect(1 - maximise((x) => x, 0, 1).at).toBeLessThan(TO_THE_END)
  expect(maximise((x) => -x, 0, 1).at).toBeLessThan(TO_THE_END)
  expect(maximise((x) => x, 0, 1).value).toBeCloseTo(1, TO_THE_END_DIGITS)
})

test('maximise() works in any unit, and returns the value at the place it returns', () => {
  const f = (x: number) => Math.exp(-(((x - 7e6) / 1e3) ** 2))
  const { at, value } = maximise(f, 6.99e6, 7.02e6)
  expect(Math.abs(at - 7e6)).toBeLessThan(PLACE_M)
  expect(value).toBe(f(at))
})
