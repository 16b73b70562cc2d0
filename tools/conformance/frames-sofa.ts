import { cioLocatorSum } from '@apsis/astro/frames/cio-locator.ts'
import { cip2006, cirfMatrix, earthRotationAngle, gmst2006 } from '@apsis/astro/frames/cip.ts'
import { fromGeodetic, toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { nutation1980, nutationMatrix } from '@apsis/astro/frames/nutation-1980.ts'
import { nutation2000a } from '@apsis/astro/frames/nutation-2000a.ts'
import { polarMotion, tioLocator } from '@apsis/astro/frames/polar-motion.ts'
import { meanObliquity1980, precession1976 } from '@apsis/astro/frames/precession-1976.ts'
import { meanObliquity2006, precessionNutation2006 } from '@apsis/astro/frames/precession-2006.ts'
import { rotationZ } from '@apsis/astro/frames/rotation.ts'
import { equationOfEquinoxes1994, gmst1982 } from '@apsis/astro/frames/sidereal-1982.ts'
import { multiply } from '@apsis/astro/mat3.ts'
import { dateFromDay, dayFromDate } from '@apsis/astro/time/calendar.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { fromJulianDate, toJulianDate } from '@apsis/astro/time/julian-date.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type TimeScale, taiMinusUtcS } from '@apsis/astro/time/scales.ts'
import { julianCenturiesTt } from '@apsis/astro/time/tdb.ts'
import { toUt1, type Ut1 } from '@apsis/astro/time/ut1.ts'
import { wrapTwoPi } from '@apsis/astro/units.ts'
import { type Json, readJson, vectorAt } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

/** A call of a routine: its arguments as text, their names, and the result that SOFA's own test expects. */
type Call = Json

/** Returns the numbers among the arguments of a call. */
const numbersOf = (call: Call) => call.text('args').split(',').map(Number).filter(Number.isFinite)
const input = (call: Call, name: string) => call.number('inputs', name)

/** MJD of 2000-01-01, and of J2000.0 as SOFA writes it in a Julian date. */
const MJD_2000 = 51_544
const J2000 = 2_451_545

/** Returns the Julian date of a call, in two parts. */
function dateOf(call: Call): readonly [number, number] {
  const [first = Number.NaN, second = Number.NaN] = numbersOf(call)
  return [first, second]
}

const centuries = (call: Call) => julianCenturiesTt(fromJulianDate(dateOf(call), 'TT'))

/** Returns the days of UT1 since J2000.0 of a Julian date; the first part is whole, as Ut1 needs it. */
function ut1Of([first, second]: readonly [number, number]): Ut1 {
  return [Math.floor(first - J2000) + Math.floor(second), (first % 1) + (second % 1)]
}

function apparentSidereal(call: Call): number {
  const t = centuries(call)
  const { x, y, sRad } = cip2006(t)
  const matrix = precessionNutation2006(t, nutation2000a(t))
  // ERA minus the equation of the origins (IERS Conventions 2010, eq. 5.16 and Wallace and Capitaine 2006, eq. 16).
  const toCirf = cirfMatrix({ x, y, sRad })
  const [e, n] = [matrix[0], matrix[1]]
  const sigma = toCirf[0]
  const along = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0)
  return wrapTwoPi(earthRotationAngle(ut1Of(dateOf(call))) + Math.atan2(along(n, sigma), along(e, sigma)))
}

function toTerrestrial(call: Call) {
  const date = [input(call, 'tta'), input(call, 'ttb')] as const
  const t = julianCenturiesTt(fromJulianDate(date, 'TT'))
  const spin = rotationZ(earthRotationAngle(ut1Of([input(call, 'uta'), input(call, 'utb')])))
  return multiply(
    polarMotion(input(call, 'xp'), input(call, 'yp'), tioLocator(t)),
    multiply(spin, cirfMatrix(cip2006(t))),
  )
}

const converted = (from: TimeScale, to: TimeScale) => (call: Call) => [
  ...toJulianDate(fromJulianDate(dateOf(call), from), to),
]

/** Converts UTC to UT1, and back, through UT1 − TAI. */
function ut1FromUtc(call: Call): number[] {
  const [first = 0, second = 0, ut1MinusUtc = 0] = numbersOf(call)
  const epoch = fromJulianDate([first, second], 'UTC')
  const [days, fraction] = toUt1(epoch, ut1MinusUtc - taiMinusUtcS(Math.floor(first + second - 2_451_544.5)))
  return [first, J2000 - first + days + fraction]
}

function geodetic(call: Call): number[] {
  if (!call.text('args').includes('WGS84')) return []
  if (Array.isArray(call.at('inputs', 'xyz').value)) {
    const { lonRad, latRad, heightM } = toGeodetic(vectorAt(call.numbers('inputs', 'xyz')))
    return [0, lonRad, latRad, heightM]
  }
  return [0, ...fromGeodetic({ lonRad: input(call, 'e'), latRad: input(call, 'p'), heightM: input(call, 'h') })]
}

function calendarOfDate(call: Call): number[] {
  const mjd = input(call, 'dj1') - 2_400_000.5 + input(call, 'dj2')
  const { year, month, day } = dateFromDay(Math.floor(mjd) - MJD_2000)
  return [year, month, day, mjd - Math.floor(mjd)]
}

/** Returns the UTC date and clock time of a quasi-Julian date, with the requested digits; within a leap second, too. */
function clockOfDate(call: Call): number[] {
  const [digits = 0, first = 0, second = 0] = numbersOf(call)
  const text = formatTime(fromJulianDate([first, second], 'UTC'), { digits })
  return text.split(/[-T:.]/).map(Number)
}

function dateOfClock(call: Call): number[] {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbersOf(call)
  const pad = (value: number, width = 2) => String(value).padStart(width, '0')
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${second}`
  const [whole, fraction] = toJulianDate(parseTime(text, 'UTC'), 'UTC')
  return [whole + fraction]
}

const nutationOf = ({ dpsiRad, depsRad }: { dpsiRad: number; depsRad: number }) => [dpsiRad, depsRad]

/** The functions of Apsis for each routine of SOFA, with results in the order of SOFA's checks; a status at the end is not compared. */
const ROUTINES: Readonly<Record<string, (call: Call) => readonly number[]>> = {
  gmst82: (call) => [gmst1982(ut1Of(dateOf(call)))],
  gst94: (call) => [wrapTwoPi(gmst1982(ut1Of(dateOf(call))) + equationOfEquinoxes1994(centuries(call)))],
  eqeq94: (call) => [equationOfEquinoxes1994(centuries(call))],
  nut80: (call) => nutationOf(nutation1980(centuries(call))),
  obl80: (call) => [meanObliquity1980(centuries(call))],
  pmat76: (call) => precession1976(centuries(call)).flat(),
  pnm80: (call) => {
    const t = centuries(call)
    return multiply(nutationMatrix(meanObliquity1980(t), nutation1980(t)), precession1976(t)).flat()
  },
  era00: (call) => [earthRotationAngle(ut1Of(dateOf(call)))],
  gmst06: (call) => [gmst2006(ut1Of(dateOf(call)), centuries(call))],
  gst06a: (call) => [apparentSidereal(call)],
  nut06a: (call) => nutationOf(nutation2000a(centuries(call))),
  obl06: (call) => [meanObliquity2006(centuries(call))],
  pnm06a: (call) => precessionNutation2006(centuries(call), nutation2000a(centuries(call))).flat(),
  c2t06a: (call) => toTerrestrial(call).flat(),
  c2i06a: (call) => cirfMatrix(cip2006(centuries(call))).flat(),
  pom00: (call) => polarMotion(input(call, 'xp'), input(call, 'yp'), input(call, 'sp')).flat(),
  sp00: (call) => [tioLocator(centuries(call))],
  xys06a: (call) => {
    const { x, y, sRad } = cip2006(centuries(call))
    return [x, y, sRad]
  },
  s06: (call) => [cioLocatorSum(centuries(call)) - (input(call, 'x') * input(call, 'y')) / 2],
  cal2jd: (call) => {
    const [year = 0, month = 0, day = 0] = numbersOf(call)
    return [2_400_000.5, dayFromDate({ year, month, day }) + MJD_2000]
  },
  jd2cal: calendarOfDate,
  dat: (call) => {
    const [year = 0, month = 0, day = 0] = numbersOf(call)
    return [taiMinusUtcS(dayFromDate({ year, month, day }))]
  },
  utctai: converted('UTC', 'TAI'),
  taiutc: converted('TAI', 'UTC'),
  taitt: converted('TAI', 'TT'),
  tttai: converted('TT', 'TAI'),
  utcut1: ut1FromUtc,
  dtf2d: dateOfClock,
  d2dtf: clockOfDate,
  gd2gc: geodetic,
  gc2gd: geodetic,
  anp: (call) => [wrapTwoPi(numbersOf(call)[0] ?? Number.NaN)],
}

// The rounding error of doubles of size 1 is the limit if SOFA's own tolerance is smaller, because Apsis computes in another order.
const LAST_BIT = 3e-16

function compareSofa(tally: Tally, { files: [file = ''] }: Source): void {
  const functions = readJson(file).entries('functions')
  for (const [name, calls] of functions)
    for (const call of ROUTINES[name] === undefined ? [] : calls.rows()) {
      const found = ROUTINES[name]?.(call) ?? []
      if (found.length === 0) continue
      tally.run(`${call.text('call')}(${call.text('args')})`, (check) => {
        // A status follows the numbers and is not compared.
        for (const [index, row] of call.rows('checks').slice(0, found.length).entries()) {
          const expected = row.number('expected')
          const limit = Math.max(row.numberOr(0, 'abs_tol'), LAST_BIT * Math.abs(expected), LAST_BIT)
          const quantity = limit < 1e-12 ? 'the finest' : limit > 1e-9 ? 'the coarsest' : 'angles and days'
          check.near(quantity, found[index], expected, limit)
        }
      })
    }
  const none = functions.map(([name]) => name).filter((name) => ROUTINES[name] === undefined)
  tally.note(`without a counterpart in Apsis: ${none.join(', ')}`)
  tally.note('the ellipsoid is WGS 84 alone')
}

export const SOFA_SETS: readonly ReferenceSet[] = [{ name: 'frames/*sofa_values.json', compare: compareSofa }]
