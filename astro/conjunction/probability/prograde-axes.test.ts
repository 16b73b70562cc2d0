import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { buildMatrix, entry } from '../../matrix.ts'
import { type KeplerianElements, toCartesian } from '../../orbit/elements.ts'
import { toEquinoctial } from '../../orbit/equinoctial.ts'
import { degToRad } from '../../units.ts'
import { cross, dot, norm, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { awayFromRetrograde } from './prograde-axes.ts'

/** Equinoctial elements divide by 1 + cos i, which must not be near 0. */
const LEAST_PROGRADE = 1e-3
/** The rounding of a covariance of six rows that is rotated twice. */
const TURNED_RELATIVE_DIGITS = 12

/** The rounding of products of three rounded components. */
const ROUNDING = 1e-14

/** Variances 1, 2, 3 along x, y, z and 4, 5, 6 of the velocity; the covariance of each pair depends on its indices. */
const COVARIANCE = buildMatrix(6, 6, (i, j) => (i === j ? i + 1 : 0.01 * (i + 1) * (j + 1)))

function object(incDeg: number, raanDeg = 40, more: Partial<KeplerianElements> = {}): EncounterObject {
  const state = toCartesian(
    {
      semiMajorAxisM: 7e6,
      eccentricity: 0.01,
      argPeriapsisRad: 1,
      trueAnomalyRad: 2,
      incRad: degToRad(incDeg),
      raanRad: degToRad(raanDeg),
      ...more,
    },
    GM_EARTH,
  )
  return { ...state, covariance: COVARIANCE }
}

test('two orbits that are not retrograde do not change', () => {
  for (const [a, b] of [
    [0, 98],
    [51.6, 120],
    [170, 10],
  ] as const) {
    const [one, other] = [object(a), object(b)]
    expect(awayFromRetrograde(one, other)).toEqual([one, other])
  }
})

test.each([
  [180, 51.6],
  [51.6, 180],
  [180, 180],
  [179.9, 90],
])('orbits of %d° and %d° get axes in which both have elements', (a, b) => {
  const pair = [object(a), object(b)] as const
  const turned = awayFromRetrograde(...pair)
  for (const { r, v } of turned) {
    const h = cross(r, v)
    expect(1 + h[2] / norm(h)).toBeGreaterThan(LEAST_PROGRADE)
    expect(toEquinoctial({ r, v }, GM_EARTH)).not.toBeNull()
  }
})

test('the exchange of axes is a rotation: it keeps lengths, angles and handedness, equally for both objects', () => {
  const pair = [object(180), object(30, 100)] as const
  const turned = awayFromRetrograde(...pair)
  const triple = (a: Vec3, b: Vec3, c: Vec3) => dot(a, cross(b, c))
  const [one, other] = pair
  const [newOne, newOther] = turned
  expect(newOne.r).not.toEqual(one.r)
  for (const [before, after] of [
    [dot(one.r, other.r), dot(newOne.r, newOther.r)],
    [dot(one.v, other.v), dot(newOne.v, newOther.v)],
    [triple(one.r, one.v, other.r), triple(newOne.r, newOne.v, newOther.r)],
  ] as const)
    expect(Math.abs(after / before - 1)).toBeLessThan(ROUNDING)
})

test('the covariance changes with its axes, and keeps its variances and its blocks of position and velocity', () => {
  const one = object(180)
  const [turned] = awayFromRetrograde(one, object(20))
  const scatter = ({ r, v, covariance }: EncounterObject) => {
    const y = [...r, ...v]
    return y.reduce((sum, a, i) => sum + y.reduce((row, b, j) => row + a * b * entry(covariance, i, j), 0), 0)
  }
  expect(scatter(turned) / scatter(one)).toBeCloseTo(1, TURNED_RELATIVE_DIGITS)
  // The variances are the ones of x, y, z in another order, with their velocities.
  const variances = [0, 1, 2].map((k) => entry(turned.covariance, k, k))
  expect(variances.toSorted()).toEqual([1, 2, 3])
  expect([3, 4, 5].map((k) => entry(turned.covariance, k, k))).toEqual(variances.map((value) => value + 3))
})

test('three opposite orbits cannot all be avoided: z stays the axis if no axis is possible', () => {
  // The first orbit is retrograde about z. The second is retrograde about x, and then also about y, so no axis is left.
  const against = (pole: Vec3): EncounterObject => {
    const u: Vec3 = Math.abs(pole[2]) > 0.5 ? [1, 0, 0] : [0, 0, 1]
    return { r: cross(u, pole), v: cross(pole, cross(u, pole)), covariance: COVARIANCE }
  }
  const [z, x] = awayFromRetrograde(against([0, 0, -1]), against([-1, 0, 0]))
  // Neither orbit is retrograde about y, so it becomes the third axis.
  for (const { r, v } of [z, x]) expect(1 + cross(r, v)[2] / norm(cross(r, v))).toBeGreaterThan(0.5)
})

test('a covariance of positions only is refused', () => {
  const one = { ...object(10), covariance: buildMatrix(3, 3, (i, j) => (i === j ? 1 : 0)) }
  expect(() => awayFromRetrograde(one, object(20))).toThrow(RangeError)
  expect(() => awayFromRetrograde(object(20), one)).toThrow('6×6')
})
