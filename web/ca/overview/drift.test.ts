import { expect, test } from 'vitest'
import { TICKS } from '../../clock/clock.ts'
import { DRIFT_U, driftAt } from './drift.ts'

const DAYS_4 = 97 * 61
const places = Array.from({ length: DAYS_4 }, (_, minute) => driftAt(minute * TICKS.minute))
const keyOf = ({ acrossU, downU }: ReturnType<typeof driftAt>) => `${acrossU.toFixed(6)} ${downU.toFixed(6)}`

test('the content of a wall display moves each minute, and returns to its place after four days', () => {
  for (const [minute, place] of places.entries())
    if (minute > 0) expect(keyOf(place)).not.toBe(keyOf(driftAt((minute - 1) * TICKS.minute)))
  expect(keyOf(driftAt(DAYS_4 * TICKS.minute))).toBe(keyOf(driftAt(0)))
  expect(driftAt(TICKS.minute - 1)).toEqual(driftAt(0))
})

test('a step is too small to be noticed, and no position leaves the margin of 24', () => {
  for (const [minute, { acrossU, downU }] of places.entries()) {
    const before = places[minute - 1]
    if (before) expect(Math.hypot(acrossU - before.acrossU, downU - before.downU)).toBeLessThan(3)
    expect(Math.max(Math.abs(acrossU), Math.abs(downU))).toBeLessThanOrEqual(DRIFT_U)
  }
  expect(DRIFT_U).toBeLessThan(24)
})
