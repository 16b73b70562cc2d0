import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

const TURN = 2 * Math.PI
/** Uniform numbers that are the same in each run (Park and Miller 1988, the minimal standard). */
function noise(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  }
}
const TIMES = Array.from({ length: 90 }, (_, place) => place * 2).filter((atS) => atS < 70 || atS > 100)

/** A track of 3 minutes resolves a period of half a minute to a part of this much: period over turns, halved. */
const RESOLVED_S = 31.2 ** 2 / 178 / 2

test('a light that turns every 31.2 s is found, over a gap and a slow change of the phase', () => {
  const random = noise(7)
  const samples = TIMES.map((atS) => ({
    atS,
    magnitude: 9.5 + 0.004 * atS + 2e-5 * atS ** 2 + 0.8 * Math.sin((TURN * atS) / 31.2) + 0.3 * random(),
  }))
  const found = periodOf(samples)
  expect(Math.abs((found?.seconds ?? 0) - 31.2)).toBeLessThan(RESOLVED_S)
  expect(found?.falseAlarm).toBeLessThan(1e-6)
})

test('noise alone is no period', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = noise(seed * 1_000)
    expect(periodOf(TIMES.map((atS) => ({ atS, magnitude: 9 + random() })))?.falseAlarm).toBeGreaterThan(0.01)
  }
})

test('too few magnitudes, or all the same, have none', () => {
  expect(periodOf([{ atS: 0, magnitude: 9 }])).toBeUndefined()
  expect(periodOf(TIMES.map((atS) => ({ atS, magnitude: 9 })))).toBeUndefined()
})
