import { expect, test } from 'vitest'
import { patternsOf, withoutGaps } from './patterns.ts'

/** Returns a scatter of ±1″ around zero without any trend. */
const scatter = (place: number) => [1, -1, -1, 1][place % 4] as number
const track = (ra: (place: number) => number) =>
  Array.from({ length: 40 }, (_, place) => ({ atS: place * 5, ra: ra(place), dec: scatter(place + 1) }))

test('scatter alone is not a pattern', () => {
  expect(patternsOf(track(scatter))).toEqual({ outliers: [], drift: undefined })
})

test('one measurement far from the others is an outlier, in both directions', () => {
  expect(patternsOf(track((place) => (place === 17 ? 40 : scatter(place)))).outliers).toEqual([17])
  const other = track(scatter).map((one, place) => (place === 3 ? { ...one, dec: -25 } : one))
  expect(patternsOf(other).outliers).toEqual([3])
})

test('an outlier is more than three and a half sigmas from the others, where a sigma is 1.48 times their median distance', () => {
  // The median distance of 0, ±1 and ±2 is 1″: the line is at 3.5 × 1.4826″ = 5.19″.
  const evenly = (place: number) => [2, -1, 0, -2, 1][place % 5] as number
  const withOne = (value: number) =>
    Array.from({ length: 45 }, (_, place) => ({
      atS: place * 5,
      ra: place === 22 ? value : evenly(place),
      dec: evenly(place),
    }))
  expect([4.5, -4.5, 6.5, -6.5].map((value) => patternsOf(withOne(value)).outliers)).toEqual([[], [], [22], [22]])
})

test('the scatter is measured around the middle one of an odd number of residuals', () => {
  // The values are −11 to −1 and 1 to 11, each twice, the same before and after the tested value, so there is no slope. The tested value is
  // the lowest, so −1 is in the middle, and the median distance from it is 6″: the limit is −1 − 3.5 × 1.4826 × 6 = −32.13″.
  const withOne = (value: number) =>
    Array.from({ length: 45 }, (_, place) => {
      const aside = Math.abs(place - 22)
      const other = aside % 2 === 0 ? aside / 2 : -(aside + 1) / 2
      return { atS: place * 5, ra: place === 22 ? value : other, dec: other }
    })
  expect([-31, -33].map((value) => patternsOf(withOne(value)).outliers)).toEqual([[], [22]])
})

test('a slope larger than the scatter is a drift, stated for the complete track', () => {
  const { drift, outliers } = patternsOf(track((place) => 0.5 * place + scatter(place)))
  // The slope is 0.5″ per step over 39 steps.
  expect(drift).toBeCloseTo(19.5, 0)
  expect(outliers).toEqual([])
})

test.each([
  { what: 'that alternate', value: (place: number) => (place % 2 === 0 ? 0.1 : -0.1) },
  { what: 'of which one is rare', value: (place: number) => (place % 3 === 0 ? 0.1 : 0) },
  { what: 'that come in blocks', value: (place: number) => [0, 0, 0.1, 0.1][place % 4] as number },
])('residuals with two values $what are scatter: neither drift nor outliers', ({ value }) => {
  // The number is odd, so more than half of the residuals have one of the values.
  for (const count of [37, 38, 39]) {
    const residuals = Array.from({ length: count }, (_, place) => ({
      atS: place * 5,
      ra: value(place),
      dec: value(place + 1),
    }))
    expect(patternsOf(residuals)).toEqual({ outliers: [], drift: undefined })
  }
})

test('equal residuals are not a drift, however they are rounded', () => {
  const same = Array.from({ length: 37 }, (_, place) => ({ atS: place * 4.9, ra: 0.1, dec: -1 / 3 }))
  expect(patternsOf(same)).toEqual({ outliers: [], drift: undefined })
})

test('a few measurements show no pattern', () => {
  expect(patternsOf(track((place) => 100 * place).slice(0, 5))).toEqual({ outliers: [], drift: undefined })
})

test('a gap divides the series, an even step does not', () => {
  const at = (times: readonly number[]) => times.map((atS) => ({ atS }))
  expect(withoutGaps(at([0, 5, 10, 60, 65])).map((part) => part.map(({ atS }) => atS))).toEqual([
    [0, 5, 10],
    [60, 65],
  ])
  expect(withoutGaps(at([0, 5, 10]))).toHaveLength(1)
  expect(withoutGaps([])).toEqual([])
})
