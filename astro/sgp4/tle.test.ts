import { expect, test } from 'vitest'
import { formatTime } from '../time/format-time.ts'
import { toPublished } from './element-set.ts'
import verification from './sgp4.reference.json' with { type: 'json' }
import reference from './tle.reference.json' with { type: 'json' }
import { parseTle, TleError, tleChecksum } from './tle.ts'

/** The rounding of degrees converted to radians and back: 6e-14 for up to 348°. */
const ANGLE_DEG_DIGITS = 12

/** The rounding of revolutions per day converted to rad/s and back: 2e-15 for 10.8. */
const MEAN_MOTION_DIGITS = 14

const VANGUARD_1 = reference.gravity_models

const [ACCEPT, REJECT] = [reference.accept, reference.reject]

test.each(ACCEPT)('parseTle() accepts: $why', ({ line1, line2, expect: expected }) => {
  const elements = parseTle(line1, line2)
  expect(elements.noradId).toBe(Number(line1.slice(2, 7)))
  if (expected?.satnum !== undefined) expect(elements.noradId).toBe(expected.satnum)
  if (expected?.intldesg === undefined) return
  expect(elements.internationalDesignator.replace(/^\d\d(\d\d)-/, '$1')).toBe(expected.intldesg)
})

test('parseTle() refuses what a fixed-column reader would misread, and reports the place', () => {
  const [checksum, mismatch, , displaced] = REJECT
  const where = (line1: string, line2: string): [number, number, string] => {
    try {
      parseTle(line1, line2)
    } catch (error) {
      if (error instanceof TleError) return [error.tleLine, error.column, error.field]
    }
    return [0, 0, 'accepted']
  }
  expect(where(checksum!.line!, VANGUARD_1.line2)).toEqual([1, 69, 'checksum'])
  expect(where(mismatch!.line1!, mismatch!.line2!)).toEqual([2, 69, 'checksum'])
  expect(where(displaced!.line1!, displaced!.line2!)).toEqual([2, 34, 'layout'])
  const { line1, line2 } = VANGUARD_1
  expect(where(line1, line2.replace('00005', '00007').slice(0, 68))).toEqual([2, 3, 'catalogue number'])
  expect(where(line1.replace('U', 'Ü'), line2)).toEqual([1, 8, 'text'])
  expect(where(line2, line1)).toEqual([1, 1, 'line number'])
  expect(where(line1.slice(0, 40), line2)).toEqual([1, 41, 'length'])
  expect(where(line1.slice(0, 68).replace('179.78', '379.78'), line2)).toEqual([1, 21, 'epoch'])
  expect(where(line1.slice(0, 68).replace('179.78', '1x9.78'), line2)).toEqual([1, 21, 'epoch day'])
  expect(where(line1, line2.slice(0, 68).replace('34.2682', '94,2682'))).toEqual([2, 9, 'inclination'])
  expect(where(line1, line2.slice(0, 68).replace(' 34.2682', '194.2682'))).toEqual([2, 9, 'elements'])
  expect(where(`${line1}0`, line2)).toEqual([1, 70, 'length'])
})

test('parseTle() reads every field of Vanguard 1', () => {
  const { line1, line2 } = VANGUARD_1
  const { epoch, ...elements } = toPublished(parseTle(line1, line2, { objectName: 'VANGUARD 1 ' }))
  // 0.78495062 d × 86 400 s is exactly 67 819.733568 s.
  expect(formatTime(epoch, { digits: 'exact' })).toBe('2000-06-27T18:50:19.733568')
  const numbers = [elements.inclinationDeg, elements.raanDeg, elements.argPeriapsisDeg, elements.meanAnomalyDeg]
  ;[34.2682, 348.7242, 331.7664, 19.3264].forEach((deg, index) => {
    expect(numbers[index]).toBeCloseTo(deg, ANGLE_DEG_DIGITS)
  })
  expect(elements.meanMotionRevPerDay).toBeCloseTo(10.82419157, MEAN_MOTION_DIGITS)
  expect(elements).toMatchObject({
    noradId: 5,
    objectName: 'VANGUARD 1',
    internationalDesignator: '1958-002B',
    classification: 'U',
    eccentricity: 0.1859667,
    bstar: 0.28098e-4,
    meanMotionDotRevPerDay2: 0.23e-6,
    meanMotionDdotRevPerDay3: 0,
    ephemerisType: 0,
    elementSetNumber: 475,
    revolutionAtEpoch: 41366,
  })
})

test('parseTle() uses the same pivot of two-digit years as Space-Track', () => {
  const { line1, line2 } = VANGUARD_1
  const yearOf = (year: string) =>
    formatTime(parseTle(`${line1.slice(0, 18)}${year}${line1.slice(20, 68)}`, line2).epoch).slice(0, 4)
  expect(['72', '99', '00', '56'].map(yearOf)).toEqual(['1972', '1999', '2000', '2056'])
  // UTC ran at another rate before 1972; such a time is refused, not read with an error of a second.
  expect(() => yearOf('57')).toThrow(TleError)
})

test('tleChecksum() agrees with the checksums of the verification sets', () => {
  const lines = verification.cases.flatMap(({ line1, line2 }) => [line1, line2]).filter((line) => line.length === 69)
  expect(lines.length).toBeGreaterThan(60)
  const wrong = lines.filter((line) => tleChecksum(line) !== Number(line[68]))
  // These were made by hand to cause errors, and kept the checksum of the original line.
  expect(new Set(wrong.map((line) => line.slice(2, 7)))).toEqual(new Set(['33333', '33334', '33335']))
})
