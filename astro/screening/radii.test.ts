import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { fromPublished, UNSAID } from '../sgp4/element-set.ts'
import { initSgp4 } from '../sgp4/init.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm } from '../vec3.ts'
import { extentsOf, radiiOf } from './radii.ts'
import { makeCatalogue } from './synthetic-catalogue.ts'

/** The rounding of powers of the time: for a radius of 7000 km 1e-9 m a step. */
const ROUNDING_M = 1e-8
const START = parseTime('2026-03-01T00:00:00.000')
const DAY_MIN = 1440

/** Low, high, resonant, eccentric, decaying and broken objects. */
const MODELS = makeCatalogue({ seed: 12, size: 1500, epoch: START }).map(initSgp4)

function radiusAt(model: Sgp4Model, minutes: number): number {
  const state = propagateSgp4Minutes(model, minutes)
  return state.ok ? norm(state.r) : Number.NaN
}

test("radiiOf() contains SGP4's positions of all objects, before the epoch and a month after it", () => {
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
      // NaN, if SGP4 has no state, would satisfy neither comparison.
      expect(seen.every((radius) => radius >= radii.leastM && radius <= radii.mostM)).toBe(true)
    }
  }
  expect(known).toBeGreaterThan(2.5 * MODELS.length)
})

test('radiiOf() has an accuracy of some kilometres for most objects', () => {
  const wide = MODELS.map((model) => {
    const radii = radiiOf(model, 0, DAY_MIN)
    const seen = Array.from({ length: 300 }, (_, k) => radiusAt(model, (k * DAY_MIN) / 299))
    return radii === undefined
      ? Number.POSITIVE_INFINITY
      : radii.mostM - radii.leastM - (Math.max(...seen) - Math.min(...seen))
  }).sort((a, b) => a - b)
  expect(wide[Math.floor(wide.length / 2)]).toBeLessThan(40_000)
})

test('extentsOf() counts from the start of the screening, and is unlimited where SGP4 may fail', () => {
  const decaying = MODELS.findIndex((model) => !propagateSgp4Minutes(model, 3 * DAY_MIN).ok)
  expect(decaying).toBeGreaterThanOrEqual(0)
  const { least, most } = extentsOf(MODELS, START, { fromS: 0, toS: 3 * 86_400 })
  expect([least[decaying], most[decaying]]).toEqual([0, Number.POSITIVE_INFINITY])
  let compared = 0
  MODELS.forEach((model, row) => {
    const radius = radiusAt(model, 1.5 * DAY_MIN)
    if (Number.isNaN(radius)) return
    compared += 1
    expect(radius).toBeGreaterThanOrEqual(least[row] ?? Number.NaN)
    expect(radius).toBeLessThanOrEqual(most[row] ?? Number.NaN)
  })
  expect(compared).toBeGreaterThan(0.9 * MODELS.length)
})

/** An object at 550 km to 900 km, or with the given elements; its epoch is the test's. */
function modelOf(elements: Readonly<Record<string, number>>): Sgp4Model {
  const usual = { meanMotionRevPerDay: 14.5, eccentricity: 0.01, inclinationDeg: 75, bstar: 0 }
  const angles = { raanDeg: 20, argPeriapsisDeg: 40, meanAnomalyDeg: 10 }
  return initSgp4(fromPublished({ ...UNSAID, noradId: 1, epoch: START, ...usual, ...angles, ...elements }))
}

function seenBetween(model: Sgp4Model, fromMin: number, toMin: number, count: number) {
  const seen = Array.from({ length: count }, (_, k) => radiusAt(model, fromMin + ((toMin - fromMin) * k) / (count - 1)))
  return { least: Math.min(...seen), most: Math.max(...seen) }
}

test.each([
  { name: 'polar', inclinationDeg: 90 },
  { name: 'steep', inclinationDeg: 75 },
  { name: 'middle', inclinationDeg: 45 },
  { name: 'retrograde', inclinationDeg: 135 },
  { name: 'eccentric', inclinationDeg: 75, eccentricity: 0.1, meanMotionRevPerDay: 12.5 },
])(
  'the limits of radiiOf() are reached, without drag, while the perigee rotates once: $name',
  ({ name: _name, ...elements }) => {
    const model = modelOf(elements)
    const turnMin = (2 * Math.PI) / Math.abs(model.near.argPerigeeDot)
    const radii = radiiOf(model, 0, turnMin)!
    const { least, most } = seenBetween(model, 0, turnMin, 40_000)
    // The smallest and the largest radius occur with the J2 term, in cos 2u, at its least and largest value. If J3 makes the orbit most eccentric,
    // the term has the opposite sign at the apogee. It is J2 R²/4p sin² i, at most 1.7 km; twice that is the allowed difference of the largest
    // radii.
    expect(least - radii.leastM).toBeGreaterThanOrEqual(0)
    expect(least - radii.leastM).toBeLessThan(150)
    expect(radii.mostM - most).toBeGreaterThanOrEqual(0)
    expect(radii.mostM - most).toBeLessThan(3500)
  },
)

test('radiiOf() follows the effect of drag on an orbit, forwards and backwards', () => {
  for (const [bstar, meanMotionRevPerDay] of [
    [3e-2, 15.2],
    [5e-3, 15.8],
    [1e-3, 16.05],
  ] as const) {
    const model = modelOf({ bstar, meanMotionRevPerDay, eccentricity: 0.001 })
    const periodMin = 1440 / meanMotionRevPerDay
    const apart = [-4, -2, 0, 2, 4].map((days) => {
      const at = days * DAY_MIN
      const radii = radiiOf(model, at, at)!
      const seen = seenBetween(model, at - periodMin / 2, at + periodMin / 2, 400)
      return { low: seen.least - radii.leastM, high: radii.mostM - seen.most, middle: seen.least + seen.most }
    })
    // The object sinks by 20 km and more; the limits are as close as without drag, plus the decay in a revolution.
    expect(apart[0]!.middle - apart[4]!.middle).toBeGreaterThan(2 * 20_000)
    for (const { low, high } of apart) {
      expect(low).toBeGreaterThan(0)
      expect(low).toBeLessThan(7000)
      expect(high).toBeGreaterThan(0)
      expect(high).toBeLessThan(7000)
    }
  }
})

test('radiiOf() of a span contains the radii of all its parts', () => {
  const random = seededRandom(8)
  for (const model of MODELS.slice(0, 400)) {
    const from = (20 * random() - 10) * DAY_MIN
    const to = from + 3 * random() * DAY_MIN
    const whole = radiiOf(model, from, to)
    if (whole === undefined) continue
    for (const share of [0, 0.3, 1]) {
      const at = from + share * (to - from)
      const part = radiiOf(model, at, at)
      expect(part?.leastM).toBeGreaterThanOrEqual(whole.leastM - ROUNDING_M)
      expect(part?.mostM).toBeLessThanOrEqual(whole.mostM + ROUNDING_M)
    }
  }
})

test('radiiOf() is undefined where SGP4 has no state, and after two centuries', () => {
  const model = modelOf({})
  expect(radiiOf(model, 0, 1e8)).toBeDefined()
  expect(radiiOf(model, 0, 1.01e8)).toBeUndefined()
  expect(radiiOf(model, -1.01e8, 0)).toBeUndefined()
  expect(radiiOf(model, 0, Number.NaN)).toBeUndefined()
  // The perigees are 10 km below the ground, and 150 km above it.
  expect(radiiOf(modelOf({ meanMotionRevPerDay: 15, eccentricity: 0.083 }), 0, 1)).toBeUndefined()
  expect(radiiOf(modelOf({ meanMotionRevPerDay: 15, eccentricity: 0.06 }), 0, 1)).toBeDefined()
})
