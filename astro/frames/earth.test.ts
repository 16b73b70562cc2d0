import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { dailyTidesAt } from './daily-tides.ts'
import { type EarthModel, earthAt } from './earth.ts'
import reference from './eop.reference.json' with { type: 'json' }
import { makeEopTable } from './eop.ts'
import { parseEop } from './parse-eop.ts'

/** Centuries are printed with ten decimals. */
const CENTURIES_DIGITS = 10
/** Digits of a fraction of a day that leave 1e-9 s; the printed second has six decimals. */
const DAY_FRACTION_DIGITS = 11
/** The rounding of sums of 2e-6 rad, and of half a day. */
const SUM_DIGITS = 15
/** The rounding of a difference of sums of 30 s, and of 2e-6 rad. */
const TIDE_DIGITS = 14
/** Digits of seconds computed as a difference of two fractions of a day. */
const TIDE_S_DIGITS = 10
/** IERS Conventions 2010, tables 8.2 and 8.3: within a day, tides move the pole by up to 1 mas and UT1 by up to 0.1 ms. */
const [TIDES_RAD, TIDES_S] = [1e-3 * RAD_PER_ARCSEC, 1e-4]

const UTC = '2004-04-06T07:51:28.386009'
/** Vallado, Fundamentals of Astrodynamics, example 3-15: the parameters of that day, also used for the days around it. */
const EOP = makeEopTable(
  'Vallado',
  [53_099, 53_100, 53_101, 53_102, 53_103].map((mjd) => ({
    mjd,
    xpRad: -0.140682 * RAD_PER_ARCSEC,
    ypRad: 0.333309 * RAD_PER_ARCSEC,
    ut1MinusUtcS: -0.4399619,
    predicted: false,
  })),
)
const plain: EarthModel = { eop: EOP, dailyTides: false }

test('earthAt() agrees with the times of Vallado’s example 3-15', () => {
  const { t, ut1, orientation } = earthAt(parseTime(UTC), plain)
  expect(t).toBeCloseTo(0.0426236319, CENTURIES_DIGITS)
  // UT1 is 07:51:27.946047. Midnight is 1556.5 days after noon of 2000-01-01, so there are 1556 whole days and a fraction of half a day plus the
  // time of day.
  const [days, fraction] = ut1
  expect(days).toBe(1556)
  expect(fraction).toBeCloseTo(0.5 + (7 * 3600 + 51 * 60 + 27.946_047_1) / 86_400, DAY_FRACTION_DIGITS)
  expect(orientation.xpRad / RAD_PER_ARCSEC).toBeCloseTo(-0.140682, SUM_DIGITS)
})

test('earthAt() adds the tides to the daily values by default', () => {
  const [still, tidal] = [earthAt(parseTime(UTC), plain), earthAt(parseTime(UTC), { eop: EOP })]
  const tides = dailyTidesAt(still.ut1)
  for (const [name, most, tide] of [
    ['xpRad', TIDES_RAD, tides.xpRad],
    ['ypRad', TIDES_RAD, tides.ypRad],
    ['ut1MinusTaiS', TIDES_S, tides.ut1S],
  ] as const) {
    const change = tidal.orientation[name] - still.orientation[name]
    expect(Math.abs(change)).toBeGreaterThan(most / 100)
    expect(Math.abs(change)).toBeLessThan(most)
    expect(change).toBeCloseTo(tide, TIDE_DIGITS)
  }
  // UT1 itself also includes the tides.
  expect((tidal.ut1[1] - still.ut1[1]) * 86_400).toBeCloseTo(tides.ut1S, TIDE_S_DIGITS)
})

test('earthAt() uses the theories of 2000 and 2006 with corrections and the bundled table by default', () => {
  expect(earthAt(parseTime(UTC))).toMatchObject({ theory: 'IAU2006', corrections: true })
  expect(earthAt(parseTime(UTC)).orientation.quality).toBe('measured')
  expect(earthAt(parseTime(UTC), { theory: 'IAU1980', corrections: false })).toMatchObject({
    theory: 'IAU1980',
    corrections: false,
  })
})

test('earthAt() throws for an epoch outside its table, or keeps the nearest day', () => {
  const lines = reference.finals.filter((line) => Math.abs(Number(line.slice(7, 15)) - 53_101) <= 1)
  const eop = parseEop(lines.join('\n'), 'finals-2000')
  const span = eop.days.map(({ mjd }) => mjd)
  for (const [utc, quality] of [
    ['2004-04-01T00:00:00', 'before-span'],
    ['2004-04-20T00:00:00', 'after-span'],
  ] as const) {
    expect(() => earthAt(parseTime(utc), { eop })).toThrow(
      `is outside the Earth orientation parameters of ${eop.source}, MJD ${span[0]} to ${span.at(-1)}`,
    )
    const { orientation } = earthAt(parseTime(utc), { eop, outside: 'hold' })
    expect(orientation.quality).toBe(quality)
    const nearest = quality === 'before-span' ? eop.days[0]! : eop.days.at(-1)!
    expect(Math.abs(orientation.xpRad - nearest.xpRad)).toBeLessThan(TIDES_RAD)
  }
})
