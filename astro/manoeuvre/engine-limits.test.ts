import { expect, test } from 'vitest'
import { deltaVOfTime, errorOfEngine, largestBurn } from './engine-limits.ts'

/** The rounding in metres per second, for logarithms of numbers near 1. */
const MPS_DIGITS = 9
/** The propellant for an hour is calculated to seven digits: 2e-7 kg of 260 kg is 2e-6 m/s. */
const HOUR_DIGITS = 5
const ENGINE = { thrustN: 1, ispS: 220, maxDeltaVMps: 10, maxBurnS: 3_600 }

test('the largest burn is the smallest of its limits, and names that limit; calculated by hand', () => {
  // v_e = 220 · 9.80665 = 2157.463 m/s. 1 N for 3600 s uses 3600 / 2157.463 = 1.668626 kg.
  const ofTime = -2157.463 * Math.log(1 - 1.668626356 / 260)
  expect(deltaVOfTime(ENGINE, 260, 3_600)).toBeCloseTo(ofTime, HOUR_DIGITS)
  expect(largestBurn(ENGINE, 260)).toEqual({ deltaVMps: 10, limit: 'DELTA_V' })
  expect(largestBurn(ENGINE, 2_600).limit).toBe('BURN_DURATION')
  // 0.26 kg of 260 kg: −2157.463 ln(0.999) = 2.158543 m/s.
  const dry = largestBurn({ ...ENGINE, propellantKg: 0.26 }, 260)
  expect(dry.limit).toBe('PROPELLANT')
  expect(dry.deltaVMps).toBeCloseTo(-2157.463 * Math.log(0.999), MPS_DIGITS)
  expect(largestBurn({ ...ENGINE, propellantKg: 0.26, deltaVBudgetMps: 0.4 }, 260)).toEqual({
    deltaVMps: 0.4,
    limit: 'BUDGET',
  })
  // Without a mass, the Δv of the propellant is unknown; an engine without limits has no largest burn.
  expect(largestBurn({ ...ENGINE, propellantKg: 0.26 }, null).limit).toBe('DELTA_V')
  expect(largestBurn({ thrustN: 0.01, ispS: 1_500, dutyCycle: 0.5 }, 100).deltaVMps).toBe(Infinity)
})

test("errorOfEngine() agrees with Gates's model, without fixed parts if none are given", () => {
  const shares = { sigmaMagnitude: 0.1, sigmaPointingDeg: 180 }
  expect(errorOfEngine(shares)).toEqual({ magnitude: 0.1, pointingRad: Math.PI })
  expect(errorOfEngine({ ...shares, sigmaMagnitudeMps: 0.002, sigmaPointingMps: 0.001 })).toEqual({
    magnitude: 0.1,
    pointingRad: Math.PI,
    fixedMagnitudeMps: 0.002,
    fixedPointingMps: 0.001,
  })
})
