import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { integrate } from '../dynamics/integrate.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { planAssessed } from './plan-assessed.ts'
import { planReturn } from './plan-return.ts'
import { crossingCircles, RATE } from './testing/crossing-circles.ts'

/** The stated limit: 6 m, and the velocity of this distance times the mean motion. */
const WITHIN_M = 6
/** Integration over three revolutions at 1e-13, with the exact components of Δv. */
const FLOWN_M = 1e-3
/** This distance times the mean motion. */
const FLOWN_MPS = 1e-5
/** The rounding of a sum of three sizes below 1 m/s. */
const SUM_DIGITS = 15

const model = crossingCircles()
const T = (2 * Math.PI) / RATE
const target = { kind: 'probability', probability: 1e-5 } as const

/** Propagates motion about a point mass by integration. */
function fly({ r, v }: CartesianState, seconds: number): CartesianState {
  const solution = integrate({
    derivative: (_t, [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0], out) => {
      const pull = -GM_EARTH / Math.hypot(x, y, z) ** 3
      out.set([vx, vy, vz, pull * x, pull * y, pull * z])
    },
    start: 0,
    end: seconds,
    y: [...r, ...v],
    relativeTolerance: 1e-13,
    absoluteTolerance: 1e-9,
  })
  if (!solution.ok) throw new Error(solution.reason)
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = solution.y
  return { r: [x, y, z], v: [vx, vy, vz] }
}

/** Adds a burn in the radial, transverse and normal axes of the state. */
function burn({ r, v }: CartesianState, [radial, transverse, normal]: Vec3): CartesianState {
  const R = scale(r, 1 / norm(r))
  const momentum = cross(r, v)
  const N = scale(momentum, 1 / norm(momentum))
  const along = add(add(scale(R, radial), scale(cross(N, R), transverse)), scale(N, normal))
  return { r, v: add(v, along) }
}

// A miss of 10 km needs more than a metre per second, and its path deviates from the linear map by 14 m: one step of the linear map is not
// enough.
test.each([
  [-0.5, target],
  [-1.5, target],
  [-1.5, { kind: 'miss', missM: 10_000 }],
] as const)('the three burns flown by integration end on the orbit without them: %d periods before, %o', (n, goal) => {
  const plan = planReturn(model, { burnS: n * T, target: goal })
  expect(plan.burns.map(({ burnS }) => Math.round((1e6 * burnS) / T) / 1e6)).toEqual([n, 0.5, 1.5])
  let state = fly(model.encounter.primary, n * T)
  let at = n * T
  for (const { burnS, deltaVRtnMps } of plan.burns) {
    state = burn(fly(state, burnS - at), deltaVRtnMps)
    at = burnS
  }
  const [end, wanted] = [fly(state, 2 * T - at), fly(model.encounter.primary, 2 * T)]
  const [apartM, apartMps] = [norm(subtract(end.r, wanted.r)), norm(subtract(end.v, wanted.v))]
  expect(Math.abs(apartM - plan.returnErrorM)).toBeLessThan(FLOWN_M)
  expect(Math.abs(apartMps - plan.returnErrorMps)).toBeLessThan(FLOWN_MPS)
  // A velocity divided by the mean motion counts like a position.
  expect(Math.hypot(apartM, apartMps / RATE)).toBeLessThanOrEqual(WITHIN_M + FLOWN_M)
  expect(plan.isBack).toBe(true)
  expect(plan.meetsTarget).toBe(true)
})

// From here the satellite has a radial offset at both later burns: a whole revolution apart, they can never remove it.
test.each([
  [-0.75, [1, 0.3, 0.2]],
  [-1, [1, 1, 0.4]],
  [-2.3, undefined],
] as const)('from %d periods before, too, the burns flown by integration end on the orbit without them', (n, line) => {
  const plan = planReturn(model, { burnS: n * T, target, ...(line === undefined ? {} : { directionRtn: line }) })
  let state = fly(model.encounter.primary, n * T)
  let at = n * T
  for (const { burnS, deltaVRtnMps } of plan.burns) {
    state = burn(fly(state, burnS - at), deltaVRtnMps)
    at = burnS
  }
  const [end, wanted] = [fly(state, 2 * T - at), fly(model.encounter.primary, 2 * T)]
  const apartM = Math.hypot(norm(subtract(end.r, wanted.r)), norm(subtract(end.v, wanted.v)) / RATE)
  expect(apartM).toBeLessThanOrEqual(WITHIN_M + FLOWN_M)
  expect([plan.isBack, plan.notBack]).toEqual([true, null])
})

test('the total is the sum of the three burns, and at most the cost of undoing the first burn', () => {
  const options = { burnS: -0.5 * T, target }
  const plan = planReturn(model, options)
  const sizes = plan.burns.map(({ deltaVRtnMps }) => norm(deltaVRtnMps))
  expect(plan.totalDeltaVMps).toBeCloseTo(sizes[0]! + sizes[1]! + sizes[2]!, SUM_DIGITS)
  // After a burn δ along the track, the opposite burn a revolution later closes the orbit again. The remaining drift of −3Tδ is removed within
  // the last revolution by −δ and +δ: four times δ in total.
  const along = planAssessed(model, { ...options, directionRtn: [0, 1, 0] })
  expect(plan.totalDeltaVMps).toBeLessThan(4.01 * along.deltaVMps)
})

test('a given direction is kept for the first burn', () => {
  const plan = planReturn(model, { burnS: -0.5 * T, target, directionRtn: [0, 1, 0] })
  const [radial, transverse, normal] = plan.burns[0].deltaVRtnMps
  expect(Math.abs(radial) + Math.abs(normal)).toBe(0)
  expect(Math.abs(transverse)).toBe(plan.deltaVMps)
  expect(plan.isBack).toBe(true)
})

test('if burns a whole revolution apart do not lead back, other burns do, and they cost less', () => {
  // On circles M is singular: a part of the second-order effect of a burn of one metre per second cannot be removed.
  for (const [missM, startM, n] of [
    [5_000, 50, -0.6],
    [1_000, 50, -0.6],
    [2_000, 0, -0.6],
    [60_000, 0, -0.75],
  ] as const) {
    const options = { burnS: n * T, target: { kind: 'miss', missM } } as const
    const circles = crossingCircles({ missM: startM })
    const plan = planReturn(circles, options)
    const alone = planAssessed(circles, options)
    expect([plan.meetsTarget, plan.isBack, plan.notBack]).toEqual([true, true, null])
    expect(plan.burns.map(({ burnS }) => Math.round((100 * burnS) / T) / 100)).toEqual([n, 0.5, 1.25])
    // Two burns three quarters of a revolution apart cost at most four times the first burn each.
    expect(plan.totalDeltaVMps).toBeLessThan(9 * alone.deltaVMps)
  }
})

test('if a burn changes the orbit too much for a return, the plan says so and gives the remaining distance', () => {
  const plan = planReturn(crossingCircles({ missM: 50 }), { burnS: -0.6 * T, target: { kind: 'miss', missM: 5e6 } })
  expect(plan.isBack).toBe(false)
  expect(plan.notBack).toMatch(/^(bent|out-of-reach)$/)
  let state = fly(crossingCircles({ missM: 50 }).encounter.primary, -0.6 * T)
  let at = -0.6 * T
  for (const { burnS, deltaVRtnMps } of plan.burns) {
    state = burn(fly(state, burnS - at), deltaVRtnMps)
    at = burnS
  }
  const [end, wanted] = [fly(state, 2 * T - at), fly(crossingCircles({ missM: 50 }).encounter.primary, 2 * T)]
  expect(Math.abs(norm(subtract(end.r, wanted.r)) - plan.returnErrorM)).toBeLessThan(FLOWN_M)
})
