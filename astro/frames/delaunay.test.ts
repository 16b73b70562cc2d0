import { expect, test } from 'vitest'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { toUt1 } from '../time/ut1.ts'
import { radToDeg } from '../units.ts'
import { delaunayArguments } from './delaunay.ts'

/** Meeus prints the theory of 1980 with four decimals; the newer theory differs by less than half a thousandth. */
const MEEUS_DEG_DIGITS = 3

/** The rounding of one product and one sum of numbers about one. */
const ROUNDING_DIGITS = 14

/** The number of digits printed for the periods below. */
const PERIOD_RELATIVE = 1e-6

const CENTURY_DAYS = 36_525

test('the Moon and the Sun return after the months and years of the almanac', () => {
  // Days: anomalistic month, anomalistic year, draconic month, synodic month, nodal period (Meeus, chapters 47 and 49; Chapront).
  const periods = [27.554_55, 365.259_64, 27.212_221, 29.530_589, -6798.38]
  const day = 1 / CENTURY_DAYS
  for (const [k, published] of periods.entries()) {
    const [before, after] = [-day, day].map((t) => delaunayArguments(t)[k]!)
    const turn = Math.atan2(Math.sin(after! - before!), Math.cos(after! - before!))
    expect(Math.abs((4 * Math.PI) / turn / published - 1)).toBeLessThan(PERIOD_RELATIVE)
  }
})

test('at J2000.0 the Moon is 134.96° from its perigee, and its node is at 125.04°', () => {
  // Meeus, eqs. 47.2 to 47.7: D, l', l, F, Ω of the same theory.
  const found = delaunayArguments(0).map(radToDeg)
  for (const [k, published] of [134.963_4, 357.529_1, 93.272_1, 297.850_2, 125.044_5].entries())
    expect(found[k]).toBeCloseTo(published, MEEUS_DEG_DIGITS)
})

test('toUt1() counts days from noon of 2000-01-01, with a whole first part, and lags by UT1 − TAI', () => {
  // The origin itself, J2000.0 TAI, minus the 32.3 s by which UT1 was behind TAI.
  const noon = addSeconds(parseTime('2000-01-01T12:00:00'), -32)
  expect(toUt1(noon, 0)).toEqual([0, 0])
  const [days, fraction] = toUt1(addSeconds(noon, 86_400 * 9574.5), -37.5)
  expect(days).toBe(9574)
  expect(fraction).toBeCloseTo(0.5 - 37.5 / 86_400, ROUNDING_DIGITS)
  const [before, rest] = toUt1(addSeconds(noon, -1), 0)
  expect([before, rest]).toEqual([-1, 86_399 / 86_400])
})
