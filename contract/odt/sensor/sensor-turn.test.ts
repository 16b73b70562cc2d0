import { expect, test } from 'vitest'
import { canMakeBoth, SETTLE_S, SLEW_S, turnSeconds } from './sensor-turn.ts'

/** The number of decimals to which times in seconds are compared. */
const ROUNDING_DIGITS = 9
const [east, west] = [
  { azimuth: 90, elevation: 60 },
  { azimuth: 270, elevation: 60 },
]

test('the time to turn follows from the angle and the stated rate, and settling is added; the default is a minute', () => {
  // The shortest turn is over the zenith, 60°, and not along the horizon.
  expect(turnSeconds(4, east, west)).toBeCloseTo(60 / 4 + SETTLE_S, ROUNDING_DIGITS)
  expect(turnSeconds(4, east, east)).toBe(SETTLE_S)
  // These directions are on the horizon, on both sides of north.
  const at = (azimuth: number) => ({ azimuth, elevation: 0 })
  expect(turnSeconds(1, at(350), at(20))).toBeCloseTo(30 + SETTLE_S, ROUNDING_DIGITS)
  expect(turnSeconds(1, at(0), { azimuth: 90, elevation: 90 })).toBeCloseTo(90 + SETTLE_S, ROUNDING_DIGITS)
  expect(turnSeconds(4, east, undefined)).toBe(180 / 4 + SETTLE_S)
  expect(turnSeconds(4)).toBe(180 / 4 + SETTLE_S)
  expect(turnSeconds(null, east, west)).toBe(SLEW_S)
})

test('a sensor can make both passes if it has time to turn from the end of the earlier one to the start of the later one', () => {
  const pass = (startS: number) => ({ startS, endS: startS + 180, pointing: { start: east, end: west } })
  // The turn is 60° back at 4°/s, and then the sensor settles.
  const turnS = 60 / 4 + SETTLE_S
  expect(canMakeBoth(pass(0), pass(180 + turnS - 0.01), 4)).toBe(false)
  expect(canMakeBoth(pass(0), pass(180 + turnS + 0.01), 4)).toBe(true)
  expect(canMakeBoth(pass(180 + turnS + 0.01), pass(0), 4)).toBe(true)
  expect(canMakeBoth(pass(0), pass(60), 90)).toBe(false)
  expect(canMakeBoth(pass(0), { ...pass(180 + 54), pointing: undefined }, 4)).toBe(false)
  expect(canMakeBoth(pass(0), { ...pass(180 + 55), pointing: undefined }, 4)).toBe(true)
})
