import { expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import type { Force } from '../dynamics/force.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { makeArcTrial } from './arc-trial.ts'
import { makeBurnTrial } from './burn-trial.ts'
import { J2 } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { J2_EARTH } from './fly-j2.ts'
import { makeFullDynamics } from './full-dynamics.ts'

/** The effect of the step tolerances over two revolutions, m and m/s. */
const FLIGHT_M = 1e-2
const FLIGHT_MPS = 1e-5
/** The sum of a few thousand roundings, for a motion without curvature. */
const STRAIGHT_M = 1e-5

const TCA = parseTime('2026-03-20T00:00:00')
const START: CartesianState = { r: [7e6, 0, 0], v: [0, 5000, 5600] }
const gravity = pointMassForce(GM_EARTH)
const of = (primary: readonly Force[], secondary = primary) => makeFullDynamics({ origin: TCA, primary, secondary })

test('the motion about a point mass agrees with Kepler’s motion, forwards, backwards and across the origin', () => {
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

test('each object moves under its own forces', () => {
  const push: Force = () => [0, 0, 1e-3]
  const dynamics = of([], [push])
  const leg = { fromS: 0, toS: 1000 }
  // Free motion of the primary; the secondary also has ½ a t².
  expect(norm(subtract(dynamics.fly(START, leg, 'primary').r, [7e6, 5e6, 5.6e6]))).toBeLessThan(STRAIGHT_M)
  expect(norm(subtract(dynamics.fly(START, leg, 'secondary').r, [7e6, 5e6, 5.6e6 + 500]))).toBeLessThan(STRAIGHT_M)
})

test('the forces are evaluated at the time of the propagation: seconds count from the closest approach', () => {
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

test('the derivatives are from J2, because they only give the direction of the search', () => {
  const dynamics = of([gravity])
  const leg = { fromS: -3000, toS: 0 }
  expect(dynamics.kicks(START, leg)).toEqual(J2.kicks(START, leg))
  expect([dynamics.name, dynamics.guide, dynamics.hasCheapKicks]).toEqual(['full', J2, false])
})

test('a propagation to infinite or undefined numbers is refused with its reason', () => {
  const broken: Force = ({ r }): Vec3 => (r[1] > 1e6 ? [Number.NaN, 0, 0] : [0, 0, 0])
  expect(() => of([broken]).fly(START, { fromS: 0, toS: 1000 }, 'primary')).toThrow('not-finite')
  expect(() => of([broken]).fly(START, { fromS: 0, toS: 1000 }, 'primary')).toThrow(RangeError)
})

/** Gravity with J2 (Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 8-30), and the drag of a thin atmosphere that does not rotate. */
const DRAG_PER_M = 2e-14
function pullOf([x, y, z]: Vec3, v: Vec3): Vec3 {
  const r = Math.hypot(x, y, z)
  const pull = -GM_EARTH / r ** 3
  const flat = 1.5 * J2_EARTH * (WGS84_RADIUS_M / r) ** 2
  const tilt = (5 * z * z) / (r * r)
  const [across, along] = [pull * (1 + flat * (1 - tilt)), pull * (1 + flat * (3 - tilt))]
  return add([across * x, across * y, along * z], scale(v, -DRAG_PER_M * norm(v)))
}

/** An independent propagation: the classical Runge-Kutta rule with steps of about 2 s, whose error is (nh)⁵/120 each. */
const STEP_S = 2
function rungeKutta(start: CartesianState, seconds: number, push: Vec3 = [0, 0, 0]): CartesianState {
  const steps = Math.ceil(Math.abs(seconds) / STEP_S)
  const h = seconds / steps
  let { r, v } = start
  for (let k = 0; k < steps; k += 1) {
    const at = (dr: Vec3, dv: Vec3, share: number) => {
      const [place, speed] = [add(r, scale(dr, share * h)), add(v, scale(dv, share * h))]
      return [speed, add(pullOf(place, speed), push)] as const
    }
    const [r1, v1] = at([0, 0, 0], [0, 0, 0], 0)
    const [r2, v2] = at(r1, v1, 0.5)
    const [r3, v3] = at(r2, v2, 0.5)
    const [r4, v4] = at(r3, v3, 1)
    r = add(r, scale(add(add(r1, r4), scale(add(r2, r3), 2)), h / 6))
    v = add(v, scale(add(add(v1, v4), scale(add(v2, v3), 2)), h / 6))
  }
  return { r, v }
}

const row = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
const pull: Force = ({ r, v }) => pullOf(r, v)
const model = makeEncounterModel({ ...pairOfCdm(row.objects), radiusM: row.HBR_m }, of([pull]))
const DELTA_V: Vec3 = [0.015, -0.04, 0.025]
/** 5 cm/s over 14.5 revolutions displace by 13 km; both methods have errors of some millimetres. */
const ARRIVAL_M = 0.02
/** The error of derivatives from J2 with Kepler's second-order effect: a thousandth of their length for this effect, and as much for drag. */
const KICKS_SHARE = 3e-3

test.each([
  ['a burn', 0],
  ['an arc', 0.2],
])(
  '%s 14.5 revolutions before TCA arrives under all forces where another integration arrives, and so does its error',
  (_, share) => {
    const T = model.periodS
    const [startS, durationS] = [-(14.5 + share / 2) * T, share * T]
    const trial = durationS > 0 ? makeArcTrial(model, { startS, durationS }, null) : makeBurnTrial(model, startS, null)
    const arrivedAt = (toS: number, deltaV: Vec3): CartesianState => {
      const { state } = trial
      if (durationS === 0) return rungeKutta({ r: state.r, v: add(state.v, deltaV) }, toS - startS)
      return rungeKutta(rungeKutta(state, durationS, scale(deltaV, 1 / durationS)), toS - startS - durationS)
    }
    const { after, kicks } = trial.attempt(DELTA_V)
    expect(norm(subtract(after.primary.r, arrivedAt(after.tcaS, DELTA_V).r))).toBeLessThan(ARRIVAL_M)
    for (const axis of [0, 1, 2] as const) {
      const unit = [0, 1, 2].map((k) => (k === axis ? 0.01 : 0)) as unknown as Vec3
      const [up, down] = [arrivedAt(0, add(DELTA_V, unit)).r, arrivedAt(0, subtract(DELTA_V, unit)).r]
      const expected = scale(subtract(up, down), 1 / 0.02)
      const found = [0, 1, 2].map((i) => kicks[i]![axis]!) as unknown as Vec3
      expect(norm(subtract(found, expected)) / norm(expected)).toBeLessThan(KICKS_SHARE)
    }
  },
)
