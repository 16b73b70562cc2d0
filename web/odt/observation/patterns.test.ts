import { expect, test } from 'vitest'
import { patternsOf, withoutGaps } from './patterns.ts'

/** Scatter of ±1″ around zero that leans to no side. */
const scatter = (place: number) => [1, -1, -1, 1][place % 4] as number
const track = (ra: (place: number) => number) =>
  Array.from({ length: 40 }, (_, place) => ({ atS: place * 5, ra: ra(place), dec: scatter(place + 1) }))

test('scatter alone is no pattern', () => {
  expect(patternsOf(track(scatter))).toEqual({ outliers: [], drift: undefined })
})

test('one measurement far from the others is an outlier, in either direction', () => {
  expect(patternsOf(track((place) => (place === 17 ? 40 : scatter(place)))).outliers).toEqual([17])
  const other = track(scatter).map((one, place) => (place === 3 ? { ...one, dec: -25 } : one))
  expect(patternsOf(other).outliers).toEqual([3])
})

test('a slope that stands out of the scatter is a drift, told over the whole track', () => {
  const { drift, outliers } = patternsOf(track((place) => 0.5 * place + scatter(place)))
  // 0.5″ a step over 39 steps.
  expect(drift).toBeCloseTo(19.5, 0)
  expect(outliers).toEqual([])
})

test('few measurements say nothing', () => {
  expect(patternsOf(track((place) => 100 * place).slice(0, 5))).toEqual({ outliers: [], drift: undefined })
})

test('a gap cuts the series, an even step does not', () => {
  const at = (times: readonly number[]) => times.map((atS) => ({ atS }))
  expect(withoutGaps(at([0, 5, 10, 60, 65])).map((part) => part.map(({ atS }) => atS))).toEqual([
    [0, 5, 10],
    [60, 65],
  ])
  expect(withoutGaps(at([0, 5, 10]))).toHaveLength(1)
  expect(withoutGaps([])).toEqual([])
})
