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

/** A probability below that of the case, and one a little above its share, which few trials leave within their interval. */
const [BELOW_CASE, ABOVE_SHARE] = [3e-3, 0.013]

// Alfano, AAS 09-233 (2009), case 6: one revolution ahead the curved method has no value for what a burn of 3 cm/s along the track leaves.
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

test('where Monte Carlo is the only method the upper 95 % bound has to meet the target, whatever the plane says (rule F2)', () => {
  // The plane says 0. Of the pairs that are flown for a revolution one in 200 collides all the same.
  const plan = planAssessed(model, { ...options, counting: counting(10_000) })
  expect(plan).toMatchObject({ probability: 0, meetsTarget: false, limit: 'method' })
  const { hits, trials, upper } = plan.counted!
  expect(plan.confirmedProbability).toBe(upper)
  expect(upper).toBe(clopperPearson(hits, trials).upper)
  expect(upper).toBeGreaterThan(MARGIN * target.probability)
  // Without a count there is no value, and it is not sufficient either.
  expect(planAssessed(model, options)).toMatchObject({ meetsTarget: false, limit: 'method', counted: null })
})

/** Known to 10 km each and past each other at 10.5 m/s, 10 km apart, where curved orbits have no value: in the plane 2e-7. */
const vague = (() => {
  const [radius, missM] = [7e6, 10_000]
  const speed = Math.sqrt(GM_EARTH / radius)
  const covariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? missM ** 2 : 1e-12) : 0))
  const primary = { r: [radius, 0, 0] as Vec3, v: [0, speed, 0] as Vec3, covariance }
  const secondary = { r: [radius + missM, 0, 0] as Vec3, v: [0, speed, 10.5] as Vec3, covariance }
  return makeEncounterModel({ primary, secondary, radiusM: 10 }, TWO_BODY)
})()
const ofVague = { burnS: -vague.periodS / 2, maxDeltaVMps: 1e-3, method: 'hall-3d' } as const

test('a count that meets the target confirms the plan for which no other method has a value (rule F2)', () => {
  const wanted = { kind: 'probability', probability: 1e-3 } as const
  const plan = planAssessed(vague, { ...ofVague, target: wanted, counting: counting(10_000) })
  expect(plan).toMatchObject({ meetsTarget: true, limit: null })
  const { hits, trials, upper } = plan.counted!
  expect(trials).toBe(Math.ceil(7.23 / (MARGIN * wanted.probability)))
  expect(plan.confirmedProbability).toBe(upper)
  expect(upper).toBe(clopperPearson(hits, trials).upper)
  expect(upper).toBeLessThanOrEqual(MARGIN * wanted.probability)
  // The exact integral of the passage of the message lies below the bound.
  expect(plan.probability).toBeGreaterThan(0)
  expect(plan.probability).toBeLessThan(upper)
})

test.each([3, 5, 8])('the bound of a count holds what CARA counted of case %i of Alfano, with 10⁸ trials', (number) => {
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

test('a target that no count of so many pairs can prove is not met, and the plan says how much they prove', () => {
  const wanted = { kind: 'probability', probability: 3e-6 } as const
  const plan = planAssessed(vague, { ...ofVague, target: wanted, counting: counting(2_000) })
  expect(plan).toMatchObject({ meetsTarget: false, limit: 'method', deltaVMps: 0 })
  const upper = clopperPearson(0, 2_000).upper
  expect(plan.counted).toEqual({ hits: 0, trials: 2_000, upper })
  expect(plan.confirmedProbability).toBe(upper)
})

test('a share below the target is not enough, nor is a count that cannot prove it', () => {
  const before = model.after({ state: model.encounter.primary }).atMessageEpoch
  const asked = { radiusM: model.encounter.radiusM, periodS: model.periodS }
  // Without a hit 3.69 of so many trials is the upper bound: 1,000 prove nothing below that, and all are drawn.
  const short = confirmByCounting(before, { ...asked, atMost: BELOW_CASE, counting: counting(1_000) })!
  expect(short.trials).toBe(1_000)
  expect(short.upper).toBeGreaterThan(leastProven(1_000))
  const { primary, secondary } = before
  const still = { primary: { ...primary, covariance: [[1]] }, secondary }
  expect(confirmByCounting(still, { ...asked, atMost: ABOVE_SHARE, counting: counting(1_000) })).toBeNull()
  // About one in a hundred collides without a burn. A target a little above that share, but below the bound of so few trials, is not met.
  const many = confirmByCounting(before, { ...asked, atMost: BELOW_CASE, counting: counting(50_000) })!
  expect(many.upper).toBeGreaterThan(BELOW_CASE)
  // It ends as soon as it has failed.
  expect(many.trials).toBeLessThanOrEqual(5_000)
  const few = confirmByCounting(before, { ...asked, atMost: ABOVE_SHARE, counting: counting(500) })!
  expect(few.hits / few.trials).toBeLessThan(ABOVE_SHARE)
  expect(few.upper).toBeGreaterThan(ABOVE_SHARE)
})

/** A search of the vague pair in two revolutions, and the starts that were counted in it. */
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

test('a search is made without a count, and what it ends with is counted', () => {
  const made = (at: AssessedOptions) => planAssessed(vague, at)
  const enough = searched(1e-2, made)
  expect(enough.countedAt).toEqual([enough.found.burnS])
  expect(enough.found).toMatchObject({ meetsTarget: true, counted: { hits: 0 } })
  // What so many pairs cannot prove at one start they cannot prove at another.
  const low = searched(3e-6, made)
  expect(low.countedAt).toEqual([low.found.burnS])
  expect(low.found).toMatchObject({ meetsTarget: false, limit: 'method', counted: { trials: 2_000 } })
})

test('of the starts of a search the smallest burn that a count confirms is taken, and none larger is counted', () => {
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
  // Where a count confirms none, all have been tried, and none is called enough.
  const none = searched(1e-2, made(1))
  expect(none.found.meetsTarget).toBe(false)
  expect(new Set(none.countedAt.map((burnS) => sizes.get(burnS)))).toEqual(new Set([small, middle, large]))
})

test('counts together draw no more than their budget', () => {
  const { atMessageEpoch } = vague.after({ state: vague.encounter.primary })
  const asked = { radiusM: 10, periodS: vague.periodS, atMost: 1e-6 }
  const shared = { ...counting(1_000), budget: { trials: 1_500 } }
  const drawn = () => confirmByCounting(atMessageEpoch, { ...asked, counting: shared })?.trials
  expect([drawn(), drawn(), drawn()]).toEqual([1_000, 500, undefined])
})
