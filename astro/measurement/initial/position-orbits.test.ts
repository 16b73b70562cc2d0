import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { cross, dot, norm, scale, subtract } from '../../vec3.ts'
import { orbitsBetween, type Place, positionOrbits } from './position-orbits.ts'

const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }
/** Two-body motion is exact: the difference is rounding, for 7 km/s. */
const SPEED_DIGITS_MPS = 1e-3

const orbit = (incRad: number) =>
  toCartesian(
    {
      semiMajorAxisM: 7.2e6,
      eccentricity: 0.01,
      incRad,
      raanRad: 1,
      argPeriapsisRad: 2,
      trueAnomalyRad: 0.5,
    },
    GM_EARTH,
  )
const placesOf = (incRad: number, times: readonly number[]): Place[] =>
  times.map((seconds) => {
    const { r } = propagateTwoBody(orbit(incRad), seconds, GM_EARTH).state
    return { seconds, r, observerM: scale(r, WGS84_RADIUS_M / norm(r)) }
  })
const steps = (count: number, everyS: number) => Array.from({ length: count }, (_unused, k) => k * everyS)

test.each([
  ['forwards', 0.7],
  ['against the Earth', 2.4],
])('the first orbit of an arc is the orbit from which it was made, %s', (_name, incRad) => {
  for (const times of [steps(10, 60), steps(40, 100), [0, 120]]) {
    const [best] = positionOrbits(placesOf(incRad, times), EARTH)
    const truth = propagateTwoBody(orbit(incRad), best!.seconds, GM_EARTH).state
    expect(norm(subtract(best!.state.v, truth.v))).toBeLessThan(SPEED_DIGITS_MPS)
  }
})

test('the orbits between two positions include both senses of motion, with every number of revolutions', () => {
  const [first, last] = placesOf(0.7, [0, 6500])
  const found = orbitsBetween(first!, last!, { ...EARTH, hasTurns: true })
  const up = cross(orbit(0.7).r, orbit(0.7).v)
  const senses = new Set(found.map(({ state }) => Math.sign(dot(cross(state.r, state.v), up))))
  expect(senses).toEqual(new Set([1, -1]))
  expect(new Set(found.map(({ revolutions }) => revolutions))).toEqual(new Set([0, 1]))
  const off = found.map(({ state }) => norm(subtract(state.v, orbit(0.7).v)))
  expect(Math.min(...off)).toBeLessThan(SPEED_DIGITS_MPS)
})

test('positions over several revolutions also give an orbit, because three of them are within a third of one', () => {
  const [best] = positionOrbits(placesOf(0.7, [0, 60, 120, 6200, 6260, 12_500, 12_560]), EARTH)
  const truth = propagateTwoBody(orbit(0.7), best!.seconds, GM_EARTH).state
  expect(norm(subtract(best!.state.v, truth.v))).toBeLessThan(SPEED_DIGITS_MPS)
})

test('an orbit that hits the surface or leaves the Earth is excluded, and one position gives none', () => {
  const straight = steps(5, 60).map((seconds): Place => {
    const r = [7e6 + 12_000 * seconds, 3000 * seconds, 0] as const
    return { seconds, r, observerM: [WGS84_RADIUS_M, 0, 0] }
  })
  expect(positionOrbits(straight, EARTH)).toEqual([])
  expect(positionOrbits(placesOf(0.7, [0]), EARTH)).toEqual([])
})
