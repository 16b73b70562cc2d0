import { expect, test } from 'vitest'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { watchFlatCovariance } from './flat-covariance.ts'

const START = parseTime('2026-09-02T00:00:00')
const HOUR_S = 3600
const at = (hours: number) => addSeconds(START, hours * HOUR_S)

/** Returns the start of the envelope in hours, for rows of hours and standard deviations; null if there is none. */
function envelopeOf(rows: readonly (readonly [hours: number, ...sigmas: number[]])[]): number | null {
  const watch = watchFlatCovariance()
  for (const [hours, u = 0, v = 0, w = 0] of rows) watch.take(at(hours), [u * u, 0, v * v, 0, 0, w * w])
  return watch.from === null ? null : (watch.from.taiS - START.taiS) / HOUR_S
}

/** The published figures of STARLINK-4045, 2 September 2026: hours, and 1σ in m. */
const PUBLISHED = [
  [0, 1, 1.4, 1.7],
  [1, 2.7, 11, 2.7],
  [3, 7.3, 62, 2.2],
  [8, 26, 576, 3],
  [12, 100, 1000, 10],
  [48, 100, 1000, 10],
  [60, 350, 2000, 550],
  [72, 350, 2000, 550],
] as const

test('watchFlatCovariance() finds that the covariance of Starlink is an envelope from twelve hours on', () => {
  expect(envelopeOf(PUBLISHED)).toBe(12)
  expect(envelopeOf(PUBLISHED.slice(0, 5))).toBeNull()
})

test('watchFlatCovariance() needs the same numbers for two hours, and looks at every position entry', () => {
  expect(
    envelopeOf([
      [0, 1],
      [1, 1],
      [1.9, 1],
    ]),
  ).toBeNull()
  expect(
    envelopeOf([
      [0, 1],
      [1, 1],
      [2, 1],
    ]),
  ).toBe(0)
  expect(
    envelopeOf([
      [0, 1],
      [1, 1, 0, 1e-9],
      [2, 1, 0, 1e-9],
      [3, 1, 0, 1e-9],
    ]),
  ).toBe(1)
  expect(
    envelopeOf([
      [0, 1],
      [1, 2],
      [2, 1],
      [3, 2],
    ]),
  ).toBeNull()
})

test.each([
  [1, 0],
  [2, 0],
  [2, 1],
] as const)('watchFlatCovariance() finds no envelope if the entry of row %i and column %i changes', (row, column) => {
  const watch = watchFlatCovariance()
  for (const hours of [0, 1, 2, 3]) {
    const entry = (i: number, j: number) => (i === j ? 1 : i === row && j === column ? hours / 10 : 0)
    watch.take(at(hours), [entry(0, 0), entry(1, 0), entry(1, 1), entry(2, 0), entry(2, 1), entry(2, 2)])
  }
  expect([watch.from, watch.since]).toEqual([null, at(3)])
})

test('watchFlatCovariance() does not end an envelope that steps to other numbers', () => {
  expect(
    envelopeOf([
      [0, 1],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 4],
    ]),
  ).toBe(0)
})
