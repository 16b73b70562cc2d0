import { expect, test } from 'vitest'
import {
  magneticFactor,
  makeConditions,
  mesosphereVariation,
  type SpaceWeather,
  thermosphereVariation,
} from './nrlmsise-00-variation.ts'

/** The rounding of integrals of polynomials, by a rule that is exact for them. */
const ORTHOGONAL = 1e-12
/** Products and sums of numbers up to 10: 5e-15. */
const ROUNDING_DIGITS = 14
/** In 365 days the program's year of 365.000 13 days rotates by 2e-6 rad less; the cosine differs by half of the square. */
const SAME_SEASON_DIGITS = 11
/** After a quarter of 365 days the cosine passes 0, and a quarter of this angle remains. */
const QUARTER_SEASON = 6e-7
/** The program's hour is 0.2618 rad, 6e-7 more than 15°. In 24 hours this is 1.5e-5 rad, and the cosine differs by half of the square. */
const TIDE_DIGITS = 9
/**
 * The program's right angle is 1.570 797 rad, 7e-7 away from the pole, where P51 increases by 15 per radian. The difference of two hours is at
 * most twice that error.
 */
const BESIDE_POLE = 2e-5
/** The error of central differences over ±0.001 is h² f‴/6, with f‴ = (1 − p44) p43² = 2.8e-4. */
const QUIET_SLOPE_DIGITS = 9
/** The remainder of the storm's curve exp(−0.02 · 1396), times 0.7: 5e-13. */
const STORM_SLOPE_DIGITS = 11
/** The difference of numbers up to 100, which are rounded by 1.4e-14. */
const LINEAR_DIGITS = 12
/** The program's degree, rad. */
const RAD_PER_DEG = 1.745_33e-2
/** Nodes and weights of Gauss's rule of eight points, exact to degree 15 (Abramowitz and Stegun, table 25.4). */
const GAUSS_8 = [
  [0.183_434_642_495_649_8, 0.362_683_783_378_362],
  [0.525_532_409_916_329, 0.313_706_645_877_887_3],
  [0.796_666_477_413_626_7, 0.222_381_034_453_374_5],
  [0.960_289_856_497_536_3, 0.101_228_536_290_376_3],
] as const

const WEATHER: SpaceWeather = { f107: 150, f107Average: 150, ap: 4 }
const conditions = (more: Partial<Parameters<typeof makeConditions>[0]> = {}) =>
  makeConditions({ weather: WEATHER, latDeg: 40, lonDeg: 15, dayOfYear: 80, utS: 43_200, ...more })
const legendre = (order: number, degree: number, latDeg: number) => conditions({ latDeg }).legendre[order]![degree]!
/** Returns a row with these coefficients, by their numbers, and 0 elsewhere. Each row of the model has a rate for the field, p43. */
const row = (coefficients: Readonly<Record<number, number>>) =>
  Array.from({ length: 150 }, (_, k) => coefficients[k] ?? (k === 43 ? 0.01 : 0))

test('the Legendre functions of one order are orthogonal over the latitudes, with their defined norm', () => {
  // ∫ P_lm P_km dx over x = sin φ is 2/(2l + 1) (l + m)!/(l − m)! for l = k, and else 0 (Abramowitz and Stegun, §8.14).
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  const degreesOf = [6, 6, 7, 6]
  for (const [order, most] of degreesOf.entries()) {
    for (let l = order; l <= most; l += 1)
      for (let k = l; k <= most; k += 1) {
        const size = (n: number) => ((2 / (2 * n + 1)) * factorial(n + order)) / factorial(n - order)
        const expected = l === k ? size(l) : 0
        const unit = Math.sqrt(size(l) * size(k))
        const found = GAUSS_8.reduce((sum, [x, weight]) => {
          const at = (sine: number) => Math.asin(sine) / RAD_PER_DEG
          const product = (latDeg: number) => legendre(order, l, latDeg) * legendre(order, k, latDeg)
          return sum + weight * (product(at(x)) + product(at(-x)))
        }, 0)
        expect(Math.abs(found - expected) / unit, `P${l}${order} P${k}${order}`).toBeLessThan(ORTHOGONAL)
      }
  }
})

test('the local time is that of the mean Sun: an hour later for each 15° to the east', () => {
  expect(conditions({ utS: 0, lonDeg: 0 }).localHour).toBe(0)
  expect(conditions({ utS: 43_200, lonDeg: 90 }).localHour).toBe(18)
  expect(conditions({ utS: 7200, lonDeg: -30 }).localHour).toBe(0)
})

test('the effects of the Sun and of storms are zero at mean flux and field, F10.7 = 150 and ap = 4', () => {
  const active = row({ 19: 0.1, 20: 0.2, 21: 0.3, 29: 0.4, 32: 0.5, 45: 0.6, 34: 0.7, 43: 0.01, 44: 0.5 })
  expect(thermosphereVariation(conditions(), active)).toBe(0)
  expect(mesosphereVariation(conditions(), row({ 21: 0.3 }), 0)).toBe(0)
  const of = (weather: Partial<SpaceWeather>, coefficients: Readonly<Record<number, number>>) =>
    thermosphereVariation(conditions({ weather: { ...WEATHER, ...weather } }), row(coefficients))
  // First the day deviates from the mean by 10, then the mean deviates from 150 by 10.
  expect(of({ f107: 160 }, { 19: 0.1 })).toBeCloseTo(1, ROUNDING_DIGITS)
  expect(of({ f107: 160 }, { 20: 0.1 })).toBeCloseTo(10, ROUNDING_DIGITS)
  expect(of({ f107: 160, f107Average: 160 }, { 21: 0.1 })).toBeCloseTo(1, ROUNDING_DIGITS)
  expect(of({ f107: 160, f107Average: 160 }, { 29: 0.1 })).toBeCloseTo(10, ROUNDING_DIGITS)
})

test('a season has a period of a year, its second part half a year, and both peak on the day of the row', () => {
  const yearDays = 365
  for (const [number, phase, turns] of [
    [18, 31, 1],
    [15, 17, 2],
  ] as const) {
    const of = (dayOfYear: number) =>
      thermosphereVariation(conditions({ dayOfYear }), row({ [number]: 1, [phase]: 100 }))
    expect(of(100)).toBeCloseTo(1, ROUNDING_DIGITS)
    expect(of(100 + yearDays / turns)).toBeCloseTo(1, SAME_SEASON_DIGITS)
    expect(of(100 + yearDays / turns / 2)).toBeCloseTo(-1, SAME_SEASON_DIGITS)
    expect(Math.abs(of(100 + yearDays / turns / 4))).toBeLessThan(QUARTER_SEASON)
  }
})

test.each([
  ['diurnal', [3, 6], 24],
  ['semidiurnal', [5, 8], 12],
  ['terdiurnal', [40, 39], 8],
] as const)(
  'the %s tide comes back after its hours, the sine a quarter of them after the cosine',
  (_name, numbers, period) => {
    const at = (hour: number) => conditions({ utS: hour * 3600, lonDeg: 0, latDeg: 30 })
    for (const variation of [
      thermosphereVariation,
      (c: ReturnType<typeof at>, r: number[]) => mesosphereVariation(c, r, 0),
    ]) {
      const of = (hour: number, number: number) => variation(at(hour), row({ [number]: 1 }))
      const [cosine, sine] = numbers
      const height = of(0, cosine)
      expect(height).toBeGreaterThan(0.1)
      expect(of(period, cosine) / height).toBeCloseTo(1, TIDE_DIGITS)
      expect(of(period / 2, cosine) / height).toBeCloseTo(-1, TIDE_DIGITS)
      expect(of(0, sine)).toBe(0)
      expect(of(period / 4, sine) / height).toBeCloseTo(1, TIDE_DIGITS)
    }
  },
)

test('at a pole the result does not depend on local time and longitude', () => {
  const tides = row({ 3: 1, 6: 1, 5: 1, 8: 1, 39: 1, 40: 1, 64: 1, 90: 1, 103: 1, 106: 1 })
  const of = (lonDeg: number, utS: number) => thermosphereVariation(conditions({ latDeg: 90, lonDeg, utS }), tides)
  for (const [lon, ut] of [
    [0, 0],
    [77, 3600],
    [200, 60_000],
  ] as const)
    expect(Math.abs(of(lon, ut) - of(0, 0))).toBeLessThan(BESIDE_POLE)
})

const factor = (ap: SpaceWeather['ap'], coefficients: Readonly<Record<number, number>>, latDeg = 40) =>
  magneticFactor(conditions({ latDeg, weather: { ...WEATHER, ap } }), row(coefficients))

test('magneticFactor() of the daily ap has slope 1 in quiet times and slope p44 in storms', () => {
  const coefficients = { 43: 0.02, 44: 0.3 }
  expect(factor(4, coefficients)).toBe(0)
  expect((factor(4.001, coefficients) - factor(3.999, coefficients)) / 0.002).toBeCloseTo(1, QUIET_SLOPE_DIGITS)
  expect(factor(1400, coefficients) - factor(1399, coefficients)).toBeCloseTo(0.3, STORM_SLOPE_DIGITS)
  // With p44 = 1 it is linear everywhere.
  expect(factor(104, { 43: 0.02, 44: 1 })).toBeCloseTo(100, LINEAR_DIGITS)
})

test('magneticFactor() of a history gives older values less weight, and is zero for a quiet history', () => {
  const coefficients = { 51: 1e-5, 138: 0.01, 24: 0.01, 25: 0.5 }
  const history = (storm: number, ap = 100) =>
    Array.from({ length: 7 }, (_, k) => (k === storm ? ap : 4)) as unknown as Exclude<SpaceWeather['ap'], number>
  expect(factor(history(-1), coefficients)).toBe(0)
  const byAge = [1, 2, 3, 4].map((storm) => factor(history(storm), coefficients))
  for (const [k, value] of byAge.entries()) if (k > 0) expect(value).toBeLessThan(byAge[k - 1]!)
  // Each 3 h a storm fades by the same factor, x = exp(−10 800 s p51/(1 + p138 (45° − |φ|))).
  const x = Math.exp(-0.108 / 1.05)
  for (const k of [1, 2, 3]) expect(byAge[k]! / byAge[k - 1]!).toBeCloseTo(x, ROUNDING_DIGITS)
  // The means of eight intervals replace the sum of eight, from the fifth and from the thirteenth on.
  const eight = (x ** 4 * (1 - x ** 8)) / (1 - x)
  expect(factor(history(5), coefficients) / byAge[0]!).toBeCloseTo(eight, ROUNDING_DIGITS)
  expect(factor(history(6), coefficients) / factor(history(5), coefficients)).toBeCloseTo(x ** 8, ROUNDING_DIGITS)
  // The first value is the mean of the day, which the history replaces.
  expect(factor(history(0), coefficients)).toBe(0)
  expect(factor(history(1), { ...coefficients, 51: 0 })).toBe(0)
})

test('magneticFactor() has the same memory in both hemispheres, and the longest at low latitudes', () => {
  const coefficients = { 51: 1e-5, 138: 0.01, 24: 0.01, 25: 0.5 }
  const old = [4, 4, 4, 4, 100, 4, 4] as const
  const now = [4, 100, 4, 4, 4, 4, 4] as const
  const memory = (latDeg: number) => factor(old, coefficients, latDeg) / factor(now, coefficients, latDeg)
  expect(memory(-60)).toBe(memory(60))
  expect(memory(10)).toBeGreaterThan(memory(60))
})
