import { expect, test } from 'vitest'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, type Vec3 } from '../vec3.ts'
import { flyToTarget } from './plan-to-target.ts'
import { moveForward, plannedBurnOf, wholeRevolutions } from './planned-burn.ts'
import { crossingCircles, RATE } from './testing/crossing-circles.ts'

const TCA: Epoch = parseTime('2026-11-24T12:00:00')
/** EME2000 differs from GCRF by a hundredth of an arc second; for a burn of some cm/s this is less than a thousandth of a mm/s. */
const BIAS_MPS = 1e-6
/** Clohessy and Wiltshire neglect the square of the displacement: for 1 km on an orbit of 7 000 km some thousandths, over days a hundredth. */
const LINEAR_SHARE = 0.01

/** Decimals of seconds, which are microseconds, and of m/s, which are limited by rounding. */
const DIGITS = { seconds: 6, deltaV: 12 }

const model = crossingCircles()
const { periodS } = model
/** The burn is planned along the track, a third of a revolution after TCA. */
const PLANNED_S = 0.37 * periodS
const SIZE_MPS = 0.02
const along: Vec3 = [0, SIZE_MPS, 0]

/** Returns the distance of objects that would meet, after that burn at a lead time, by the equations of Clohessy and Wiltshire. */
function missOf(leadS: number): number {
  const turned = RATE * leadS
  const radial = (2 * (1 - Math.cos(turned)) * SIZE_MPS) / RATE
  const ahead = ((4 * Math.sin(turned) - 3 * turned) * SIZE_MPS) / RATE
  return Math.hypot(radial, ahead / Math.SQRT2)
}

const distance = { ofSatelliteM: 0, meetsAgain: false }
const moved = (missM: number, window: Parameters<typeof moveForward>[1]['window']) =>
  moveForward(model, { plannedS: PLANNED_S, window }, (burnS) =>
    flyToTarget(model, { burnS, target: { kind: 'miss', missM } }, { ...distance, deltaVRtnMps: along }),
  )
const WEEK = { fromS: -100 * periodS, toS: -0.1 * periodS }

test('a planned burn is moved earlier by the smallest number of whole revolutions that reaches the target, in agreement with the closed form', () => {
  for (const missM of [500, 2_000, 5_000]) {
    const turns = Array.from({ length: 100 }, (_, k) => k + 1)
    const fewest = turns.find((k) => k * periodS > PLANNED_S && missOf(k * periodS - PLANNED_S) >= missM)!
    // The closed form is clear: one revolution less has a clearly smaller distance.
    expect(missOf((fewest - 1) * periodS - PLANNED_S)).toBeLessThan(missM * (1 - LINEAR_SHARE))
    const plan = moved(missM, WEEK)!
    expect(plan).toMatchObject({ meetsTarget: true, limit: null, largerFor: null, deltaVRtnMps: along })
    expect(wholeRevolutions({ plannedS: PLANNED_S, burnS: plan.burnS }, periodS)).toBe(fewest)
    expect(Math.abs(plan.after.missDistanceM / missOf(-plan.burnS) - 1)).toBeLessThan(LINEAR_SHARE)
  }
})

test('between whole revolutions the burn is moved to the latest time that reaches the target, outside blackouts', () => {
  // The window is so short that it contains no whole revolution.
  const window = { fromS: -0.6 * periodS, toS: -0.1 * periodS }
  const plan = moved(60, window)!
  expect(plan.meetsTarget).toBe(true)
  expect(wholeRevolutions({ plannedS: PLANNED_S, burnS: plan.burnS }, periodS)).toBeNull()
  // A sample later, the burn does not reach the target.
  expect(missOf(-plan.burnS - periodS / 24)).toBeLessThan(60)
  const [wholeS] = [PLANNED_S - 3 * periodS]
  const shut = { ...WEEK, blackouts: [{ fromS: wholeS - 60, toS: -0.1 * periodS }] }
  expect(moved(60, shut)!.burnS).toBeCloseTo(wholeS - periodS, DIGITS.seconds)
  expect(moved(60, { ...WEEK, blackouts: [{ fromS: WEEK.fromS, toS: 0 }] })).toBeNull()
})

test('a burn that reaches the target at no time is shown at its best time, and is not called sufficient (F2)', () => {
  const window = { fromS: -3.9 * periodS, toS: -0.1 * periodS }
  const plan = moved(50_000, window)!
  expect([plan.meetsTarget, plan.limit]).toEqual([false, 'delta-v'])
  const reached = Array.from({ length: 92 }, (_, k) => missOf(0.1 * periodS + (k * periodS) / 24))
  expect(plan.after.missDistanceM).toBeGreaterThan(Math.max(...reached) * (1 - LINEAR_SHARE))
})

test('a burn is not sufficient if its weak case (3σ) is above the accepted probability (F1)', () => {
  // A distance of 898 m has a probability of 3e-7, and a distance 30 % smaller has 9e-6.
  const burnS = PLANNED_S - 4 * periodS
  const target = { kind: 'probability', probability: 1e-6 } as const
  const executionError = { magnitude: 0.1, pointingRad: 0 }
  const fly = (acceptedProbability: number) =>
    flyToTarget(model, { burnS, target, acceptedProbability, executionError }, { ...distance, deltaVRtnMps: along })
  expect(fly(5e-5)).toMatchObject({ meetsTarget: true, deltaVRtnMps: along })
  expect(fly(5e-6).meetsTarget).toBe(false)
  expect(fly(5e-6).confirmedProbability).toBeLessThan(target.probability)
})

test('the axes of an announced burn are taken at its ignition: inertial axes are converted to R, T, N there', () => {
  const turned = RATE * PLANNED_S
  const vector: Vec3 = [-SIZE_MPS * Math.sin(turned), SIZE_MPS * Math.cos(turned), 0]
  const ignition = addSeconds(TCA, PLANNED_S)
  const inertial = plannedBurnOf(model, TCA, { ignition, frame: 'EME2000', vector })
  expect(inertial.plannedS).toBeCloseTo(PLANNED_S, DIGITS.seconds)
  expect(norm(inertial.deltaVRtnMps.map((part, k) => part - along[k]!) as [number, number, number])).toBeLessThan(
    BIAS_MPS,
  )
  expect(plannedBurnOf(model, TCA, { ignition, frame: 'RSW', vector: along }).deltaVRtnMps[1]).toBeCloseTo(
    SIZE_MPS,
    DIGITS.deltaV,
  )
  expect(() => plannedBurnOf(model, TCA, { ignition, frame: 'MOON', vector })).toThrow(RangeError)
})
