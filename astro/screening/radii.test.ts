import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { initSgp4 } from '../sgp4/init.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm } from '../vec3.ts'
import { extentsOf, radiiOf } from './radii.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'

const START = parseTime('2026-03-01T00:00:00.000')
const DAY_MIN = 1440

/** Low, high, resonant, eccentric, decaying and broken ones. */
const MODELS = makeCatalogue({ seed: 12, size: 1500, epoch: START }).map(initSgp4)

function radiusAt(model: Sgp4Model, minutes: number): number {
  const state = propagateSgp4Minutes(model, minutes)
  return state.ok ? norm(state.r) : Number.NaN
}

test('radiiOf() says of no object that it flies where SGP4 does not have it, before its epoch or a month after', () => {
  const random = seededRandom(3)
  let known = 0
  for (const [fromMin, days] of [
    [0, 1],
    [-3 * DAY_MIN, 7],
    [30 * DAY_MIN, 7],
  ] as const) {
    for (const model of MODELS) {
      const radii = radiiOf(model, fromMin, fromMin + days * DAY_MIN)
      if (radii === undefined) continue
      known += 1
      const seen = Array.from({ length: 40 }, () => radiusAt(model, fromMin + random() * days * DAY_MIN))
      // NaN, where SGP4 has no state, is neither.
      expect(seen.every((radius) => radius >= radii.leastM && radius <= radii.mostM)).toBe(true)
    }
  }
  expect(known).toBeGreaterThan(2.5 * MODELS.length)
})

test('radiiOf() knows the radii of most objects to some kilometres', () => {
  const wide = MODELS.map((model) => {
    const radii = radiiOf(model, 0, DAY_MIN)
    const seen = Array.from({ length: 300 }, (_, k) => radiusAt(model, (k * DAY_MIN) / 299))
    return radii === undefined
      ? Number.POSITIVE_INFINITY
      : radii.mostM - radii.leastM - (Math.max(...seen) - Math.min(...seen))
  }).sort((a, b) => a - b)
  expect(wide[Math.floor(wide.length / 2)]).toBeLessThan(40_000)
})

test('extentsOf() counts from the start of the screening, and knows nothing where SGP4 may fail', () => {
  const decaying = MODELS.findIndex((model) => !propagateSgp4Minutes(model, 3 * DAY_MIN).ok)
  expect(decaying).toBeGreaterThanOrEqual(0)
  const { least, most } = extentsOf(MODELS, START, { fromS: 0, toS: 3 * 86_400 })
  expect([least[decaying], most[decaying]]).toEqual([0, Number.POSITIVE_INFINITY])
  MODELS.forEach((model, row) => {
    const radius = radiusAt(model, 1.5 * DAY_MIN)
    if (Number.isNaN(radius)) return
    expect(radius).toBeGreaterThanOrEqual(least[row] ?? Number.NaN)
    expect(radius).toBeLessThanOrEqual(most[row] ?? Number.NaN)
  })
})
