import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { norm, subtract, type Vec3 } from '../../vec3.ts'
import { gibbs, herrickGibbs, type ThreePositions } from './gibbs.ts'

/** The tolerance of the published case, whose positions are not exactly on one orbit. */
const PUBLISHED_MPS = 0.5
/** For the same reason they are not exactly coplanar. */
const PUBLISHED_PLANE_RAD = 1e-3
/** The rounding of positions of 1e7 m is 1e-9 m; 100 s apart the second difference keeps ten digits. */
const EXACT_MPS = 1e-4
/** The error of Herrick's series over the arc of the published case. */
const HERRICK_MPS = 1

// Vallado, example 7-4; the velocity by Orekit's IodGibbsTest.testGibbs3.
const POSITIONS: ThreePositions = [
  [3_419_855.64, 6_019_826.02, 2_784_600.22],
  [2_935_911.95, 6_326_183.24, 2_660_595.84],
  [2_434_952.02, 6_597_386.74, 2_521_523.11],
]
const TIMES = [0, 76.48, 153.04] as const
const VELOCITY: Vec3 = [-6441.632, 3777.625, -1720.582]

const truth = toCartesian(
  { semiMajorAxisM: 9e6, eccentricity: 0.2, incRad: 1, raanRad: 2, argPeriapsisRad: 3, trueAnomalyRad: 0.5 },
  GM_EARTH,
)
const at = (seconds: number) => propagateTwoBody(truth, seconds, GM_EARTH).state

test('gibbs() finds the published velocity', () => {
  const found = gibbs(POSITIONS, GM_EARTH)
  if (!found.ok) throw new Error(found.reason)
  // The tolerance of the published case: its positions are not exactly on one orbit.
  expect(norm(subtract(found.v, VELOCITY))).toBeLessThan(PUBLISHED_MPS)
  expect(found.outOfPlaneRad).toBeLessThan(PUBLISHED_PLANE_RAD)
})

test('gibbs() is exact for positions on one orbit, close together or half a revolution apart', () => {
  for (const [a, c] of [
    [-100, 100],
    [-1500, 1200],
    [-4000, 2500],
  ] as const) {
    const found = gibbs([at(a).r, at(0).r, at(c).r], GM_EARTH)
    if (!found.ok) throw new Error(found.reason)
    // The rounding of positions of 1e7 m is 1e-9 m; 100 s apart the second difference keeps ten digits.
    expect(norm(subtract(found.v, truth.v))).toBeLessThan(EXACT_MPS)
  }
})

test('gibbs() reports why three positions give no orbit', () => {
  const [a, b] = POSITIONS
  expect(gibbs([a, a, b], GM_EARTH)).toEqual({ ok: false, reason: 'one-line' })
  expect(gibbs([a, b, [0, 0, 7e6]], GM_EARTH)).toEqual({ ok: false, reason: 'not-one-plane' })
  // The middle position is so near the centre that r = p − e · r needs a p below 0.
  const odd: ThreePositions = [
    [6e6, -4e6, 0],
    [1e6, 0, 0],
    [6e6, 4e6, 0],
  ]
  expect(gibbs(odd, GM_EARTH)).toEqual({ ok: false, reason: 'no-conic' })
})

test('herrickGibbs() agrees with the published velocity and with Gibbs', () => {
  expect(norm(subtract(herrickGibbs(POSITIONS, TIMES, GM_EARTH), VELOCITY))).toBeLessThan(HERRICK_MPS)
})

test('the error of herrickGibbs() grows with the fourth power of the time between the positions', () => {
  const errorFor = (step: number) =>
    norm(subtract(herrickGibbs([at(-step).r, at(0).r, at(step).r], [-step, 0, step], GM_EARTH), truth.v))
  const ratio = errorFor(200) / errorFor(100)
  expect(ratio).toBeGreaterThan(12)
  expect(ratio).toBeLessThan(20)
})

test('herrickGibbs() refuses times that are not ascending', () => {
  expect(() => herrickGibbs(POSITIONS, [0, 0, 1], GM_EARTH)).toThrow('do not rise')
  expect(() => herrickGibbs(POSITIONS, [0, 2, 1], GM_EARTH)).toThrow(RangeError)
})
