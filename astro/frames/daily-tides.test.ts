import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import type { Ut1 } from '../time/ut1.ts'
import { norm, subtract } from '../vec3.ts'
import { OCEAN_TIDES } from './daily-tides.data.ts'
import { dailyTidesAt, sumDailyTides } from './daily-tides.ts'
import { earthAt } from './earth.ts'
import { transformState } from './frame.ts'

/** The table has two decimals, and both values are rounded. */
const CIRCULAR_MICROARCSEC = 0.02
/** Tides move the ground by centimetres, so a tenth of a millimetre would mean no tides. */
const CENTIMETRE_SCALE_M = 1e-4

// Between hours the half-daily tide is a polynomial of degree 7 to 1e-5 of itself: 6e-9″ and 0.2 ns.
const NEAR_RAD = 3e-14
const NEAR_S = 2e-10

const rows = Array.from({ length: OCEAN_TIDES.length / 12 }, (_, row) => OCEAN_TIDES.slice(12 * row, 12 * row + 12))

test('OCEAN_TIDES has the 41 daily and 30 half-daily terms, with the largest ones in the rows of the IERS', () => {
  expect(rows.filter(([turns]) => turns === 1)).toHaveLength(41)
  expect(rows.filter(([turns]) => turns === 2)).toHaveLength(30)
  // M₂ and K₁, read from IERS Conventions 2010, tables 8.2 and 8.3.
  expect(rows).toContainEqual([2, 0, 0, -2, 0, -2, -330.15, -26.96, 37.58, 195.92, -16.195, -7.14])
  expect(rows).toContainEqual([1, 0, 0, 0, 0, 0, -77.48, -151.74, 151.74, -77.48, -17.62, 8.548])
  // The diurnal motion of the pole is circular: the sine of x equals the cosine of y, and the cosine of x the sine of y, except for signs.
  for (const [turns, , , , , , xs = 0, xc = 0, ys = 0, yc = 0] of rows) {
    if (turns === 1) expect(Math.hypot(xs - yc, xc + ys)).toBeLessThan(CIRCULAR_MICROARCSEC)
  }
})

test.each([
  ['in 2024', 9_000],
  ['about the epoch of the count, 2000-01-01T12', -1],
  ['in 1975', -9_000],
] as const)('dailyTidesAt() keeps to the series between its nodes %s', (_when, day) => {
  for (let hour = 0; hour < 60; hour += 0.37) {
    const ut1: Ut1 = [day + Math.floor(hour / 24), (hour % 24) / 24]
    const [near, exact] = [dailyTidesAt(ut1), sumDailyTides(ut1)]
    expect(Math.abs(near.xpRad - exact.xpRad)).toBeLessThan(NEAR_RAD)
    expect(Math.abs(near.ypRad - exact.ypRad)).toBeLessThan(NEAR_RAD)
    expect(Math.abs(near.ut1S - exact.ut1S)).toBeLessThan(NEAR_S)
  }
})

test('earthAt() adds the tides by default: a few centimetres on the ground', () => {
  const epoch = parseTime('2020-06-01T05:00:00')
  const state = { frame: 'GCRF', epoch, r: [6_378e3, 1e5, 2e6], v: [0, 0, 0] } as const
  const place = (dailyTides: boolean) => transformState(state, 'ITRF', { dailyTides }).r
  const moved = norm(subtract(place(true), place(false)))
  expect(moved).toBeGreaterThan(CENTIMETRE_SCALE_M)
  expect(moved).toBeLessThan(0.06)
  expect(earthAt(epoch).orientation.lodS).toBe(earthAt(epoch, { dailyTides: false }).orientation.lodS)
})
