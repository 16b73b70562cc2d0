import { describe, expect, test } from 'vitest'
import cara from '../conjunction/probability/cara.reference.json' with { type: 'json' }
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { pairOfCdm } from '../conjunction/testing/cdm-object.ts'
import { axesRotation } from '../ephemeris/axes.ts'
import { transform, transpose } from '../mat3.ts'
import { aThird } from '../testing/test-size.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type AllowedDirections, directionsAt, isWithin, stepsWithin } from './allowed-directions.ts'
import { findBurnTime } from './burn-time.ts'
import { makeBurnTrial } from './burn-trial.ts'
import { J2, TWO_BODY } from './dynamics.ts'
import { type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import { planAssessed } from './plan-assessed.ts'
import { planImpulse } from './plan-impulse.ts'

const DEG = Math.PI / 180
const messages = cara.messages.filter(({ ViolationsPc2D, Pc2D }) => ViolationsPc2D === 0 && Pc2D > 1e-5)
const encounterOf = (row: (typeof cara.messages)[number]) => ({ ...pairOfCdm(row.objects), radiusM: row.HBR_m })
const target = { kind: 'probability', probability: 3e-6 } as const
/** Components of a Δv are multiples of 1e-7 m/s: this rounding can change the direction of a burn of 1 mm/s by this angle. */
const ROUNDED_RAD = 1e-4
/**
 * The best direction can lie between two directions of a half-degree grid. At a smooth minimum the grid's best size is too large by 4e-5 of it,
 * at a kink by the sine of the angle.
 */
const BETWEEN_DIRECTIONS = 3e-3
/** A plan meets its target to 1e-5 in the logarithm, and its Δv is rounded up to 1e-7 m/s. */
const SETTLED = 1e-3
/** The rounding of a rotation in double precision. */
const ROTATION_DIGITS = 12
const MOST_MPS = 200
/** Halvings from the largest size down to a tenth of a micrometre per second. */
const HALVINGS = 31

/**
 * Returns the size at which a burn in a given direction reaches its target: the size is doubled until it does, then bisected. Each trial is
 * propagated, its TCA is searched, and the exact disc is integrated.
 */
function sizeByHalving(trial: ReturnType<typeof makeBurnTrial>, radiusM: number, directionRtn: Vec3, belowMps: number) {
  const line = transform(transpose(trial.rtn), directionRtn)
  const isEnough = (size: number) =>
    circle2d(trial.attempt(scale(line, size)).after.planar!.miss, radiusM) <= target.probability
  if (!isEnough(belowMps)) return Number.POSITIVE_INFINITY
  let [low, high] = [0, belowMps]
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}

/** Returns directions in a cone, in circles around its axis: half a degree apart at its edge and in the region of the closer search. */
function* directionsOf(axis: Vec3, halfAngleDeg: number, stepDeg: number): Generator<Vec3> {
  const other: Vec3 = Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]
  const first = scale(cross(axis, other), 1 / norm(cross(axis, other)))
  const second = cross(axis, first)
  const circles = Math.ceil(halfAngleDeg / stepDeg)
  for (let k = 0; k <= circles; k += 1) {
    const angle = (halfAngleDeg * DEG * k) / circles
    const count = Math.max(1, Math.ceil((360 * Math.sin(angle)) / stepDeg))
    for (let n = 0; n < count; n += 1) {
      const around = (2 * Math.PI * n) / count
      yield add(
        scale(axis, Math.cos(angle)),
        scale(add(scale(first, Math.cos(around)), scale(second, Math.sin(around))), Math.sin(angle)),
      )
    }
  }
}

/** Returns the smallest size over a grid of directions. Each direction is propagated with the best size so far, so no result is larger. */
function bruteForce(model: EncounterModel, burnS: number, directions: Iterable<Vec3>) {
  const trial = makeBurnTrial(model, burnS, null)
  let best = MOST_MPS
  for (const direction of directions)
    best = Math.min(best, sizeByHalving(trial, model.encounter.radiusM, direction, best))
  return best
}

const unit = (v: Vec3) => scale(v, 1 / norm(v))
const CONES: readonly (readonly [string, Vec3, number])[] = [
  ['along the track', [0, 1, 0], 20],
  ['radially', [1, 0, 0], 40],
  ['across and back', unit([0.2, -0.5, 0.8]), 25],
]

describe.each(aThird(messages.slice(0, 8)))('an event of CARA, $id', (row) => {
  const model = makeEncounterModel(encounterOf(row), TWO_BODY)
  test.each(CONES)(
    'the best burn in a cone %s agrees with the best of a grid of directions that are propagated',
    (_, axis, halfAngleDeg) => {
      const allowed: AllowedDirections = { frame: 'RTN', axis, halfAngleRad: halfAngleDeg * DEG }
      for (const lead of [0.5, 2.5, 3.2]) {
        const burnS = -lead * model.periodS
        const plan = planImpulse(model, { burnS, target, allowed })
        const rough = bruteForce(model, burnS, directionsOf(axis, halfAngleDeg, 4))
        const best = bruteForce(model, burnS, nearby(axis, halfAngleDeg, { model, burnS, rough }))
        expect(plan.meetsTarget).toBe(true)
        expect(isWithin(allowed, plan.deltaVRtnMps, ROUNDED_RAD)).toBe(true)
        expect(plan.deltaVMps).toBeLessThan(best * (1 + SETTLED))
        expect(plan.deltaVMps).toBeGreaterThan(best * (1 - BETWEEN_DIRECTIONS))
      }
    },
  )
})

/** Returns a grid around the best direction, ten times finer. */
function* nearby(
  axis: Vec3,
  halfAngleDeg: number,
  { model, burnS, rough }: { model: EncounterModel; burnS: number; rough: number },
) {
  const trial = makeBurnTrial(model, burnS, null)
  const close = [...directionsOf(axis, halfAngleDeg, 4)].filter(
    (one) => sizeByHalving(trial, model.encounter.radiusM, one, rough * 1.02) < Number.POSITIVE_INFINITY,
  )
  for (const one of close) {
    for (const near of directionsOf(one, 3, 0.6)) {
      const angle = Math.acos(Math.min(1, dot(near, axis)))
      // A direction outside the cone is replaced by the nearest direction on the edge.
      const across = subtract(near, scale(axis, dot(near, axis)))
      yield angle <= halfAngleDeg * DEG
        ? near
        : add(scale(axis, Math.cos(halfAngleDeg * DEG)), scale(unit(across), Math.sin(halfAngleDeg * DEG)))
    }
  }
}

const published = cara.messages.find(({ id }) => id.startsWith('000029108_conj_000034995'))!

test('of several thrusters, only one burns, in its own direction: the one that is cheapest when each is propagated by itself', () => {
  const thrusters = [[1, 0, 0], [0, -1, 0], unit([0.3, 1, 0.5]), [0, 0, 1]] as const
  for (const row of aThird(messages.slice(0, 8))) {
    const model = makeEncounterModel(encounterOf(row), TWO_BODY)
    const burnS = -1.5 * model.periodS
    const plan = planImpulse(model, { burnS, target, allowed: { frame: 'RTN', thrusters } })
    const trial = makeBurnTrial(model, burnS, null)
    const sizes = thrusters.map((one) => sizeByHalving(trial, row.HBR_m, one, MOST_MPS))
    const best = Math.min(...sizes)
    const line = thrusters[sizes.indexOf(best)]!
    expect(plan.meetsTarget).toBe(true)
    expect(Math.abs(plan.deltaVMps / best - 1)).toBeLessThan(SETTLED)
    expect(norm(cross(line, plan.deltaVRtnMps)) / plan.deltaVMps).toBeLessThan(ROUNDED_RAD)
    expect(dot(line, plan.deltaVRtnMps)).toBeGreaterThan(0)
  }
})

test('T, N, W relative to the velocity have the same meaning as in every other frame of the product', () => {
  const state = { r: [7e6, 1e5, -3e5], v: [900, 6_800, 3_900] } as const
  const at = { frame: 'GCRF', epoch: parseTime('2026-11-21T10:10:12Z'), ...state } as const
  const [rtn, tnw] = ['RTN', 'TNW'].map((name) => axesRotation(name, at, { model: { outside: 'hold' } })!.matrix)
  for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1], unit([0.2, -0.5, 0.8])] as const) {
    const set = directionsAt({ frame: 'TNW', thrusters: [scale(axis, 3)] }, state)
    const expected = transform(rtn!, transform(transpose(tnw!), axis))
    if (!('thrusters' in set)) throw new TypeError('thrusters were given')
    expect(norm(subtract(set.thrusters[0]!, expected))).toBeLessThan(10 ** -ROTATION_DIGITS)
  }
})

test('a burn along a line uses only the directions that the thrusters have; without such a direction there is no burn', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const options = { burnS: -1.5 * model.periodS, target, directionRtn: [0, 2, 0] } as const
  const forward = { frame: 'RTN', axis: [0, 1, 0], halfAngleRad: 10 * DEG } as const
  const back = { frame: 'RTN', axis: [0, -1, 0], halfAngleRad: 10 * DEG } as const
  const [plus, minus, either] = [
    planAssessed(model, { ...options, allowed: forward }),
    planAssessed(model, { ...options, allowed: back }),
    planAssessed(model, options),
  ]
  expect([plus.deltaVRtnMps[1] > 0, minus.deltaVRtnMps[1] < 0]).toEqual([true, true])
  expect([plus.meetsTarget, minus.meetsTarget]).toEqual([true, true])
  expect(Math.abs(Math.min(plus.deltaVMps, minus.deltaVMps) / either.deltaVMps - 1)).toBeLessThan(SETTLED)
  const none = planAssessed(model, { ...options, allowed: { ...forward, axis: [1, 0, 0] } })
  expect(none).toMatchObject({ deltaVMps: 0, meetsTarget: false, limit: 'direction' })
  // This holds also if no burn in any direction would be large enough.
  const small = planAssessed(model, { ...options, maxDeltaVMps: 1e-4, allowed: { ...forward, axis: [1, 0, 0] } })
  expect(small).toMatchObject({ deltaVMps: 0, limit: 'direction' })
})

test('if the thrusters prevent the target, the plan shows the best burn that they allow and gives them as the limit', () => {
  const model = makeEncounterModel(encounterOf(published), TWO_BODY)
  const options = { burnS: -2.5 * model.periodS, target }
  const free = planAssessed(model, options)
  const allowed: AllowedDirections = { frame: 'RTN', axis: [1, 0, 0], halfAngleRad: 20 * DEG }
  const most = { ...options, maxDeltaVMps: free.deltaVMps * 1.1 }
  const plan = planAssessed(model, { ...most, allowed })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'direction' })
  // The best burn of the largest size in the cone, found by propagating a grid of directions.
  const trial = makeBurnTrial(model, options.burnS, null)
  const leaves = (direction: Vec3) =>
    circle2d(
      trial.attempt(transform(transpose(trial.rtn), scale(direction, most.maxDeltaVMps))).after.planar!.miss,
      published.HBR_m,
    )
  const best = Math.min(...[...directionsOf(allowed.axis, 20, 1)].map(leaves))
  expect(plan.probability!).toBeLessThan(best * (1 + SETTLED))
  expect(isWithin(allowed, plan.deltaVRtnMps, ROUNDED_RAD)).toBe(true)
  // If no direction is sufficient with so small a Δv, the Δv is the limit.
  const little = planAssessed(model, { ...options, allowed, maxDeltaVMps: free.deltaVMps / 2 })
  expect(little).toMatchObject({ meetsTarget: false, limit: 'delta-v' })
})

test('with all dynamics and with an execution error, plans stay in their cone, and so does the search of the start time', () => {
  const executionError = { magnitude: 0.1, pointingRad: 2 * DEG }
  const allowed: AllowedDirections = { frame: 'TNW', axis: unit([0.5, 0.5, 0.7]), halfAngleRad: 15 * DEG }
  for (const row of messages.slice(0, 4)) {
    const model = makeEncounterModel(encounterOf(row), J2)
    const options = { target, allowed, executionError, acceptedProbability: 1e-4 }
    const at = planAssessed(model, { ...options, burnS: -2.5 * model.periodS })
    const found = findBurnTime(model, { fromS: -3 * model.periodS, toS: -model.periodS }, options)!
    for (const plan of [at, found]) {
      expect(plan.meetsTarget).toBe(true)
      expect(isWithin(directionsAt(allowed, plan.state), plan.deltaVRtnMps, ROUNDED_RAD)).toBe(true)
    }
    // The best start time costs no more than any of these sample times.
    const starts = [1.1, 1.3, 1.5, 1.7, 1.9, 2.1, 2.3, 2.5, 2.7, 2.9]
    const sizes = starts.map((lead) => planAssessed(model, { ...options, burnS: -lead * model.periodS }).deltaVMps)
    expect(found.deltaVMps).toBeLessThan(Math.min(...sizes) * (1 + SETTLED))
  }
})

test('stepsWithin() of a plane returns nothing if the point is already outside or if no direction moves it', () => {
  const set = { axis: [0, 1, 0], halfAngleRad: 10 * DEG } as const
  expect(
    stepsWithin(
      set,
      [3, 0],
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      2,
    ),
  ).toEqual([[0, 0, 0]])
  expect(
    stepsWithin(
      set,
      [1, 0],
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      2,
    ),
  ).toEqual([])
  // The point must move by one unit along the second axis from the centre. The cone allows a burn within 10° of this axis, so the axis itself
  // gives the shortest step.
  const [step] = stepsWithin(
    set,
    [0, 1],
    [
      [0, 0],
      [0, 1],
      [0, 0],
    ],
    2,
  )
  expect(Math.hypot(...step!)).toBeCloseTo(1, ROTATION_DIGITS)
})
