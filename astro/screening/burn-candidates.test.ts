import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { makeEphemeris } from '../ephemeris/ephemeris.ts'
import { type KeplerianElements, toCartesian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { fromPublished, UNSAID } from '../sgp4/element-set.ts'
import { elementsOf } from '../sgp4/elements-of-model.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type CandidateBurn, makeBurnCandidates } from './burn-candidates.ts'
import { motionAt } from './flight.ts'
import type { ScreeningObject } from './screening-object.ts'

/** The stated accuracy of fitElements. */
const START_M = 1e-3
/** The same in the velocity: a micrometre per second. */
const START_DIGITS = 6
/** The drag term is passed on unchanged and read back from the model: only its last bit is rounded, 7e-21. */
const DRAG_TERM_DIGITS = 19
/**
 * The theory is for a circle and a point mass: the orbit has e = 0.001, whose effect is up to six times as large, and J2 adds
 * 1e-3.
 */
const LINEAR_THEORY_SHARE = 0.008
/** The same fraction of the displacement by the burn, which is 460 m or more before it returns to zero. */
const LINEAR_THEORY_M = 3
/**
 * J2 changes the effect of a burn by some thousandths, and SGP4's velocity is the derivative of its position only to first order.
 */
const SHIFTED_SHARE = 0.01
/** Drag moves the object by 200 m in a day; the later set has an error of at most 0.6 % of that (fitElements). */
const DRAG_LEFT_M = 2

const START = parseTime('2026-03-01T05:00:00')
const BSTAR = 5e-5
const elements = fromPublished({
  ...UNSAID,
  noradId: 99_999,
  epoch: addSeconds(START, -40_000),
  meanMotionRevPerDay: 14.9,
  eccentricity: 3e-4,
  inclinationDeg: 97.6,
  raanDeg: 30,
  argPeriapsisDeg: 70,
  meanAnomalyDeg: 200,
  bstar: BSTAR,
})
const primary: ScreeningObject = { id: '99999', flight: { kind: 'elements', model: initSgp4(elements) }, set: 2 }
const RATE = elements.meanMotionRadPerS

function stateAt(object: ScreeningObject, seconds: number) {
  const state = motionAt(object, START)(seconds)
  if (!state.ok) throw new Error(`${object.id}: ${state.reason}`)
  return state
}

/** Returns the position of an object relative to another: radially outward, along the track and along the orbit normal. */
function inRtn(object: ScreeningObject, of: ScreeningObject, seconds: number): Vec3 {
  const [{ r }, chief] = [stateAt(object, seconds), stateAt(of, seconds)]
  const outward = scale(chief.r, 1 / norm(chief.r))
  const h = cross(chief.r, chief.v)
  const normal = scale(h, 1 / norm(h))
  const d = subtract(r, chief.r)
  return [dot(d, outward), dot(d, cross(normal, outward)), dot(d, normal)]
}

test('the motion from makeBurnCandidates() after each burn agrees with Clohessy and Wiltshire', () => {
  const burns: CandidateBurn[] = [
    { atS: 3600, dvRtnMps: [0.5, 0, 0] },
    { atS: 3600, dvRtnMps: [0, 0.5, 0] },
    { atS: 3600, dvRtnMps: [0, 0, 0.5] },
  ]
  const { candidates, refused } = makeBurnCandidates({ primary, start: START, burns, group: 1 })
  expect(refused).toEqual([])
  for (const turns of [0, 0.25, 0.5, 0.8, 1]) {
    const angle = 2 * Math.PI * turns
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    const unit = 0.5 / RATE
    const expected: Vec3[] = [
      [unit * sin, 2 * unit * (cos - 1), 0],
      [2 * unit * (1 - cos), unit * (4 * sin - 3 * angle), 0],
      [0, 0, unit * sin],
    ]
    candidates.forEach((candidate, k) => {
      const found = inRtn(candidate, primary, 3600 + angle / RATE)
      const limitM = LINEAR_THEORY_M + LINEAR_THEORY_SHARE * norm(expected[k]!)
      expect(norm(subtract(found, expected[k]!))).toBeLessThan(limitM)
    })
  }
})

test('makeBurnCandidates() starts from the state of the primary with the impulse', () => {
  const burn: CandidateBurn = { atS: 7200.5, dvRtnMps: [0.02, -0.1, 0.03] }
  const [candidate] = makeBurnCandidates({ primary, start: START, burns: [burn], group: 3 }).candidates
  const [before, after] = [stateAt(primary, burn.atS), stateAt(candidate!, burn.atS)]
  expect(norm(subtract(after.r, before.r))).toBeLessThan(START_M)
  expect(norm(subtract(after.v, before.v))).toBeCloseTo(Math.hypot(0.02, 0.1, 0.03), START_DIGITS)
  // Only the component of the impulse along the velocity changes the energy.
  expect(dot(subtract(after.v, before.v), scale(before.r, 1 / norm(before.r)))).toBeCloseTo(0.02, START_DIGITS)
  expect(candidate).toMatchObject({ id: '99999 +7200.5s R0.02 T-0.1 N0.03', group: 3, set: 2, fromS: 7200.5 })
  expect(motionAt(candidate!, START)(7200)).toEqual({ ok: false, reason: 'not-yet-flying' })
})

test('makeBurnCandidates() of a zero impulse is the primary, with its drag', () => {
  const burns = [{ atS: 20_000, dvRtnMps: [0, 0, 0] as Vec3 }]
  const [same] = makeBurnCandidates({ primary, start: START, burns, group: 1 }).candidates
  expect(same!.flight.kind === 'elements' && elementsOf(same!.flight.model).bstar).toBeCloseTo(BSTAR, DRAG_TERM_DIGITS)
  // Drag moves the object by 200 m in a day; the later set has an error of at most 0.6 % of that (fitElements).
  expect(norm(inRtn(same!, primary, 20_000 + 86_400))).toBeLessThan(DRAG_LEFT_M)
})

test('makeBurnCandidates() puts the primary into the group of its candidates, and refuses group 0', () => {
  const burns = [{ atS: 0, dvRtnMps: [0, 0.01, 0] as Vec3 }]
  const plan = { primary: { ...primary, untilS: 90_000 }, start: START, burns, group: 7, set: 5 }
  const { primary: grouped, candidates } = makeBurnCandidates(plan)
  expect(grouped).toEqual({ ...primary, untilS: 90_000, group: 7 })
  expect(candidates).toMatchObject([{ group: 7, set: 5, untilS: 90_000 }])
  for (const group of [0, -1, 1.5]) expect(() => makeBurnCandidates({ ...plan, group })).toThrow('group')
})

const low: KeplerianElements = {
  semiMajorAxisM: 6_900_000,
  eccentricity: 0.001,
  incRad: 0.9,
  raanRad: 1,
  argPeriapsisRad: 2,
  trueAnomalyRad: 0,
}
const flown = toCartesian(low, GM_EARTH)
const statesFrom = (from: number, minutes: number, state = flown) =>
  Array.from({ length: minutes + 1 }, (_, k) => {
    const seconds = from + 60 * k
    return { epoch: addSeconds(START, seconds), ...propagateTwoBody(state, seconds, GM_EARTH).state }
  })
const operatedBy = (...segments: readonly ReturnType<typeof statesFrom>[]): ScreeningObject => ({
  id: 'OPS-1',
  flight: { kind: 'ephemeris', ephemeris: makeEphemeris(segments.map((states) => ({ frame: 'TEME', states }))) },
})

test("makeBurnCandidates() of an ephemeris follows the ephemeris's own dynamics after the burn", () => {
  // The states are those of motion about a point mass, unlike SGP4's model: elements from a single state would be wrong by 100 km
  // after three hours.
  const primary = operatedBy(statesFrom(0, 240))
  const burns: CandidateBurn[] = [
    { atS: 1234, dvRtnMps: [0, 0.3, 0] },
    { atS: 1234, dvRtnMps: [0.3, 0, 0.3] },
    { atS: 1234, dvRtnMps: [0, 0, 0] },
  ]
  const { candidates } = makeBurnCandidates({ primary, start: START, burns, group: 1 })
  const at = propagateTwoBody(flown, 1234, GM_EARTH).state
  const outward = scale(at.r, 1 / norm(at.r))
  const normal = scale(cross(at.r, at.v), 1 / norm(cross(at.r, at.v)))
  const axes = [outward, cross(normal, outward), normal] as const
  burns.forEach(({ dvRtnMps }, k) => {
    const dv = axes.map((axis, j) => scale(axis, dvRtnMps[j]!)).reduce(add)
    for (const seconds of [1234, 1300, 2000, 4567.8, 10_000, 14_400]) {
      const truth = propagateTwoBody({ r: at.r, v: add(at.v, dv) }, seconds - 1234, GM_EARTH).state
      const unburnt = propagateTwoBody(flown, seconds, GM_EARTH).state
      const found = stateAt(candidates[k]!, seconds)
      const moved = norm(subtract(truth.r, unburnt.r))
      expect(norm(subtract(found.r, truth.r))).toBeLessThan(2 * START_M + SHIFTED_SHARE * moved)
    }
  })
})

test('makeBurnCandidates() of an ephemeris keeps its segments, and ends with it or at the requested time', () => {
  const later = { r: flown.r, v: add(flown.v, scale(flown.v, 1e-4)) }
  const primary = operatedBy(statesFrom(0, 60), statesFrom(3600, 60, later))
  const burnMps = 0.001
  const burns: CandidateBurn[] = [{ atS: 600, dvRtnMps: [0, burnMps, 0] }]
  const candidateOf = (untilS?: number) => {
    const plan = { primary, start: START, burns, group: 1, ...(untilS === undefined ? {} : { untilS }) }
    return makeBurnCandidates(plan).candidates[0]!
  }
  for (const seconds of [600, 3599.9, 3600.1, 7200]) {
    const apart = norm(subtract(stateAt(candidateOf(), seconds).r, stateAt(primary, seconds).r))
    // After the burn the distance grows by three times the burn (Clohessy and Wiltshire). The limit also counts the 10 min before
    // the burn, which allows for the oscillation.
    expect(apart).toBeLessThan(burnMps * 3 * seconds)
  }
  expect(motionAt(candidateOf(), START)(7200.1)).toEqual({ ok: false, reason: 'after-stop' })
  expect(motionAt(candidateOf(5000), START)(5000).ok).toBe(true)
  expect(motionAt(candidateOf(5000), START)(5000.1)).toEqual({ ok: false, reason: 'after-stop' })
})

test('makeBurnCandidates() reports the burns for which there is no candidate', () => {
  const primary = operatedBy(statesFrom(0, 100))
  const burns: CandidateBurn[] = [
    { atS: 1234, dvRtnMps: [0, 1, 0] },
    { atS: 7000, dvRtnMps: [0, 1, 0] },
    { atS: 1234, dvRtnMps: [0, -300, 0] },
    { atS: 1234, dvRtnMps: [0, 4000, 0] },
    { atS: 6000, dvRtnMps: [0, 1, 0] },
  ]
  const { candidates, refused } = makeBurnCandidates({ primary, start: START, burns, group: 1 })
  expect(candidates.map(({ id }) => id)).toEqual(['OPS-1 +1234s R0 T1 N0'])
  expect(refused).toEqual([
    { place: 1, reason: 'after-stop' },
    { place: 2, reason: 'perigee-below-ground' },
    { place: 3, reason: 'not-elliptic' },
    { place: 4, reason: 'after-stop' },
  ])
})
