import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import { formatCatalogueNumber, parseCatalogueNumber } from './catalogue-number.ts'
import { fromPublished, type PublishedElements, toPublished, UNSAID } from './element-set.ts'
import { formatTle } from './format-tle.ts'
import verification from './tcppver.reference.json' with { type: 'json' }
import reference from './tle.reference.json' with { type: 'json' }
import { parseTle, TleError, tleChecksum } from './tle.ts'
import { readTles } from './tle-text.ts'

/** Degrees in radians and back: up to 348° end at 6e-14. */
const ANGLE_DEG_DIGITS = 12
/** Revolutions a day in rad/s and back: 10.8 ends at 2e-15. */
const MEAN_MOTION_DIGITS = 14
/** Two conversions, of which each rounds by half a unit of the last place. */
const TWO_ROUNDINGS = 4e-16

const VANGUARD_1 = reference.gravity_models
const [ACCEPT, REJECT] = [reference.accept, reference.reject]

test.each(reference.alpha5)('Alpha-5: $satnum is $text', ({ satnum, text }) => {
  expect(parseCatalogueNumber(text)).toBe(satnum)
  expect(formatCatalogueNumber(satnum)).toBe(text)
})

test('parseCatalogueNumber() refuses letters that Alpha-5 leaves out and what is no number', () => {
  for (const text of ['I0000', 'O0000', 'A 000', '     ', '12 45', '1234', '123456', 'a0000', '-0001']) {
    expect(parseCatalogueNumber(text)).toBe(undefined)
  }
  expect(parseCatalogueNumber('  115')).toBe(115)
})

test('formatCatalogueNumber() refuses numbers that only an OMM can have', () => {
  expect(() => formatCatalogueNumber(340_000)).toThrow(/340000 does not fit a TLE .* write an OMM/)
})

test.each(ACCEPT)('parseTle() takes: $why', ({ line1, line2, expect: expected }) => {
  const elements = parseTle(line1, line2)
  expect(elements.noradId).toBe(Number(line1.slice(2, 7)))
  if (expected?.satnum !== undefined) expect(elements.noradId).toBe(expected.satnum)
  if (expected?.intldesg === undefined) return
  expect(elements.internationalDesignator.replace(/^\d\d(\d\d)-/, '$1')).toBe(expected.intldesg)
})

test('parseTle() refuses what a fixed-column reader would misread, and says where', () => {
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
  // 0.78495062 d × 86 400 s is 67 819.733568 s, all of it.
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

test('parseTle() takes the pivot of its two-digit years where Space-Track has it', () => {
  const { line1, line2 } = VANGUARD_1
  const yearOf = (year: string) =>
    formatTime(parseTle(`${line1.slice(0, 18)}${year}${line1.slice(20, 68)}`, line2).epoch).slice(0, 4)
  expect(['72', '99', '00', '56'].map(yearOf)).toEqual(['1972', '1999', '2000', '2056'])
  // UTC ran at another rate before 1972: refused rather than read a second late.
  expect(() => yearOf('57')).toThrow(TleError)
})

test('tleChecksum() of the verification sets is the one written there', () => {
  const lines = verification.cases.flatMap(({ line1, line2 }) => [line1, line2]).filter((line) => line.length === 69)
  expect(lines.length).toBeGreaterThan(60)
  const wrong = lines.filter((line) => tleChecksum(line) !== Number(line[68]))
  // These were made by hand to provoke errors and kept the checksum of the line they come from.
  expect(new Set(wrong.map((line) => line.slice(2, 7)))).toEqual(new Set(['33333', '33334', '33335']))
})

/** A line as this project writes it: leading zeros, no sign at a zero exponent, its checksum. */
function canonical(line: string): string {
  const body = line.slice(0, 68).padEnd(68).replaceAll('00000-0', '00000+0')
  const id = line[0] === '1' ? body.slice(0, 62).replace(/( \d{5})-0$/, '$1+0') + body.slice(62) : body
  return `${id}${tleChecksum(id)}`
}

test('formatTle() writes back each verification set as it was', () => {
  for (const { line1, line2 } of verification.cases) {
    const written = formatTle(parseTle(line1, line2, { checksum: 'ignore' }))
    // The oldest sets leave the ephemeris type blank.
    const typed = line1[62] === ' ' ? `${line1.slice(0, 62)}0${line1.slice(63)}` : line1
    expect(written).toEqual([canonical(typed), canonical(line2)])
  }
})

const published = fc.record({
  noradId: fc.integer({ min: 0, max: 339_999 }),
  raanDeg: fc.integer({ min: 0, max: 3_599_999 }).map((n) => n / 1e4),
  argPeriapsisDeg: fc.integer({ min: 0, max: 3_599_999 }).map((n) => n / 1e4),
  meanAnomalyDeg: fc.integer({ min: 0, max: 3_599_999 }).map((n) => n / 1e4),
  inclinationDeg: fc.integer({ min: 0, max: 1_800_000 }).map((n) => n / 1e4),
  eccentricity: fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 1e7),
  meanMotionRevPerDay: fc.integer({ min: 1, max: 1_700_000_000 }).map((n) => n / 1e8),
  bstar: fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -9, max: 4 }))
    .map(([digits, power]) => (Math.abs(digits) < 10_000 && power > -9 ? 0 : Number(`${digits}e${power - 5}`))),
  meanMotionDotRevPerDay2: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => n / 1e8),
  elementSetNumber: fc.integer({ min: 0, max: 9999 }),
  revolutionAtEpoch: fc.integer({ min: 0, max: 99_999 }),
})

test('parseTle() reads back what formatTle() wrote, digit for digit', () => {
  fc.assert(
    fc.property(published, (values) => {
      const all: PublishedElements = { ...UNSAID, ...values, epoch: parseTime('2024-02-29T23:59:59.999136') }
      const lines = formatTle(fromPublished(all))
      const back = toPublished(parseTle(...lines))
      expect(formatTime(back.epoch, { digits: 'exact' })).toBe('2024-02-29T23:59:59.999136')
      for (const [name, value] of Object.entries(values)) {
        const read = back[name as keyof typeof values]
        expect(Math.abs(read - value)).toBeLessThanOrEqual(TWO_ROUNDINGS * Math.abs(value))
      }
      expect(formatTle(fromPublished(back))).toEqual(lines)
    }),
    { numRuns: 200 },
  )
})

test('formatTle() refuses what its columns cannot hold, and rounds an epoch up into the next year', () => {
  const elements = parseTle(VANGUARD_1.line1, VANGUARD_1.line2)
  expect(() => formatTle({ ...elements, noradId: 799_500_001 })).toThrow(/write an OMM/)
  expect(() => formatTle({ ...elements, elementSetNumber: 12_345 })).toThrow(/element set number/)
  expect(() => formatTle({ ...elements, meanMotionDotRevPerDay2: 1.5 })).toThrow(/first derivative/)
  expect(() => formatTle({ ...elements, bstar: 1e10 })).toThrow(/drag term/)
  expect(() => formatTle({ ...elements, epoch: parseTime('2057-01-01T00:00:00') })).toThrow(/2057/)
  const rounded = formatTle({ ...elements, epoch: parseTime('2025-12-31T23:59:59.9996') })[0]
  expect(rounded.slice(18, 32)).toBe('26001.00000000')
})

test('fromPublished() takes nine-digit catalogue numbers and refuses what no element set has', () => {
  const good = toPublished(parseTle(VANGUARD_1.line1, VANGUARD_1.line2))
  expect(fromPublished({ ...good, noradId: 799_500_001 }).noradId).toBe(799_500_001)
  const wrong: [Partial<PublishedElements>, RegExp][] = [
    [{ noradId: 1_000_000_000 }, /catalogue number/],
    [{ eccentricity: 1 }, /eccentricity/],
    [{ meanMotionRevPerDay: 0 }, /mean motion/],
    [{ inclinationDeg: -1 }, /inclination/],
    [{ meanAnomalyDeg: Number.NaN }, /mean anomaly/],
    [{ bstar: Infinity }, /drag term/],
  ]
  for (const [part, message] of wrong) expect(() => fromPublished({ ...good, ...part })).toThrow(message)
})

test('readTles() reads two and three lines an object, and puts each fault in its place', () => {
  const { line1, line2 } = VANGUARD_1
  const text = ['# a comment', '0 VANGUARD 1', line1, line2, '', 'NAME ALONE', line1, line2, line1, line2, line1]
  const entries = [...readTles([...text, 'what is this'])]
  expect(entries.map((entry) => (entry.ok ? entry.elements.objectName : entry.message))).toEqual([
    'VANGUARD 1',
    'NAME ALONE',
    '',
    'line 1 is not followed by a line 2',
    'this line is no part of an element set',
  ])
  expect(entries.map(({ line }) => line)).toEqual([3, 7, 9, 12, 12])
  const broken = [...readTles([line2, line1, `${line2.slice(0, 68)}0`])]
  expect(broken).toEqual([
    { ok: false, line: 1, column: 1, message: 'line 2 has no line 1 before it' },
    { ok: false, line: 3, column: 69, message: 'line 2, column 69, checksum: "0" is written, the line has 7' },
  ])
})

test('formatTle() keeps the classification, in one letter, and calls what has none unclassified', () => {
  const { line1, line2 } = VANGUARD_1
  const set = parseTle(line1, line2)
  const letterOf = (classification: string) => formatTle({ ...set, classification })[0][7]
  expect(['C', 'S', 'U', 'Secret', ''].map(letterOf)).toEqual(['C', 'S', 'U', 'S', 'U'])
})

test('readTles() takes a byte-order mark off the first line, and off no other', () => {
  const { line1, line2 } = VANGUARD_1
  const mark = '\ufeff'
  expect([...readTles([`${mark}${line1}`, line2])]).toMatchObject([{ ok: true }])
  const [entry, ...others] = readTles([line1, line2, `${mark}${line1}`, line2])
  expect(entry).toMatchObject({ ok: true })
  expect(others.some(({ ok }) => ok)).toBe(false)
})
