import { expect, test } from 'vitest'
import { safeIntervals, totalOfPairs, totalProbability } from './safe-intervals.ts'

/** Edges are bisected to 1e-9 of the line, which is 2 m/s long here. */
const EDGE_MPS = 2e-9
/** The rounding of products of given numbers. */
const PRODUCT_DIGITS = 15
/** At an edge −cos 5πx is 0 except for the rounding of an angle of 14 rad. */
const AT_THE_EDGE = 1e-15
const LINE = { from: -1, to: 1 }

test('totalProbability() is 1 − ∏ (1 − P), even if 1 − P rounds to 1', () => {
  expect(totalProbability([])).toBeCloseTo(0, PRODUCT_DIGITS)
  expect(totalProbability([0.5, 0.2, 0.1])).toBeCloseTo(1 - 0.5 * 0.8 * 0.9, PRODUCT_DIGITS)
  expect(totalProbability([1e-18, 2e-18]) / 3e-18).toBeCloseTo(1, PRODUCT_DIGITS)
  expect(totalProbability([0.3, 1])).toBe(1)
})

test('totalOfPairs() is the product over pairs, and for a pair that meets twice it is between its largest value and its sum (rule F10)', () => {
  const of = (...all: readonly (readonly [string, number])[]) =>
    totalOfPairs(all.map(([pair, probability]) => ({ pair, probability })))
  const apart = of(['a', 0.5], ['b', 0.2])
  expect(apart).toEqual({ least: apart.most, most: expect.closeTo(1 - 0.5 * 0.8, PRODUCT_DIGITS), repeated: [] })
  const again = of(['a', 0.5], ['b', 0.2], ['a', 0.3])
  expect(again.least).toBeCloseTo(1 - 0.5 * 0.8, PRODUCT_DIGITS)
  expect(again.most).toBeCloseTo(1 - 0.2 * 0.8, PRODUCT_DIGITS)
  expect(again.repeated).toEqual(['a'])
  // The value for independent encounters is between them.
  expect(totalProbability([0.5, 0.2, 0.3])).toBeGreaterThan(again.least)
  expect(totalProbability([0.5, 0.2, 0.3])).toBeLessThan(again.most)
  // A sum is at most 1.
  expect(of(['a', 0.7], ['a', 0.8])).toEqual({ least: expect.closeTo(0.8, PRODUCT_DIGITS), most: 1, repeated: ['a'] })
})

test('two identical passages of one pair have the largest value, and two that exclude each other have the sum', () => {
  // Joint sampling of both extremes of correlation: a hit is a uniform number below the probability, or in a separate interval.
  const [first, second, draws] = [0.2, 0.1, 20_000]
  const share = (isHit: (u: number) => boolean) =>
    Array.from({ length: draws }, (_, k) => isHit((k + 0.5) / draws)).filter(Boolean).length / draws
  const { least, most } = totalOfPairs([first, second].map((probability) => ({ pair: 'a', probability })))
  expect(share((u) => u < first || u < second)).toBeCloseTo(least, PRODUCT_DIGITS)
  expect(share((u) => u < first || (u >= first && u < first + second))).toBeCloseTo(most, PRODUCT_DIGITS)
})

test.each<[string, (x: number) => number, readonly (readonly [number, number])[]]>([
  [
    'outside a parabola',
    (x) => 0.0961 - x * x,
    [
      [-1, -0.31],
      [0.31, 1],
    ],
  ],
  ['inside a parabola', (x) => x * x - 0.0961, [[-0.31, 0.31]]],
  ['everywhere', () => -1, [[-1, 1]]],
  ['nowhere', () => 1, []],
  ['from an edge on', (x) => 0.1234 - x, [[0.1234, 1]]],
  ['up to an edge', (x) => x - 0.1234, [[-1, 0.1234]]],
  // cos πk x is above 0 between odd multiples of 1/(2k).
  ['in five pieces', (x) => -Math.cos(5 * Math.PI * x), [-0.8, -0.4, 0, 0.4, 0.8].map((c) => [c - 0.1, c + 0.1])],
])('safeIntervals() finds the safe set %s', (_name, risk, expected) => {
  for (const target of [0, 5]) {
    const found = safeIntervals((x) => risk(x) + target, target, LINE)
    expect(found.length).toBe(expected.length)
    for (const [k, [from, to]] of expected.entries()) {
      expect(Math.abs(found[k]!.from - from)).toBeLessThanOrEqual(EDGE_MPS)
      expect(Math.abs(found[k]!.to - to)).toBeLessThanOrEqual(EDGE_MPS)
      // The returned edges are safe themselves.
      expect(risk(found[k]!.from)).toBeLessThanOrEqual(AT_THE_EDGE)
      expect(risk(found[k]!.to)).toBeLessThanOrEqual(AT_THE_EDGE)
    }
  }
})

test('safeIntervals() counts a value exactly at the target as safe', () => {
  expect(safeIntervals(() => 1e-4, 1e-4, LINE)).toEqual([LINE])
  expect(safeIntervals(() => 1.000_001e-4, 1e-4, LINE)).toEqual([])
})
