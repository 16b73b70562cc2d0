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

/** sinh and its argument round; e sinh H − H cancels where H is small, and the search cannot see below that. */
const KEPLER_RELATIVE = 4e-14
/** Beside zero doubles end. */
const SMALLEST_ANOMALY = 1e-300

/** Of angles up to 100 rad, where the anomalies of a circle are one. */
const CIRCLE_DIGITS = 13
/** Seven revolutions are 44 rad, of which rounding leaves this. */
const REVOLUTION_DIGITS = 12
/** A change of M by its own rounding is all that the equation may miss. */
const KEPLER_RAD = 2e-14
/** Near apoapsis of e = 0.99 a rounding of the true anomaly is 20 times one in M. */
const ELLIPSE_RAD = 1e-13
/** Far out on a hyperbola the true anomaly hardly changes while M grows. */
const HYPERBOLA_RAD = 1e-11

// Five units in the last place of a double: on a million-kilometre orbit, a micrometre.
const FIVE_ULP = 1.1e-15
// The true anomaly passes through two more roundings and a square root of 1 − e.
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

test("eccentricFromMean() solves Kepler's equation like 60 digits do, from circle to near parabola", () => {
  expect(worst(elliptic, ([m, e, anomaly]) => relative(eccentricFromMean(m, e), anomaly))).toBeLessThan(FIVE_ULP)
  expect(worst(elliptic, ([m, e, anomaly]) => relative(eccentricFromMean(-m, e), -anomaly))).toBeLessThan(FIVE_ULP)
})

test('hyperbolicFromMean() does the same from near parabola to e = 1e6 and M = 1e15', () => {
  expect(worst(hyperbolic, ([m, e, anomaly]) => relative(hyperbolicFromMean(m, e), anomaly))).toBeLessThan(FIVE_ULP)
  expect(worst(hyperbolic, ([m, e, anomaly]) => relative(hyperbolicFromMean(-m, e), -anomaly))).toBeLessThan(FIVE_ULP)
})

test('meanFromEccentric() and meanFromHyperbolic() give the mean anomaly back without cancellation', () => {
  // The anomaly itself is rounded in the file, which near M = 0 is three times as much in M.
  const backward = 3 * FIVE_ULP
  expect(worst(elliptic, ([m, e, anomaly]) => relative(meanFromEccentric(anomaly, e), m))).toBeLessThan(backward)
  const mild = hyperbolic.filter(([m]) => m <= 1e4)
  expect(worst(mild, ([m, e, anomaly]) => relative(meanFromHyperbolic(anomaly, e), m))).toBeLessThan(backward)
})

test('trueFromMean() agrees with 60 digits on ellipses and hyperbolas', () => {
  expect(worst(elliptic, ([m, e, , nu]) => relative(trueFromMean(m, e), nu))).toBeLessThan(TRUE_ANOMALY_RELATIVE)
  expect(worst(hyperbolic, ([m, e, , nu]) => relative(trueFromMean(m, e), nu))).toBeLessThan(TRUE_ANOMALY_RELATIVE)
})

test("trueFromMean() and meanFromTrue() reproduce Vallado's example to its printed digits", () => {
  const { e, mean_anomaly_deg, eccentric_anomaly_deg, true_anomaly_deg } = elements.cara.vallado_example
  const printed = 1e-4 // degrees: the example prints e to six digits
  const rad = Math.PI / 180
  expect(Math.abs(trueFromMean(mean_anomaly_deg * rad, e) / rad - true_anomaly_deg)).toBeLessThan(5 * printed)
  expect(Math.abs(meanFromTrue(true_anomaly_deg * rad, e) / rad - mean_anomaly_deg)).toBeLessThan(printed)
  expect(Math.abs(eccentricFromMean(mean_anomaly_deg * rad, e) / rad - eccentric_anomaly_deg)).toBeLessThan(printed)
})

test('the anomalies of a circle are one', () => {
  for (const angle of [0, 1e-9, 1, 3, 6, -2, 100]) {
    expect(eccentricFromMean(angle, 0)).toBeCloseTo(angle, CIRCLE_DIGITS)
    expect(trueFromMean(angle, 0)).toBeCloseTo(angle, CIRCLE_DIGITS)
    expect(meanFromTrue(angle, 0)).toBeCloseTo(angle, CIRCLE_DIGITS)
  }
})

test('the anomalies of an ellipse meet at periapsis and apoapsis and stay in the same revolution', () => {
  for (const turns of [-3, -1, 0, 1, 7]) {
    const periapsis = turns * 2 * Math.PI
    expect(trueFromMean(periapsis, 0.7)).toBeCloseTo(periapsis, REVOLUTION_DIGITS)
    expect(trueFromMean(periapsis + Math.PI, 0.7)).toBeCloseTo(periapsis + Math.PI, REVOLUTION_DIGITS)
    expect(meanFromTrue(periapsis + Math.PI, 0.7)).toBeCloseTo(periapsis + Math.PI, REVOLUTION_DIGITS)
  }
})

const eccentricity = realBetween(0, 1 - 1e-12)
const mean = realBetween(-20, 20)

test('eccentricFromMean() always ends at a solution, whatever M and e', () => {
  fc.assert(
    fc.property(mean, eccentricity, (m, e) => {
      // A change of M by its rounding is all that the equation may miss.
      expect(Math.abs(meanFromEccentric(eccentricFromMean(m, e), e) - m)).toBeLessThan(KEPLER_RAD)
    }),
    { numRuns: 2000 },
  )
})

test('hyperbolicFromMean() always ends at a solution, whatever M and e', () => {
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

test('meanFromTrue() undoes trueFromMean() on both kinds of orbit', () => {
  fc.assert(
    fc.property(mean, realBetween(0, 0.99), (m, e) => {
      // Near periapsis of e = 0.99 one rounding of the true anomaly is 1 / 1 000 of one in M; near apoapsis 20 times one.
      expect(Math.abs(meanFromTrue(trueFromMean(m, e), e) - m)).toBeLessThan(ELLIPSE_RAD)
    }),
  )
  fc.assert(
    fc.property(realBetween(-5, 5), realBetween(1.05, 50), (m, e) => {
      expect(Math.abs(meanFromTrue(trueFromMean(m, e), e) - m)).toBeLessThan(HYPERBOLA_RAD)
    }),
  )
})

test('every function refuses the eccentricities and anomalies that have no answer', () => {
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
