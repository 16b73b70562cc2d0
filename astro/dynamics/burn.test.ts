import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { applyImpulse, type Burn, burnForce, localDirection, massFlow } from './burn.ts'
import type { OrbitState } from './force.ts'

/** The rounding of a few products and one exponential. */
const ROUNDING = 1e-14
/** The same for a ratio: 5e-15. */
const RATIO_DIGITS = 14
/** The rounding of speeds of 7.5 km/s is 1e-12 m/s, and two lengths are subtracted. */
const SPEED_MPS_DIGITS = 11
/** The pound, kg, and the pound-force, N: both exact (international yard and pound agreement of 1959; standard gravity). */
const POUND_KG = 0.453_592_37
const POUND_FORCE_N = 4.448_221_615_260_5

const EPOCH = parseTime('2026-03-20T00:00:00')
const burn = (more: Partial<Burn> = {}): Burn => ({
  start: EPOCH,
  durationS: 60,
  thrustN: 20,
  ispS: 300,
  direction: [1, 0, 0],
  ...more,
})
const state = (r: Vec3, v: Vec3, massKg = 500): OrbitState => ({ epoch: EPOCH, r, v, massKg })
const CIRCLE = state([7e6, 0, 0], [0, Math.sqrt(GM_EARTH / 7e6) * Math.cos(1), Math.sqrt(GM_EARTH / 7e6) * Math.sin(1)])

test('massFlow() of a pound-force at a specific impulse of one second is a pound per second, the definition of the unit', () => {
  expect(Math.abs(massFlow(burn({ thrustN: POUND_FORCE_N, ispS: 1 })) / POUND_KG - 1)).toBeLessThan(ROUNDING)
  // An exhaust that is twice as fast needs half of the mass; an engine without thrust needs none.
  expect(massFlow(burn({ thrustN: POUND_FORCE_N, ispS: 2 })) / POUND_KG).toBeCloseTo(0.5, RATIO_DIGITS)
  expect(massFlow(burn({ thrustN: 0 }))).toBe(0)
  expect(massFlow(burn({ durationS: 0 }))).toBe(massFlow(burn()))
})

test.each([
  ['a thrust backwards', { thrustN: -1 }],
  ['a thrust that is no number', { thrustN: Number.NaN }],
  ['no exhaust speed', { ispS: 0 }],
  ['an exhaust that is sucked in', { ispS: -300 }],
  ['a negative duration', { durationS: -1 }],
  ['a duration that is no number', { durationS: Number.NaN }],
])('massFlow() refuses %s', (_name, wrong) => {
  expect(() => massFlow(burn(wrong))).toThrow(RangeError)
})

test('burnForce() is thrust over mass along the direction, for any length of the direction', () => {
  const component = realBetween(-3, 3)
  fc.assert(
    fc.property(fc.tuple(component, component, component), realBetween(1, 5000), (direction, massKg) => {
      fc.pre(norm(direction) > 1e-3)
      const push = burnForce(burn({ direction }))(state(CIRCLE.r, CIRCLE.v, massKg))
      expect(Math.abs((norm(push) * massKg) / 20 - 1)).toBeLessThan(ROUNDING)
      expect(norm(cross(push, direction)) / (norm(push) * norm(direction))).toBeLessThan(ROUNDING)
      expect(dot(push, direction)).toBeGreaterThan(0)
    }),
  )
})

test('burnForce() refuses a direction of zero length, and never returns NaN', () => {
  expect(() => burnForce(burn({ direction: [0, 0, 0] }))(CIRCLE)).toThrow(RangeError)
  expect(() => burnForce(burn({ direction: () => [0, Number.NaN, 0] }))(CIRCLE)).toThrow(RangeError)
})

test('localDirection() rotates with the orbit: along a circle, out of its plane and away from the Earth', () => {
  const { r, v } = CIRCLE
  // A quarter of a revolution later: the direction of motion is opposite to the present radius.
  const later = state(scale(v, norm(r) / norm(v)), scale(r, -norm(v) / norm(r)))
  for (const at of [CIRCLE, later]) {
    const unit = (x: Vec3) => scale(x, 1 / norm(x))
    for (const [frame, components, expected] of [
      ['RSW', [0, 1, 0], unit(at.v)],
      ['RSW', [1, 0, 0], unit(at.r)],
      ['RSW', [0, 0, 1], unit(cross(at.r, at.v))],
      ['TNW', [1, 0, 0], unit(at.v)],
      // The axis N of TNW points inward, the axis z of LVLH to the centre.
      ['TNW', [0, 1, 0], scale(unit(at.r), -1)],
      ['LVLH', [0, 0, 1], scale(unit(at.r), -1)],
    ] as const) {
      expect(norm(subtract(localDirection(frame, components)(at), expected)), frame).toBeLessThan(ROUNDING)
    }
  }
})

test('applyImpulse() leaves 1/e of the mass if the change of velocity is the exhaust speed', () => {
  // 9.80665 m/s² × 300 s.
  const exhaust = 2941.995
  const after = applyImpulse(CIRCLE, { epoch: EPOCH, deltaV: [0, 0, exhaust], ispS: 300 })
  expect(after.massKg / 500).toBeCloseTo(1 / Math.E, RATIO_DIGITS)
  expect(after.v).toEqual([CIRCLE.v[0], CIRCLE.v[1], CIRCLE.v[2] + exhaust])
  expect(after.r).toBe(CIRCLE.r)
  expect(after.epoch).toBe(EPOCH)
})

test('applyImpulse() of two parts in one direction is the impulse of their sum; in different directions, their costs add up', () => {
  const part = realBetween(-500, 500)
  fc.assert(
    fc.property(part, part, (a, b) => {
      const kick = (deltaV: Vec3) => ({ epoch: EPOCH, deltaV, ispS: 220 })
      const both = applyImpulse(applyImpulse(CIRCLE, kick([a, 0, 0])), kick([b, 0, 0]))
      const once = applyImpulse(CIRCLE, kick([Math.abs(a) + Math.abs(b), 0, 0]))
      expect(Math.abs(both.massKg / once.massKg - 1)).toBeLessThan(ROUNDING)
      expect(Math.abs(both.v[0] - (CIRCLE.v[0] + a + b))).toBeLessThan(ROUNDING * 1000)
    }),
  )
})

test('applyImpulse() uses no mass without a specific impulse, and calls a function for its direction', () => {
  expect(applyImpulse(CIRCLE, { epoch: EPOCH, deltaV: [1, 2, 3] }).massKg).toBe(500)
  const along = localDirection('RSW', [0, 5, 0])
  const after = applyImpulse(CIRCLE, { epoch: EPOCH, deltaV: along })
  expect(norm(after.v) - norm(CIRCLE.v)).toBeCloseTo(5, SPEED_MPS_DIGITS)
})
