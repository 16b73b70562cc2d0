import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { complement, findIntervals, findSignChange, intersect, stepsBetween } from './intervals.ts'

/** The roots of a sine, at multiples of π. */
const ROOT_DIGITS = 11
/** Ten times the tolerance that the test asks for. */
const SHORT_S = 1e-8
/** The tolerance that is asked for a line. */
const LINE_S = 1e-9
/** The tolerance that is asked for a flat end. */
const FLAT_S = 1e-6

const samples = stepsBetween(0, 10, 1)

test('findIntervals() finds the roots of a sine, at multiples of π', () => {
  const found = findIntervals(Math.sin, samples, 1e-12)
  expect(found).toHaveLength(2)
  expect(found[0]!.endS).toBeCloseTo(Math.PI, ROOT_DIGITS)
  expect(found[1]!.startS).toBeCloseTo(2 * Math.PI, ROOT_DIGITS)
  expect(found[1]!.endS).toBeCloseTo(3 * Math.PI, ROOT_DIGITS)
})

test('findIntervals() finds what is far shorter than a step, over and under zero, also at the ends', () => {
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

test('findIntervals() finds a corner that just reaches over, wherever it is', () => {
  const slope = realBetween(0.01, 100)
  fc.assert(
    fc.property(realBetween(0, 10), slope, slope, (at, up, down) => {
      const tent = (t: number) => 1e-3 - (t < at ? up * (at - t) : down * (t - at))
      expect(findIntervals(tent, samples, 1e-9)).toHaveLength(1)
      expect(findIntervals((t) => -tent(t), samples, 1e-9)).toHaveLength(Number(tent(0) < 0) + Number(tent(10) < 0))
    }),
  )
})

test('findIntervals() gives nothing, all, or refuses what is no number', () => {
  expect(findIntervals(() => -1, samples)).toEqual([])
  expect(findIntervals(() => 1, samples)).toEqual([{ startS: 0, endS: 10 }])
  expect(findIntervals(() => 1, [])).toEqual([])
  expect(() => findIntervals(() => Number.NaN, samples)).toThrow('after 0 s is not a number')
})

test('intersect() and complement() agree with looking at every point', () => {
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

test('stepsBetween() has both ends, and equal steps that are no longer than asked, as few as there can be', () => {
  expect(stepsBetween(0, 10, 5)).toEqual([0, 5, 10])
  expect(stepsBetween(0, 10, 4.9)).toEqual([0, 10 / 3, 20 / 3, 10])
  expect(stepsBetween(-3, 7, 100)).toEqual([-3, 7])
  expect(stepsBetween(4, 4, 1)).toEqual([4, 4])
})

/** Where the sign changes, and how many values it took. */
function signChange(margin: (t: number) => number, from: number, to: number, toleranceS: number) {
  let asked = 0
  const counting = (t: number) => {
    asked += 1
    return margin(t)
  }
  const ends = [from, to].map((at) => ({ at, value: margin(at) }))
  return { at: findSignChange(counting, ends[0]!, ends[1]!, toleranceS), asked: () => asked }
}

test('findSignChange() goes straight to the zero of a line, and halves where a flat end would hold it', () => {
  fc.assert(
    fc.property(realBetween(0.01, 9.99), fc.constantFrom(1, -1), (zero, slope) => {
      const line = signChange((t) => slope * (t - zero), 0, 10, 1e-9)
      expect(Math.abs(line.at - zero)).toBeLessThan(LINE_S)
      // A secant to each side of it, and what rounding asks for.
      expect(line.asked()).toBeLessThanOrEqual(4)
      const flat = signChange((t) => slope * (t - zero) ** 15, 0, 10, 1e-6)
      expect(Math.abs(flat.at - zero)).toBeLessThan(FLAT_S)
      // Every third value halves an interval of 10: to a millionth, 24 times.
      expect(flat.asked()).toBeLessThanOrEqual(3 * 24)
    }),
  )
})

test('findSignChange() ends on the side where the margin is above 0', () => {
  for (const slope of [1, -1]) {
    const margin = (t: number) => slope * (t - Math.PI)
    expect(margin(signChange(margin, 0, 10, 1e-3).at)).toBeGreaterThan(0)
  }
  expect(() => signChange((t) => (t > 0 && t < 10 ? Number.NaN : t - 5), 0, 10, 1e-6)).toThrow('is not a number')
})

test('findIntervals() searches only between samples where the margin may reach over', () => {
  const asked = (margin: (t: number) => number, at: readonly number[]) => {
    let count = 0
    findIntervals((t) => {
      count += 1
      return margin(t)
    }, at)
    return count
  }
  // A hill far below 0 and a hollow far above it: each sample is asked once, and nothing more.
  const uneven = [0, 1, 3, 4, 6, 7, 10]
  for (const at of [samples, uneven]) {
    expect(asked((t) => -10 - 1e-3 * (t - 5) ** 2, at)).toBe(at.length)
    expect(asked((t) => 10 + 1e-3 * (t - 5) ** 2, at)).toBe(at.length)
  }
  // One that may reach over is looked at.
  expect(asked((t) => -1e-6 - (t - 5.3) ** 2, samples)).toBeGreaterThan(samples.length)
})
