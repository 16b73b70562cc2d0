import { expect, test } from 'vitest'
import { covarianceFromRtn } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { dragForce } from '../dynamics/drag.ts'
import type { Force } from '../dynamics/force.ts'
import { pointMassForce } from '../dynamics/gravity.ts'
import type { Mat3 } from '../mat3.ts'
import { buildMatrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody } from '../orbit/two-body.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, norm, scale, type Vec3 } from '../vec3.ts'
import { type DragMapOptions, dragMap } from './drag-map.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { judgeDrag } from './plan-drag.ts'

/**
 * The two propagations of a plan and the map's polynomial differ by decimetres; with sigmas of 100 m this changes a probability by some
 * thousandths.
 */
const OF_PLAN_RELATIVE = 0.01
const OF_PLAN_M = 1
/** The closed form neglects that the orbit shrinks and that its speed increases: both are of the order of Δa/a. */
const CLOSED_FORM_RELATIVE = 1e-3
/** A propagation with another end has other steps. */
const OTHER_END_DIGITS = 10
/** A probability below this is irrelevant, and its last digits depend on a far tail. */
const FLOOR = 1e-12

const TCA = parseTime('2026-11-20T09:30:00')
const HOUR_S = 3600
const RADIUS_M = 6_878_137
const SPEED = Math.sqrt(GM_EARTH / RADIUS_M)
const AXES: Mat3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const OWN: CartesianState = { r: [RADIUS_M, 0, 0], v: [0, SPEED, 0] }

const with3 = (state: CartesianState, sigmas: Vec3) => ({
  ...state,
  covariance: covarianceFromRtn(
    state,
    buildMatrix(3, 3, (i, j) => (i === j ? (sigmas[i as 0 | 1 | 2] ?? 0) ** 2 : 0)),
  ),
})

/** Returns an object that crosses the path of a craft slightly ahead of it. */
function crossing(own: CartesianState, aheadM: number) {
  const along = scale(own.v, 1 / norm(own.v))
  const up = scale(own.r, 1 / norm(own.r))
  const r = add(own.r, add(scale(along, aheadM), scale(up, 20)))
  const other: CartesianState = { r, v: add(scale(own.v, 0.2), [0, 0, 0.97 * SPEED]) }
  const encounter = { primary: with3(own, [10, 100, 10]), secondary: with3(other, [20, 150, 20]), radiusM: 5 }
  return makeEncounterModel(encounter, TWO_BODY)
}

const USUAL = (2.2 / 4) * 0.01
const forces = (area: number): readonly Force[] => [
  pointMassForce(GM_EARTH),
  dragForce({
    cd: 1,
    area,
    density: ({ rEarthFixed }) => 5.2e-13 * Math.exp(-(norm(rEarthFixed) - RADIUS_M) / 63_800),
    toEarthFixed: () => AXES,
    airRateRadPerS: 0,
  }),
]
const craft = { usualM2PerKg: USUAL, leastM2PerKg: 0.5 * USUAL, mostM2PerKg: 3 * USUAL }
const HELD = [0.5, 0.8, 1, 1.5, 2.2, 3].map((ratio) => ratio * USUAL)
const startsAt = (...hours: readonly (readonly [beforeH: number, holdH: number])[]): DragMapOptions['starts'] =>
  hours.map(([beforeH, holdH]) => ({ startS: -beforeH * HOUR_S, holdS: holdH * HOUR_S, densitySigma: 0.25 }))
const options: DragMapOptions = {
  origin: TCA,
  craft,
  forces,
  starts: startsAt([48, 48], [30, 12], [12, 12]),
  heldM2PerKg: HELD,
}
const own = { model: crossing(OWN, 60), laterS: 0, pair: 'own' }

test('each cell of dragMap() agrees with a plan with that area, start and time', () => {
  const map = dragMap([own], options)
  for (const [column, { startS, holdS, densitySigma }] of options.starts.entries()) {
    for (const [row, heldM2PerKg] of HELD.entries()) {
      const target = { kind: 'probability' as const, probability: 1e-6 }
      const asked = { origin: TCA, craft, forces, startS, target, densitySigma }
      const plan = judgeDrag(own.model, asked, { holdS, heldM2PerKg })
      const about = `${heldM2PerKg / USUAL} from ${startS} s`
      const apart = (cell: number | undefined, value: number | null) =>
        Math.abs((cell ?? Number.NaN) - (value ?? Number.NaN)) / Math.max(value ?? 0, FLOOR)
      expect(apart(map.probability[row]![column], plan.probability), about).toBeLessThan(OF_PLAN_RELATIVE)
      expect(apart(map.worst[row]![column], plan.worstProbability), about).toBeLessThan(OF_PLAN_RELATIVE)
      expect(Math.abs(map.missM[row]![column]! - plan.after.missDistanceM), about).toBeLessThan(OF_PLAN_M)
      // At TCA the craft moves along +y.
      expect(Math.abs(map.alongTrackM[row]![column]! - plan.displacementM[1]), about).toBeLessThan(OF_PLAN_M)
    }
  }
})

test('under constant drag, dragMap() moves the craft along its track as the closed form predicts, with the drift −3/2 n Δa', () => {
  // The same deceleration f everywhere against the velocity: Δa = −2 f t/n. The drift −3/2 n Δa adds up to 3/2 f t² along the track, minus 4
  // f/n² (1 − cos nt) for a start on a circle (Clohessy and Wiltshire 1960, with constant thrust).
  const brake = 1e-4
  const constant = (area: number): readonly Force[] => [
    pointMassForce(GM_EARTH),
    ({ v }) => scale(v, -(brake * area) / norm(v)),
  ]
  const quiet = { usualM2PerKg: 0, leastM2PerKg: 0, mostM2PerKg: 2 * USUAL }
  const starts = startsAt([24, 24], [12, 12], [6, 6])
  const map = dragMap([own], { ...options, craft: quiet, forces: constant, starts, heldM2PerKg: [USUAL, 2 * USUAL] })
  const n = SPEED / RADIUS_M
  for (const [column, { holdS: t }] of starts.entries()) {
    for (const [row, area] of [USUAL, 2 * USUAL].entries()) {
      const f = brake * area
      const aheadM = 1.5 * f * t * t - (4 * f * (1 - Math.cos(n * t))) / (n * n)
      expect(Math.abs(map.alongTrackM[row]![column]! / aheadM - 1)).toBeLessThan(CLOSED_FORM_RELATIVE)
    }
  }
})

test("other events count with the craft's position at their time; an event before the start does not change", () => {
  const at = (hours: number, aheadM: number, pair: string) => {
    const laterS = hours * HOUR_S
    return { model: crossing(flyTwoBody(OWN, laterS, GM_EARTH), aheadM), laterS, pair }
  }
  const [before, after, again] = [at(-40, 30, 'before'), at(6, 150, 'after'), at(8, 160, 'after')]
  const asked = { ...options, starts: startsAt([24, 24]) }
  const map = dragMap([own, before, after, again], asked)
  const alone = (event: typeof before) => dragMap([own, event], asked).others.map(([cell]) => cell!)
  const still = dragMap([{ ...before, laterS: 0 }], { ...asked, heldM2PerKg: [USUAL] }).probability[0]![0]!
  // Before the start a change has no effect.
  expect(new Set(alone(before))).toEqual(new Set([still]))
  const [first, second] = [alone(after), alone(again)]
  expect(new Set(first).size).toBe(HELD.length)
  for (const row of HELD.keys()) {
    // Two events with one object count as their sum, and objects are independent of each other.
    const others = 1 - (1 - still) * (1 - Math.min(1, first[row]! + second[row]!))
    expect(map.others[row]![0]).toBeCloseTo(others, OTHER_END_DIGITS)
    expect(map.total[row]![0]).toBeCloseTo(1 - (1 - others) * (1 - map.probability[row]![0]!), OTHER_END_DIGITS)
    const all = [still, first[row]!, second[row]!]
    expect(map.worstOther[row]![0]).toBe(all.indexOf(Math.max(...all)))
  }
})

test('dragMap() refuses a start at the closest approach, and a craft with only one area', () => {
  expect(() => dragMap([own], { ...options, starts: startsAt([0, 0]) })).toThrow(/avoids nothing/)
  const fixed = { usualM2PerKg: USUAL, leastM2PerKg: USUAL, mostM2PerKg: USUAL }
  expect(() => dragMap([own], { ...options, craft: fixed })).toThrow(/one area/)
})
