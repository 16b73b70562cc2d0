import { PRIORITIES } from '@apsis/contract/payments/amount.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEMO_PRICE } from '../demo-plan.data.ts'
import { chargeOfPass, discountFor, divideHalfEven, fewestLikely, priceOfLine, shareOfPass } from './price-of.ts'

test.each([
  // IEEE 754-2019 §4.3.1: the nearest value; if two are equally near, the even one.
  [1n, 2n, 0n],
  [3n, 2n, 2n],
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [10n, 4n, 2n],
  [14n, 4n, 4n],
  [0n, 7n, 0n],
])('divideHalfEven of %s by %s is %s', (dividend, divisor, quotient) => {
  expect(divideHalfEven(dividend, divisor)).toBe(quotient)
})

test('divideHalfEven rounds by at most half a unit, and at exactly half a unit to the even number', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (dividend, divisor) => {
        const quotient = divideHalfEven(dividend, divisor)
        const twiceError = 2n * (dividend - quotient * divisor)
        expect(twiceError <= divisor && -twiceError <= divisor).toBe(true)
        if (twiceError === divisor || -twiceError === divisor) expect(quotient % 2n).toBe(0n)
      },
    ),
  )
  expect(() => divideHalfEven(-1n, 2n)).toThrow(RangeError)
  expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError)
})

test.each([
  // Computed by hand: 38.00 × factor × priority × passes, less 5 % from 3 passes and 10 % from 10.
  ['ABC01', 1, 'standard', 3_800],
  ['ABC02', 1, 'standard', 3_040],
  ['ABC03', 2, 'standard', 9_120],
  ['ABC01', 3, 'standard', 10_830],
  ['ABC01', 3, 'urgent', 27_075],
  ['ABC02', 10, 'next-night', 41_040],
  ['XYZ99', 1, 'standard', 3_800],
] as const)('%s, %i passes, %s costs %i', (sensor, passes, priority, amount) => {
  expect(priceOfLine(DEMO_PRICE, { 'sensor-code': sensor, passes, priority }).amount).toBe(amount)
})

test('discountFor returns the largest discount whose number of passes is reached', () => {
  expect([1, 2, 3, 9, 10, 1_000].map((passes) => discountFor(DEMO_PRICE, passes))).toEqual([0, 0, 50, 50, 100, 100])
})

test('the shares of all passes add up to the price, and differ by one unit at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 200 }), (amount, passes) => {
      const shares = Array.from({ length: passes }, (_, delivered) => shareOfPass(amount, { delivered, passes }))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
  expect(() => shareOfPass(100, { delivered: 2, passes: 2 })).toThrow(RangeError)
})

test('more passes, a more expensive sensor or a more urgent priority never cost less', () => {
  const lines = fc.record({ passes: fc.integer({ min: 1, max: 2 }), priority: fc.constantFrom(...PRIORITIES) })
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 1_000_000 }), (line, amountCents) => {
      const price = { ...DEMO_PRICE, amountCents }
      const amount = (change: object = {}) => priceOfLine(price, { ...line, 'sensor-code': 'ABC01', ...change }).amount
      expect(amount({ passes: line.passes + 10 })).toBeGreaterThanOrEqual(amount())
      expect(amount({ 'sensor-code': 'ABC03' })).toBeGreaterThanOrEqual(amount())
      expect(amount({ priority: 'urgent' })).toBeGreaterThanOrEqual(amount())
    }),
  )
})

test.each([
  // The tenth percentile of Binomial(n, p) from the tables of the distribution: P(X ≤ k) exceeds 0.1 first at k.
  [1, 850, 0],
  [3, 850, 2],
  [10, 500, 3],
  [20, 500, 7],
  [5, 1_000, 5],
  [5, 0, 0],
])('of %i passes with success rate %i ‰, at least %i succeed in nine of ten cases', (passes, success, fewest) => {
  expect(fewestLikely(passes, success)).toBe(fewest)
})

/** The result is an integer, so it differs from the approximation by up to this much. */
const WHOLE = 1

test('fewestLikely works for the largest order', () => {
  // Normal approximation: 850 − 1.2816 × √(1000 × 0.85 × 0.15) = 835.5.
  expect(Math.abs(fewestLikely(1_000, 850) - 835.5)).toBeLessThanOrEqual(WHOLE)
})

test('a line that leaves the sensor open costs as much as the most expensive allowed sensor', () => {
  const line = (anyOf: readonly string[]) =>
    priceOfLine(DEMO_PRICE, { passes: 1, priority: 'standard', anyOf }) as { heldAs?: string; amount: number }
  // Computed by hand: 38.00 × 2.8, × 2.5 and × 1.2; a sensor without a factor costs the base price.
  expect(line(['RAD01', 'RAD02'])).toMatchObject({ 'sensor-code': null, heldAs: 'RAD02', amount: 10_640 })
  expect(line(['RAD01'])).toMatchObject({ heldAs: 'RAD01', amount: 9_500 })
  expect(line(['ABC02', 'ABC07', 'ABC03', 'OWN1'])).toMatchObject({ heldAs: 'ABC03', amount: 4_560 })
  expect(line([])).toEqual({ 'sensor-code': null, passes: 1, priority: 'standard', amount: 3_800 })
})

test('the charge of a pass and the released part of its hold add up to its share, whichever sensor observed', () => {
  const codes = Object.keys(DEMO_PRICE.sensorFactors)
  const sensors = fc.array(fc.constantFrom(...codes), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(sensors, fc.constantFrom(...PRIORITIES), (observed, priority) => {
      const passes = observed.length
      const line = priceOfLine(DEMO_PRICE, { passes, priority, anyOf: codes })
      const charges = observed.map((sensor, delivered) => chargeOfPass(DEMO_PRICE, line, { delivered, sensor }))
      for (const { captured, rest } of charges) expect(Math.min(captured, rest)).toBeGreaterThanOrEqual(0)
      expect(charges.reduce((sum, { captured, rest }) => sum + captured + rest, 0)).toBe(line.amount)
      // If all passes are from one sensor, they cost as much as a line that names this sensor.
      const [first = ''] = observed
      const same = observed.map((_, delivered) => chargeOfPass(DEMO_PRICE, line, { delivered, sensor: first }).captured)
      const named = priceOfLine(DEMO_PRICE, { 'sensor-code': first, passes, priority }).amount
      expect(same.reduce((sum, captured) => sum + captured, 0)).toBe(named)
    }),
  )
})

test('if a sensor has become more expensive than the hold, only the hold is charged', () => {
  const line = priceOfLine(DEMO_PRICE, { passes: 1, priority: 'standard', anyOf: ['ABC02'] })
  expect(chargeOfPass(DEMO_PRICE, line, { delivered: 0, sensor: 'RAD02' })).toEqual({ captured: 3_040, rest: 0 })
})
