import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import type { OrbitState } from './force.ts'
import { GM_MOON, GM_SUN, thirdBodyForce } from './third-body.ts'
import { forceGradient } from './variation.ts'

/** The rounding of a quotient of products, a dozen operations. */
const ROUNDING = 1e-14
/** The astronomical unit and the mean distance of the Moon, m (IAU 2012 Resolution B2; Allen's Astrophysical Quantities, §12.9). */
const ASTRONOMICAL_UNIT_M = 149_597_870_700
const LUNAR_DISTANCE_M = 384_400_000
/** The unit was measured to 3 m (IAU 2009), a relative 6e-11 of its cube. */
const GAUSS_RELATIVE = 6e-11
/** Half a unit of the last printed digit of the ratio of the masses, 81.300 568 2. */
const MASS_RATIO_RELATIVE = 6.2e-10
/** Towards the Moon its tide is 3 r/(2 D) = 2.5 % larger than the mean of both sides: 0.0115; 0.46 has two digits: 0.005. */
const TIDE_RATIO = 0.0165
/** The Moon's tide is 2 GM r/D³ = 1.105e-6 m/s², and 2.5 % more towards the Moon. */
const [LEAST_LUNAR_TIDE_MPS2, GREATEST_LUNAR_TIDE_MPS2] = [1.1e-6, 1.14e-6]
/** The ratio of 2 is of first order. The next order is 3 r/D, with r = 1e6 m and D = 3.8e8 m. */
const NEXT_ORDER = 0.008
/** Each of three slopes has the rounding of a force over 10 m, 1.1e-16 of 4.2e7 m. */
const DIFFERENCED = 1.5e-9

const EPOCH = parseTime('2026-03-20T00:00:00')
const at = (r: Vec3): OrbitState => ({ epoch: EPOCH, r, v: [0, 0, 0], massKg: 1 })

test('GM_SUN agrees with Kepler’s third law with Gauss’ constant, GM_MOON with the ratio of the masses in DE440', () => {
  // k = 0.017 202 098 95 au^1.5/day was the definition of the unit until 2012.
  const gauss = 0.017_202_098_95 ** 2 * (ASTRONOMICAL_UNIT_M ** 3 / 86_400 ** 2)
  expect(Math.abs(GM_SUN / gauss - 1)).toBeLessThan(GAUSS_RELATIVE)
  // Earth over Moon 81.300 568, and the Earth's own constant in TDB units, m³/s² (Park and others, 2021, table 2).
  expect(Math.abs((GM_MOON * 81.300_568_2) / 3.986_004_355_07e14 - 1)).toBeLessThan(MASS_RATIO_RELATIVE)
})

test("the Sun's tide is 46 % of the Moon's tide", () => {
  // Published in any textbook of oceanography, such as Pugh and Woodworth, Sea-Level Science, §3.2: 0.46.
  const tide = (gm: number, distance: number) => norm(thirdBodyForce(gm, () => [distance, 0, 0])(at([6.4e6, 0, 0])))
  const ratio = tide(GM_SUN, ASTRONOMICAL_UNIT_M) / tide(GM_MOON, LUNAR_DISTANCE_M)
  expect(Math.abs(ratio - 0.46)).toBeLessThan(TIDE_RATIO)
  expect(tide(GM_MOON, LUNAR_DISTANCE_M)).toBeGreaterThan(LEAST_LUNAR_TIDE_MPS2)
  expect(tide(GM_MOON, LUNAR_DISTANCE_M)).toBeLessThan(GREATEST_LUNAR_TIDE_MPS2)
})

test('thirdBodyForce() on the line to the body is the difference of two inverse squares', () => {
  fc.assert(
    fc.property(realBetween(-5e7, 5e7), realBetween(1e8, 1.5e11), (x, distance) => {
      const [ax, ay, az] = thirdBodyForce(GM_SUN, () => [distance, 0, 0])(at([x, 0, 0]))
      // GM/(D − x)² − GM/D², over one denominator, so that nothing cancels.
      const exact = (GM_SUN * x * (2 * distance - x)) / (distance * (distance - x)) ** 2
      expect(Math.abs(ax - exact)).toBeLessThanOrEqual(ROUNDING * Math.abs(exact))
      expect([Math.abs(ay), Math.abs(az)]).toEqual([0, 0])
    }),
  )
})

test('thirdBodyForce() is zero at the centre, outwards along the line and inwards across it', () => {
  const force = thirdBodyForce(GM_MOON, () => [0, LUNAR_DISTANCE_M, 0])
  expect(norm(force(at([0, 0, 0])))).toBe(0)
  const across = force(at([0, 0, 1e6]))
  const along = force(at([0, 1e6, 0]))
  expect(across[2]).toBeLessThan(0)
  expect(along[1]).toBeGreaterThan(0)
  // Twice as large along as across, to first order in r/D.
  expect(Math.abs(along[1] / -across[2] - 2)).toBeLessThan(NEXT_ORDER)
})

test('thirdBodyForce() has no divergence far from the body, and rotates with it', () => {
  const body: Vec3 = [2e8, -3e8, 1e8]
  const force = thirdBodyForce(GM_MOON, () => body)
  const r: Vec3 = [4.2e7, 1e6, -3e6]
  const g = forceGradient([force], at(r))
  const size = GM_MOON / norm(subtract(body, r)) ** 3
  // Laplace's equation.
  expect(Math.abs(g[0]![0]! + g[1]![1]! + g[2]![2]!) / size).toBeLessThan(DIFFERENCED)
  const turn = ([x, y, z]: Vec3): Vec3 => [y, z, x]
  const turned = thirdBodyForce(GM_MOON, () => turn(body))(at(turn(r)))
  expect(norm(subtract(turned, turn(force(at(r)))))).toBeLessThan(ROUNDING * norm(turned))
  expect(Math.abs(dot(turned, turn(force(at(r)))) / norm(turned) ** 2 - 1)).toBeLessThan(ROUNDING)
})

test('thirdBodyForce() uses the position of the body at the epoch of the state', () => {
  const asked: unknown[] = []
  thirdBodyForce(GM_SUN, (epoch) => {
    asked.push(epoch)
    return [ASTRONOMICAL_UNIT_M, 0, 0]
  })(at([7e6, 0, 0]))
  expect(asked).toEqual([EPOCH])
})
