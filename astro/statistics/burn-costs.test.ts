import { expect, test } from 'vitest'
import { costsOf } from './burn-costs.ts'

/** The series ends with the third power: the fourth is 500 x⁴/24 = 1.4e-10 kg. */
const PROPELLANT_KG_DIGITS = 9

// 0.2 m/s and 3 hours each, 500 kg, Isp 220 s.
const BURN = { deltaVMps: 0.2, outageHours: 3, massKg: 500, specificImpulseS: 220 }

test('costsOf() adds Δv and hours, and computes propellant by the rocket equation', () => {
  const costs = costsOf(17.5, BURN)
  expect(costs).toMatchObject({ manoeuvres: 17.5, deltaVMps: 3.5, outageHours: 52.5 })
  // 500 (1 − e^(−3.5/(220 · 9.80665))) = 0.81048 kg, calculated by hand with the series of the exponential.
  const x = 3.5 / (220 * 9.806_65)
  expect(costs.propellantKg).toBeCloseTo(500 * (x - x ** 2 / 2 + x ** 3 / 6), PROPELLANT_KG_DIGITS)
})

test('costsOf() has no propellant for manoeuvres without propellant', () => {
  expect(costsOf(3, { ...BURN, specificImpulseS: null }).propellantKg).toBe(0)
  expect(costsOf(0, BURN)).toEqual({ manoeuvres: 0, deltaVMps: 0, propellantKg: 0, outageHours: 0 })
})
