import { expect, test } from 'vitest'
import { covarianceFromRtn, rtnAxes } from '../conjunction/rtn.ts'
import { degToRad } from '../units.ts'
import { CLASS_SIGMAS_M } from './class-covariance.data.ts'
import { classSigmas, covarianceAlong } from './class-covariance.ts'

/** The rounding of a root of 3 km: 5e-13 m. */
const SIGMA_DIGITS = 11
/** The rounding of variances up to 3e5 m², each the sum of nine products: 6e-11 m² a step. */
const VARIANCE_DIGITS = 9
const orbit = (perigeeKm: number, eccentricity: number, incDeg: number) => ({
  perigeeHeightM: perigeeKm * 1000,
  periodS: 6000,
  eccentricity,
  incRad: degToRad(incDeg),
})

// As quoted from table 2 of the paper for the ISS, a Sun-synchronous orbit, GPS and a geostationary orbit.
test.each([
  [420, 0.0005, 51.6, [107, 308, 169]],
  [700, 0.001, 98.2, [115, 517, 137]],
  [20_180, 0.01, 55, [71, 228, 95]],
  [35_780, 0.0002, 0.1, [357, 432, 83]],
] as const)('classSigmas() at epoch of %d km, e %d, i %d° is what the paper says', (height, e, i, wanted) => {
  expect(classSigmas(orbit(height, e, i), 0)).toEqual([...wanted])
})

test.each([
  [799.9, 0.0999, 29.9, 'circular', 'low', 0],
  [800, 0.0999, 30.1, 'circular', 'middle', 1],
  [799.9, 0.1, 59.9, 'eccentric', 'low', 1],
  [24_999, 0.1, 60.1, 'eccentric', 'middle', 2],
  [25_000, 0.7, 180, 'eccentric', 'high', 2],
  [800, 0.1, 29.9, 'eccentric', 'middle', 0],
  [25_000, 0, 60.1, 'circular', 'high', 2],
] as const)('classSigmas() takes the row of the table: %d km, e %d, i %d°', (height, e, i, shape, band, column) => {
  expect(classSigmas(orbit(height, e, i), 0)).toEqual([...CLASS_SIGMAS_M[shape][band][column]])
})

test('classSigmas() grows only along the track, by 1.5 km a day, equally before and after the epoch', () => {
  const [radial, transverse, normal] = classSigmas(orbit(420, 0.0005, 51.6), 2 * 86_400)
  expect([radial, normal]).toEqual([107, 169])
  expect(transverse).toBeCloseTo(Math.sqrt(308 ** 2 + 3000 ** 2), SIGMA_DIGITS)
  expect(classSigmas(orbit(420, 0.0005, 51.6), -2 * 86_400)[1]).toBe(transverse)
})

test('classSigmas() has a class for every orbit', () => {
  for (const height of [100, 800, 24_999, 25_000, 100_000])
    for (const e of [0, 0.1, 0.9])
      for (const i of [0, 30, 60, 180])
        for (const sigma of classSigmas(orbit(height, e, i), 0)) expect(sigma).toBeGreaterThan(0)
})

test('covarianceAlong() is the diagonal of squares, rotated from the axes of the orbit', () => {
  const state = { r: [5e6, 4e6, 3e6], v: [-3000, 6000, -2000] } as const
  const turned = covarianceFromRtn(state, [
    [115 ** 2, 0, 0],
    [0, 517 ** 2, 0],
    [0, 0, 137 ** 2],
  ])
  for (const [i, row] of covarianceAlong(rtnAxes(state), [115, 517, 137]).entries()) {
    for (const [j, value] of row.entries()) expect(value).toBeCloseTo(turned[i]![j]!, VARIANCE_DIGITS)
  }
})
