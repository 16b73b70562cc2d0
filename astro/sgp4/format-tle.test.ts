import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import { fromPublished, type PublishedElements, toPublished, UNSAID } from './element-set.ts'
import { formatTle } from './format-tle.ts'
import verification from './sgp4.reference.json' with { type: 'json' }
import reference from './tle.reference.json' with { type: 'json' }
import { parseTle, tleChecksum } from './tle.ts'

/** Two conversions, each rounded by half a unit of the last place. */
const TWO_ROUNDINGS = 4e-16

const VANGUARD_1 = reference.gravity_models

/** Returns a line in the form of this project: leading zeros, no sign at a zero exponent, its checksum. */
function canonical(line: string): string {
  const body = line.slice(0, 68).padEnd(68).replaceAll('00000-0', '00000+0')
  const id = line[0] === '1' ? body.slice(0, 62).replace(/( \d{5})-0$/, '$1+0') + body.slice(62) : body
  return `${id}${tleChecksum(id)}`
}

test('formatTle() writes each verification set as published', () => {
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

test('formatTle() refuses values too large for its columns, and rounds an epoch into the next year', () => {
  const elements = parseTle(VANGUARD_1.line1, VANGUARD_1.line2)
  expect(() => formatTle({ ...elements, noradId: 799_500_001 })).toThrow(/write an OMM/)
  expect(() => formatTle({ ...elements, elementSetNumber: 12_345 })).toThrow(/element set number/)
  expect(() => formatTle({ ...elements, meanMotionDotRevPerDay2: 1.5 })).toThrow(/first derivative/)
  expect(() => formatTle({ ...elements, bstar: 1e10 })).toThrow(/drag term/)
  expect(() => formatTle({ ...elements, epoch: parseTime('2057-01-01T00:00:00') })).toThrow(/2057/)
  const rounded = formatTle({ ...elements, epoch: parseTime('2025-12-31T23:59:59.9996') })[0]
  expect(rounded.slice(18, 32)).toBe('26001.00000000')
})

test('formatTle() keeps the first letter of a classification, and writes U without one', () => {
  const { line1, line2 } = VANGUARD_1
  const set = parseTle(line1, line2)
  const letterOf = (classification: string) => formatTle({ ...set, classification })[0][7]
  expect(['C', 'S', 'U', 'Secret', ''].map(letterOf)).toEqual(['C', 'S', 'U', 'S', 'U'])
})
