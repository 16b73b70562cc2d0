import { expect, test } from 'vitest'
import { GM_EARTH, SECONDS_PER_DAY } from '../constants.ts'
import { nearestPassage } from './passages.ts'
import { coplanar, crossing, leastDistance } from './testing/companions.ts'
import { RADIUS_M, RATE } from './testing/crossing-circles.ts'

/** A minimum is found to a microsecond, at a fraction of a metre per second; days of Kepler's motion have this rounding, m. */
const ROUNDED_M = 1e-4
const TIME_S = 0.1
/** With samples every 2 s, an object that passes at 3 m/s is at most 3 m from its nearest point; the effect on the distance is less than this. */
const LOOKED_M = 0.1

const still = (model: ReturnType<typeof coplanar>) => model.after({ state: model.encounter.primary })

test('nearestPassage() finds the time, days after the message, at which one of two circular orbits passes below the other', () => {
  const [outM, aheadRad] = [150, 0.02]
  const model = coplanar({ aheadRad, outM })
  const faster = RATE - Math.sqrt(GM_EARTH / (RADIUS_M + outM) ** 3)
  const atS = aheadRad / faster
  expect(atS).toBeGreaterThan(5 * SECONDS_PER_DAY)
  const met = nearestPassage(model, still(model), { fromS: -3600, toS: 7 * SECONDS_PER_DAY })
  expect(Math.abs(met.distanceM - outM)).toBeLessThan(ROUNDED_M)
  expect(Math.abs(met.atS - atS)).toBeLessThan(TIME_S)
  // In a window that ends before the passage, the nearest point is at its end.
  const early = nearestPassage(model, still(model), { fromS: -3600, toS: 4 * SECONDS_PER_DAY })
  expect(early.atS).toBe(4 * SECONDS_PER_DAY)
  expect(early.distanceM).toBeGreaterThan(outM)
})

test('nearestPassage() returns the least distance along Kepler’s orbits, before the message and after it', () => {
  const model = crossing({ aheadM: 300, acrossMps: 3 })
  const { secondary } = model.encounter
  // The primary is slightly faster along the track: it falls behind by 6 km a day, and passes the other object after about an hour.
  const primary = { r: model.encounter.primary.r, v: [0, RADIUS_M * RATE + 0.02, 0] as const }
  const after = model.after({ state: primary })
  const window = { fromS: -9_000, toS: 40_000 }
  const least = leastDistance([primary, secondary], { ...window, stepS: 2 })
  const met = nearestPassage(model, after, window)
  expect(least).toBeLessThan(after.missDistanceM - 10)
  expect(Math.abs(met.distanceM - least)).toBeLessThan(LOOKED_M)
})
