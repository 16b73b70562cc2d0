import { expect, test } from 'vitest'
import { clopperPearson } from '../binomial-interval.ts'
import { alfanoCase } from '../conjunction/testing/published-case.ts'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix } from '../matrix.ts'
import { seededRandom } from '../random.ts'
import type { Vec3 } from '../vec3.ts'
import { findBurnTime } from './burn-time.ts'
import { confirmByCounting, leastProven } from './confirm-by-counting.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { type AssessedOptions, type AssessedPlan, planAssessed } from './plan-assessed.ts'
import { MARGIN } from './plan-impulse.ts'

/** A probability below the case's value, and a probability slightly above the fraction that collides: few trials have it within their interval. */
const [BELOW_CASE, ABOVE_SHARE] = [3e-3, 0.013]

// Alfano, AAS 09-233 (2009), case 6: for a burn of 3 cm/s along the track, one revolution before TCA, the curved method gives no value.
const model = makeEncounterModel(alfanoCase(6), TWO_BODY)
const target = { kind: 'probability', probability: 4e-3 } as const
const options = {
  burnS: -model.periodS,
  directionRtn: [0, 1, 0],
  minDeltaVMps: 0.03,
  maxDeltaVMps: 0.0301,
  target,
  method: 'hall-3d',
} as const
const counting = (mostTrials: number) => ({ random: seededRandom(16), mostTrials })

test('if Monte Carlo is the only method, the upper 95 % bound must meet the target, whatever the planar value is (rule F2)', () => {
  // The planar value is 0. Yet of the pairs that are propagated for a revolution, one in 200 collides.
  const plan = planAssessed(model, { ...options, counting: counting(10_000) })
  expect(plan).toMatchObject({ probability: 0, meetsTarget: false, limit: 'method' })
  const { hits, trials, upper } = plan.counted!
  expect(plan.confirmedProbability).toBe(upper)
  expect(upper).toBe(clopperPearson(hits, trials).upper)
  expect(upper).toBeGreaterThan(MARGIN * target.probability)
  // Without a count there is no value, and the plan is not sufficient.
  expect(planAssessed(model, options)).toMatchObject({ meetsTarget: false, limit: 'method', counted: null })
})

/** Two objects with σ = 10 km each that pass each other at 10.5 m/s, 10 km apart. Curved orbits have no value; the planar value is 2e-7. */
const vague = (() => {
  const [radius, missM] = [7e6, 10_000]
  const speed = Math.sqrt(GM_EARTH / radius)
  const covariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? missM ** 2 : 1e-12) : 0))
  const primary = { r: [radius, 0, 0] as Vec3, v: [0, speed, 0] as Vec3, covariance }
  const secondary = { r: [radius + missM, 0, 0] as Vec3, v: [0, speed, 10.5] as Vec3, covariance }
  return makeEncounterModel({ primary, secondary, radiusM: 10 }, TWO_BODY)
})()
const ofVague = { burnS: -vague.periodS / 2, maxDeltaVMps: 1e-3, method: 'hall-3d' } as const

test('a count that meets the target confirms the plan if no other method has a value (rule F2)', () => {
  const wanted = { kind: 'probability', probability: 1e-3 } as const
  const plan = planAssessed(vague, { ...ofVague, target: wanted, counting: counting(10_000) })
  expect(plan).toMatchObject({ meetsTarget: true, limit: null })
  const { hits, trials, upper } = plan.counted!
  expect(trials).toBe(Math.ceil(7.23 / (MARGIN * wanted.probability)))
  expect(plan.confirmedProbability).toBe(upper)
  expect(upper).toBe(clopperPearson(hits, trials).upper)
  expect(upper).toBeLessThanOrEqual(MARGIN * wanted.probability)
  // The exact integral for the encounter of the message is below the bound.
  expect(plan.probability).toBeGreaterThan(0)
  expect(plan.probability).toBeLessThan(upper)
})

test.each([3, 5, 8])("the bound of a count includes CARA's count for Alfano's case %i, with 10⁸ trials", (number) => {
  const published = alfanoCase(number)
  const { periodS, encounter } = makeEncounterModel(published, TWO_BODY)
  const atMost = 2 * (published.expected as { CARA_PcMC: number }).CARA_PcMC
  const counted = confirmByCounting(published, {
    radiusM: encounter.radiusM,
    periodS,
    atMost,
    counting: counting(4_000),
  })!
  const { CARA_PcMC: truth } = published.expected as { CARA_PcMC: number }
  expect(counted.upper).toBeGreaterThan(truth)
  expect(clopperPearson(counted.hits, counted.trials).lower).toBeLessThan(truth)
})

test('a target that a count cannot prove is not met, and the plan says which probability the count can prove', () => {
  const wanted = { kind: 'probability', probability: 3e-6 } as const
  const plan = planAssessed(vague, { ...ofVague, target: wanted, counting: counting(2_000) })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'method', deltaVMps: 0 })
  const upper = clopperPearson(0, 2_000).upper
  expect(plan.counted).toEqual({ hits: 0, trials: 2_000, upper })
  expect(plan.confirmedProbability).toBe(upper)
})

test('a hit fraction below the target is not enough if the count cannot prove the target', () => {
  const before = model.after({ state: model.encounter.primary }).atMessageEpoch
  const asked = { radiusM: model.encounter.radiusM, periodS: model.periodS }
  // Without a hit the upper bound is 3.69 over the number of trials: 1,000 cannot prove less, and all are drawn.
  const short = confirmByCounting(before, { ...asked, atMost: BELOW_CASE, counting: counting(1_000) })!
  expect(short.trials).toBe(1_000)
  expect(short.upper).toBeGreaterThan(leastProven(1_000))
  const { primary, secondary } = before
  const still = { primary: { ...primary, covariance: [[1]] }, secondary }
  expect(confirmByCounting(still, { ...asked, atMost: ABOVE_SHARE, counting: counting(1_000) })).toBeNull()
  // Without a burn about one pair in a hundred collides. A target slightly above that, but below the bound of so few trials, is not met.
  const many = confirmByCounting(before, { ...asked, atMost: BELOW_CASE, counting: counting(50_000) })!
  expect(many.upper).toBeGreaterThan(BELOW_CASE)
  // The count ends as soon as it has failed.
  expect(many.trials).toBeLessThanOrEqual(5_000)
  const few = confirmByCounting(before, { ...asked, atMost: ABOVE_SHARE, counting: counting(500) })!
  expect(few.hits / few.trials).toBeLessThan(ABOVE_SHARE)
  expect(few.upper).toBeGreaterThan(ABOVE_SHARE)
})

/** Searches two revolutions for the vague pair, and records the starts at which a count was made. */
function searched(probability: number, made: (options: AssessedOptions) => AssessedPlan) {
  const countedAt: number[] = []
  const { burnS: _, ...options } = { ...ofVague, target: { kind: 'probability', probability } as const }
  const window = { fromS: -2.2 * vague.periodS, toS: -0.3 * vague.periodS }
  const found = findBurnTime(vague, window, { ...options, counting: counting(2_000) }, (at) => {
    if (at.counting !== undefined) countedAt.push(at.burnS)
    return made(at)
  })!
  return { found, countedAt }
}

test('a search is made without a count, and only its result is counted', () => {
  const made = (at: AssessedOptions) => planAssessed(vague, at)
  const enough = searched(1e-2, made)
  expect(enough.countedAt).toEqual([enough.found.burnS])
  expect(enough.found).toMatchObject({ meetsTarget: true, counted: { hits: 0 } })
  // A probability that a count cannot prove at one start cannot be proved at another.
  const low = searched(3e-6, made)
  expect(low.countedAt).toEqual([low.found.burnS])
  expect(low.found).toMatchObject({ meetsTarget: false, limit: 'method', counted: { trials: 2_000 } })
})

test('a search returns the smallest burn that a count confirms, and counts no larger one', () => {
  const base = planAssessed(vague, { ...ofVague, target: { kind: 'probability', probability: 1e-2 } })
  const [small, middle, large] = [0.1, 0.2, 0.3]
  const sizes = new Map<number, number>()
  const made = (confirmed: number) => (at: AssessedOptions) => {
    const deltaVMps = sizes.get(at.burnS) ?? [large, small, middle][sizes.size] ?? 1
    sizes.set(at.burnS, deltaVMps)
    const meetsTarget = at.counting !== undefined && deltaVMps >= confirmed
    return { ...base, burnS: at.burnS, deltaVMps, meetsTarget, limit: meetsTarget ? null : ('method' as const) }
  }
  const second = searched(1e-2, made(middle))
  expect(second.found).toMatchObject({ meetsTarget: true, deltaVMps: middle })
  expect(second.countedAt.map((burnS) => sizes.get(burnS))).toEqual([small, middle])
  sizes.clear()
  // If a count confirms none, all were tried, and none is reported as sufficient.
  const none = searched(1e-2, made(1))
  expect(none.found.meetsTarget).toBe(false)
  expect(new Set(none.countedAt.map((burnS) => sizes.get(burnS)))).toEqual(new Set([small, middle, large]))
})

test('the counts together draw no more than their budget', () => {
  const { atMessageEpoch } = vague.after({ state: vague.encounter.primary })
  const asked = { radiusM: 10, periodS: vague.periodS, atMost: 1e-6 }
  const shared = { ...counting(1_000), budget: { trials: 1_500 } }
  const drawn = () => confirmByCounting(atMessageEpoch, { ...asked, counting: shared })?.trials
  expect([drawn(), drawn(), drawn()]).toEqual([1_000, 500, undefined])
})
