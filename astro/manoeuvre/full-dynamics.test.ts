import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import type { Force } from '../dynamics/force.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { J2 } from './dynamics.ts'
import { makeFullDynamics } from './full-dynamics.ts'

/** What the tolerances of a step leave in two revolutions, m and m/s. */
const FLIGHT_M = 1e-2
const FLIGHT_MPS = 1e-5
/** Sums of a few thousand roundings, of a motion that has no curvature. */
const STRAIGHT_M = 1e-5

const TCA = parseTime('2026-03-20T00:00:00')
const START: CartesianState = { r: [7e6, 0, 0], v: [0, 5000, 5600] }
const gravity = pointMassForce(GM_EARTH)
const of = (primary: readonly Force[], secondary = primary) => makeFullDynamics({ origin: TCA, primary, secondary })

test('under a point mass it is Kepler’s motion, forwards, backwards and over the origin', () => {
  const dynamics = of([gravity])
  for (const leg of [
    { fromS: 0, toS: 9000 },
    { fromS: -5000, toS: 4000 },
    { fromS: 300, toS: -6000 },
  ]) {
    const { r, v } = dynamics.fly(START, leg, 'primary')
    const exact = flyTwoBody(START, leg.toS - leg.fromS, GM_EARTH)
    expect(norm(subtract(r, exact.r))).toBeLessThan(FLIGHT_M)
    expect(norm(subtract(v, exact.v))).toBeLessThan(FLIGHT_MPS)
  }
  expect(dynamics.fly(START, { fromS: 50, toS: 50 }, 'primary')).toBe(START)
})

test('each object flies under its own forces', () => {
  const push: Force = () => [0, 0, 1e-3]
  const dynamics = of([], [push])
  const leg = { fromS: 0, toS: 1000 }
  // Free motion, and ½ a t² beside it.
  expect(norm(subtract(dynamics.fly(START, leg, 'primary').r, [7e6, 5e6, 5.6e6]))).toBeLessThan(STRAIGHT_M)
  expect(norm(subtract(dynamics.fly(START, leg, 'secondary').r, [7e6, 5e6, 5.6e6 + 500]))).toBeLessThan(STRAIGHT_M)
})

test('the forces are asked at the time of the flight: seconds count from the closest approach', () => {
  const seen: number[] = []
  const clock: Force = ({ epoch, massKg }) => {
    seen.push(secondsBetween(TCA, epoch))
    expect(massKg).toBe(1)
    return [0, 0, 0]
  }
  of([clock]).fly(START, { fromS: -400, toS: -100 }, 'primary')
  expect(Math.min(...seen)).toBe(-400)
  expect(Math.max(...seen)).toBe(-100)
})

test('what a kick does is taken from J2, as it only points the way', () => {
  const dynamics = of([gravity])
  const leg = { fromS: -3000, toS: 0 }
  expect(dynamics.kicks(START, leg)).toEqual(J2.kicks(START, leg))
  expect([dynamics.name, dynamics.guide, dynamics.hasCheapKicks]).toEqual(['full', J2, false])
})

test('a flight into numbers that are none is refused with its reason', () => {
  const broken: Force = ({ r }): Vec3 => (r[1] > 1e6 ? [Number.NaN, 0, 0] : [0, 0, 0])
  expect(() => of([broken]).fly(START, { fromS: 0, toS: 1000 }, 'primary')).toThrow('not-finite')
  expect(() => of([broken]).fly(START, { fromS: 0, toS: 1000 }, 'primary')).toThrow(RangeError)
})
