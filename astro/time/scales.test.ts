import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFromDate } from './calendar.ts'
import { addFemtoseconds, type Epoch, FEMTOS_PER_SECOND, makeEpoch, secondsBetween } from './epoch.ts'
import { LEAP_SECONDS, LEAP_SECONDS_KNOWN_UNTIL } from './leap-seconds.data.ts'
import leapSeconds from './leap-seconds.reference.json' with { type: 'json' }
import { epochFromClock, hasLeapSecond, readClock, TIME_SCALES, taiMinusUtcS } from './scales.ts'

const day = (year: number, month: number, dayOfMonth: number) => dayFromDate({ year, month, day: dayOfMonth })
const NOON = 43_200

// Epochs from 1972-01-01, where UTC begins, to 2160.
const utcEpochs = fc
  .record({
    taiS: fc.integer({ min: -883_655_990, max: 5_000_000_000 }),
    taiFs: fc.maxSafeInteger().map((n) => Math.abs(n) % FEMTOS_PER_SECOND),
  })
  .map(({ taiS, taiFs }) => makeEpoch(taiS, taiFs))

test('LEAP_SECONDS agrees with the table of the IERS, row by row', () => {
  expect(LEAP_SECONDS).toEqual(leapSeconds.rows.map(({ year, month, taiMinusUtcS }) => ({ year, month, taiMinusUtcS })))
  expect(leapSeconds.rows.every((row) => row.day === 1 && row.mjd === day(row.year, row.month, 1) + 51_544)).toBe(true)
  const { year, month, day: last } = LEAP_SECONDS_KNOWN_UNTIL
  expect(Date.parse(`${leapSeconds.expires} UTC`)).toBe(Date.UTC(year, month - 1, last))
})

test('taiMinusUtcS() holds until the day before each step', () => {
  expect(taiMinusUtcS(day(1972, 1, 1))).toBe(10)
  expect(taiMinusUtcS(day(2016, 12, 31))).toBe(36)
  expect(taiMinusUtcS(day(2017, 1, 1))).toBe(37)
  expect(taiMinusUtcS(day(2100, 1, 1))).toBe(37)
  expect(() => taiMinusUtcS(day(1971, 12, 31))).toThrow(/before 1972-01-01/)
})

test('hasLeapSecond() is true on exactly the 27 days', () => {
  const days = Array.from({ length: day(2030, 1, 1) - day(1972, 1, 1) }, (_, index) => day(1972, 1, 1) + index)
  expect(days.filter(hasLeapSecond)).toHaveLength(27)
  expect(hasLeapSecond(day(2016, 12, 31))).toBe(true)
  expect(hasLeapSecond(day(1971, 12, 31))).toBe(false)
})

test('readClock() reads one instant in every scale', () => {
  // By definition, 2017-01-01T00:00:00 UTC is 37 s later in TAI, 69.184 s in TT and 18 s in GPS.
  const epoch = epochFromClock({ day: day(2017, 1, 1), secondOfDay: 0, femtos: 0 }, 'UTC')
  expect(readClock(epoch, 'UTC')).toEqual({ day: day(2017, 1, 1), secondOfDay: 0, femtos: 0 })
  expect(readClock(epoch, 'TAI')).toEqual({ day: day(2017, 1, 1), secondOfDay: 37, femtos: 0 })
  expect(readClock(epoch, 'TT')).toEqual({ day: day(2017, 1, 1), secondOfDay: 69, femtos: 184e12 })
  expect(readClock(epoch, 'GPS')).toEqual({ day: day(2017, 1, 1), secondOfDay: 18, femtos: 0 })
})

test('readClock() makes GPS time equal to UTC on 1980-01-06 and TAI zero at the origin of epochs', () => {
  const start = { day: day(1980, 1, 6), secondOfDay: 0, femtos: 0 }
  expect(readClock(epochFromClock(start, 'UTC'), 'GPS')).toEqual(start)
  expect(readClock(makeEpoch(0), 'TAI')).toEqual({ day: 0, secondOfDay: NOON, femtos: 0 })
})

test('readClock() counts a leap second as second 86 400 of its day and starts the next day at 0', () => {
  const before = epochFromClock({ day: day(2016, 12, 31), secondOfDay: 86_399, femtos: 7 }, 'UTC')
  const shown = [0, 1, 2].map((later) => readClock(makeEpoch(before.taiS + later, before.taiFs), 'UTC'))
  expect(shown.map(({ secondOfDay }) => secondOfDay)).toEqual([86_399, 86_400, 0])
  expect(shown.map((reading) => reading.day - day(2016, 12, 31))).toEqual([0, 0, 1])
  expect(shown.every(({ femtos }) => femtos === 7)).toBe(true)
})

test('epochFromClock() gives a UTC day with a leap second 86 401 seconds', () => {
  const midnight = (year: number, month: number, dayOfMonth: number) =>
    epochFromClock({ day: day(year, month, dayOfMonth), secondOfDay: 0, femtos: 0 }, 'UTC')
  expect(secondsBetween(midnight(2016, 12, 31), midnight(2017, 1, 1))).toBe(86_401)
  expect(secondsBetween(midnight(2017, 1, 1), midnight(2017, 1, 2))).toBe(86_400)
})

test('epochFromClock() refuses readings that no clock of the scale can show', () => {
  const leap = { day: day(2016, 12, 31), secondOfDay: 86_400, femtos: 0 }
  expect(epochFromClock(leap, 'UTC')).toBeTypeOf('object')
  expect(() => epochFromClock(leap, 'TAI')).toThrow(RangeError)
  expect(() => epochFromClock({ ...leap, day: leap.day + 1 }, 'UTC')).toThrow(/0 to 86399/)
  expect(() => epochFromClock({ ...leap, secondOfDay: -1 }, 'UTC')).toThrow(RangeError)
  expect(() => epochFromClock({ ...leap, femtos: 1e15 }, 'UTC')).toThrow(RangeError)
  expect(() => epochFromClock({ day: day(1971, 1, 1), secondOfDay: 0, femtos: 0 }, 'UTC')).toThrow(/1972/)
  expect(() => readClock(makeEpoch(-1e9), 'UTC')).toThrow(/1972/)
})

test('epochFromClock() undoes readClock() exactly, and in TDB to a femtosecond', () => {
  fc.assert(
    fc.property(utcEpochs, fc.constantFrom(...TIME_SCALES), (epoch, scale) => {
      const back = epochFromClock(readClock(epoch, scale), scale)
      if (scale === 'TDB') expect(femtosBetween(epoch, back)).toBeLessThanOrEqual(1)
      else expect(back).toEqual(epoch)
    }),
    { numRuns: 2000 },
  )
})

test('readClock() never goes back in UTC while TAI advances', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LEAP_SECONDS.slice(1)),
      fc.integer({ min: -3, max: 3 }),
      ({ year, month }, offset) => {
        const step = epochFromClock({ day: day(year, month, 1), secondOfDay: 0, femtos: 0 }, 'UTC')
        const earlier = readClock(addFemtoseconds(makeEpoch(step.taiS + offset), -1), 'UTC')
        const later = readClock(makeEpoch(step.taiS + offset), 'UTC')
        const inOrder =
          later.day > earlier.day || (later.day === earlier.day && later.secondOfDay > earlier.secondOfDay)
        expect(inOrder).toBe(true)
      },
    ),
  )
})

function femtosBetween(a: Epoch, b: Epoch): number {
  return Math.abs((a.taiS - b.taiS) * FEMTOS_PER_SECOND + (a.taiFs - b.taiFs))
}
