import { expect, test } from 'vitest'
import { covarianceFromRtn } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { dragForce } from '../dynamics/drag.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import { propagateOrbit } from '../dynamics/propagate-orbit.ts'
import type { Mat3 } from '../mat3.ts'
import { buildMatrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { type DragOptions, planDrag, planLeastArea } from './plan-drag.ts'
import { MARGIN } from './plan-impulse.ts'

/** A decimetre over days: the planner has wider step tolerances. */
const ON_ANOTHER_STEP_M = 0.1
/** A disc of a quarter of the area, small compared with the covariance. */
const QUARTER_DIGITS = 2

/** The target probability, and the largest accepted probability at any density. */
const TARGET = 3e-6
const ACCEPTED = 1e-4

const TCA = parseTime('2026-11-20T09:30:00')
const HOUR_S = 3600
const RADIUS_M = 6_878_137
const SPEED = Math.sqrt(GM_EARTH / RADIUS_M)
const AXES: Mat3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** A craft at 500 km and an object that crosses 60 m ahead of it and 20 m above: a satellite of 4 kg with an area of 0.01 to 0.03 m². */
function encounter(aheadM = 60) {
  const own: CartesianState = { r: [RADIUS_M, 0, 0], v: [0, SPEED, 0] }
  const other: CartesianState = { r: add(own.r, [20, aheadM, 0]), v: [0, 0.2 * SPEED, 0.97 * SPEED] }
  const with3 = (state: CartesianState, sigmas: Vec3) => ({
    ...state,
    covariance: covarianceFromRtn(
      state,
      buildMatrix(3, 3, (i, j) => (i === j ? (sigmas[i as 0 | 1 | 2] ?? 0) ** 2 : 0)),
    ),
  })
  return { primary: with3(own, [10, 100, 10]), secondary: with3(other, [20, 150, 20]), radiusM: 5 }
}

const PER_AREA = 2.2 / 4
const USUAL = PER_AREA * 0.01
const forces = (area: number) => [
  pointMassForce(GM_EARTH),
  dragForce({
    cd: 1,
    area,
    density: ({ rEarthFixed }) => 5.2e-13 * Math.exp(-(norm(rEarthFixed) - RADIUS_M) / 63_800),
    toEarthFixed: () => AXES,
    airRateRadPerS: 0,
  }),
]
const options: DragOptions = {
  origin: TCA,
  startS: -48 * HOUR_S,
  craft: { usualM2PerKg: USUAL, leastM2PerKg: USUAL, mostM2PerKg: 3 * USUAL },
  forces,
  target: { kind: 'probability', probability: TARGET },
  densitySigma: 0.25,
  acceptedProbability: ACCEPTED,
}

/** Without the planner: the displacement of the craft at TCA after a time with more area, for a density factor. */
function flown(holdS: number, factor: number): Vec3 {
  const model = encounter()
  const way = (start: CartesianState, fromS: number, toS: number, area: number) => {
    const orbit = propagateOrbit(
      { ...start, epoch: addSeconds(TCA, fromS), massKg: 1 },
      { forces: forces(area), until: addSeconds(TCA, toS) },
    )
    if (!orbit.ok) throw new Error(orbit.reason)
    return orbit.end
  }
  const start = way(model.primary, 0, options.startS, USUAL)
  const turned = options.startS + holdS
  const held = way(way(start, options.startS, turned, factor * 3 * USUAL), turned, 0, factor * USUAL)
  return subtract(held.r, way(start, options.startS, 0, factor * USUAL).r)
}

test('planDrag() finds a time for which the mean over the density meets the target and every density is accepted (F11)', () => {
  const plan = planDrag(makeEncounterModel(encounter(), TWO_BODY), options)
  expect(plan.meetsTarget).toBe(true)
  expect(plan.probability).toBeLessThanOrEqual(MARGIN * TARGET)
  expect(plan.worstProbability).toBeLessThan(ACCEPTED)
  // The mean decides the time, and not the forecast density, for which the probability is far below the target already.
  expect(plan.nominalProbability).toBeLessThan(0.5 * TARGET)
  // A decelerated craft sinks and gets ahead, and its displacement agrees with its own propagation.
  expect(plan.smaChangeM).toBeLessThan(0)
  expect(plan.displacementM[1]).toBeGreaterThan(300)
  // A decimetre over days: the planner has wider step tolerances.
  expect(norm(subtract(plan.displacementM, flown(plan.holdS, 1)))).toBeLessThan(ON_ANOTHER_STEP_M)
})

test('planDrag() finds the right time even if the path first crosses the other object', () => {
  const plan = planDrag(makeEncounterModel(encounter(400), TWO_BODY), options)
  const probabilities = plan.curve.map(({ probability }) => probability ?? 0)
  // The craft first moves towards the object, then past it: the curve rises before it falls.
  expect(Math.max(...probabilities)).toBeGreaterThan(3 * (probabilities[0] ?? 1))
  expect(plan.meetsTarget).toBe(true)
  const exact = planDrag(makeEncounterModel(encounter(400), TWO_BODY), { ...options, densitySigma: 0 })
  expect(plan.holdS).toBeGreaterThan(1.05 * exact.holdS)
})

test('planDrag() does not change a sufficient encounter, and reports what a short time cannot reach', () => {
  const model = makeEncounterModel(encounter(), TWO_BODY)
  const idle = planDrag(model, {
    ...options,
    target: { kind: 'probability', probability: 0.5 },
    acceptedProbability: 1,
  })
  // F5: without a change the encounter is the message's.
  const message = model.after({ state: model.encounter.primary })
  expect([idle.holdS, idle.meetsTarget]).toEqual([0, true])
  expect(idle.after.missDistanceM).toBe(message.missDistanceM)
  const short = planDrag(model, { ...options, startS: -4 * HOUR_S })
  expect([short.meetsTarget, short.limit]).toEqual([false, 'time'])
  const far = planDrag(model, { ...options, target: { kind: 'miss', missM: 800 } })
  expect(far.meetsTarget).toBe(true)
  // This holds for every density down to the 5th percentile, where the displacement is a third less.
  expect(far.after.missDistanceM).toBeGreaterThan(1100)
  expect(() => planDrag(model, { ...options, startS: 0 })).toThrow(/avoids nothing/)
  expect(() => planDrag(model, { ...options, craft: { ...options.craft, mostM2PerKg: USUAL } })).toThrow(/one area/)
})

test('planLeastArea() keeps the attitude until TCA, and reports the effect of the smaller radius alone', () => {
  const model = makeEncounterModel(encounter(), TWO_BODY)
  const craft = { usualM2PerKg: 3 * USUAL, leastM2PerKg: USUAL, mostM2PerKg: 3 * USUAL }
  const plan = planLeastArea(model, { ...options, craft, startS: -24 * HOUR_S }, 2.5)
  expect(plan.holdS).toBe(24 * HOUR_S)
  // With less drag the craft is higher, and behind.
  expect(plan.smaChangeM).toBeGreaterThan(0)
  expect(plan.displacementM[1]).toBeLessThan(-100)
  // A disc of a quarter of the area, small compared with the covariance.
  const before = model.after({ state: model.encounter.primary }).planar
  const full = planLeastArea(model, { ...options, craft, startS: -1 }, null)
  expect(before).not.toBeNull()
  expect(full.radiusOnlyProbability).toBeNull()
  expect((plan.radiusOnlyProbability ?? 0) / (full.nominalProbability ?? 1)).toBeCloseTo(0.25, QUARTER_DIGITS)
})
