import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../../testing/real-between.ts'
import { linearClosestApproach } from '../closest-approach.ts'
import { conjunctionPlane } from '../conjunction-plane.ts'
import { describeEncounter } from '../encounter.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { asVector, pairOfCdm } from '../testing/cdm-object.ts'
import { alfanoCase, circleAsGiven, circleAtTca } from '../testing/published-case.ts'
import { alfriend1999 } from './alfriend-1999.ts'
import cara from './cara.reference.json' with { type: 'json' }
import reference from './circle-2d.reference.json' with { type: 'json' }
import { circle2d } from './circle-2d.ts'
import { EQUAL_AREA_HALF_SIDE, square2d } from './square-2d.ts'

/** The sums are accurate to 1e-12: nearly equal radii may give values in the wrong order. */
const MONOTONE_RELATIVE = 1e-11
/** The same nodes in another order: the rounding of a sum of some hundred terms. */
const TURNED_RELATIVE = 1e-12
/** An exponent of up to 745 has the rounding of its parts. */
const EXPONENT_RELATIVE = 3e-12
/** The relative accuracy of the integral over the square is 1e-9. */
const SQUARE_RELATIVE = 1e-9
/** The exact integrals of the list have 30 digits, for states that are rounded to doubles. */
const LISTED_EXACT_RELATIVE = 1e-9
/** Published values have three to four digits, and some sources use other quadratures. */
const PUBLISHED_RELATIVE = 1e-3

/** INDEX.md of the reference set: 1e-6 at the refined TCA; the actual difference is 5e-8. */
const CARA_REFINED = 1e-6
/** INDEX.md: 3e-3 at the TCA of the message, which is rounded to a millisecond. */
const CARA_AS_GIVEN = 3e-3
/** The exact integral of the case, computed through closest approach and conjunction plane. */
const EXACT_RELATIVE = 1e-6
/** The linear probability in the paper has few digits. */
const ALFANO_PRINTED = 1e-3
/** The next term is of the order of (R/σ)² times the squared Mahalanobis distance, here at most 600. */
const DENSITY_DIGITS = 4
/** The accuracy of circle2d() itself. */
const UNIT_CASE_DIGITS = 10

type Row = [number, number, number, number, number, number]

test('circle2d() has ten digits from P = 1 down to 1e-300', () => {
  const relative = 1e-10 // The specification of the method, issue 4.
  for (const [xM, yM, sigmaXM, sigmaYM, radiusM, expected] of reference.circles as Row[]) {
    const actual = circle2d({ xM, yM, sigmaXM, sigmaYM }, radiusM)
    expect(Math.abs(actual - expected) / (expected || 1), `${xM} ${yM} ${sigmaXM} ${sigmaYM} ${radiusM}`).toBeLessThan(
      relative,
    )
  }
  const tails = (reference.circles as Row[]).map((row) => row[5]).filter((p) => p < 1e-290)
  expect(tails.length).toBeGreaterThan(0)
})

test('circle2d() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
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

const logarithmic = (low: number, high: number) => realBetween(Math.log(low), Math.log(high)).map(Math.exp)
const anyMiss = fc.record({
  xM: realBetween(-2000, 2000),
  yM: realBetween(-2000, 2000),
  sigmaXM: logarithmic(0.5, 5000),
  sigmaYM: logarithmic(0.5, 5000),
})
const anyRadius = logarithmic(0.05, 250)

test('circle2d() is a probability that increases with the radius', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, realBetween(1, 3), (miss, radiusM, more) => {
      const [small, large] = [circle2d(miss, radiusM), circle2d(miss, radiusM * more)]
      expect(small).toBeGreaterThanOrEqual(0)
      expect(large).toBeLessThanOrEqual(1)
      expect(large).toBeGreaterThanOrEqual(small * (1 - MONOTONE_RELATIVE))
    }),
    { numRuns: 300 },
  )
})

test('circle2d() is symmetric in left and right, and in the two axes', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, (miss, radiusM) => {
      const p = circle2d(miss, radiusM)
      expect(circle2d({ ...miss, xM: -miss.xM }, radiusM)).toBe(p)
      const turned = { xM: miss.yM, yM: miss.xM, sigmaXM: miss.sigmaYM, sigmaYM: miss.sigmaXM }
      expect(Math.abs(circle2d(turned, radiusM) - p)).toBeLessThanOrEqual(TURNED_RELATIVE * p)
    }),
  )
})

test('circle2d() does not depend on the unit of length', () => {
  fc.assert(
    fc.property(anyMiss, anyRadius, logarithmic(1e-3, 1e3), (miss, radiusM, k) => {
      const scaled = { xM: miss.xM * k, yM: miss.yM * k, sigmaXM: miss.sigmaXM * k, sigmaYM: miss.sigmaYM * k }
      const p = circle2d(miss, radiusM)
      // Far out the exponent, up to 745, has the rounding of its parts.
      expect(Math.abs(circle2d(scaled, radiusM * k) - p)).toBeLessThanOrEqual(EXPONENT_RELATIVE * p)
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
      expect(around).toBeGreaterThanOrEqual(p * (1 - SQUARE_RELATIVE))
      expect(inside).toBeLessThanOrEqual(p * (1 + SQUARE_RELATIVE))
    }),
    { numRuns: 150 },
  )
})

test('circle2d() tends to the density times the area, and so does the square of equal area', () => {
  fc.assert(
    fc.property(anyMiss, (miss) => {
      const radiusM = 1e-4 * Math.min(miss.sigmaXM, miss.sigmaYM)
      const small = alfriend1999(miss, radiusM)
      fc.pre(small > 1e-250)
      // The next term is of the order of (R / σ)² times the squared Mahalanobis distance, here at most 600.
      expect(circle2d(miss, radiusM) / small).toBeCloseTo(1, DENSITY_DIGITS)
      const covariance = { xx: miss.sigmaXM ** 2, yx: 0, yy: miss.sigmaYM ** 2 }
      const square = square2d([miss.xM, miss.yM], covariance, EQUAL_AREA_HALF_SIDE * radiusM)
      expect(square / small).toBeCloseTo(1, DENSITY_DIGITS)
    }),
    { numRuns: 100 },
  )
})

test.each(cara.messages)("circle2d() agrees with CARA's 2D Pc for $id", (row) => {
  const pair = pairOfCdm(row.objects)
  // INDEX.md: 1e-6 at the refined TCA (actual: 5e-8), 3e-3 at the TCA of the message.
  expect(Math.abs(circleAtTca(pair, row.HBR_m) / row.Pc2D - 1)).toBeLessThan(CARA_REFINED)
  expect(Math.abs(circleAsGiven(pair, row.HBR_m) / row.Pc2D_NoAdj - 1)).toBeLessThan(CARA_AS_GIVEN)
})

test.each(cara.alfano)('circle2d() agrees with the linear probability of Alfano 2009, case $case', (row) => {
  const { primary, secondary, radiusM, exact, expected } = alfanoCase(row.case)
  const probability = circleAsGiven({ primary, secondary }, radiusM)
  expect(Math.abs(probability / exact - 1)).toBeLessThan(EXACT_RELATIVE)
  expect(Math.abs(probability / expected['A09_PcLinear100 (2D Pc, Alfano 2009)'] - 1)).toBeLessThan(ALFANO_PRINTED)
})

test('a collision at zero relative velocity has no plane, and one with a miss of 0 has a probability', () => {
  const zeroMiss = cara.units.find(({ id }) => id === 'alfano02_zero_cases')!
  const first = { r: asVector(zeroMiss.r1!), v: asVector(zeroMiss.v1!), covariance: zeroMiss.cov1! }
  const second = { r: asVector(zeroMiss.r2!), v: asVector(zeroMiss.v2!), covariance: zeroMiss.cov2! }
  expect(circleAsGiven({ primary: first, secondary: second }, 0.01) / 4.2421193442297e-7).toBeCloseTo(
    1,
    UNIT_CASE_DIGITS,
  )
  expect(conjunctionPlane(first, { ...second, v: first.v })).toBeNull()
  expect(linearClosestApproach(first, { ...second, v: first.v }).ok).toBe(false)
})

test.each(cara.units.filter(({ r1, id }) => r1 !== undefined && !id.startsWith('alfano')))(
  '2D unit case $id',
  (row) => {
    const first = { r: asVector(row.r1!), v: asVector(row.v1!), covariance: row.cov1! }
    const second = { r: asVector(row.r2!), v: asVector(row.v2!), covariance: row.cov2! }
    const radius = row.hbr === 'Infinity' ? Infinity : Number(row.hbr)
    if (row.id === 'omitron1_negative_hbr') {
      // CARA returns 0 with a warning; a probability of 0 because of a wrong sign is useless for a decision.
      expect(() => circleAsGiven({ primary: first, secondary: second }, radius)).toThrow(RangeError)
    } else if (row.expected_pc === null) {
      expect(describeEncounter(first, second, radius).principal).toMatchObject({ ok: false })
    } else if (radius === Infinity) {
      expect(circle2d({ xM: 1, yM: 1, sigmaXM: 1, sigmaYM: 1 }, radius)).toBe(1)
    } else {
      const probability = circleAsGiven({ primary: first, secondary: second }, radius)
      const exact = row.pc2d_exact_integral ?? row.expected_pc!
      expect(Math.abs(probability - exact)).toBeLessThanOrEqual(LISTED_EXACT_RELATIVE * exact)
      expect(Math.abs(probability - row.expected_pc!)).toBeLessThanOrEqual(PUBLISHED_RELATIVE * row.expected_pc!)
    }
  },
)

test.each([1e-4, 1e-6, 1e-7, 1e-8, 1e-9])(
  'circle2d() with a sigma of %f radii is a point inside, outside or at the edge',
  (sigmaM) => {
    const at = (xM: number, yM: number) => circle2d({ xM, yM, sigmaXM: sigmaM, sigmaYM: sigmaM }, 1)
    const near = sigmaM >= 1e-6 ? 1e-10 : 1e-8
    expect(Math.abs(at(0.5, 0.3) - 1)).toBeLessThan(near)
    expect(at(0.9, 0.6)).toBe(0)
    // For so small a sigma the edge of the circle is nearly straight: P is the normal distribution at 1 and −3, except for the curvature, σ / 4
    // R.
    expect(Math.abs(at(1 - sigmaM, 0) - 0.841344746068543)).toBeLessThan(near + sigmaM / 4)
    expect(Math.abs(at(1 + 3 * sigmaM, 0) - 0.00134989803163009)).toBeLessThan(near + sigmaM / 4)
  },
)

test.each([9e-10, 1e-10, 1e-12])(
  'circle2d() refuses a sigma of %f radii, which it cannot distinguish from a point',
  (sigmaM) => {
    expect(() => circle2d({ xM: 0.5, yM: 0.3, sigmaXM: sigmaM, sigmaYM: sigmaM }, 1)).toThrow(RangeError)
    expect(() => circle2d({ xM: 0.5, yM: 0.3, sigmaXM: 1, sigmaYM: sigmaM }, 1)).toThrow(RangeError)
  },
)
