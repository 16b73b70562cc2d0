import { expect, test } from 'vitest'
import { alfanoCase } from '../conjunction/testing/published-case.ts'
import { IS_WHOLE } from '../testing/test-size.ts'
import { norm, scale } from '../vec3.ts'
import { type Dynamics, TWO_BODY } from './dynamics.ts'
import { type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import { assessGiven, confirm, planAssessed } from './plan-assessed.ts'
import { MARGIN, trialOf } from './plan-impulse.ts'
import { crossingCircles, missFor, probabilityAt, RATE } from './testing/crossing-circles.ts'

/** The closed form leaves out the size of the disc, R²/8σ² of itself, and the bend of the displacement. */
const CLOSED_FORM = 3e-3
/** A probability is e^(−m²/2σ²): its error is ten times that of the miss. */
const PROBABILITY = 0.02
/** A component is rounded to 1e-7 m/s, each time. */
const GROWTHS = 1e-3
/** Curved orbits and straight lines agree for an encounter of a tenth of a second. */
const CURVED = 2e-3
/** A component of 1e-7 m/s turns a burn of 5 cm/s by 2e-6, of which the cosine has half the square: 2e-12. */
const DIRECTION_DIGITS = 11
/** Of the event without a burn at least. */
const UNBURNT = 1e-3
/** What a burn that is too weak may leave. */
const ACCEPTED = 3e-5

const burnS = -Math.PI / RATE
const target = { kind: 'probability', probability: 1e-5 } as const

/**
 * Half a revolution before the crossing, 1 m/s moves the primary by 4/n outwards and −3π/n along the track, or by −4/n along the track
 * (Clohessy and Wiltshire), of which the plane sees the first, and the second over √2. The longest axis of this map:
 */
const LONGEST = (() => {
  const [xx, xy, yy] = [16, (-12 * Math.PI) / Math.SQRT2, 4.5 * Math.PI ** 2 + 8]
  return Math.sqrt((xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy)) / RATE
})()

test('planAssessed() asks for the miss that has the probability, along the direction that moves most', () => {
  const plan = planAssessed(crossingCircles(), { burnS, target })
  expect(plan.meetsTarget).toBe(true)
  expect(Math.abs(plan.deltaVMps / (missFor(1e-5) / LONGEST) - 1)).toBeLessThan(CLOSED_FORM)
  expect(Math.abs(plan.after.missDistanceM / missFor(1e-5) - 1)).toBeLessThan(CLOSED_FORM)
  expect(Math.abs(plan.confirmedProbability! / 1e-5 - 1)).toBeLessThan(PROBABILITY)
  expect(plan.coldProbability).toBeNull()
})

test('an event assessed along curved orbits is confirmed by that method', () => {
  const model = crossingCircles({ size: 6 })
  const plan = planAssessed(model, { burnS, target, method: 'hall-3d' })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.confirmedProbability!).toBeLessThanOrEqual(MARGIN * target.probability)
  const planar = confirm(plan.after, model, 'circle-2d')!
  expect(Math.abs(plan.confirmedProbability! / planar - 1)).toBeLessThan(CURVED)
  // What was confirmed is the encounter after the burn, not the one before it.
  expect(confirm(model.after({ state: model.encounter.primary }), model, 'hall-3d')!).toBeGreaterThan(UNBURNT)
})

test('confirm() has no planar value where there is no plane', () => {
  const model = crossingCircles()
  const after = model.after({ state: model.encounter.primary })
  expect(confirm({ ...after, planar: null }, model, 'circle-2d')).toBeNull()
})

test('a burn grows until the one that is 3σ too weak stays below what is accepted (rule F1), and no further', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 } }
  const plain = planAssessed(crossingCircles(), options)
  expect(plain.coldProbability).toBeNull()
  // A burn of 0.7 of its size moves by 0.7 of the way.
  const coldOf = (missM: number) => probabilityAt(0.7 * missM)
  const missOf = ({ after }: typeof plain) => Math.hypot(after.planar!.miss.xM, after.planar!.miss.yM)
  expect(coldOf(missOf(plain))).toBeGreaterThan(ACCEPTED)
  const held = planAssessed(crossingCircles(), { ...options, acceptedProbability: ACCEPTED })
  expect(held.meetsTarget).toBe(true)
  expect([plain.largerFor, held.largerFor]).toEqual([null, 'weak-burn'])
  expect(held.coldProbability!).toBeLessThan(ACCEPTED)
  expect(Math.abs(held.coldProbability! / coldOf(missOf(held)) - 1)).toBeLessThan(PROBABILITY)
  // With the error of the burn in its covariance, as a screening has it, the weak burn is below it, too; a step before it one of both is not.
  const wideOf = ({ deltaV }: typeof plain, by: number) => {
    const trial = trialOf(crossingCircles(), options)
    return confirm(trial.attempt(scale(deltaV, 0.7 * by)).after, crossingCircles(), 'circle-2d')!
  }
  expect(wideOf(held, 1)).toBeLessThan(ACCEPTED)
  expect(Math.max(coldOf(missOf(held) / 1.02), wideOf(held, 1 / 1.02))).toBeGreaterThan(ACCEPTED * (1 - PROBABILITY))
  // It grows by 2 % at a time.
  const growths = Math.log(held.deltaVMps / plain.deltaVMps) / Math.log(1.02)
  expect(growths).toBeGreaterThan(0.5)
  expect(Math.abs(growths - Math.round(growths))).toBeLessThan(GROWTHS)
  // The direction is kept.
  const cosine = held.deltaVRtnMps.reduce((sum, value, k) => sum + value * plain.deltaVRtnMps[k]!, 0)
  expect(cosine / (norm(held.deltaVRtnMps) * norm(plain.deltaVRtnMps))).toBeCloseTo(1, DIRECTION_DIGITS)
})

test('a burn that may not grow enough does not meet its target, and says which limit binds', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 } }
  const plain = planAssessed(crossingCircles(), options)
  const held = planAssessed(crossingCircles(), {
    ...options,
    acceptedProbability: ACCEPTED,
    maxDeltaVMps: 1.01 * plain.deltaVMps,
  })
  expect(held.meetsTarget).toBe(false)
  expect(held.limit).toBe('delta-v')
  expect(held.coldProbability!).toBeGreaterThan(ACCEPTED)
})

test('a miss distance is asked of the miss alone', () => {
  const plan = planAssessed(crossingCircles(), { burnS, target: { kind: 'miss', missM: 500 } })
  expect(plan.meetsTarget).toBe(true)
  expect(Math.abs(plan.deltaVMps / (500 / LONGEST) - 1)).toBeLessThan(CLOSED_FORM)
})

test('a burn whose error grows with it as fast as it does is too weak however large it is, and says so', () => {
  // 3σ of 40 % leave nothing of a burn.
  const executionError = { magnitude: 0.4, pointingRad: 0 }
  const plan = planAssessed(crossingCircles(), { burnS, target, executionError, acceptedProbability: ACCEPTED })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'execution-error' })
  // It is the largest that was tried.
  expect(plan.deltaVMps).toBeGreaterThan(planAssessed(crossingCircles(), { burnS, target, executionError }).deltaVMps)
  expect(plan.coldProbability!).toBeGreaterThan(UNBURNT)
})

/** Kepler's motion that counts how often the satellite is flown. */
function countedMotion() {
  let flights = 0
  const { name, kicks, carry, hasCheapKicks } = TWO_BODY
  const dynamics: Dynamics = {
    name,
    kicks,
    carry,
    hasCheapKicks,
    fly: (state, leg, who) => {
      flights += 1
      return TWO_BODY.fly(state, leg, who)
    },
  }
  return { dynamics, flights: () => flights }
}

/** Flights of a plan by a method, as a multiple of those of the disc. */
function effortOf(number: number, lead: number) {
  const wanted = { kind: 'probability', probability: 3e-6 } as const
  const flown = (['circle-2d', 'hall-3d'] as const).map((method) => {
    const { dynamics, flights } = countedMotion()
    const model = makeEncounterModel(alfanoCase(number), dynamics)
    const plan = planAssessed(model, { burnS: -lead * model.periodS, target: wanted, method })
    return { plan, flights: flights() }
  })
  const [disc, curved] = flown
  return { plan: curved!.plan, effort: curved!.flights / disc!.flights, wanted: wanted.probability }
}

// Alfano, AAS 09-233 (2009), case 6: half a revolution ahead the probability along curved orbits stays at 4e-3 whatever the plane says; 2.5 revolutions
// ahead it has no value. An engine without a limit would not help.
test.each([...(IS_WHOLE ? [{ lead: 0.5, most: 20 }] : []), { lead: 2.5, most: 20 }])(
  'a plan ends where the method falls no further or has no value, and says so: case 6 at $lead',
  ({ lead, most }) => {
    const { plan, effort, wanted } = effortOf(6, lead)
    expect(plan).toMatchObject({ meetsTarget: false, limit: 'method' })
    expect(plan.confirmedProbability ?? Infinity).toBeGreaterThan(100 * wanted)
    expect(effort).toBeLessThanOrEqual(most)
  },
)

// Cases 1 and 8: the probability jumps over the target, so that no plan comes nearer.
test.each([...(IS_WHOLE ? [{ number: 1, lead: 2.5, most: 4 }] : []), { number: 8, lead: 0.5, most: 12 }])(
  'the search ends where its plan stays as it is: case $number at $lead',
  ({ number, lead, most }) => {
    const { plan, effort, wanted } = effortOf(number, lead)
    expect(plan).toMatchObject({ meetsTarget: true, limit: null })
    expect(plan.confirmedProbability!).toBeLessThanOrEqual(MARGIN * wanted)
    expect(effort).toBeLessThan(most)
  },
)

test('a burn that the engine cannot make smaller says that this is why it leaves so little (F2)', () => {
  const least = planAssessed(crossingCircles(), { burnS, target }).deltaVMps
  const twice = planAssessed(crossingCircles(), { burnS, target, minDeltaVMps: 2 * least })
  expect(twice.meetsTarget).toBe(true)
  expect(Math.abs(twice.deltaVMps / (2 * least) - 1)).toBeLessThan(GROWTHS)
  expect(twice.largerFor).toBe('smallest-burn')
  // At hardly more than is needed there is nothing to explain.
  expect(planAssessed(crossingCircles(), { burnS, target, minDeltaVMps: 1.001 * least }).largerFor).toBeNull()
})

test('a burn that may not grow until its cold case holds says that Δv limits it', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 }, acceptedProbability: ACCEPTED }
  const held = planAssessed(crossingCircles(), options)
  // 2 % at a time, 3 % short of what its cold case asks for.
  const stopped = planAssessed(crossingCircles(), { ...options, maxDeltaVMps: held.deltaVMps / 1.03 })
  expect(stopped.meetsTarget).toBe(false)
  expect(stopped.limit).toBe('delta-v')
})

test('a target above what is accepted is not what a burn is made for: it grows until its weak case is accepted, and says why (F2)', () => {
  const raised = { kind: 'probability', probability: 2 * ACCEPTED } as const
  const executionError = { magnitude: 0.1, pointingRad: 0 }
  const plan = planAssessed(crossingCircles(), {
    burnS,
    target: raised,
    executionError,
    acceptedProbability: ACCEPTED,
  })
  expect(plan).toMatchObject({ meetsTarget: true, largerFor: 'accepted-probability' })
  // As planned it leaves less than is accepted, too, and not only than its target.
  expect(plan.probability!).toBeLessThan(ACCEPTED)
  expect(plan.coldProbability!).toBeLessThan(ACCEPTED)
  // Nothing is said of what is accepted where no error counts.
  expect(planAssessed(crossingCircles(), { burnS, target: raised }).largerFor).toBeNull()
})

/** An encounter that has no plane, and so no value, with the error of a burn in its covariance and a miss between two, m. */
function withoutValueFrom(fromM: number, toM: number): EncounterModel {
  const model = crossingCircles()
  const after: EncounterModel['after'] = (arrival) => {
    const left = model.after(arrival)
    const isUnknown = arrival.added !== undefined && left.missDistanceM > fromM && left.missDistanceM < toM
    return isUnknown ? { ...left, planar: null } : left
  }
  return { ...model, after }
}

// A probability that nobody has is none below what is accepted (rule F1).
test('a weak burn of which nothing is known with its error is not held: it grows until it is known', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 }, acceptedProbability: ACCEPTED }
  const held = planAssessed(crossingCircles(), options)
  // A burn of 0.7 of its size moves by 0.7 of the way.
  const weakM = 0.7 * held.after.missDistanceM
  const knownFromM = 1.015 * weakM
  const unknown = withoutValueFrom(0.99 * weakM, knownFromM)
  const grown = planAssessed(unknown, options)
  expect(grown).toMatchObject({ meetsTarget: true, largerFor: 'weak-burn' })
  expect(0.7 * grown.after.missDistanceM).toBeGreaterThan(knownFromM * (1 - CLOSED_FORM))
  // As it is, or with no engine for more, it does not hold, and says that a method is wanting.
  const given = assessGiven(unknown, options, held.deltaVRtnMps)
  expect(given).toMatchObject({ meetsTarget: false, limit: 'method' })
  expect(given.coldProbability!).toBeLessThan(ACCEPTED)
  expect(assessGiven(crossingCircles(), options, held.deltaVRtnMps).meetsTarget).toBe(true)
  expect(planAssessed(unknown, { ...options, maxDeltaVMps: held.deltaVMps }).meetsTarget).toBe(false)
})
