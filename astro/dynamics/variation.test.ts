import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { IDENTITY } from '../mat3.ts'
import { entry } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'
import { dragForce, EARTH_RATE_RAD_S } from './drag.ts'
import type { Force, OrbitState } from './force.ts'
import { pointMassForce } from './gravity.ts'
import { forceGradient } from './variation.ts'

/** Central differences over 20 m of a point mass in low orbit: truncation and rounding each have an error of 1e-10. */
const DIFFERENCED = 3e-10
/** Forces of 8 m/s² are rounded to 1e-15, which a difference over 0.2 m/s amplifies to 1e-8 of the gradient. */
const ROUNDED_SUM = 2e-8
/** Forces of up to 120 are rounded to 1.4e-14, which a difference over 0.2 m/s amplifies to 7e-14; there are six such roundings. */
const LINEAR_DIGITS = 12
/** The speed is differenced over ±0.1 m/s, across a wind of 7000 m/s: the error is half of its square, 2e-10. */
const ACROSS_WIND_DIGITS = 9

const EPOCH = parseTime('2026-03-20T00:00:00')
const state = (r: Vec3, v: Vec3 = [0, 0, 0]): OrbitState => ({ epoch: EPOCH, r, v, massKg: 1 })

test('the gradient of a point mass is the tidal tensor: symmetric, without trace, extending by 2 and compressing by 1', () => {
  const component = realBetween(-5e7, 5e7)
  fc.assert(
    fc.property(fc.tuple(component, component, component), (r) => {
      fc.pre(norm(r) > 6.4e6)
      const g = forceGradient([pointMassForce(GM_EARTH)], state(r))
      const size = GM_EARTH / norm(r) ** 3
      // The rounding of positions over 20 m grows with the distance.
      const limit = DIFFERENCED * Math.max(1, norm(r) / 7e6)
      expect(Math.abs(entry(g, 0, 0) + entry(g, 1, 1) + entry(g, 2, 2)) / size).toBeLessThan(3 * limit)
      const up = scale(r, 1 / norm(r))
      const pull = [0, 1, 2].map((i) => entry(g, i, 0) * up[0] + entry(g, i, 1) * up[1] + entry(g, i, 2) * up[2])
      for (const i of [0, 1, 2] as const) {
        expect(Math.abs(pull[i]! / size - 2 * up[i])).toBeLessThan(3 * limit)
        for (const j of [0, 1, 2] as const) {
          expect(Math.abs(entry(g, i, j) - entry(g, j, i)) / size).toBeLessThan(3 * limit)
          expect(entry(g, i, j + 3)).toBe(0)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a force that is linear in position and velocity has its own matrix, row by row and column by column', () => {
  const rows = [
    [1e-6, 2e-6, -3e-6, 1e-3, 5e-4, -2e-3],
    [-4e-6, 5e-6, 6e-6, 3e-3, -1e-3, 7e-4],
    [7e-6, -8e-6, 9e-6, 2e-4, 6e-3, -5e-3],
  ]
  const linear: Force = ({ r, v }) => {
    const y = [...r, ...v]
    const of = (i: number) => rows[i]!.reduce((sum, value, j) => sum + value * y[j]!, 0)
    return [of(0), of(1), of(2)]
  }
  const g = forceGradient([linear], state([7e6, -2e6, 1e6], [100, 7500, -300]))
  for (const i of [0, 1, 2])
    for (const j of [0, 1, 2, 3, 4, 5]) expect(entry(g, i, j)).toBeCloseTo(rows[i]![j]!, LINEAR_DIGITS)
  expect([g.length, g[0]!.length]).toEqual([3, 6])
})

test('the gradients of forces add up', () => {
  const at = state([7e6, 1e6, 2e6], [0, 7500, 0])
  const [one, other]: Force[] = [pointMassForce(GM_EARTH), ({ v }) => scale(v, -1e-6)]
  const [a, b, both] = [[one!], [other!], [one!, other!]].map((forces) => forceGradient(forces, at))
  const size = GM_EARTH / 7e6 ** 3
  for (const i of [0, 1, 2])
    for (const j of [0, 1, 2, 3, 4, 5])
      expect(Math.abs(entry(both!, i, j) - entry(a!, i, j) - entry(b!, i, j)) / size).toBeLessThan(ROUNDED_SUM)
  expect(forceGradient([], at).flat()).toEqual(Array(18).fill(0))
})

test('drag changes with the speed along the wind twice as fast as across it', () => {
  // −k |u| u: its slope is −k |u| (I + û ûᵀ) by velocity (Montenbruck and Gill, Satellite Orbits, eq. 7.81).
  const force = dragForce({ cd: 2, area: 1, density: () => 1e-9, toEarthFixed: () => IDENTITY })
  const r: Vec3 = [7e6, 0, 0]
  const wind = 7000
  const g = forceGradient([force], state(r, [0, wind + EARTH_RATE_RAD_S * 7e6, 0]))
  const k = 0.5 * 1e-9 * 2 * wind
  expect(entry(g, 1, 4) / -k).toBeCloseTo(2, ACROSS_WIND_DIGITS)
  expect(entry(g, 0, 3) / -k).toBeCloseTo(1, ACROSS_WIND_DIGITS)
  expect(entry(g, 2, 5) / -k).toBeCloseTo(1, ACROSS_WIND_DIGITS)
  expect(entry(g, 1, 3) / k).toBeCloseTo(0, ACROSS_WIND_DIGITS)
})
