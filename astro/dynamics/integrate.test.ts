import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { realBetween } from '../testing/real-between.ts'
import reference from './integrate.reference.json' with { type: 'json' }
import { integrate, type Problem } from './integrate.ts'
import type { Derivative } from './stages.ts'

/** The rounding of the same operations in another order, which grows along the orbit. */
const OTHER_ORDER_M = 1e-3
/** The rounding over ten revolutions at a tolerance of 1e-13, along the orbit. */
const TEN_REVOLUTIONS_M = 5e-3
/** Twice the error at the default tolerance over up to 20,000 s, for orbits of all shapes. */
const THERE_AND_BACK_M = 2
/** The same error in the energy. */
const ENERGY_RELATIVE = 1e-8
/** A crossing is found to the last bit of its time. */
const ON_THE_NODE_M = 1e-6
/** The error of the integration at that time. */
const TRUE_NODE_M = 0.1
/** The same on the way back, at 6 km/s. */
const CROSSING_S = 1e-4
/** A method of order 8 is exact for t⁸ except for rounding. */
const POLYNOMIAL_RELATIVE = 1e-14
/** An error δy of y moves the pole of 1/(1 − t) by δy/y²: at y = 1 by the absolute tolerance, 1e-9, of which half is allowed. */
const POLE_DIGITS = 9

const START = [7e6, 0, 0, 0, 6000, 5900]
const ABSOLUTE = [1e-3, 1e-3, 1e-3, 1e-6, 1e-6, 1e-6]

const kepler: Derivative = (_t, y, out) => {
  const [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0] = y
  const k = -GM_EARTH / Math.hypot(x, yy, z) ** 3
  out.set([vx, vy, vz, k * x, k * yy, k * z])
}

function solve(problem: Partial<Problem> & { end: number }) {
  const solution = integrate({
    derivative: kepler,
    start: 0,
    y: START,
    relativeTolerance: 1e-12,
    absoluteTolerance: ABSOLUTE,
    ...problem,
  })
  if (!solution.ok) throw new Error(solution.reason)
  return solution
}

const apart = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(...[0, 1, 2].map((k) => a[k]! - b[k]!))

test.each(reference.rows)(
  "integrate() makes the same steps as scipy's DOP853 to $end s at $rtol",
  ({ rtol, end, steps, y, dense }) => {
    const solution = solve({ end, relativeTolerance: rtol })
    expect(solution.steps).toBe(steps)
    // The rounding of the same operations in another order, which grows along the orbit.
    expect(apart(solution.y, y)).toBeLessThan(OTHER_ORDER_M)
    for (const [t, ...values] of dense) expect(apart(solution.at(t!), values)).toBeLessThan(OTHER_ORDER_M)
  },
)

test('integrate() follows the Kepler orbit over ten revolutions, in its steps and between them', () => {
  const end = 100_000
  const solution = solve({ end, relativeTolerance: 1e-13, absoluteTolerance: 1e-9 })
  for (let t = 0; t <= end; t += 777) {
    const { r } = propagateTwoBody({ r: [7e6, 0, 0], v: [0, 6000, 5900] }, t, GM_EARTH).state
    expect(apart(solution.at(t), r)).toBeLessThan(TEN_REVOLUTIONS_M)
  }
})

test('integrate() forth and back returns to its start, and conserves energy', () => {
  const speed = realBetween(-2000, 2000)
  fc.assert(
    fc.property(speed, speed, speed, realBetween(-20_000, 20_000), (a, b, c, end) => {
      const y = [8e6, 0, 0, a, 6000 + b, 3000 + c]
      fc.pre(end !== 0)
      const there = solve({ end, y })
      const back = solve({ start: end, end: 0, y: there.y })
      expect(apart(back.y, y)).toBeLessThan(THERE_AND_BACK_M)
      const energy = (s: ArrayLike<number>) =>
        (s[3]! ** 2 + s[4]! ** 2 + s[5]! ** 2) / 2 - GM_EARTH / Math.hypot(s[0]!, s[1]!, s[2]!)
      expect(Math.abs(energy(there.y) / energy(y) - 1)).toBeLessThan(ENERGY_RELATIVE)
    }),
    { numRuns: 40, maxSkipsPerRun: 0.1 },
  )
})

test('integrate() finds crossings in their direction, and stops at a terminal one', () => {
  const node = { name: 'node', value: (_t: number, y: Float64Array) => y[2]! }
  const all = solve({ end: 30_000, followed: [node] })
  expect(all.crossings.length).toBe(6)
  for (const { t, y } of all.crossings) {
    expect(Math.abs(y[2]!)).toBeLessThan(ON_THE_NODE_M)
    const { r } = propagateTwoBody({ r: [7e6, 0, 0], v: [0, 6000, 5900] }, t, GM_EARTH).state
    expect(Math.abs(r[2])).toBeLessThan(TRUE_NODE_M)
  }
  const rising = solve({ end: 30_000, followed: [{ ...node, direction: 1 }] })
  expect(rising.crossings.map(({ t }) => t)).toEqual(all.crossings.filter((_c, k) => k % 2 === 1).map(({ t }) => t))
  const stopped = solve({ end: 30_000, followed: [{ ...node, direction: 1, terminal: true }] })
  expect(stopped.end).toBe(rising.crossings[0]!.t)
  expect(stopped.crossings.length).toBe(1)
  expect(() => stopped.at(stopped.end + 1)).toThrow(RangeError)
  // The way back finds them in the opposite order.
  const back = solve({ start: 30_000, end: 0, y: all.y, followed: [node] })
  back.crossings
    .map(({ t }) => t)
    .filter((t) => t > 1)
    .reverse()
    .forEach((t, k) => {
      expect(Math.abs(t - all.crossings[k]!.t)).toBeLessThan(CROSSING_S)
    })
})

test('integrate() is exact on polynomials of order 8 in one step, and observes the largest step', () => {
  const power: Derivative = (t, _y, out) => out.set([8 * t ** 7])
  const options = { derivative: power, start: 0, y: [0], relativeTolerance: 1e-3, absoluteTolerance: 1e9, firstStep: 2 }
  expect(Math.abs(solve({ ...options, end: 2 }).y[0]! / 256 - 1)).toBeLessThan(POLYNOMIAL_RELATIVE)
  expect(solve({ ...options, end: 2, maxStep: 0.1 }).steps).toBeGreaterThanOrEqual(20)
})

test('integrate() reports why it stopped early', () => {
  const problem = {
    derivative: kepler,
    start: 0,
    end: 1e5,
    y: START,
    relativeTolerance: 1e-12,
    absoluteTolerance: 1e-9,
  }
  expect(integrate({ ...problem, maxSteps: 5 })).toMatchObject({ ok: false, reason: 'too-many-steps' })
  const wall: Derivative = (_t, y, out) => out.set([y[0]! ** 2])
  const blowUp = integrate({ ...problem, derivative: wall, y: [1], end: 2 })
  // From 1 at 0 the solution is 1 / (1 − t): the steps shrink towards 1 until they are below the rounding of the time.
  expect(blowUp).toMatchObject({ ok: false, reason: 'step-too-small' })
  expect(blowUp.ok ? Number.NaN : blowUp.t).toBeCloseTo(1, POLE_DIGITS)
  const hole: Derivative = (t, _y, out) => out.set([Math.sqrt(1 - t)])
  expect(integrate({ ...problem, derivative: hole, y: [1], end: 2 }).ok).toBe(false)
})
