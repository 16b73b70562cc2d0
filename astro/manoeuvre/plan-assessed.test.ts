import { expect, test } from 'vitest'
import { alfanoCase } from '../conjunction/testing/published-case.ts'
import { IS_WHOLE } from '../testing/test-size.ts'
import { norm, scale } from '../vec3.ts'
import { type Dynamics, TWO_BODY } from './dynamics.ts'
import { type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import { assessGiven, confirm, planAssessed } from './plan-assessed.ts'
import { MARGIN, trialOf } from './plan-impulse.ts'
import { crossingCircles, missFor, probabilityAt, RATE } from './testing/crossing-circles.ts'

/** The closed form neglects the size of the disc, relative R²/8σ², and the curvature of the displacement. */
const CLOSED_FORM = 3e-3
/** A probability is e^(−m²/2σ²): its relative error is ten times that of the miss. */
const PROBABILITY = 0.02
/** Each component is rounded to 1e-7 m/s at every step. */
const GROWTHS = 1e-3
/** Curved orbits and straight lines agree to this for an encounter of a tenth of a second. */
const CURVED = 2e-3
/** Rounding of a component to 1e-7 m/s rotates a burn of 5 cm/s by 2e-6; the cosine changes by half the square: 2e-12. */
const DIRECTION_DIGITS = 11
/** The least probability of the event without a burn. */
const UNBURNT = 1e-3
/** The accepted probability after a burn that is too weak. */
const ACCEPTED = 3e-5

const burnS = -Math.PI / RATE
const target = { kind: 'probability', probability: 1e-5 } as const

/**
 * Half a revolution before the crossing, 1 m/s moves the primary by 4/n outwards and −3π/n along the track, or by −4/n along the track (Clohessy
 * and Wiltshire). In the plane the outward shift appears in full, and the along-track shift divided by √2. The longest axis of this map:
 */
const LONGEST = (() => {
  const [xx, xy, yy] = [16, (-12 * Math.PI) / Math.SQRT2, 4.5 * Math.PI ** 2 + 8]
  return Math.sqrt((xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy)) / RATE
})()

test('planAssessed() aims at the miss with the target probability, along the direction with the largest effect', () => {
  const plan = planAssessed(crossingCircles(), { burnS, target })
  expect(plan.meetsTarget).toBe(true)
  expect(Math.abs(plan.deltaVMps / (missFor(1e-5) / LONGEST) - 1)).toBeLessThan(CLOSED_FORM)
  expect(Math.abs(plan.after.missDistanceM / missFor(1e-5) - 1)).toBeLessThan(CLOSED_FORM)
  expect(Math.abs(plan.confirmedProbability! / 1e-5 - 1)).toBeLessThan(PROBABILITY)
  expect(plan.coldProbability).toBeNull()
})

test('an event assessed along curved orbits is confirmed by the same method', () => {
  const model = crossingCircles({ size: 6 })
  const plan = planAssessed(model, { burnS, target, method: 'hall-3d' })
  expect(plan.meetsTarget).toBe(true)
  expect(plan.confirmedProbability!).toBeLessThanOrEqual(MARGIN * target.probability)
  const planar = confirm(plan.after, model, 'circle-2d')!
  expect(Math.abs(plan.confirmedProbability! / planar - 1)).toBeLessThan(CURVED)
  // The encounter after the burn was confirmed, not the encounter before it.
  expect(confirm(model.after({ state: model.encounter.primary }), model, 'hall-3d')!).toBeGreaterThan(UNBURNT)
})

test('confirm() returns no planar probability if the conjunction plane is undefined', () => {
  const model = crossingCircles()
  const after = model.after({ state: model.encounter.primary })
  expect(confirm({ ...after, planar: null }, model, 'circle-2d')).toBeNull()
})

test('a burn grows until its 3σ weak case is below the accepted probability (rule F1), and not further', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 } }
  const plain = planAssessed(crossingCircles(), options)
  expect(plain.coldProbability).toBeNull()
  // A burn of 0.7 times its size has 0.7 times the displacement.
  const coldOf = (missM: number) => probabilityAt(0.7 * missM)
  const missOf = ({ after }: typeof plain) => Math.hypot(after.planar!.miss.xM, after.planar!.miss.yM)
  expect(coldOf(missOf(plain))).toBeGreaterThan(ACCEPTED)
  const held = planAssessed(crossingCircles(), { ...options, acceptedProbability: ACCEPTED })
  expect(held.meetsTarget).toBe(true)
  expect([plain.largerFor, held.largerFor]).toEqual([null, 'weak-burn'])
  expect(held.coldProbability!).toBeLessThan(ACCEPTED)
  expect(Math.abs(held.coldProbability! / coldOf(missOf(held)) - 1)).toBeLessThan(PROBABILITY)
  // With the burn's error in the covariance, as in a screening, the weak burn is also below the accepted probability; one growth step earlier,
  // at least one of the two values is not.
  const wideOf = ({ deltaV }: typeof plain, by: number) => {
    const trial = trialOf(crossingCircles(), options)
    return confirm(trial.attempt(scale(deltaV, 0.7 * by)).after, crossingCircles(), 'circle-2d')!
  }
  expect(wideOf(held, 1)).toBeLessThan(ACCEPTED)
  expect(Math.max(coldOf(missOf(held) / 1.02), wideOf(held, 1 / 1.02))).toBeGreaterThan(ACCEPTED * (1 - PROBABILITY))
  // The burn grows by 2 % at a time.
  const growths = Math.log(held.deltaVMps / plain.deltaVMps) / Math.log(1.02)
  expect(growths).toBeGreaterThan(0.5)
  expect(Math.abs(growths - Math.round(growths))).toBeLessThan(GROWTHS)
  // The direction does not change.
  const cosine = held.deltaVRtnMps.reduce((sum, value, k) => sum + value * plain.deltaVRtnMps[k]!, 0)
  expect(cosine / (norm(held.deltaVRtnMps) * norm(plain.deltaVRtnMps))).toBeCloseTo(1, DIRECTION_DIGITS)
})

test('a burn whose limit prevents growth does not meet its target, and names the limit', () => {
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

test('a target of distance depends on the miss distance only', () => {
  const plan = planAssessed(crossingCircles(), { burnS, target: { kind: 'miss', missM: 500 } })
  expect(plan.meetsTarget).toBe(true)
  expect(Math.abs(plan.deltaVMps / (500 / LONGEST) - 1)).toBeLessThan(CLOSED_FORM)
})

test('a burn whose error is proportional to it and too large is too weak at any size, and its plan gives this reason', () => {
  // 3σ of 40 % leave nothing of a burn.
  const executionError = { magnitude: 0.4, pointingRad: 0 }
  const plan = planAssessed(crossingCircles(), { burnS, target, executionError, acceptedProbability: ACCEPTED })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'execution-error' })
  // The returned burn is the largest that was tried.
  expect(plan.deltaVMps).toBeGreaterThan(planAssessed(crossingCircles(), { burnS, target, executionError }).deltaVMps)
  expect(plan.coldProbability!).toBeGreaterThan(UNBURNT)
})

/** Kepler's motion that counts the propagations of the primary. */
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

/** Returns the number of propagations for a plan with a method, as a multiple of the number for the disc. */
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

// Alfano, AAS 09-233 (2009), case 6: half a revolution before TCA the probability along curved orbits stays at 4e-3, whatever the planar value
// is; 2.5 revolutions before TCA it has no value. An engine without a limit would not help.
test.each([...(IS_WHOLE ? [{ lead: 0.5, most: 20 }] : []), { lead: 2.5, most: 20 }])(
  "a plan ends if the method's value does not decrease or is undefined, and gives this reason: case 6 at $lead",
  ({ lead, most }) => {
    const { plan, effort, wanted } = effortOf(6, lead)
    expect(plan).toMatchObject({ meetsTarget: false, limit: 'method' })
    expect(plan.confirmedProbability ?? Infinity).toBeGreaterThan(100 * wanted)
    expect(effort).toBeLessThanOrEqual(most)
  },
)

// Cases 1 and 8: the probability jumps across the target, so no plan comes closer to it.
test.each([...(IS_WHOLE ? [{ number: 1, lead: 2.5, most: 4 }] : []), { number: 8, lead: 0.5, most: 12 }])(
  'the search ends when its plan no longer changes: case $number at $lead',
  ({ number, lead, most }) => {
    const { plan, effort, wanted } = effortOf(number, lead)
    expect(plan).toMatchObject({ meetsTarget: true, limit: null })
    expect(plan.confirmedProbability!).toBeLessThanOrEqual(MARGIN * wanted)
    expect(effort).toBeLessThan(most)
  },
)

test("a burn at the engine's smallest impulse gives this as the reason for its low probability (F2)", () => {
  const least = planAssessed(crossingCircles(), { burnS, target }).deltaVMps
  const twice = planAssessed(crossingCircles(), { burnS, target, minDeltaVMps: 2 * least })
  expect(twice.meetsTarget).toBe(true)
  expect(Math.abs(twice.deltaVMps / (2 * least) - 1)).toBeLessThan(GROWTHS)
  expect(twice.largerFor).toBe('smallest-burn')
  // If the smallest impulse is hardly more than needed, no reason is given.
  expect(planAssessed(crossingCircles(), { burnS, target, minDeltaVMps: 1.001 * least }).largerFor).toBeNull()
})

test('a burn that cannot grow until its weak case is accepted names the Δv limit', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 }, acceptedProbability: ACCEPTED }
  const held = planAssessed(crossingCircles(), options)
  // The burn grows by 2 % at a time, and the limit is 3 % below the needed size.
  const stopped = planAssessed(crossingCircles(), { ...options, maxDeltaVMps: held.deltaVMps / 1.03 })
  expect(stopped.meetsTarget).toBe(false)
  expect(stopped.limit).toBe('delta-v')
})

test('a burn is not planned for a target above the accepted probability: it grows until its weak case is accepted, and gives this reason (F2)', () => {
  const raised = { kind: 'probability', probability: 2 * ACCEPTED } as const
  const executionError = { magnitude: 0.1, pointingRad: 0 }
  const plan = planAssessed(crossingCircles(), {
    burnS,
    target: raised,
    executionError,
    acceptedProbability: ACCEPTED,
  })
  expect(plan).toMatchObject({ meetsTarget: true, largerFor: 'accepted-probability' })
  // As planned, its probability is also below the accepted value, and not only below its target.
  expect(plan.probability!).toBeLessThan(ACCEPTED)
  expect(plan.coldProbability!).toBeLessThan(ACCEPTED)
  // Without an execution error no reason is given.
  expect(planAssessed(crossingCircles(), { burnS, target: raised }).largerFor).toBeNull()
})

/** Returns an encounter that has no plane, and so no value, if its covariance contains a burn's error and its miss is between two values, m. */
function withoutValueFrom(fromM: number, toM: number): EncounterModel {
  const model = crossingCircles()
  const after: EncounterModel['after'] = (arrival) => {
    const left = model.after(arrival)
    const isUnknown = arrival.added !== undefined && left.missDistanceM > fromM && left.missDistanceM < toM
    return isUnknown ? { ...left, planar: null } : left
  }
  return { ...model, after }
}

// An unknown probability does not count as below the accepted value (rule F1).
test('a weak burn without a value for its error is not accepted: the burn grows until there is a value', () => {
  const options = { burnS, target, executionError: { magnitude: 0.1, pointingRad: 0 }, acceptedProbability: ACCEPTED }
  const held = planAssessed(crossingCircles(), options)
  // A burn of 0.7 times its size has 0.7 times the displacement.
  const weakM = 0.7 * held.after.missDistanceM
  const knownFromM = 1.015 * weakM
  const unknown = withoutValueFrom(0.99 * weakM, knownFromM)
  const grown = planAssessed(unknown, options)
  expect(grown).toMatchObject({ meetsTarget: true, largerFor: 'weak-burn' })
  expect(0.7 * grown.after.missDistanceM).toBeGreaterThan(knownFromM * (1 - CLOSED_FORM))
  // Unchanged, or with an engine that allows no more, the burn is not accepted, and the missing method is given as the reason.
  const given = assessGiven(unknown, options, held.deltaVRtnMps)
  expect(given).toMatchObject({ meetsTarget: false, limit: 'method' })
  expect(given.coldProbability!).toBeLessThan(ACCEPTED)
  expect(assessGiven(crossingCircles(), options, held.deltaVRtnMps).meetsTarget).toBe(true)
  expect(planAssessed(unknown, { ...options, maxDeltaVMps: held.deltaVMps }).meetsTarget).toBe(false)
})
