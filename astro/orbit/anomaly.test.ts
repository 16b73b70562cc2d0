import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import reference from './anomaly.reference.json' with { type: 'json' }
import {
  eccentricFromMean,
  hyperbolicFromMean,
  meanFromEccentric,
  meanFromHyperbolic,
  meanFromTrue,
  trueFromMean,
} from './anomaly.ts'
import elements from './elements.reference.json' with { type: 'json' }

/** The rounding of sinh and its argument; e sinh H − H cancels for small H, which limits the search. */
const KEPLER_RELATIVE = 4e-14
/** The smallest anomalies near zero in double precision. */
const SMALLEST_ANOMALY = 1e-300

/** The rounding of angles up to 100 rad; on a circle all anomalies are equal. */
const CIRCLE_DIGITS = 13
/** Seven revolutions are 44 rad, with this rounding. */
const REVOLUTION_DIGITS = 12
/** The equation may have an error that corresponds to the rounding of M. */
const KEPLER_RAD = 2e-14
/** Near apoapsis of e = 0.99 the rounding of the true anomaly is 20 times larger in M. */
const ELLIPSE_RAD = 1e-13
/** Far out on a hyperbola the true anomaly hardly changes while M increases. */
const HYPERBOLA_RAD = 1e-11

// Five units in the last place of a double: a micrometre on a million-kilometre orbit.
const FIVE_ULP = 1.1e-15
// The true anomaly has two more roundings and a square root of 1 − e.
const TRUE_ANOMALY_RELATIVE = 2.2e-15

type Row = [mean: number, eccentricity: number, anomaly: number, trueAnomaly: number]
const elliptic = reference.elliptic as Row[]
const hyperbolic = reference.hyperbolic as Row[]

function worst(rows: Row[], error: (row: Row) => number): number {
  return Math.max(...rows.map(error))
}

function relative(actual: number, expected: number): number {
  return Math.abs(actual - expected) / Math.abs(expected)
}

test('eccentricFromMean() agrees with 60 digits, from a circle to nearly a parabola', () => {
  expect(worst(elliptic, ([m, e, anomaly]) => relative(eccentricFromMean(m, e), anomaly))).toBeLessThan(FIVE_ULP)
  expect(worst(elliptic, ([m, e, anomaly]) => relative(eccentricFromMean(-m, e), -anomaly))).toBeLessThan(FIVE_ULP)
})

test('hyperbolicFromMean() agrees with 60 digits from nearly a parabola to e = 1e6 and M = 1e15', () => {
  expect(worst(hyperbolic, ([m, e, anomaly]) => relative(hyperbolicFromMean(m, e), anomaly))).toBeLessThan(FIVE_ULP)
  expect(worst(hyperbolic, ([m, e, anomaly]) => relative(hyperbolicFromMean(-m, e), -anomaly))).toBeLessThan(FIVE_ULP)
})

test('meanFromEccentric() and meanFromHyperbolic() return the mean anomaly without cancellation', () => {
  // The anomaly itself is rounded in the file, which near M = 0 is three times larger in M.
  const backward = 3 * FIVE_ULP
  expect(worst(elliptic, ([m, e, anomaly]) => relative(meanFromEccentric(anomaly, e), m))).toBeLessThan(backward)
  const mild = hyperbolic.filter(([m]) => m <= 1e4)
  expect(worst(mild, ([m, e, anomaly]) => relative(meanFromHyperbolic(anomaly, e), m))).toBeLessThan(backward)
})

test('trueFromMean() agrees with 60 digits on ellipses and hyperbolas', () => {
  expect(worst(elliptic, ([m, e, , nu]) => relative(trueFromMean(m, e), nu))).toBeLessThan(TRUE_ANOMALY_RELATIVE)
  expect(worst(hyperbolic, ([m, e, , nu]) => relative(trueFromMean(m, e), nu))).toBeLessThan(TRUE_ANOMALY_RELATIVE)
})

test("trueFromMean() and meanFromTrue() agree with Vallado's example to its printed digits", () => {
  const { e, mean_anomaly_deg, eccentric_anomaly_deg, true_anomaly_deg } = elements.cara.vallado_example
  const printed = 1e-4 // In degrees: the example prints e with six digits.
  const rad = Math.PI / 180
  expect(Math.abs(trueFromMean(mean_anomaly_deg * rad, e) / rad - true_anomaly_deg)).toBeLessThan(5 * printed)
  expect(Math.abs(meanFromTrue(true_anomaly_deg * rad, e) / rad - mean_anomaly_deg)).toBeLessThan(printed)
  expect(Math.abs(eccentricFromMean(mean_anomaly_deg * rad, e) / rad - eccentric_anomaly_deg)).toBeLessThan(printed)
})

test('on a circle all anomalies are equal', () => {
  for (const angle of [0, 1e-9, 1, 3, 6, -2, 100]) {
    expect(eccentricFromMean(angle, 0)).toBeCloseTo(angle, CIRCLE_DIGITS)
    expect(trueFromMean(angle, 0)).toBeCloseTo(angle, CIRCLE_DIGITS)
    expect(meanFromTrue(angle, 0)).toBeCloseTo(angle, CIRCLE_DIGITS)
  }
})

test('the anomalies of an ellipse are equal at periapsis and apoapsis, and stay in the same revolution', () => {
  for (const turns of [-3, -1, 0, 1, 7]) {
    const periapsis = turns * 2 * Math.PI
    expect(trueFromMean(periapsis, 0.7)).toBeCloseTo(periapsis, REVOLUTION_DIGITS)
    expect(trueFromMean(periapsis + Math.PI, 0.7)).toBeCloseTo(periapsis + Math.PI, REVOLUTION_DIGITS)
    expect(meanFromTrue(periapsis + Math.PI, 0.7)).toBeCloseTo(periapsis + Math.PI, REVOLUTION_DIGITS)
  }
})

const eccentricity = realBetween(0, 1 - 1e-12)
const mean = realBetween(-20, 20)

test('eccentricFromMean() finds a solution for all M and e', () => {
  fc.assert(
    fc.property(mean, eccentricity, (m, e) => {
      // The equation may have an error that corresponds to the rounding of M.
      expect(Math.abs(meanFromEccentric(eccentricFromMean(m, e), e) - m)).toBeLessThan(KEPLER_RAD)
    }),
    { numRuns: 2000 },
  )
})

test('hyperbolicFromMean() finds a solution for all M and e', () => {
  const wide = realBetween(-1e12, 1e12)
  fc.assert(
    fc.property(wide, realBetween(1 + 1e-12, 1e4), (m, e) => {
      expect(Math.abs(meanFromHyperbolic(hyperbolicFromMean(m, e), e) - m)).toBeLessThanOrEqual(
        KEPLER_RELATIVE * Math.abs(m) + SMALLEST_ANOMALY,
      )
    }),
    { numRuns: 2000 },
  )
})

test('meanFromTrue() is the inverse of trueFromMean() on both kinds of orbit', () => {
  fc.assert(
    fc.property(mean, realBetween(0, 0.99), (m, e) => {
      // Near periapsis of e = 0.99 the rounding of the true anomaly is 1 / 1 000 of the rounding of M; near apoapsis it is 20 times.
      expect(Math.abs(meanFromTrue(trueFromMean(m, e), e) - m)).toBeLessThan(ELLIPSE_RAD)
    }),
  )
  fc.assert(
    fc.property(realBetween(-5, 5), realBetween(1.05, 50), (m, e) => {
      expect(Math.abs(meanFromTrue(trueFromMean(m, e), e) - m)).toBeLessThan(HYPERBOLA_RAD)
    }),
  )
})

test('every function refuses eccentricities and anomalies without a solution', () => {
  for (const e of [1, -0.1, Number.NaN]) {
    expect(() => eccentricFromMean(1, e)).toThrow(RangeError)
    expect(() => trueFromMean(1, e)).toThrow(RangeError)
    expect(() => meanFromTrue(1, e)).toThrow(RangeError)
  }
  for (const e of [1, 0.5, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(() => hyperbolicFromMean(1, e)).toThrow(RangeError)
    expect(() => meanFromHyperbolic(1, e)).toThrow(RangeError)
  }
  expect(() => meanFromTrue(2.2, 2)).toThrow(/asymptote/) // arccos(-1/2) = 2.0944
  expect(() => meanFromTrue(6, 2)).toThrow(/asymptote/)
  expect(meanFromTrue(2.09, 2)).toBeGreaterThan(0)
})
