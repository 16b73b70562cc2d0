import { expect, test } from 'vitest'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import type { OrbitState } from './force.ts'
import { type Orbit, type OrbitPlan, propagateOrbit } from './propagate-orbit.ts'

/** The rocket equation in closed form, in kg and m/s: the integrator's tolerance is 1e-9 m/s a step. */
const ROCKET_DIGITS = 8
/** The distance after a burn and a coast, m: an error of the velocity times a thousand seconds. */
const WAY_DIGITS = 5
/** Components without a force keep their digits. */
const UNPUSHED_DIGITS = 9
/** A straight line is exact to the rounding of 7000 km; its matrix to the same digits. */
const STRAIGHT_DIGITS = 6
/** Impulses are added to velocities of 7.5 km/s: rounding. */
const SPEED_MPS = 1e-9
/** The error of those velocities over 100 s, on positions of 7000 km. */
const PLACE_M = 1e-5
/** The crossing that ends a motion is its last state, except for interpolation. */
const STOP_M = 1e-6

// Without forces everything has a closed form: straight lines, and the rocket equation for burns.

const EPOCH = parseTime('2026-03-20T00:00:00')
const at = (seconds: number) => addSeconds(EPOCH, seconds)
const START: OrbitState = { epoch: EPOCH, r: [7e6, 2e5, -3e5], v: [100, 7500, -50], massKg: 500 }
const G0 = 9.80665

function fly(plan: Omit<OrbitPlan, 'forces'>, start = START): Orbit {
  const orbit = propagateOrbit(start, { forces: [], ...plan })
  if (!orbit.ok) throw new Error(orbit.reason)
  return orbit
}

const burnAt = (from: number, durationS: number, direction: Vec3 = [1, 0, 0]) => ({
  start: at(from),
  durationS,
  thrustN: 20,
  ispS: 300,
  direction,
})
const FLOW_KGPS = 20 / (G0 * 300)

/** Returns the velocity and the distance that a burn gives to a mass in a time, m/s and m (Tsiolkovsky). */
function rocket(massKg: number, seconds: number) {
  const exhaust = G0 * 300
  const left = massKg - FLOW_KGPS * seconds
  const gain = exhaust * Math.log(massKg / left)
  return { left, gain, way: exhaust * (seconds - (left / FLOW_KGPS) * Math.log(massKg / left)) }
}

test('propagateOrbit() agrees with the rocket equation before, in and after a burn', () => {
  const orbit = fly({ until: at(1000), burns: [burnAt(200, 300)] })
  for (const seconds of [0, 100, 200, 201, 350, 500, 501, 999, 1000]) {
    const burnt = Math.min(300, Math.max(0, seconds - 200))
    const { left, gain, way } = rocket(500, burnt)
    const coast = Math.max(0, seconds - 500)
    const state = orbit.stateAt(at(seconds))
    expect(state.massKg).toBeCloseTo(left, ROCKET_DIGITS)
    expect(state.v[0] - START.v[0]).toBeCloseTo(gain, ROCKET_DIGITS)
    expect(state.r[0] - START.r[0] - START.v[0] * seconds).toBeCloseTo(way + gain * coast, WAY_DIGITS)
    expect(state.v[1]).toBeCloseTo(START.v[1], UNPUSHED_DIGITS)
    expect(state.r[2] - START.r[2] - START.v[2] * seconds).toBeCloseTo(0, STRAIGHT_DIGITS)
  }
  expect(orbit.end).toEqual(orbit.stateAt(at(1000)))
  expect(orbit.start).toBe(START)
})

test('propagateOrbit() applies the part of a burn inside the interval, and adds overlapping burns', () => {
  const speedOf = (orbit: Orbit, axis: 0 | 1 | 2 = 0) => orbit.end.v[axis] - START.v[axis]
  // The burn starts before the interval, or ends after it, or both; or it is over, or has not started.
  expect(speedOf(fly({ until: at(100), burns: [burnAt(-50, 100)] }))).toBeCloseTo(rocket(500, 50).gain, ROCKET_DIGITS)
  expect(speedOf(fly({ until: at(100), burns: [burnAt(60, 100)] }))).toBeCloseTo(rocket(500, 40).gain, ROCKET_DIGITS)
  expect(speedOf(fly({ until: at(100), burns: [burnAt(-50, 500)] }))).toBeCloseTo(rocket(500, 100).gain, ROCKET_DIGITS)
  for (const burns of [[burnAt(-50, 50)], [burnAt(100, 50)], []])
    expect(fly({ until: at(100), burns }).end).toMatchObject({ v: START.v, massKg: 500 })
  // Two at a time: each thrust acts on the mass that remains after both.
  const both = fly({ until: at(100), burns: [burnAt(0, 100), burnAt(0, 100, [0, 0, 1])] })
  expect(both.end.massKg).toBeCloseTo(500 - 200 * FLOW_KGPS, ROCKET_DIGITS)
  expect(speedOf(both)).toBeCloseTo(rocket(500, 200).gain / 2, ROCKET_DIGITS)
  expect(speedOf(both, 2)).toBeCloseTo(rocket(500, 200).gain / 2, ROCKET_DIGITS)
})

test('propagateOrbit() applies impulses at their time: at the start, in between and at the end, but not outside', () => {
  const impulse = (seconds: number, deltaV: Vec3) => ({ epoch: at(seconds), deltaV, ispS: 300 })
  const impulses = [
    ...[impulse(0, [3, 0, 0]), impulse(40, [0, 4, 0]), impulse(40, [0, 0, 5])],
    ...[impulse(100, [0, 0, 7]), impulse(-1, [90, 0, 0]), impulse(101, [90, 0, 0])],
  ]
  const orbit = fly({ until: at(100), impulses })
  const gained = (seconds: number) => subtract(orbit.stateAt(at(seconds)).v, START.v)
  expect(norm(subtract(gained(1), [3, 0, 0]))).toBeLessThan(SPEED_MPS)
  expect(norm(subtract(gained(41), [3, 4, 5]))).toBeLessThan(SPEED_MPS)
  expect(norm(subtract(gained(100), [3, 4, 12]))).toBeLessThan(SPEED_MPS)
  expect(norm(subtract(orbit.end.r, [7e6 + 103 * 100, 2e5 + 7500 * 100 + 240, -3e5 - 5000 + 300]))).toBeLessThan(
    PLACE_M,
  )
  expect(orbit.end.massKg).toBeCloseTo(500 * Math.exp(-(3 + 4 + 5 + 7) / (G0 * 300)), UNPUSHED_DIGITS)
  // Backwards the impulses are subtracted, and their propellant is added again.
  const back = fly({ until: EPOCH, impulses }, orbit.end)
  expect(norm(subtract(back.end.v, START.v))).toBeLessThan(SPEED_MPS)
  expect(norm(subtract(back.end.r, START.r))).toBeLessThan(PLACE_M)
  expect(back.end.massKg).toBeCloseTo(500, UNPUSHED_DIGITS)
  expect(norm(subtract(back.stateAt(at(20)).v, orbit.stateAt(at(20)).v))).toBeLessThan(SPEED_MPS)
})

test('propagateOrbit() has the matrix of a straight line, over burns and backwards, if it is requested', () => {
  for (const [until, burns] of [
    [600, []],
    [600, [burnAt(100, 200)]],
    [-600, [burnAt(-300, 200)]],
  ] as const) {
    const orbit = fly({ until: at(until), burns, transition: true })
    for (const seconds of [0, until / 3, until]) {
      orbit.transitionTo(at(seconds)).forEach((row, i) => {
        row.forEach((value, j) => {
          expect(value, `${i} ${j}`).toBeCloseTo(i === j ? 1 : j === i + 3 ? seconds : 0, STRAIGHT_DIGITS)
        })
      })
    }
  }
  for (const transition of [false, undefined]) {
    const plan = transition === undefined ? {} : { transition }
    expect(() => fly({ until: at(60), ...plan }).transitionTo(at(1))).toThrow('did not ask for the transition matrix')
  }
  expect(() => fly({ until: at(60), transition: [] }).transitionTo(at(1))).not.toThrow()
})

test('propagateOrbit() throws outside its interval, in either direction, and ends at a terminal crossing', () => {
  for (const until of [600, -600]) {
    const orbit = fly({ until: at(until), burns: [burnAt(until < 0 ? -200 : 100, 100)] })
    for (const seconds of [0, until / 2, until]) expect(orbit.stateAt(at(seconds)).epoch).toEqual(at(seconds))
    for (const seconds of [-until / 600, until + until / 600])
      expect(() => orbit.stateAt(at(seconds)), String(seconds)).toThrow(`which ends at ${until} s`)
  }
  const value = ({ r }: OrbitState) => r[1] - (2e5 + 7500 * 250)
  const followed = [{ name: 'there', value, terminal: true }]
  const orbit = fly({ until: at(600), followed, burns: [burnAt(100, 50), burnAt(400, 50)] })
  expect(orbit.crossings.map(({ name }) => name)).toEqual(['there'])
  expect(norm(subtract(orbit.end.r, orbit.crossings[0]!.state.r))).toBeLessThan(STOP_M)
  expect(value(orbit.end)).toBeCloseTo(0, WAY_DIGITS)
  expect(() => orbit.stateAt(at(251))).toThrow('which ends at 2')
  expect(fly({ until: EPOCH }).end).toEqual(START)
})

test('propagateOrbit() reports numbers that are not finite', () => {
  const broken = (): Vec3 => [Number.NaN, 0, 0]
  const found = propagateOrbit(START, { forces: [broken], until: at(60) })
  expect(found).toMatchObject({ ok: false, reason: 'not-finite', epoch: EPOCH })
})
