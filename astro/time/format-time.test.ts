import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEMTOS_PER_SECOND, makeEpoch, secondsBetween } from './epoch.ts'
import { formatTime } from './format-time.ts'
import { parseTime } from './parse-time.ts'
import { TIME_SCALES } from './scales.ts'

/** TDB − TT is a double, so each of the two conversions rounds to a femtosecond. */
const TDB_WAY_S = 1.5e-15
/** The rounding of the comparison itself, where no digit is lost. */
const SMALLEST_S = 1e-30

const epochs = fc
  .record({
    taiS: fc.integer({ min: -883_655_990, max: 5_000_000_000 }),
    taiFs: fc.maxSafeInteger().map((n) => Math.abs(n) % FEMTOS_PER_SECOND),
  })
  .map(({ taiS, taiFs }) => makeEpoch(taiS, taiFs))

test('formatTime() writes UTC in calendar form with nanoseconds by default', () => {
  const epoch = parseTime('2026-11-20T09:30:00.5')
  expect(formatTime(epoch)).toBe('2026-11-20T09:30:00.500000000')
  expect(formatTime(epoch, { form: 'day-of-year' })).toBe('2026-324T09:30:00.500000000')
  expect(formatTime(epoch, { digits: 3, zulu: true })).toBe('2026-11-20T09:30:00.500Z')
  expect(formatTime(epoch, { digits: 'exact' })).toBe('2026-11-20T09:30:00.5')
  expect(formatTime(parseTime('2026-11-20T09:30:00'), { digits: 'exact' })).toBe('2026-11-20T09:30:00')
  expect(formatTime(epoch, { scale: 'TAI', digits: 0 })).toBe('2026-11-20T09:30:38')
})

test('formatTime() rounds half up and carries through a leap second and into the new year', () => {
  expect(formatTime(parseTime('2025-12-31T23:59:59.9996'), { digits: 3 })).toBe('2026-01-01T00:00:00.000')
  expect(formatTime(parseTime('2016-12-31T23:59:59.9996'), { digits: 3 })).toBe('2016-12-31T23:59:60.000')
  expect(formatTime(parseTime('2016-12-31T23:59:60.9996'), { digits: 3 })).toBe('2017-01-01T00:00:00.000')
  expect(formatTime(parseTime('2026-01-01T00:00:00.0005'), { digits: 3 })).toBe('2026-01-01T00:00:00.001')
  expect(formatTime(parseTime('2026-01-01T00:00:00.00049'), { digits: 3 })).toBe('2026-01-01T00:00:00.000')
})

test('formatTime() writes the leap second as 23:59:60', () => {
  expect(formatTime(parseTime('1994-06-30T23:59:60.13599'), { digits: 5 })).toBe('1994-06-30T23:59:60.13599')
  expect(formatTime(parseTime('1994-06-30T23:59:60.13599'), { digits: 1, form: 'day-of-year' })).toBe(
    '1994-181T23:59:60.1',
  )
})

test('parseTime() reads back exactly what formatTime() wrote, in every scale and form', () => {
  fc.assert(
    fc.property(
      epochs,
      fc.constantFrom(...TIME_SCALES),
      fc.constantFrom('calendar', 'day-of-year'),
      (epoch, scale, form) => {
        const back = parseTime(formatTime(epoch, { scale, form, digits: 'exact' }), scale)
        if (scale === 'TDB') expect(Math.abs(secondsBetween(epoch, back))).toBeLessThan(TDB_WAY_S)
        else expect(back).toEqual(epoch)
      },
    ),
    { numRuns: 1000 },
  )
})

test('formatTime() has an error of at most half a unit of the last digit', () => {
  fc.assert(
    fc.property(epochs, fc.integer({ min: 0, max: 15 }), (epoch, digits) => {
      const back = parseTime(formatTime(epoch, { digits }))
      expect(Math.abs(secondsBetween(epoch, back))).toBeLessThanOrEqual(0.5 * 10 ** -digits + SMALLEST_S)
    }),
  )
})

test('formatTime() refuses numbers of digits and years that it cannot write', () => {
  for (const digits of [-1, 16, 1.5]) expect(() => formatTime(makeEpoch(0), { digits })).toThrow(RangeError)
  expect(() => formatTime(makeEpoch(300_000_000_000), { scale: 'TAI' })).toThrow('year 11506 cannot be written')
})
