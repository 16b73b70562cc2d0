import { expect, test } from 'vitest'
import { clopperPearson } from '../../binomial-interval.ts'
import { alfanoCase } from '../../conjunction/testing/published-case.ts'
import { seededRandom } from '../../random.ts'
import { TWO_BODY } from '../dynamics.ts'
import { makeEncounterModel } from '../encounter-model.ts'
import { planAssessed } from '../plan-assessed.ts'
import { MARGIN } from '../plan-impulse.ts'
import { confirmByCounting } from './confirm-by-counting.ts'

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

test('a count that meets the target confirms a plan for which no method has a value', () => {
  // The same burn, asked for two hundredths: of 362 drawn pairs two may collide.
  const flown = planAssessed(model, { ...options, counting: counting(10_000) })
  const asked = { radiusM: model.encounter.radiusM, periodS: model.periodS, atMost: 0.02, counting: counting(10_000) }
  const counted = confirmByCounting(flown.after.atMessageEpoch, asked)!
  expect(counted.trials).toBe(Math.ceil(7.23 / 0.02))
  expect(counted.upper).toBeLessThanOrEqual(0.02)
})

test('a share below the target is not enough, nor is a count that cannot prove it', () => {
  const before = model.after({ state: model.encounter.primary }).atMessageEpoch
  const asked = { radiusM: model.encounter.radiusM, periodS: model.periodS }
  // Without a hit 3.69 of so many trials is the upper bound: 1,000 prove nothing below that.
  expect(confirmByCounting(before, { ...asked, atMost: BELOW_CASE, counting: counting(1_000) })).toBeNull()
  // About one in a hundred collides without a burn. A target a little above that share, but below the bound of so few trials, is not met.
  const many = confirmByCounting(before, { ...asked, atMost: BELOW_CASE, counting: counting(50_000) })!
  expect(many.upper).toBeGreaterThan(BELOW_CASE)
  // It ends as soon as it has failed.
  expect(many.trials).toBeLessThanOrEqual(5_000)
  const few = confirmByCounting(before, { ...asked, atMost: ABOVE_SHARE, counting: counting(500) })!
  expect(few.hits / few.trials).toBeLessThan(ABOVE_SHARE)
  expect(few.upper).toBeGreaterThan(ABOVE_SHARE)
})
