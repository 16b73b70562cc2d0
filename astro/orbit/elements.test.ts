import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { degToRad, radToDeg } from '../units.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { meanFromTrue } from './anomaly.ts'
import reference from './elements.reference.json' with { type: 'json' }
import { type CartesianState, type KeplerianElements, toCartesian, toKeplerian } from './elements.ts'

/** The example states ten metres. */
const SEMI_MAJOR_AXIS_KM = 0.01
/** The example has four decimals. */
const MEAN_ANOMALY_DEG = 1e-4
/** The semi-major axis in km, of which nine digits are compared. */
const KILOMETRE_DIGITS = 5
/** The rounding of eccentricities and of length ratios, from formulas of a few terms. */
const DIMENSIONLESS_DIGITS = 12
/** The convention sets angles of singular orbits to exact values. */
const ANGLE_RAD = 1e-12
/** The energy is a difference of two larger numbers. */
const ENERGY_AXIS_RELATIVE = 2e-13
/** The rounding of a vector in which two parts of size 1 cancel. */
const ECCENTRICITY_ROUNDING = 2e-14
/** A quotient of the angular momentum. */
const INCLINATION_RAD = 1e-14
/** The sum of node, periapsis and anomaly, each of which may have lost digits. */
const ALONG_RAD = 1e-13
/** The energy of the state of any orbit. */
const ENERGY_RELATIVE = 1e-12

// NASA CARA's published tolerance for these cases; their expected values are printed with 6 decimals.
const CARA_TOLERANCE = 1e-5
// The rounding of a dozen operations: a micrometre at ten million kilometres, or 1e-16 of the speed of light.
const ROUNDING = 2e-15

const { cara, exact } = reference
const CARA_GM = cara.mu_km3_s2 * 1e9

function stateFromKm(values: number[]): CartesianState {
  const [x, y, z, vx, vy, vz] = values.map((value) => value * 1000) as [number, number, number, number, number, number]
  return { r: [x, y, z], v: [vx, vy, vz] }
}

function inKmAndDegrees(elements: KeplerianElements): number[] {
  const { semiMajorAxisM, eccentricity, incRad, raanRad, argPeriapsisRad, trueAnomalyRad } = elements
  return [semiMajorAxisM / 1000, eccentricity, ...[incRad, raanRad, argPeriapsisRad, trueAnomalyRad].map(radToDeg)]
}

function fromRow(row: number[]): KeplerianElements {
  const [semiMajorAxisM, eccentricity, incRad, raanRad, argPeriapsisRad, trueAnomalyRad] = row as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return { semiMajorAxisM, eccentricity, incRad, raanRad, argPeriapsisRad, trueAnomalyRad }
}

function angleApart(a: number, b: number): number {
  return Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
}

function expectSameState(actual: CartesianState, expected: CartesianState, relative: number): void {
  expect(norm(subtract(actual.r, expected.r)) / norm(expected.r)).toBeLessThan(relative)
  expect(norm(subtract(actual.v, expected.v)) / norm(expected.v)).toBeLessThan(relative)
}

test("toKeplerian() agrees with Vallado's example to its printed digits", () => {
  const example = cara.vallado_example
  const elements = toKeplerian(stateFromKm(example.state_km_km_s), CARA_GM)
  const { a_km, e, i_deg, raan_deg, argp_deg, true_anomaly_deg, mean_anomaly_deg } = example
  expect(Math.abs(elements.semiMajorAxisM / 1000 - a_km)).toBeLessThan(SEMI_MAJOR_AXIS_KM) // metres: 10
  const expected = [e, i_deg, raan_deg, argp_deg, true_anomaly_deg]
  const printed = 1e-2 // In degrees: the example prints two decimals, truncated and not rounded.
  inKmAndDegrees(elements)
    .slice(1)
    .forEach((value, index) => {
      expect(Math.abs(value - expected[index]!)).toBeLessThan(printed)
    })
  const mean = radToDeg(meanFromTrue(elements.trueAnomalyRad, elements.eccentricity))
  expect(Math.abs(mean - mean_anomaly_deg)).toBeLessThan(MEAN_ANOMALY_DEG)
})

test.each(cara.one_component_zero)('toKeplerian() handles a zero in the position: $state_km_km_s', (row) => {
  inKmAndDegrees(toKeplerian(stateFromKm(row.state_km_km_s), CARA_GM)).forEach((value, index) => {
    expect(Math.abs(value / row.expected[index]! - 1)).toBeLessThan(CARA_TOLERANCE)
  })
})

test.each(cara.special_orbits)('toKeplerian() follows the convention on a singular orbit: $kind $expected', (row) => {
  const [a, e, ...angles] = inKmAndDegrees(toKeplerian(stateFromKm(row.state_km_km_s), CARA_GM))
  expect(a).toBeCloseTo(row.expected[0]!, KILOMETRE_DIGITS)
  expect(e).toBeCloseTo(row.expected[1]!, DIMENSIONLESS_DIGITS)
  angles.forEach((value, index) => {
    expect(angleApart(degToRad(value), degToRad(row.expected[index + 2]!))).toBeLessThan(ANGLE_RAD)
  })
})

test.each(cara.must_fail.filter(({ why }) => !why.startsWith('hyperbolic')))('toKeplerian() refuses: $why', (row) => {
  expect(() => toKeplerian(stateFromKm(row.state_km_km_s), CARA_GM)).toThrow(RangeError)
})

test('toKeplerian() accepts the hyperbola that an elliptic-only routine must refuse', () => {
  const hyperbola = cara.must_fail.find(({ why }) => why.startsWith('hyperbolic'))!
  const elements = toKeplerian(stateFromKm(hyperbola.state_km_km_s), CARA_GM)
  // At periapsis r = 6500 km and v = 15 km/s: e = r v²/GM − 1 and a = r / (1 − e), calculated by hand.
  const e = (6.5e6 * 15e3 ** 2) / CARA_GM - 1
  expect(elements.eccentricity).toBeCloseTo(e, DIMENSIONLESS_DIGITS)
  expect(elements.semiMajorAxisM / (6.5e6 / (1 - e))).toBeCloseTo(1, DIMENSIONLESS_DIGITS)
  expect(elements.trueAnomalyRad).toBe(0)
})

test.each(exact)('toCartesian() agrees with the state of 50 digits: $elements', ({ elements, r, v }) => {
  expectSameState(
    toCartesian(fromRow(elements), GM_EARTH),
    { r: r as unknown as Vec3, v: v as unknown as Vec3 },
    ROUNDING,
  )
})

test.each(exact)(
  'toKeplerian() agrees with the elements of the state of 50 digits: $elements',
  ({ elements, r, v }) => {
    const expected = fromRow(elements)
    const actual = toKeplerian({ r: r as unknown as Vec3, v: v as unknown as Vec3 }, GM_EARTH)
    // Position along the orbit: errors of node, periapsis and anomaly must cancel in their sum.
    const along = (of: KeplerianElements) => of.raanRad * Math.cos(of.incRad) + of.argPeriapsisRad + of.trueAnomalyRad
    expect(Math.abs(actual.semiMajorAxisM / expected.semiMajorAxisM - 1)).toBeLessThan(ENERGY_AXIS_RELATIVE)
    expect(Math.abs(actual.eccentricity - expected.eccentricity)).toBeLessThan(ECCENTRICITY_ROUNDING)
    expect(Math.abs(actual.incRad - expected.incRad)).toBeLessThan(INCLINATION_RAD)
    expect(angleApart(along(actual), along(expected))).toBeLessThan(ALONG_RAD)
  },
)

const turn = realBetween(0, 2 * Math.PI)
const anyOrbit = fc.record({
  semiMajorAxisM: realBetween(6.5e6, 5e8),
  eccentricity: fc.oneof(fc.constant(0), realBetween(0, 0.95), realBetween(1.05, 9)),
  incRad: fc.oneof(fc.constantFrom(0, Math.PI, Math.PI / 2), realBetween(0, Math.PI)),
  raanRad: turn,
  argPeriapsisRad: turn,
  trueAnomalyRad: realBetween(-1.6, 1.6),
})

test('toCartesian() is the inverse of toKeplerian() on every orbit, including singular ones', () => {
  fc.assert(
    fc.property(anyOrbit, (orbit) => {
      const semiMajorAxisM = orbit.eccentricity > 1 ? -orbit.semiMajorAxisM : orbit.semiMajorAxisM
      const state = toCartesian({ ...orbit, semiMajorAxisM }, GM_EARTH)
      // A millimetre at the distance of the Moon: states of singular orbits change by at most 2e-12 of the radius.
      expectSameState(toCartesian(toKeplerian(state, GM_EARTH), GM_EARTH), state, 4e-12)
    }),
    { numRuns: 1000 },
  )
})

test('toKeplerian() conserves energy and angular momentum', () => {
  fc.assert(
    fc.property(anyOrbit, (orbit) => {
      const semiMajorAxisM = orbit.eccentricity > 1 ? -orbit.semiMajorAxisM : orbit.semiMajorAxisM
      const { r, v } = toCartesian({ ...orbit, semiMajorAxisM }, GM_EARTH)
      const energy = norm(v) ** 2 / 2 - GM_EARTH / norm(r)
      // Vis-viva: the difference of two terms that are up to 40 times the energy.
      expect(Math.abs((-GM_EARTH / (2 * semiMajorAxisM) - energy) / energy)).toBeLessThan(ENERGY_RELATIVE)
    }),
  )
})

test('toCartesian() refuses impossible elements', () => {
  const orbit = fromRow([7e6, 0.1, 0, 0, 0, 0])
  for (const wrong of [
    { ...orbit, eccentricity: 1.2 },
    { ...orbit, semiMajorAxisM: -7e6 },
    { ...orbit, eccentricity: 1 },
    { ...orbit, eccentricity: -0.1 },
    { ...orbit, eccentricity: Number.NaN },
    { ...orbit, semiMajorAxisM: -7e6, eccentricity: 2, trueAnomalyRad: 2.2 },
  ]) {
    expect(() => toCartesian(wrong, GM_EARTH)).toThrow(RangeError)
  }
})
