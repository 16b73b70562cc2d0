import { expect, test } from 'vitest'
import { degToRad } from '../units.ts'
import {
  laserDelay,
  laserMapping,
  laserZenithDelay,
  radioDelay,
  type SiteAir,
  standardAir,
  troposphericDelay,
  vapourPressureHpa,
} from './troposphere.ts'

/** The Conventions print the check value to nine decimals. */
const CHECK_VALUE = 1e-9
/** The mapping function is normalised to 1 at the zenith. */
const FORMULA_DIGITS = 12
/** The Conventions round their constant of carbon dioxide: 4 µm of the delay. */
const CARBON_DIOXIDE_M = 1e-5
/** The atmosphere of the delay equals that of the check value except for its pressure. */
const MAPPED_DIGITS = 6
/** The constant of Davis et al. has five digits, and the value for gravity at 45° is rounded too. */
const SAASTAMOINEN_M = 2e-3
/** Moist air at sea level adds some 0.1 m. */
const MOST_WET_M = 0.12
/** Mapping functions differ by one or two per cent at 5°. */
const NIELL_5_DEG = 0.15
/** The standard prints values to a tenth of a hectopascal. */
const ISO_2533_HPA = 0.1
/** The rounding of a linear formula. */
const TEMPERATURE_DIGITS = 9
/** Steam tables print this digit at 0 °C. */
const STEAM_AT_0_HPA = 0.01
/** Saturation formulas differ by half a per cent at 20 °C. */
const STEAM_AT_20_HPA = 0.1

// The check values in IERS Conventions 2010 for FCUL_A and FCULZD_HPA, at McDonald.
const MCDONALD = { latRad: degToRad(30.671_666_67), heightM: 2075 }
const MAPPING = 3.800_243_667_312_344
const ZENITH = { latRad: degToRad(30.671_666_67), heightM: 2010.344, pressureHpa: 798.4188, vapourHpa: 14.322 }
const HYDROSTATIC_M = 1.932_992_176_591_644
const WET_M = 0.002_233_748_255_158_704

/** Air at 300.15 K with the humidity for a given vapour pressure. */
function airWith(pressureHpa: number, vapourHpa: number): SiteAir {
  const saturated = vapourPressureHpa({ ...standardAir('laser', 0), temperatureK: 300.15, humidityPercent: 100 })
  const humidityPercent = (100 * vapourHpa) / saturated
  return { band: 'laser', wavelengthUm: 0.532, pressureHpa, temperatureK: 300.15, humidityPercent }
}

test('laserMapping() agrees with the check value of the Conventions', () => {
  expect(Math.abs(laserMapping(300.15, MCDONALD, degToRad(15)) - MAPPING)).toBeLessThan(CHECK_VALUE)
})

test('laserMapping() is 1 at the zenith and grows towards the horizon', () => {
  expect(laserMapping(288, MCDONALD, Math.PI / 2)).toBeCloseTo(1, FORMULA_DIGITS)
  const steps = [80, 60, 40, 20, 10, 5].map((deg) => laserMapping(288, MCDONALD, degToRad(deg)))
  steps.forEach((value, k) => {
    expect(value).toBeGreaterThan(steps[k - 1] ?? 1)
    // It never exceeds the value for flat layers.
    expect(value).toBeLessThan(1 / Math.sin(degToRad([80, 60, 40, 20, 10, 5][k]!)))
  })
})

test('laserZenithDelay() agrees with the check values of the Conventions', () => {
  // Their constant of carbon dioxide is rounded: 4 µm.
  const whole = laserZenithDelay(airWith(ZENITH.pressureHpa, ZENITH.vapourHpa), ZENITH)
  expect(Math.abs(whole - HYDROSTATIC_M - WET_M)).toBeLessThan(CARBON_DIOXIDE_M)
  const dry = laserZenithDelay(airWith(ZENITH.pressureHpa, 0), ZENITH)
  expect(Math.abs(dry - HYDROSTATIC_M)).toBeLessThan(CARBON_DIOXIDE_M)
})

test('laserDelay() is the mapped zenith delay; green light is slower than infrared', () => {
  const air = airWith(800, 10)
  const [zenith, low] = [laserDelay(air, MCDONALD, Math.PI / 2), laserDelay(air, MCDONALD, degToRad(15))]
  expect(low / zenith).toBeCloseTo(MAPPING, MAPPED_DIGITS)
  expect(laserDelay({ ...air, wavelengthUm: 1.064 }, MCDONALD, Math.PI / 2)).toBeLessThan(zenith)
})

test('radioDelay() is 2.3 m for dry and some 0.1 m for moist air at sea level, and ten times that at 5°', () => {
  const sea = { latRad: degToRad(45), heightM: 0 }
  const dry = { ...standardAir('radio', 0), humidityPercent: 0 }
  // Saastamoinen's constant: 2.2768 mm/hPa at 45° (Davis and others 1985), 1013.25 hPa.
  expect(Math.abs(radioDelay(dry, sea, Math.PI / 2) - 2.307)).toBeLessThan(SAASTAMOINEN_M)
  const wet = radioDelay(standardAir('radio', 0), sea, Math.PI / 2) - radioDelay(dry, sea, Math.PI / 2)
  expect(wet).toBeGreaterThan(0.06)
  expect(wet).toBeLessThan(MOST_WET_M)
  const low = radioDelay(dry, sea, degToRad(5)) / radioDelay(dry, sea, Math.PI / 2)
  // Niell's hydrostatic mapping function is 10.15 at 5°.
  expect(Math.abs(low - 10.15)).toBeLessThan(NIELL_5_DEG)
})

test('troposphericDelay() chooses the formula by the band, and returns null below 2°', () => {
  const place = { latRad: 0.5, heightM: 100 }
  const [laser, radio] = [standardAir('laser', 100), standardAir('radio', 100)]
  expect(troposphericDelay(laser, place, 0.5)).toBe(laserDelay(laser, place, 0.5))
  expect(troposphericDelay(radio, place, 0.5)).toBe(radioDelay(radio, place, 0.5))
  expect(troposphericDelay(laser, place, degToRad(1.9))).toBeNull()
  expect(troposphericDelay(radio, place, -0.1)).toBeNull()
})

test('standardAir() agrees with ISO 2533', () => {
  expect(standardAir('laser', 0).pressureHpa).toBe(1013.25)
  // At 2 km: 795.0 hPa, 275.15 K.
  expect(Math.abs(standardAir('laser', 2000).pressureHpa - 795)).toBeLessThan(ISO_2533_HPA)
  expect(standardAir('laser', 2000).temperatureK).toBeCloseTo(275.15, TEMPERATURE_DIGITS)
})

test('vapourPressureHpa() of saturated air agrees with steam tables', () => {
  const at = (temperatureK: number) =>
    vapourPressureHpa({ ...standardAir('radio', 0), temperatureK, humidityPercent: 100 })
  expect(Math.abs(at(273.15) - 6.11)).toBeLessThan(STEAM_AT_0_HPA)
  expect(Math.abs(at(293.15) - 23.39)).toBeLessThan(STEAM_AT_20_HPA)
})
