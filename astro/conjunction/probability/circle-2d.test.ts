import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrincipalMiss } from '../principal-axes.ts'
import { alfriend1999 } from './alfriend-1999.ts'
import { chan1997 } from './chan-1997.ts'
import reference from './circle-2d.reference.json' with { type: 'json' }
import { circle2d } from './circle-2d.ts'
import { EQUAL_AREA_HALF_SIDE, square2d } from './square-2d.ts'

type Row = [number, number, number, number, number, number]

test('circle2d() has ten digits from P = 1 down to 1e-300', () => {
  const relative = 1e-10 // spec of the method, issue 4
  for (const [xM, yM, sigmaXM, sigmaYM, radiusM, expected] of reference.circles as Row[]) {
    const actual = circle2d({ xM, yM, sigmaXM, sigmaYM }, radiusM)
    expect(Math.abs(actual - expected) / (expected || 1), `${xM} ${yM} ${sigmaXM} ${sigmaYM} ${radiusM}`).toBeLessThan(
      relative,
    )
  }
  const tails = (reference.circles as Row[]).map((row) => row[5]).filter((p) => p < 1e-290)
  expect(tails.length).toBeGreaterThan(0)
})

test('square2d() has the digits of the integral over the square', () => {
  for (const [x, y, xx, yx, yy, expected] of reference.squares.map((row) => [...row.slice(0, 5), row[6]!]) as Row[]) {
    const halfSide = reference.squares.find((row) => row[0] === x && row[1] === y)![5]!
    expect(Math.abs(square2d([x, y], { xx, yx, yy }, halfSide) / expected - 1)).toBeLessThan(1e-9)
  }
})

test('chan1997() is the whole series, also where other programs stop it early', () => {
  for (const [xM, yM, sigmaXM, sigmaYM, radiusM, expected] of reference.chans as Row[]) {
    const relative = 1e-11 // the exponent of the largest term has 13 digits
    expect(Math.abs(chan1997({ xM, yM, sigmaXM, sigmaYM }, radiusM) / expected - 1)).toBeLessThan(relative)
  }
})

test('circle2d() is 0 without a radius, 1 with an infinite one, and refuses what is no encounter', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(circle2d(miss, 0)).toBe(0)
  expect(circle2d(miss, Infinity)).toBe(1)
  expect(circle2d({ ...miss, xM: 1e5 }, 10)).toBe(0)
  for (const [wrong, radiusM] of [
    [miss, -1],
    [miss, Number.NaN],
    [{ ...miss, sigmaXM: 0 }, 1],
    [{ ...miss, sigmaYM: Infinity }, 1],
    [{ ...miss, xM: Number.NaN }, 1],
    [{ ...miss, sigmaXM: 1e-300 }, 20],
  ] as [PrincipalMiss, number][]) {
    expect(() => circle2d(wrong, radiusM)).toThrow(RangeError)
  }
})

const logarithmic = (low: number, high: number) =>
  fc.double({ min: Math.log(low), max: Math.log(high), noNaN: true }).map(Math.exp)
const anyMiss = fc.record({
  xM: fc.double({ min: -2000, max: 2000, noNaN: true }),
  yM: fc.double({ min: -2000, max: 2000, noNaN: true }),
  sigmaXM: logarithmic(0.5, 5000),
  sigmaYM: logarithmic(0.5, 5000),
})
const anyRadius = logarithmic(0.05, 250)

test('circle2d() is a probability that grows with the radius', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, fc.double({ min: 1, max: 3, noNaN: true }), (miss, radiusM, more) => {
      const [small, large] = [circle2d(miss, radiusM), circle2d(miss, radiusM * more)]
      expect(small).toBeGreaterThanOrEqual(0)
      expect(large).toBeLessThanOrEqual(1)
      expect(large).toBeGreaterThanOrEqual(small * (1 - 1e-11))
    }),
    { numRuns: 300 },
  )
})

test('circle2d() does not know left from right, nor one axis from the other', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, (miss, radiusM) => {
      const p = circle2d(miss, radiusM)
      expect(circle2d({ ...miss, xM: -miss.xM }, radiusM)).toBe(p)
      const turned = { xM: miss.yM, yM: miss.xM, sigmaXM: miss.sigmaYM, sigmaYM: miss.sigmaXM }
      expect(Math.abs(circle2d(turned, radiusM) - p)).toBeLessThanOrEqual(1e-12 * p)
    }),
  )
})

test('circle2d() does not depend on the unit of length', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, logarithmic(1e-3, 1e3), (miss, radiusM, k) => {
      const scaled = { xM: miss.xM * k, yM: miss.yM * k, sigmaXM: miss.sigmaXM * k, sigmaYM: miss.sigmaYM * k }
      const p = circle2d(miss, radiusM)
      // Far out the exponent, up to 745, carries the rounding of its parts.
      expect(Math.abs(circle2d(scaled, radiusM * k) - p)).toBeLessThanOrEqual(3e-12 * p)
    }),
  )
})

test('circle2d() is between the circle inside it and the square around it', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, (miss, radiusM) => {
      const p = circle2d(miss, radiusM)
      fc.pre(p > 1e-290)
      const covariance = { xx: miss.sigmaXM ** 2, yx: 0, yy: miss.sigmaYM ** 2 }
      const around = square2d([miss.xM, miss.yM], covariance, radiusM)
      const inside = square2d([miss.xM, miss.yM], covariance, radiusM / Math.SQRT2)
      expect(around).toBeGreaterThanOrEqual(p * (1 - 1e-9))
      expect(inside).toBeLessThanOrEqual(p * (1 + 1e-9))
    }),
    { numRuns: 150 },
  )
})

test('circle2d() tends to the density times the area, and the square of equal area with it', () => {
  fc.assert(
    fc.property(anyMiss, (miss) => {
      const radiusM = 1e-4 * Math.min(miss.sigmaXM, miss.sigmaYM)
      const small = alfriend1999(miss, radiusM)
      fc.pre(small > 1e-250)
      // The next term is of the order of (R / σ)² times the squared Mahalanobis distance, here at most 600.
      expect(circle2d(miss, radiusM) / small).toBeCloseTo(1, 4)
      const covariance = { xx: miss.sigmaXM ** 2, yx: 0, yy: miss.sigmaYM ** 2 }
      const square = square2d([miss.xM, miss.yM], covariance, EQUAL_AREA_HALF_SIDE * radiusM)
      expect(square / small).toBeCloseTo(1, 4)
    }),
    { numRuns: 100 },
  )
})
