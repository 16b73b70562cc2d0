import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeEpoch, secondsBetween } from './epoch.ts'
import { fromJulianDate, type JulianDate, toJulianDate } from './julian-date.ts'
import sofa from './scales.reference.json' with { type: 'json' }
import { readClock, TIME_SCALES, type TimeScale, taiMinusUtcS } from './scales.ts'

/** A nanosecond, in days. */
const FRACTION_DAY = 1e-14
/** The two conversions of the second of the day round by up to 7.3e-12 s, the fraction of the day by 4.8e-12 s. */
const DAY_GRAIN_S = 2e-11

const JD_2000 = 2_451_544.5

interface Call {
  readonly args: string
  readonly checks: readonly { readonly quantity: string; readonly expected: number; readonly abs_tol?: number }[]
}

const conversions: [string, Call, TimeScale, TimeScale][] = [
  ['utctai', sofa.functions.utctai[0]!, 'UTC', 'TAI'],
  ['taiutc', sofa.functions.taiutc[0]!, 'TAI', 'UTC'],
  ['taitt', sofa.functions.taitt[0]!, 'TAI', 'TT'],
  ['tttai', sofa.functions.tttai[0]!, 'TT', 'TAI'],
]

function firstTwo(args: string): JulianDate {
  const [first, second] = args.split(',').map(Number)
  return [first!, second!]
}

test.each(conversions)('toJulianDate() undoes fromJulianDate() for the SOFA case %s', (_name, call, from, to) => {
  const [day, fraction] = toJulianDate(fromJulianDate(firstTwo(call.args), from), to)
  expect(day).toBe(call.checks[0]!.expected)
  expect(Math.abs(fraction - call.checks[1]!.expected)).toBeLessThanOrEqual(call.checks[1]!.abs_tol!)
})

test('taiMinusUtcS() agrees with SOFA dat', () => {
  expect(sofa.functions.dat).toHaveLength(3)
  for (const { args, checks } of sofa.functions.dat) {
    const [year, month, day] = args.split(',').map(Number)
    const days = Math.round((Date.UTC(year!, month! - 1, day) - Date.UTC(2000, 0, 1)) / 86_400_000)
    expect(taiMinusUtcS(days)).toBe(checks[0]!.expected)
  }
})

test('fromJulianDate() reads a quasi-Julian date inside a leap second as SOFA d2dtf does', () => {
  const [call] = sofa.functions.d2dtf
  const [scale, digits, ...parts] = call!.args.split(',')
  expect([scale, Number(digits)]).toEqual(['"UTC"', 5])
  const epoch = fromJulianDate([Number(parts[0]), Number(parts[1])], 'UTC')
  const { day, secondOfDay, femtos } = readClock(epoch, 'UTC')
  const fifthDecimal = Math.round(femtos / 1e10)
  expect([day, secondOfDay]).toEqual([49_533 - 51_544, 86_400])
  expect(fifthDecimal).toBe(call!.checks.find(({ quantity }) => quantity === 'ihmsf[3]')?.expected)
})

test('toJulianDate() writes the same instant as SOFA dtf2d does', () => {
  const [call] = sofa.functions.dtf2d
  const [, year, month, day, hour, minute, second] = call!.args.split(',').map(Number)
  expect([year, month, day, hour, minute]).toEqual([1994, 6, 30, 23, 59])
  const midnight = fromJulianDate([2_449_533.5, 0], 'UTC')
  const epoch = makeEpoch(midnight.taiS + 86_340 + Math.floor(second!), Math.round((second! % 1) * 1e15))
  const [whole, fraction] = toJulianDate(epoch, 'UTC')
  // First the check of SOFA, which is on the sum of both parts; then the second part, to a nanosecond.
  expect(Math.abs(whole + fraction - call!.checks[0]!.expected)).toBeLessThan(call!.checks[0]!.abs_tol!)
  expect(Math.abs(fraction - 86_400.13599 / 86_401)).toBeLessThan(FRACTION_DAY)
})

test('toJulianDate() is 2451545.0 at J2000.0', () => {
  expect(toJulianDate(fromJulianDate([2_451_545, 0], 'TT'), 'TT')).toEqual([JD_2000, 0.5])
})

test('fromJulianDate() accepts both parts however they are split', () => {
  const expected = fromJulianDate([2_453_750.5, 0.75], 'TT')
  expect(fromJulianDate([2_400_000.5, 53_750.75], 'TT')).toEqual(expected)
  expect(fromJulianDate([2_453_751, 0.25], 'TT')).toEqual(expected)
  expect(fromJulianDate([2_453_752, -0.75], 'TT')).toEqual(expected)
})

test('fromJulianDate() undoes toJulianDate() to the resolution of the fraction', () => {
  const epochs = fc
    .integer({ min: -883_655_990, max: 5_000_000_000 })
    .map((taiS) => makeEpoch(taiS, 123_456_789_012_345))
  fc.assert(
    fc.property(epochs, fc.constantFrom(...TIME_SCALES), (epoch, scale) => {
      const back = fromJulianDate(toJulianDate(epoch, scale), scale)
      // The two conversions of the second of the day round by up to 7.3e-12 s, the fraction of the day by 4.8e-12 s.
      expect(Math.abs(secondsBetween(epoch, back))).toBeLessThan(DAY_GRAIN_S)
    }),
    { numRuns: 1000 },
  )
})
