import { expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { integrate } from '../dynamics/integrate.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { makeArcTrial } from './arc-trial.ts'
import { J2, TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { J2_EARTH } from './fly-j2.ts'
import { planImpulse } from './plan-impulse.ts'
import { planReturn } from './plan-return.ts'
import { safeIntervals, totalProbability } from './safe-intervals.ts'

/** 5 cm/s over two revolutions displaces by 1.5 km; the integration forth and back has an error of 1e-6 m. */
const ARRIVAL_M = 1e-3
/** A burn over a fifth of a revolution costs little more than the impulse at its middle. */
const LITTLE_MORE = 1.2
/** The return is planned with a linear model, repeated until the error is small. */
const RETURN_M = 30
/** The position tolerance times the mean motion. */
const RETURN_MPS = 0.03
/** The error of the transition matrices is proportional to the Δv: a relative 3e-5 at 5 cm/s, 3e-6 at 5 mm/s. */
const KICK_SHARE = 5e-5
/** The rounding of a sum of three sizes. */
const SUM_DIGITS = 12
/** Along the track all burns add up to zero, except for second-order terms. */
const CANCELLED = 0.02
/** The edges of intervals are bisected to one microsecond. */
const EDGE_DIGITS = 6
/** The rounding of products of given numbers. */
const PRODUCT_DIGITS = 15

const row = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!
const model = makeEncounterModel({ ...pairOfCdm(row.objects), radiusM: row.HBR_m }, TWO_BODY)
const T = model.periodS
const target = { kind: 'probability', probability: 3e-6 } as const

test('an arc propagated as eight impulses arrives where integrated thrust arrives', () => {
  const arc = { startS: -2.6 * T, durationS: 0.2 * T }
  const trial = makeArcTrial(model, arc, null)
  const acceleration: Vec3 = scale([0.3, -0.8, 0.5], 0.05 / arc.durationS)
  const fly = (from: number, to: number, y: readonly number[], push: Vec3) => {
    const solution = integrate({
      derivative: (_t, [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0], out) => {
        const pull = -GM_EARTH / Math.hypot(x, yy, z) ** 3
        out.set([vx, vy, vz, pull * x + push[0], pull * yy + push[1], pull * z + push[2]])
      },
      start: from,
      end: to,
      y,
      relativeTolerance: 1e-13,
      absoluteTolerance: 1e-9,
    })
    if (!solution.ok) throw new Error(solution.reason)
    return [...solution.y]
  }
  const endS = arc.startS + arc.durationS
  const burnt = fly(arc.startS, endS, [...trial.state.r, ...trial.state.v], acceleration)
  const { after } = trial.attempt(scale(acceleration, arc.durationS))
  const [x = 0, y = 0, z = 0] = fly(endS, after.tcaS, burnt, [0, 0, 0])
  // 5 cm/s over two revolutions displaces by 1.5 km; both methods have errors of about 1e-6 m.
  expect(norm(subtract(after.primary.r, [x, y, z]))).toBeLessThan(ARRIVAL_M)
})

/** Integrates thrust and J2 from the start of the arc to a time after TCA. */
function integratedJ2(from: number, to: number, y: readonly number[], push: Vec3): number[] {
  const solution = integrate({
    derivative: (_t, [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0], out) => {
      const r = Math.hypot(x, yy, z)
      const pull = -GM_EARTH / r ** 3
      // Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 8-30.
      const flat = 1.5 * J2_EARTH * (WGS84_RADIUS_M / r) ** 2
      const tilt = (5 * z * z) / (r * r)
      const across = pull * (1 + flat * (1 - tilt))
      out.set([vx, vy, vz, across * x + push[0], across * yy + push[1], pull * (1 + flat * (3 - tilt)) * z + push[2]])
    },
    start: from,
    end: to,
    y,
    relativeTolerance: 1e-13,
    absoluteTolerance: 1e-9,
  })
  if (!solution.ok) throw new Error(solution.reason)
  return [...solution.y]
}

/**
 * The allowed error, relative to the longest entry of a column, of the change of the transition matrices by Kepler's motion, if that motion is
 * accurate enough.
 */
const KEPLER_BEND = 1e-3

test.each([
  [4.6, KICK_SHARE],
  [14.6, KEPLER_BEND],
  [45.6, KICK_SHARE],
])(
  'an arc under J2 %d revolutions before TCA arrives where integrated thrust arrives, and its execution error spreads as for integrated arcs',
  (lead, mostShare) => {
    const round = makeEncounterModel(model.encounter, J2)
    const arc = { startS: -lead * T, durationS: 0.2 * T }
    const endS = arc.startS + arc.durationS
    const trial = makeArcTrial(round, arc, null)
    const deltaV: Vec3 = [0.015, -0.04, 0.025]
    const arrivedAt = (toS: number, dv: Vec3) => {
      const burnt = integratedJ2(arc.startS, endS, [...trial.state.r, ...trial.state.v], scale(dv, 1 / arc.durationS))
      return integratedJ2(endS, toS, burnt, [0, 0, 0])
    }
    const { after, kicks } = trial.attempt(deltaV)
    const [x = 0, y = 0, z = 0] = arrivedAt(after.tcaS, deltaV)
    expect(norm(subtract(after.primary.r, [x, y, z]))).toBeLessThan(10 * ARRIVAL_M)
    for (const axis of [0, 1, 2] as const) {
      const unit = [0, 1, 2].map((k) => (k === axis ? 0.01 : 0)) as unknown as Vec3
      const [up, down] = [arrivedAt(0, add(deltaV, unit)), arrivedAt(0, subtract(deltaV, unit))]
      const expected = up.map((value, i) => (value - down[i]!) / 0.02)
      const largest = Math.max(...expected.slice(0, 3).map(Math.abs))
      for (const i of [0, 1, 2])
        expect(Math.abs(kicks[i]![axis]! - expected[i]!) / largest, `${i}, ${axis}`).toBeLessThan(mostShare)
    }
  },
)

test('an arc costs little more than the impulse at its middle, and an arc past TCA is refused', () => {
  const impulse = planImpulse(model, { burnS: -2.5 * T, target })
  const arc = planImpulse(model, { burnS: -2.6 * T, arcS: 0.2 * T, target })
  expect(arc.meetsTarget).toBe(true)
  expect(arc.deltaVMps / impulse.deltaVMps).toBeGreaterThan(1)
  expect(arc.deltaVMps / impulse.deltaVMps).toBeLessThan(LITTLE_MORE)
  expect(() => makeArcTrial(model, { startS: -10, durationS: 20 }, null)).toThrow(RangeError)
})

test('planReturn() avoids the object and is back on the orbit two revolutions later', () => {
  const plan = planReturn(model, { burnS: -0.5 * T, target })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.returnErrorM).toBeLessThan(RETURN_M)
  expect(plan.returnErrorMps).toBeLessThan(RETURN_MPS)
  expect(plan.burns.map(({ burnS }) => Math.round((1000 * burnS) / T) / 1000)).toEqual([-0.5, 0.5, 1.5])
  const total = plan.burns.reduce((sum, { deltaVRtnMps }) => sum + norm(deltaVRtnMps), 0)
  expect(plan.totalDeltaVMps).toBeCloseTo(total, SUM_DIGITS)
  // All burns together leave the energy unchanged, so their along-track components add up to zero.
  const along = plan.burns.reduce((sum: Vec3, { deltaVRtnMps }) => add(sum, deltaVRtnMps), [0, 0, 0])
  expect(Math.abs(along[1])).toBeLessThan(CANCELLED * plan.totalDeltaVMps)
})

test('safeIntervals() finds both sides of the unsafe span with exact edges', () => {
  // Safe below −1, between 0.25 and 0.5, and from 2 on.
  const total = (x: number) => Math.max(0, (x + 1) * (x - 0.25) * (x - 0.5) * -(x - 2)) + (x > -1 && x < 0.25 ? 1 : 0)
  const found = safeIntervals(total, 1e-9, { from: -3, to: 3 })
  const edges = found.map(({ from, to }) => [from, to])
  expect(edges).toHaveLength(3)
  const wanted = [-3, -1, 0.25, 0.5, 2, 3]
  for (const [k, value] of edges.flat().entries()) expect(value).toBeCloseTo(wanted[k]!, EDGE_DIGITS)
  expect(totalProbability([0.5, 0.5])).toBeCloseTo(0.75, PRODUCT_DIGITS)
  expect(totalProbability([1e-17, 1e-17])).toBe(2e-17)
})
