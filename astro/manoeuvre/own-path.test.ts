import { expect, test } from 'vitest'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { deltaVFromAxes } from './delta-v-frame.ts'
import { epochOf, type FrozenOwnBurn, flyOwnPath } from './own-path.ts'
import { TRUTH_ORBIT, TRUTH_START, truthFlight } from './testing/truth-flight.ts'

const DAY_S = 86_400
const plain = TRUTH_ORBIT.stateAt

const BURNS: readonly FrozenOwnBurn[] = [
  { ignition: '2026-11-20T02:00:00.000Z', durationS: 0, deltaVRtn: [0, 0.05, 0] },
  { ignition: '2026-11-20T02:49:00.000Z', durationS: 0, deltaVRtn: [0.01, 0.05, 0.02] },
  { ignition: '2026-11-20T05:00:00.000Z', durationS: 120, deltaVRtn: [0, -0.02, 0.05] },
  { ignition: '2026-11-20T08:00:00.000Z', durationS: 0, deltaVRtn: [0, 0.03, 0] },
  { ignition: '2026-11-20T10:00:00.000Z', durationS: 0, deltaVRtn: [0, 0.04, -0.1] },
]

/** Propagates the same path with all forces: each burn at its time, an arc as three impulses. */
function truth(): (at: Epoch) => CartesianState {
  let now = plain
  for (const { ignition, durationS, deltaVRtn } of BURNS) {
    const epoch = epochOf(ignition)
    const deltaV = deltaVFromAxes('RTN', { frame: 'GCRF', epoch, ...now(epoch) }, deltaVRtn as Vec3)
    const parts = durationS === 0 ? 1 : 3
    for (let k = 0; k < parts; k += 1) {
      const at = addSeconds(epoch, ((k + (durationS === 0 ? 0 : 0.5)) * durationS) / parts)
      const { r, v } = now(at)
      now = truthFlight(at, { r, v: add(v, scale(deltaV, 1 / parts)) })
    }
  }
  return now
}

/** Harmonics beyond J2 change a thousandth of the burns' displacement. */
const SHARE = 1.5e-3
/** The rounding of a velocity that is rotated. */
const ROUNDING_MPS = 1e-9
/** A day after burns of 0.05 m/s with an error of 15 %, the two paths are further apart than this. */
const APART_M = 100
/** Decimals of a sigma, m, that rounding does not affect. */
const SIGMA_DIGITS = 6

test("the path through five burns agrees with all forces to a thousandth of the burns' displacement, and equals the reference without them", () => {
  const { parts, before, after } = flyOwnPath(TRUTH_ORBIT, { burns: BURNS, error: null, case: 'nominal' })
  const moved = truth()
  const last = parts.at(-1)!
  for (const days of [0.5, 1]) {
    const { epoch, state } = last.states.find(
      ({ epoch: at }) => secondsBetween(TRUTH_START, at) >= (0.5 + days) * DAY_S,
    )!
    const movedM = norm(subtract(moved(epoch).r, plain(epoch).r))
    expect(movedM).toBeGreaterThan(5_000)
    expect(norm(subtract(state.r, moved(epoch).r)) / movedM).toBeLessThan(SHARE)
  }
  expect(before.epoch).toEqual(epochOf(BURNS[0]!.ignition))
  expect(norm(subtract(before.state.v, plain(before.epoch).v))).toBeLessThan(ROUNDING_MPS)
  expect(secondsBetween(epochOf(BURNS[4]!.ignition), after.epoch)).toBe(0)
  for (const { states } of flyOwnPath(TRUTH_ORBIT, { burns: BURNS, error: null, case: 'missed' }).parts)
    for (const { epoch, state } of states) expect(state).toEqual(plain(epoch))
})

test("the burns' errors widen the covariance after them, and not before them", () => {
  const known = [100, 400, 100, 1e-4, 1e-4, 1e-4]
  const rtn = known.map((value, i) => known.map((_, j) => (i === j ? value : 0)))
  const told = { ...TRUTH_ORBIT, covarianceRtnAt: () => rtn }
  const error = { magnitude: 0.05, pointingRad: 0.01 }
  const { parts } = flyOwnPath(told, { burns: BURNS, error, case: 'nominal' })
  const alongAt = (part: number, place: number) => Math.sqrt(parts[part]!.covariances.at(place)!.rtn[1]![1]!)
  expect(alongAt(0, -1)).toBeCloseTo(20, SIGMA_DIGITS)
  // Before the second burn, the first one's error of 5 % of 0.05 m/s has moved the satellite along the track by 3 t times
  // this error, 22 m after half a revolution; the orbit itself has an error of 20 m.
  expect(alongAt(1, -1)).toBeGreaterThan(21)
  expect(alongAt(1, -1)).toBeLessThan(60)
  // After a day 3 t σ of five burns with errors of 2 to 5 mm/s: between some hundreds of metres and 2 km.
  expect(alongAt(6, -1)).toBeGreaterThan(700)
  expect(alongAt(6, -1)).toBeLessThan(2_500)
  const off = (which: 'hot' | 'cold') =>
    flyOwnPath(told, { burns: BURNS, error, case: which }).parts.at(-1)!.states.at(-1)!
  const [hot, cold] = [off('hot'), off('cold')]
  expect(norm(subtract(hot.state.r, cold.state.r))).toBeGreaterThan(APART_M)
})
