import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { transform } from '../mat3.ts'
import { toCartesian } from '../orbit/elements.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { realBetween } from '../testing/real-between.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract } from '../vec3.ts'
import { findClosestApproach, listClosestApproaches, type StateAt } from './closest-approach.ts'
import { rtnAxes } from './rtn.ts'

/** The time of the closest approach is refined to a microsecond. */
const MEETING_S = 1e-6
/** The distance in one microsecond at 15 km/s. */
const MEETING_M = 0.02
/** At a minimum the error of the distance is of the order of the square of the time's error. */
const ANALYTIC_MISS_M = 1e-3
/** The accuracy of the time of a flat minimum. */
const ANALYTIC_S = 1e-5
/** The accuracy of the times of nodes over several half revolutions, s. */
const NODE_DIGITS = 4
/** INDEX.md of the reference set: 1 ms. */
const DERIVED_S = 1e-3
/** INDEX.md of the reference set: 1 m. */
const DERIVED_M = 1
/** The published time has two decimals. */
const PUBLISHED_S = 0.01
/** The relative speed is given in km/s with four decimals. */
const PUBLISHED_KMPS = 1e-4

/** A circular orbit of 7000 km, at the angle `phaseRad` at 0 s. */
function circular(incRad: number, phaseRad: number, semiMajorAxisM = 7e6): StateAt {
  const rate = Math.sqrt(GM_EARTH / semiMajorAxisM ** 3)
  return (seconds) =>
    toCartesian(
      {
        semiMajorAxisM,
        eccentricity: 0,
        incRad,
        raanRad: 0,
        argPeriapsisRad: 0,
        trueAnomalyRad: phaseRad + rate * seconds,
      },
      GM_EARTH,
    )
}

const RATE = Math.sqrt(GM_EARTH / 7e6 ** 3)

test('findClosestApproach() finds where two circles of one radius meet at the node', () => {
  // Both are at the node at the same time: the closest approach is there, with a distance of 0.
  const met = findClosestApproach(circular(0.5, -1), circular(2, -1), { fromS: 0, toS: 2000 })
  expect(met.ok && Math.abs(met.seconds - 1 / RATE)).toBeLessThan(MEETING_S)
  expect(met.ok && met.missDistanceM).toBeLessThan(MEETING_M) // 1 µs at 15 km/s.
})

test('findClosestApproach() gives the analytic miss of two circles with a phase difference', () => {
  // Two points on circles of one radius, the second behind by δ. By symmetry the distance is least when each point is δ/2 from the node: it is
  // then 2 R sin(δ/2) cos(i/2).
  fc.assert(
    fc.property(realBetween(0.3, 2.8), realBetween(1e-5, 0.02), (i, delta) => {
      const found = findClosestApproach(circular(0, -1), circular(i, -1 - delta), { fromS: 0, toS: 2500, stepS: 20 })
      const expected = 2 * 7e6 * Math.sin(delta / 2) * Math.cos(i / 2)
      expect(found.ok && Math.abs(found.missDistanceM - expected)).toBeLessThan(ANALYTIC_MISS_M)
      expect(found.ok && Math.abs(found.seconds - (1 + delta / 2) / RATE)).toBeLessThan(ANALYTIC_S)
    }),
    { numRuns: 40 },
  )
})

test('listClosestApproaches() returns one for each half revolution, in order', () => {
  const all = listClosestApproaches(circular(0, -1), circular(1, -1.001), { fromS: 0, toS: (10 * Math.PI) / RATE })
  expect(all.length).toBe(10)
  all.forEach(({ seconds }, k) => {
    expect(seconds).toBeCloseTo((1.0005 + k * Math.PI) / RATE, NODE_DIGITS)
  })
})

test('findClosestApproach() reports if there is none, and refuses an empty window', () => {
  const parting = { fromS: 10, toS: 200, stepS: 10 }
  expect(findClosestApproach(circular(0, 0), circular(1, 0), parting)).toEqual({
    ok: false,
    reason: 'no-closest-approach',
  })
  expect(() => listClosestApproaches(circular(0, 0), circular(1, 0), { fromS: 5, toS: 5 })).toThrow(RangeError)
})

const HISTORIC = collectionPath('historic/iridium33_cosmos2251.json')

// The element sets may not be redistributed (Space-Track), so without the collection there is nothing to test.
test.skipIf(!hasCollection('historic/iridium33_cosmos2251.json'))(
  'findClosestApproach() gives the collision of Iridium 33 and Cosmos 2251',
  () => {
    const { objects, derived, published } = JSON.parse(readFileSync(HISTORIC, 'utf8')) as {
      objects: { tle: [string, string] }[]
      derived: { tca_utc: string; miss_m: number; relative_speed_km_s: number; miss_RTN_of_iridium33_m: number[] }
      published: { sgp4_tca_utc: string; sgp4_miss_m: number }
    }
    const origin = parseTime('2009-02-10T16:30:00')
    const [iridium, cosmos] = objects.map(({ tle }): StateAt => {
      const model = initSgp4(parseTle(tle[0], tle[1]))
      return (seconds) => {
        const state = propagateSgp4(model, addSeconds(origin, seconds))
        if (!state.ok) throw new Error(state.reason)
        return { r: state.r, v: state.v }
      }
    }) as [StateAt, StateAt]
    const found = findClosestApproach(iridium, cosmos, { fromS: 0, toS: 3000 })
    if (!found.ok) throw new Error(found.reason)
    const tca = addSeconds(origin, found.seconds)
    // INDEX.md: 1 ms and 1 m; the published time has two decimals.
    expect(Math.abs(secondsBetween(parseTime(derived.tca_utc), tca))).toBeLessThan(DERIVED_S)
    expect(Math.abs(found.missDistanceM - derived.miss_m)).toBeLessThan(DERIVED_M)
    expect(Math.abs(secondsBetween(parseTime(published.sgp4_tca_utc), tca))).toBeLessThan(PUBLISHED_S)
    expect(Math.abs(found.missDistanceM - published.sgp4_miss_m)).toBeLessThan(DERIVED_M)
    const miss = transform(rtnAxes(found.primary), subtract(found.secondary.r, found.primary.r))
    miss.forEach((value, i) => {
      expect(Math.abs(value - derived.miss_RTN_of_iridium33_m[i]!)).toBeLessThan(DERIVED_M)
    })
    const speed = norm(subtract(found.secondary.v, found.primary.v)) / 1000
    expect(Math.abs(speed - derived.relative_speed_km_s)).toBeLessThan(PUBLISHED_KMPS)
  },
)
