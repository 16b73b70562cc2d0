import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { complement, findIntervals, findSignChange, intersect, stepsBetween } from './intervals.ts'

/** Digits for the roots of a sine, at multiples of π. */
const ROOT_DIGITS = 11
/** Ten times the tolerance of the search in the test. */
const SHORT_S = 1e-8
/** The tolerance of the search along a line. */
const LINE_S = 1e-9
/** The tolerance of the search for a root at which the function is flat. */
const FLAT_S = 1e-6

const samples = stepsBetween(0, 10, 1)

test('findIntervals() finds the roots of a sine, at multiples of π', () => {
  const found = findIntervals(Math.sin, samples, 1e-12)
  expect(found).toHaveLength(2)
  expect(found[0]!.endS).toBeCloseTo(Math.PI, ROOT_DIGITS)
  expect(found[1]!.startS).toBeCloseTo(2 * Math.PI, ROOT_DIGITS)
  expect(found[1]!.endS).toBeCloseTo(3 * Math.PI, ROOT_DIGITS)
})

test('findIntervals() finds intervals far shorter than a step, above and below zero, also at the ends', () => {
  fc.assert(
    fc.property(
      realBetween(0, 10),
      realBetween(1e-4, 0.4),
      fc.constantFrom(samples, [0, 10], [0, 3, 6, 9, 9.5, 10]),
      (at, half, some) => {
        const hill = (t: number) => half * half - (t - at) ** 2
        const [interval, ...more] = findIntervals(hill, some, 1e-9)
        expect(more).toEqual([])
        expect(Math.abs(interval!.startS - Math.max(0, at - half))).toBeLessThan(SHORT_S)
        expect(Math.abs(interval!.endS - Math.min(10, at + half))).toBeLessThan(SHORT_S)
        expect(findIntervals((t) => -hill(t), some, 1e-9)).toHaveLength(Number(hill(0) < 0) + Number(hill(10) < 0))
      },
    ),
  )
})

test('findIntervals() finds a corner just above zero, wherever it lies', () => {
  const slope = realBetween(0.01, 100)
  fc.assert(
    fc.property(realBetween(0, 10), slope, slope, (at, up, down) => {
      const tent = (t: number) => 1e-3 - (t < at ? up * (at - t) : down * (t - at))
      expect(findIntervals(tent, samples, 1e-9)).toHaveLength(1)
      expect(findIntervals((t) => -tent(t), samples, 1e-9)).toHaveLength(Number(tent(0) < 0) + Number(tent(10) < 0))
    }),
  )
})

test('findIntervals() returns no interval, returns the whole span, or throws for NaN', () => {
  expect(findIntervals(() => -1, samples)).toEqual([])
  expect(findIntervals(() => 1, samples)).toEqual([{ startS: 0, endS: 10 }])
  expect(findIntervals(() => 1, [])).toEqual([])
  expect(() => findIntervals(() => Number.NaN, samples)).toThrow('after 0 s is not a number')
})

test('intersect() and complement() agree with a test of every point', () => {
  const list = fc
    .array(fc.integer({ min: 0, max: 40 }), { maxLength: 10 })
    .map((ends) => [...new Set(ends)].sort((a, b) => a - b))
    .map((ends) => ends.slice(0, ends.length - (ends.length % 2)))
    .map((ends) => ends.flatMap((startS, i) => (i % 2 === 0 ? [{ startS, endS: ends[i + 1]! }] : [])))
  const has = (intervals: readonly { startS: number; endS: number }[], t: number) =>
    intervals.some(({ startS, endS }) => startS < t && t < endS)
  fc.assert(
    fc.property(list, list, (a, b) => {
      const [both, not] = [intersect(a, b), complement(a, { startS: 0, endS: 40 })]
      for (let t = 0.5; t < 40; t += 1) {
        expect(has(both, t)).toBe(has(a, t) && has(b, t))
        expect(has(not, t)).toBe(!has(a, t))
      }
    }),
  )
})

test('stepsBetween() returns both ends and the fewest equal steps that are not longer than the limit', () => {
  expect(stepsBetween(0, 10, 5)).toEqual([0, 5, 10])
  expect(stepsBetween(0, 10, 4.9)).toEqual([0, 10 / 3, 20 / 3, 10])
  expect(stepsBetween(-3, 7, 100)).toEqual([-3, 7])
  expect(stepsBetween(4, 4, 1)).toEqual([4, 4])
})

/** Returns the place where the sign changes, and a count of the values computed. */
function signChange(margin: (t: number) => number, from: number, to: number, toleranceS: number) {
  let asked = 0
  const counting = (t: number) => {
    asked += 1
    return margin(t)
  }
  const ends = [from, to].map((at) => ({ at, value: margin(at) }))
  return { at: findSignChange(counting, ends[0]!, ends[1]!, toleranceS), asked: () => asked }
}

test('findSignChange() finds the zero of a line directly, and bisects where a flat end would stop the secant', () => {
  fc.assert(
    fc.property(realBetween(0.01, 9.99), fc.constantFrom(1, -1), (zero, slope) => {
      const line = signChange((t) => slope * (t - zero), 0, 10, 1e-9)
      expect(Math.abs(line.at - zero)).toBeLessThan(LINE_S)
      // One secant point, one point on each side of it, and one more for rounding.
      expect(line.asked()).toBeLessThanOrEqual(4)
      const flat = signChange((t) => slope * (t - zero) ** 15, 0, 10, 1e-6)
      expect(Math.abs(flat.at - zero)).toBeLessThan(FLAT_S)
      // Every third value halves the interval of 10; a millionth needs 24 halvings.
      expect(flat.asked()).toBeLessThanOrEqual(3 * 24)
    }),
  )
})

test('findSignChange() ends on the side where the margin is positive', () => {
  for (const slope of [1, -1]) {
    const margin = (t: number) => slope * (t - Math.PI)
    expect(margin(signChange(margin, 0, 10, 1e-3).at)).toBeGreaterThan(0)
  }
  expect(() => signChange((t) => (t > 0 && t < 10 ? Number.NaN : t - 5), 0, 10, 1e-6)).toThrow('is not a number')
})

test('findIntervals() searches between samples only where the margin can change its sign', () => {
  const asked = (margin: (t: number) => number, at: readonly number[]) => {
    let count = 0
    findIntervals((t) => {
      count += 1
      return margin(t)
    }, at)
    return count
  }
  // A peak far below 0 and a dip far above it: each sample is computed once, and nothing else.
  const uneven = [0, 1, 3, 4, 6, 7, 10]
  for (const at of [samples, uneven]) {
    expect(asked((t) => -10 - 1e-3 * (t - 5) ** 2, at)).toBe(at.length)
    expect(asked((t) => 10 + 1e-3 * (t - 5) ** 2, at)).toBe(at.length)
  }
  // A peak that may rise above 0 is searched.
  expect(asked((t) => -1e-6 - (t - 5.3) ** 2, samples)).toBeGreaterThan(samples.length)
})
