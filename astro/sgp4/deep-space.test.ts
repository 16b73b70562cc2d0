import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { addPeriodic, addSecular, type DeepElements } from './deep-space.ts'
import { DEEP_FIELDS, type DeepSpace, NEAR_FIELDS, type NearEarth } from './model.ts'

/** Terms beyond the first order: the square of amplitudes of 1e-6 rad, divided by sin² i. */
const SECOND_ORDER = 1e-9
/** The rounding of a dozen operations with a few radians. */
const ROUNDING = 1e-14
/** The same for elements of up to 3 rad: 5e-15. */
const ELEMENT_DIGITS = 14
/** The change of an element is the difference of two that are rounded by 4e-16. */
const CHANGE_DIGITS = 15
/** The quotient of two such changes, of 4e-6 rad and slightly less. */
const CHANGE_RATIO_DIGITS = 9
/**
 * An extreme of 0.0025 is up to half a step from the nearest of 400 samples: a step is 2π/400 in the argument 2 f, and a tenth
 * more at perigee.
 */
const SAMPLED_EXTREME = 4e-7
/** 365.26 days are 5.2e-5 rad more than a revolution at the theory's 1.194 59e-5 rad/min; the error of its month is 2e-6 rad. */
const YEAR_RAD = 5.3e-5
/** The error of cos 2e by a quarter of YEAR_RAD, with a slope of about 2e. */
const QUARTER_YEAR_DIGITS = 6
/** Lyddane's longitude contains Δi Ω sin i. Here Δi is 2.5e-5 rad, Ω is 1 rad, and sin i is at most 1e-3. */
const LYDDANE_RAD = 2.5e-8

const NOTHING = Object.fromEntries(DEEP_FIELDS.map((field) => [field, 0])) as unknown as DeepSpace
const NEAR = Object.fromEntries(NEAR_FIELDS.map((field) => [field, 0])) as unknown as NearEarth
const mean = (more: Partial<DeepElements> = {}): DeepElements => ({
  meanMotion: 0.0044,
  e: 0.1,
  i: 0.5,
  node: 1,
  argPerigee: 2,
  meanAnomaly: 3,
  ...more,
})
const YEAR_MIN = 365.26 * 1440
const MONTH_MIN = 27.554_55 * 1440

test('addPeriodic() without the Sun and the Moon keeps the elements at any inclination', () => {
  for (const i of [0.01, 0.199, 0.201, 1.5, 3.1]) {
    const found = addPeriodic(NOTHING, 1000, mean({ i }))
    for (const [name, value] of Object.entries(mean({ i })))
      expect(Math.abs(found[name as keyof DeepElements] - value), `${name} at ${i}`).toBeLessThan(ROUNDING)
  }
})

test('addPeriodic() makes a negative inclination positive, with the perigee across the node', () => {
  // As in the reference code: the node comes from an arctangent, which has already rotated it by 180°.
  const found = addPeriodic(NOTHING, 0, mean({ i: -0.1 }))
  expect(found.i).toBe(0.1)
  expect(Math.cos(found.node - 1)).toBeCloseTo(1, ELEMENT_DIGITS)
  expect(addPeriodic({ ...NOTHING, si2: 4 }, 0, mean({ i: 0.5 })).i).toBeCloseTo(0.5, ELEMENT_DIGITS)
})

test('the terms of the Sun oscillate twice a year, those of the Moon twice a month, by a quarter of their size', () => {
  for (const [field, period] of [
    ['se2', YEAR_MIN],
    ['se3', YEAR_MIN],
    ['ee2', MONTH_MIN],
    ['e3', MONTH_MIN],
  ] as const) {
    const of = (t: number) => addPeriodic({ ...NOTHING, [field]: 0.01 }, t, mean()).e - 0.1
    const values = Array.from({ length: 400 }, (_, k) => of((period * (k + 0.5)) / 400))
    expect(Math.abs(Math.max(...values) - 0.0025)).toBeLessThan(SAMPLED_EXTREME)
    expect(Math.abs(Math.min(...values) + 0.0025)).toBeLessThan(SAMPLED_EXTREME)
    // Two oscillations in a revolution of the body have four zeros.
    const passages = values.filter((value, k) => value * (values[(k + 1) % 400] ?? 0) < 0).length
    expect(passages, field).toBe(4)
    // The amplitude is 0.01.
    expect(Math.abs(of(period) - of(0))).toBeLessThan(YEAR_RAD * 0.01)
  }
})

test('sin f has one period per revolution, and leads the mean anomaly by 2 e after a quarter of it', () => {
  for (const [field, element, period, e] of [
    ['sl4', 'meanAnomaly', YEAR_MIN, 0.016_75],
    ['xl4', 'meanAnomaly', MONTH_MIN, 0.0549],
    ['sgh4', 'argPerigee', YEAR_MIN, 0.016_75],
    ['xgh4', 'argPerigee', MONTH_MIN, 0.0549],
  ] as const) {
    const of = (t: number) => addPeriodic({ ...NOTHING, [field]: 1 }, t, mean())[element] - mean()[element]
    expect(of(0)).toBeCloseTo(0, ELEMENT_DIGITS)
    // At M = 90° the equation of the centre is 2 e: sin(90° + 2e) = cos 2e.
    expect(of(period / 4)).toBeCloseTo(Math.cos(2 * e), QUARTER_YEAR_DIGITS)
    expect(Math.abs(of(period / 2))).toBeLessThan(YEAR_RAD / 2)
    // Just after perigee f changes (1 + 2 e) times as fast as M.
    expect(Math.abs(of(period * 1e-6) / (2 * Math.PI * 1e-6) / (1 + 2 * e) - 1)).toBeLessThan(YEAR_RAD / (2 * Math.PI))
  }
})

test('each amplitude changes its own element, and the amplitude of the node also changes the perigee by cos i', () => {
  // 0.25 rad is above Lyddane's limit of 0.2, so the terms are simply added.
  const before = mean({ i: 0.25 })
  for (const [fields, expected] of [
    [['si2', 'xi2'], ['i']],
    [['sl2', 'xl2'], ['meanAnomaly']],
    [['sgh2', 'xgh2'], ['argPerigee']],
    [
      ['sh2', 'xh2'],
      ['argPerigee', 'node'],
    ],
    [['se2', 'ee2'], ['e']],
  ] as const)
    for (const field of fields) {
      const found = addPeriodic({ ...NOTHING, [field]: 4e-6 }, 0, before)
      const moved = (['i', 'meanAnomaly', 'argPerigee', 'node', 'e'] as const).filter(
        (name) => Math.abs(found[name] - before[name]) > ROUNDING,
      )
      expect(moved, field).toEqual(expected)
      // f2 is −1/4 when the body is at its perigee.
      const [name] = moved
      if (moved.length === 1) expect(found[name!] - before[name!]).toBeCloseTo(-1e-6, CHANGE_DIGITS)
      else {
        expect(found.node - before.node).toBeCloseTo(-1e-6 / Math.sin(0.25), CHANGE_DIGITS)
        expect((found.argPerigee - before.argPerigee) / (found.node - before.node)).toBeCloseTo(
          -Math.cos(0.25),
          CHANGE_RATIO_DIGITS,
        )
      }
    }
})

test('Lyddane’s variables agree with plain sums to the second order where both are valid', () => {
  const amplitude = realBetween(-4e-6, 4e-6)
  const angle = realBetween(0, 2 * Math.PI)
  fc.assert(
    fc.property(fc.tuple(amplitude, amplitude, amplitude), angle, angle, ([l2, gh2, h2], node, t) => {
      // Without a change of inclination, which the reference code counts twice in the longitude (lyddane).
      const deep = { ...NOTHING, sl2: l2, sgh2: gh2, sh2: h2 }
      const [below, above] = [0.199_99, 0.200_01].map((i) => addPeriodic(deep, t * 1e5, mean({ i, node })))
      for (const name of ['node', 'argPerigee', 'meanAnomaly'] as const) {
        const apart = below![name] - above![name]
        // Between the two inclinations, the plain sums themselves change by 2e-5 rad × d(1/sin i)/di.
        expect(Math.abs(Math.sin(apart)), name).toBeLessThan(SECOND_ORDER)
      }
    }),
    { numRuns: 20 },
  )
})

test('at low inclinations the longitude of the perigee stays regular, however small the inclination', () => {
  const deep = { ...NOTHING, sh2: 1e-4, si2: 1e-4 }
  for (const i of [1e-3, 1e-4, 1e-6]) {
    const found = addPeriodic(deep, 0, mean({ i }))
    // Ω + ω hardly changes, although the node itself may jump to the other side.
    expect(Math.abs(Math.sin(found.node + found.argPerigee - 3))).toBeLessThan(LYDDANE_RAD)
  }
})

test('addSecular() changes each element at its own rate, and keeps the mean motion without resonance', () => {
  const deep = { ...NOTHING, dedt: 1e-9, didt: 2e-9, dnodt: 3e-9, domdt: 4e-9, dmdt: 5e-9 }
  const near = { ...NEAR, meanMotion: 0.0044, eccentricity: 0.1, inclination: 0.5 }
  const found = addSecular({ near, deep, t: 1000 }, { node: 1, argPerigee: 2, meanAnomaly: 3 }, undefined)
  expect(found.meanMotion).toBe(0.0044)
  for (const [name, value] of Object.entries({ e: 0.100_001, i: 0.500_002, node: 1.000_003, argPerigee: 2.000_004 }))
    expect(found[name as keyof DeepElements]).toBeCloseTo(value, ELEMENT_DIGITS)
  expect(found.meanAnomaly).toBeCloseTo(3.000_005, ELEMENT_DIGITS)
})
