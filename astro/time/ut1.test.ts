import { expect, test } from 'vitest'
import { SECONDS_PER_DAY } from '../constants.ts'
import { addFemtoseconds, type Epoch } from './epoch.ts'
import { toUt1 } from './ut1.ts'

/** The stated accuracy of UT1, in s. */
const PROMISED_S = 1e-11
/** The rounding of a fraction of a day, in d. */
const ROUNDING_D = 3e-16

/** 2006-01-15T21:25:10.500 009 6 TAI, the date 2453750.5 + 0.892482639 of the test program of SOFA (t_sofa_c, iauTaiut1). */
const SOFA_EPOCH: Epoch = { taiS: 190_632_310, taiFs: 500_009_600_000_000 }

test("toUt1() agrees with SOFA's test program: 2453750.5 + 0.8921045614537037037 with UT1 − TAI = −32.6659 s", () => {
  const [days, fraction] = toUt1(SOFA_EPOCH, -32.6659)
  expect(days).toBe(2206)
  expect(Math.abs(fraction - 0.392_104_561_453_703_7) * SECONDS_PER_DAY).toBeLessThan(PROMISED_S)
})

test('toUt1() separates times 10 ns apart, where a single number of days resolves 39 ns', () => {
  const [days, fraction] = toUt1(SOFA_EPOCH, -32.6659)
  const [laterDays, laterFraction] = toUt1(addFemtoseconds(SOFA_EPOCH, 1e7), -32.6659)
  const apartS = (laterDays - days + (laterFraction - fraction)) * SECONDS_PER_DAY
  expect(Math.abs(apartS - 1e-8)).toBeLessThan(2 * PROMISED_S)
})

test('toUt1() returns a whole number of days also before 2000, and one day more after a day', () => {
  const before: Epoch = { taiS: -1, taiFs: 250_000_000_000_000 }
  const [days, fraction] = toUt1(before, 0)
  expect(days).toBe(-1)
  expect(Math.abs(fraction - (1 - 0.75 / SECONDS_PER_DAY))).toBeLessThanOrEqual(ROUNDING_D)
  expect(toUt1({ ...before, taiS: before.taiS + SECONDS_PER_DAY }, 0)).toEqual([0, fraction])
})
