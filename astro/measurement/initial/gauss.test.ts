import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { degToRad } from '../../units.ts'
import { norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { unitVector } from '../sight-line.ts'
import { gauss } from './gauss.ts'
import type { ThreeSights } from './sight.ts'

/**
 * The actual difference is 31 m: the printed digits of the directions, 1e-6 degrees, cause up to 12 m, and the rest comes from the reference
 * program's iterations.
 */
const PUBLISHED_M = 40
/** The actual difference is 0.053 m/s, of which the digits of the directions cause up to 0.02 m/s. */
const PUBLISHED_MPS = 0.06
/** The rounding of coordinates of 6e6 m is 1e-9 m. */
const RANGE_M_DIGITS = 8

const sight = (seconds: number, ra: number, dec: number, observerM: Vec3) => ({
  seconds,
  observerM,
  direction: unitVector(degToRad(ra), degToRad(dec)),
})

// Vallado, example 7-2, as in Orekit's IodGaussTest.testGaussVallado.
const SIGHTS: ThreeSights = [
  sight(-480, 0.939913, 18.667717, [4_054_880.1594, 2_748_194.4767, 4_074_236.1653]),
  sight(0, 45.025748, 35.664741, [3_956_223.5179, 2_888_232.0864, 4_074_363.4118]),
  sight(240, 67.886655, 36.996583, [3_905_072.3452, 2_956_934.5902, 4_074_429.3009]),
]
// The same example by valladopy, which has GM 398600.4415 km³/s².
const POSITION: Vec3 = [6_313_378.13021, 5_247_505.63345, 6_467_707.16443]
const VELOCITY: Vec3 = [-4185.48828, 4788.49292, 1721.71466]

test('gauss() finds the published root', () => {
  const roots = gauss(SIGHTS, 3.986004415e14)
  expect(roots.length).toBe(1)
  expect(norm(subtract(roots[0]!.state.r, POSITION))).toBeLessThan(PUBLISHED_M)
  expect(norm(subtract(roots[0]!.state.v, VELOCITY))).toBeLessThan(PUBLISHED_MPS)
  expect(roots[0]!.method).toBe('gibbs')
})

test('gauss() returns an object on the lines of sight, in front of the observer', () => {
  for (const { rangesM, state } of gauss(SIGHTS, GM_EARTH)) {
    expect(Math.min(...rangesM)).toBeGreaterThan(0)
    const [, middle] = SIGHTS
    expect(norm(subtract(state.r, middle.observerM))).toBeCloseTo(rangesM[1], RANGE_M_DIGITS)
  }
})

test('gauss() uses Herrick-Gibbs if the positions are close', () => {
  // A geostationary object for two minutes: 0.25° between neighbouring positions.
  const truth = toCartesian(
    {
      semiMajorAxisM: 4.2164e7,
      eccentricity: 0.001,
      incRad: 0.05,
      raanRad: 0,
      argPeriapsisRad: 0,
      trueAnomalyRad: 0.4,
    },
    GM_EARTH,
  )
  const at = (seconds: number) => {
    const angle = 7.292115e-5 * seconds
    const observerM: Vec3 = [5.5e6 * Math.cos(angle), 5.5e6 * Math.sin(angle), 3.2e6]
    const line = subtract(propagateTwoBody(truth, seconds, GM_EARTH).state.r, observerM)
    return { seconds, observerM, direction: scale(line, 1 / norm(line)) }
  }
  const roots = gauss([at(-60), at(0), at(60)], GM_EARTH)
  expect(roots.length).toBeGreaterThan(0)
  expect(roots.every(({ method }) => method === 'herrick-gibbs')).toBe(true)
})

test('gauss() has no root for coplanar directions, and refuses times that are not ascending', () => {
  const flat = SIGHTS.map((one, k) => ({ ...one, direction: unitVector(0.1 * k, 0) })) as unknown as ThreeSights
  expect(gauss(flat, GM_EARTH)).toEqual([])
  const [a, b, c] = SIGHTS
  expect(() => gauss([b, a, c], GM_EARTH)).toThrow(RangeError)
})
