import { expect, test } from 'vitest'
import { gasDensity, type Profile, temperatureAt } from './nrlmsise-00-profile.ts'

/** The rounding of a few exponentials, compared with the closed form. */
const CLOSED_FORM = 1e-12
/** Central differences over 2 m of a logarithm of order 10: rounding 1e-15 over 1e-3 km, for slopes of 0.1/km. */
const DIFFERENCED = 1e-7
/** The difference from 1000 K at 2000 km: 645 K · exp(−29) = 1.4e-10 K. */
const FAR_ABOVE_K_DIGITS = 9
/** The rounding of temperatures up to 1000 K is 1e-13 K. */
const TEMPERATURE_K_DIGITS = 12
/** Over 2e-6 km the temperature only changes by its slope, 12 K/km at the first node. */
const ACROSS_NODE_K = 3e-5
/** Over 4 m the slope changes by the second derivative, 0.8 K/km² at the first node. */
const SLOPE_ACROSS_NODE_K_PER_KM = 4e-3
/** At 700 km the difference from 1000 K is 0.0155 K; the rounding of 1000 K is 1e-13 K. */
const LACK_DIGITS = 10
/** The error of one-sided differences of second order is h² f‴/3, where h is 0.01 km and f‴ 0.018 K/km³. */
const ONE_SIDED_DIGITS = 5
/** The rounding of ratios of exponentials of the same numbers. */
const RATIO_DIGITS = 14

/** The gas constant in the program's units: erg/(g K) for mass 1, over 1e5 cm/km. */
const GAS = 831.4
/** Gravity, cm/s², and radius, km, at middle latitudes. */
const [GRAVITY, RADIUS_KM] = [980.6, 6356.77]
/** Temperatures of the U. S. Standard Atmosphere (1976) at the nodes, K, and 1000 K above. */
const PROFILE: Profile = {
  exosphereK: 1000,
  lowerK: 355,
  lowerKm: 120,
  shape: 0.02,
  lastGradient: -2,
  nodesKm: [123.435, 110, 100, 90, 72.5],
  nodesK: [240, 195.1, 186.9, 211.7],
  gravity: GRAVITY,
  radiusKm: RADIUS_KM,
}
/** A profile of constant temperature. */
const even = (kelvin: number): Profile => ({
  ...PROFILE,
  exosphereK: kelvin,
  lowerK: kelvin,
  nodesK: [kelvin, kelvin, kelvin, kelvin],
  lastGradient: 0,
})
const gravityAt = (km: number) => GRAVITY / (1 + km / RADIUS_KM) ** 2
const slope = (of: (km: number) => number, km: number) => (of(km + 1e-3) - of(km - 1e-3)) / 2e-3

test('temperatureAt() is Bates’ profile above, the nodes below, and continuous between', () => {
  expect(temperatureAt(PROFILE, 120.000_001)).toBeLessThan(temperatureAt(PROFILE, 124))
  // Far above, the temperature is that of the exosphere; the first node follows from the temperature at 120 km.
  expect(temperatureAt(PROFILE, 2000)).toBeCloseTo(1000, FAR_ABOVE_K_DIGITS)
  expect(temperatureAt(even(900), 150)).toBeCloseTo(900, TEMPERATURE_K_DIGITS)
  for (const [k, km] of PROFILE.nodesKm.entries()) {
    if (k > 0) expect(temperatureAt(PROFILE, km)).toBeCloseTo(PROFILE.nodesK[k - 1]!, TEMPERATURE_K_DIGITS)
    if (k === 4) continue
    // Value and slope are continuous at a node.
    const of = (z: number) => temperatureAt(PROFILE, z)
    expect(Math.abs(of(km + 1e-6) - of(km - 1e-6)), `${km} km`).toBeLessThan(ACROSS_NODE_K)
    expect(Math.abs(slope(of, km + 0.002) - slope(of, km - 0.002)), `${km} km`).toBeLessThan(SLOPE_ACROSS_NODE_K_PER_KM)
  }
})

test('Bates’ profile approaches the exosphere by the same fraction in equal geopotential heights', () => {
  const geopotential = (km: number) => ((km - 120) * (RADIUS_KM + 120)) / (RADIUS_KM + km)
  const lack = (km: number) => 1000 - temperatureAt(PROFILE, km)
  for (const [low, high] of [
    [130, 200],
    [200, 400],
    [400, 700],
  ] as const) {
    const published = Math.exp(-0.02 * (geopotential(high) - geopotential(low)))
    expect(lack(high) / lack(low) / published).toBeCloseTo(1, LACK_DIGITS)
  }
})

test("the slope of the spline at its lower end is the model's gradient", () => {
  const of = (km: number) => temperatureAt(PROFILE, km)
  // In K/km at 72.5 km, from above, because the profile ends there; one-sided differences of second order.
  const found = (-3 * of(72.5) + 4 * of(72.51) - of(72.52)) / 0.02
  expect(found).toBeCloseTo(-2, ONE_SIDED_DIGITS)
})

test('an atmosphere of constant temperature follows the barometric formula, in geopotential height', () => {
  const kelvin = 300
  for (const mass of [4, 16, 28, 40])
    for (const [low, high] of [
      [130, 250],
      [75, 110],
      [95, 160],
    ] as const) {
      const gas = { lower: 1e11, mass, alpha: 0 }
      const ratio = gasDensity(even(kelvin), high, gas) / gasDensity(even(kelvin), low, gas)
      // ∫ g dz between two heights is g0 R² (1/(R + low) − 1/(R + high)).
      const work = GRAVITY * RADIUS_KM ** 2 * (1 / (RADIUS_KM + low) - 1 / (RADIUS_KM + high))
      expect(Math.abs(Math.log(ratio) + (mass * work) / (GAS * kelvin)), `${mass} ${low}`).toBeLessThan(
        CLOSED_FORM * 100,
      )
    }
})

test('each gas is in diffusive equilibrium: −d ln n/dz = m g/(R T) + (1 + α) d ln T/dz, above the nodes and between them', () => {
  for (const [mass, alpha] of [
    [4, -0.38],
    [16, 0],
    [40, 0.17],
    [1, -0.38],
  ] as const) {
    for (const km of [80, 95, 105, 118, 130, 200, 350, 600]) {
      const logDensity = (z: number) => Math.log(gasDensity(PROFILE, z, { lower: 1e10, mass, alpha }))
      const logTemperature = (z: number) => Math.log(temperatureAt(PROFILE, z))
      const weight = (mass * gravityAt(km)) / (GAS * temperatureAt(PROFILE, km))
      const sum = slope(logDensity, km) + weight + (1 + alpha) * slope(logTemperature, km)
      expect(Math.abs(sum), `mass ${mass} at ${km} km`).toBeLessThan(DIFFERENCED)
    }
  }
})

test('the density at the lower boundary is the given one, and all densities are proportional to it', () => {
  const gas = { lower: 3e11, mass: 28, alpha: 0 }
  // Bates' profile is used from the first node on; with a constant temperature it continues unchanged to 120 km.
  const flat: Profile = { ...even(400), nodesKm: [120, 110, 100, 90, 72.5] }
  expect(gasDensity(flat, 120, gas) / 3e11).toBeCloseTo(1, RATIO_DIGITS)
  expect(gasDensity(PROFILE, 300, { ...gas, lower: 6e11 }) / gasDensity(PROFILE, 300, gas)).toBeCloseTo(2, RATIO_DIGITS)
})
