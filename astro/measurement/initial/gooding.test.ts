import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { gooding } from './gooding.ts'
import type { Sight, ThreeSights } from './sight.ts'

/** 300 s of low orbit: a rounding of 1e-16 rad changes the distance by up to a few micrometres. */
const TRUE_ORBIT_M = 1e-5
/** The orbit passes the second sight within 1e-12 rad (gooding.ts), and the others exactly. */
const MET_RAD = 1e-12
/** This angle at distances of up to 5e6 m. */
const MET_M_DIGITS = 5

const truth = toCartesian(
  { semiMajorAxisM: 7.3e6, eccentricity: 0.01, incRad: 1.2, raanRad: 0.2, argPeriapsisRad: 0.5, trueAnomalyRad: 0 },
  GM_EARTH,
)

function sightAt(seconds: number, state = truth): Sight {
  const angle = 0.3 + 7.292115e-5 * seconds
  const observerM: Vec3 = [5e6 * Math.cos(angle), 5e6 * Math.sin(angle), 3.9e6]
  const line = subtract(propagateTwoBody(state, seconds, GM_EARTH).state.r, observerM)
  return { seconds, observerM, direction: scale(line, 1 / norm(line)) }
}

const SIGHTS: ThreeSights = [sightAt(0), sightAt(150), sightAt(300)]

test('gooding() finds the observed orbit, to the rounding of its directions', () => {
  const roots = gooding(SIGHTS, { gm: GM_EARTH })
  const wanted = propagateTwoBody(truth, 150, GM_EARTH).state
  const errors = roots.map(({ state }) => norm(subtract(state.r, wanted.r)))
  expect(Math.min(...errors)).toBeLessThan(TRUE_ORBIT_M)
})

test('each root of gooding() passes through the three sights, in front of the observer', () => {
  for (const { state, rangesM } of gooding(SIGHTS, { gm: GM_EARTH })) {
    SIGHTS.forEach(({ seconds, observerM, direction }, k) => {
      const line = subtract(propagateTwoBody(state, seconds - 150, GM_EARTH).state.r, observerM)
      const beside = norm(subtract(line, scale(direction, dot(line, direction))))
      expect(beside / norm(line)).toBeLessThan(MET_RAD)
      expect(norm(line)).toBeCloseTo(rangesM[k]!, MET_M_DIGITS)
    })
  }
})

test('gooding() includes full revolutions if they are allowed', () => {
  const far: ThreeSights = [sightAt(0), sightAt(150), sightAt(6500)]
  const isTruth = ({ state }: { readonly state: { readonly r: Vec3 } }) =>
    norm(subtract(state.r, propagateTwoBody(truth, 150, GM_EARTH).state.r)) < 1
  const direct = gooding(far, { gm: GM_EARTH })
  const turned = gooding(far, { gm: GM_EARTH, maxRevolutions: 1, starts: [[1e6, 1e6]] })
  expect(direct.some(isTruth)).toBe(false)
  expect(turned.find(isTruth)?.revolutions).toBe(1)
  expect(turned.length).toBeGreaterThan(direct.length)
})

test('gooding() returns each root once, for any number of starts', () => {
  const roots = gooding(SIGHTS, {
    gm: GM_EARTH,
    starts: [
      [1.5e6, 1.5e6],
      [2e6, 2e6],
    ],
  })
  const keys = roots.map(({ rangesM }) => rangesM.map((value) => value.toPrecision(4)).join(' '))
  expect(new Set(keys).size).toBe(keys.length)
})

test('gooding() refuses times that are not ascending', () => {
  const [a, b, c] = SIGHTS
  expect(() => gooding([a, c, b], { gm: GM_EARTH })).toThrow(RangeError)
})
