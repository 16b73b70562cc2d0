import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { localRotation } from '../frames/local.ts'
import { invert, rotateState } from '../frames/rotation.ts'
import { multiplyMatrices } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'
import { clohessyWiltshire, propagateRelative, relativeTransfer } from './clohessy-wiltshire.ts'
import reference from './transfer.reference.json' with { type: 'json' }
import { propagateTwoBody } from './two-body.ts'

/** The secular terms grow by 6 n t, to some tens here, and cancel in the product. */
const COMPOSED = 1e-9
/** Near a singular time the solved velocity is large, and the rounding is proportional to the motion that it causes. */
const MEETS_RELATIVE = 1e-6
/** The rounding of a linear model of two orbits of 7e6 m. */
const SMALLEST_MISS_M = 1e-3

const { relative } = reference
const meanMotion = Math.sqrt(relative.constants.mu_km3s2 / (relative.constants.re_km + 590) ** 3)
const vector = (numbers: number[] | undefined) => numbers as unknown as Vec3
const close = (actual: Vec3, expected: Vec3, limit: number) => {
  expect(norm(subtract(actual, expected)) / norm(expected)).toBeLessThan(limit)
}

test("propagateRelative() agrees with Vallado's example 6-14", () => {
  const example = relative.cases[0]!
  const { r, v } = propagateRelative({ r: vector(example.r0_m), v: vector(example.v0_mps) }, meanMotion, example.t_s)
  close(r, vector(example.r_m), 1e-12)
  close(v, vector(example.v_mps), 1e-12)
})

test("relativeTransfer() agrees with Vallado's example 6-15", () => {
  const example = relative.cases[1]!
  const found = relativeTransfer(vector(example.r0_m), [0, 0, 0], meanMotion, example.t_s)
  expect(found.ok).toBe(true)
  if (found.ok) close(found.v, vector(example.v0_required_mps), 1e-10) // Printed to 1e-12 m/s.
})

const N = 1.1e-3
const times = realBetween(-20_000, 20_000)
const metres = realBetween(-5000, 5000)
const speeds = realBetween(-1, 1)

test('clohessyWiltshire() over two consecutive times is the product of both', () => {
  fc.assert(
    fc.property(times, times, (a, b) => {
      const product = multiplyMatrices(clohessyWiltshire(N, b), clohessyWiltshire(N, a))
      const whole = clohessyWiltshire(N, a + b)
      product.forEach((row, i) => {
        row.forEach((value, j) => {
          const unit = (i < 3 ? 1 / N : 1) * (j < 3 ? N : 1)
          expect(Math.abs(value - whole[i]![j]!) / unit).toBeLessThan(COMPOSED)
        })
      })
    }),
  )
})

test('relativeTransfer() reaches its target, and reports if no velocity can', () => {
  const places = fc.tuple(metres, metres, metres)
  fc.assert(
    fc.property(places, places, realBetween(60, 9000), (from, to, seconds) => {
      const found = relativeTransfer(from, to, N, seconds)
      fc.pre(found.ok)
      const there = propagateRelative({ r: from, v: found.v }, N, seconds)
      expect(norm(subtract(there.r, to))).toBeLessThan(MEETS_RELATIVE * (1 + norm(found.v) * seconds))
    }),
    { maxSkipsPerRun: 0.1 },
  )
  const turn = (2 * Math.PI) / N
  expect(relativeTransfer([100, 0, 0], [0, 0, 0], N, turn)).toEqual({ ok: false, reason: 'singular-time' })
  expect(relativeTransfer([100, 0, 0], [0, 0, 0], N, turn / 2)).toEqual({ ok: false, reason: 'singular-time' })
  expect(relativeTransfer([100, 0, 0], [0, 0, 0], N, 0)).toEqual({ ok: false, reason: 'singular-time' })
  expect(relativeTransfer([100, 0, 0], [0, 0, 0], N, 1).ok).toBe(true)
})

test('propagateRelative() is two-body motion in RSW axes, except for terms in the square of the distance', () => {
  const radius = 7e6
  const n = Math.sqrt(GM_EARTH / radius ** 3)
  const chief = { r: [radius, 0, 0], v: [0, n * radius, 0] } as { r: Vec3; v: Vec3 }
  fc.assert(
    fc.property(fc.tuple(metres, metres, metres), fc.tuple(speeds, speeds, speeds), (r, v) => {
      const seconds = 2000
      const turned = rotateState(invert(localRotation('RSW', chief)), { r, v })
      const deputy = { r: add(chief.r, turned.r), v: add(chief.v, turned.v) }
      const later = propagateTwoBody(chief, seconds, GM_EARTH).state
      const other = propagateTwoBody(deputy, seconds, GM_EARTH).state
      const exact = rotateState(localRotation('RSW', later), {
        r: subtract(other.r, later.r),
        v: subtract(other.v, later.v),
      })
      const linear = propagateRelative({ r, v }, n, seconds)
      const size = norm(r) + norm(v) / n
      // The largest factor found by a search is 36, for an offset along the radius.
      expect(norm(subtract(exact.r, linear.r))).toBeLessThan((60 * size * size) / radius + SMALLEST_MISS_M)
    }),
  )
})

test('clohessyWiltshire() refuses invalid inputs', () => {
  expect(() => clohessyWiltshire(0, 1)).toThrow('mean motion 0')
  expect(() => clohessyWiltshire(N, Number.NaN)).toThrow('a time of NaN s')
})
