import { expect, test } from 'vitest'
import { captionOfSeries, decadesOf, type Series, type Threshold } from './log-series.ts'

const threshold: Threshold = { value: 1e-4, owner: 'own threshold', level: 'critical' }
const series = (...values: (number | undefined)[]): Series => ({
  name: 'Pc',
  colour: 'ink',
  points: values.map((value, hour) => ({ atMs: Date.parse(`2026-11-19T0${hour}:41:00Z`), value })),
})

test('captionOf describes how the value changed and when the threshold was crossed', () => {
  expect(captionOfSeries(series(3.1e-6, 8e-6, 2e-5, 6e-5, 1.2e-4), threshold)).toBe(
    'Pc rose from 3.10\u00a0×\u00a010⁻⁶ to 1.20\u00a0×\u00a010⁻⁴ over 5 messages; own threshold 1.00\u00a0×\u00a010⁻⁴ crossed upwards with the message of 2026-11-19 04:41:00 Z.',
  )
  expect(captionOfSeries(series(2e-4, 1e-5), threshold)).toContain(
    'crossed downwards with the message of 2026-11-19 01:41:00 Z',
  )
  expect(captionOfSeries(series(2e-6, 1e-6), threshold)).toContain('fell from')
  expect(captionOfSeries(series(2e-6, 1e-6), threshold)).toContain('always below own threshold')
})

test('captionOf counts messages without a value and does not treat them as zero', () => {
  expect(captionOfSeries(series(undefined, 2e-6, 2e-6), undefined)).toBe(
    'Pc stayed at 2.00\u00a0×\u00a010⁻⁶ over 2 messages. 1 of 3 messages have no value.',
  )
  expect(captionOfSeries(series(undefined), threshold)).toBe('Pc: no message has a value.')
})

test('decadesOf contains every value between full decades', () => {
  expect(decadesOf([3.1e-6, 1.2e-4], 1e-10)).toEqual([-6, -3])
  expect(decadesOf([1e-4], 1e-10)).toEqual([-4, -3])
  expect(decadesOf([0, 1e-30], 1e-10)).toEqual([-10, -9])
  expect(decadesOf([], 1e-10)).toEqual([-10, -9])
})

test('captionOf describes one value, with and without messages that have no value', () => {
  expect(captionOfSeries(series(2e-6), threshold)).toBe(captionOfSeries(series(2e-6), undefined))
  expect(captionOfSeries(series(2e-6), threshold)).not.toContain('crossed')
  expect(captionOfSeries(series(undefined, 2e-6), threshold)).toContain('1 of 2 messages')
  expect(captionOfSeries(series(2e-6, 2e-6), undefined)).not.toContain('have no value')
})

test('captionOf describes the last crossing, and a value at the threshold counts as above it', () => {
  expect(captionOfSeries(series(1e-5, 2e-4, 1e-5, 2e-4), threshold)).toContain(
    'crossed upwards with the message of 2026-11-19 03',
  )
  expect(captionOfSeries(series(1e-5, 1e-4), threshold)).toContain('crossed upwards')
  expect(captionOfSeries(series(1e-4, 2e-4), threshold)).toContain('always at or above own threshold')
  expect(captionOfSeries(series(1e-5, 9e-5), threshold)).toContain('always below own threshold')
  // A missing value between two values is not a crossing.
  expect(captionOfSeries(series(2e-4, undefined, 3e-4), threshold)).toContain('always at or above')
})
