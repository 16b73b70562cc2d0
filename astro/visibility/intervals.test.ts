import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { complement, findIntervals, intersect, stepsBetween } from './intervals.ts'

const samples = stepsBetween(0, 10, 1)

test('findIntervals() finds the roots of a sine, at multiples of π', () => {
  const found = findIntervals(Math.sin, samples, 1e-12)
  expect(found).toHaveLength(2)
  expect(found[0]!.endS).toBeCloseTo(Math.PI, 11)
  expect(found[1]!.startS).toBeCloseTo(2 * Math.PI, 11)
  expect(found[1]!.endS).toBeCloseTo(3 * Math.PI, 11)
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
        expect(Math.abs(interval!.startS - Math.max(0, at - half))).toBeLessThan(1e-8)
        expect(Math.abs(interval!.endS - Math.min(10, at + half))).toBeLessThan(1e-8)
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
