import { expect, test } from 'vitest'
import { clopperPearson } from '../../binomial-interval.ts'
import { seededRandom } from '../../random.ts'
import { scale } from '../../vec3.ts'
import { pairOfCdm } from '../testing/cdm-object.ts'
import { alfanoCase } from '../testing/published-case.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { monteCarlo } from './monte-carlo.ts'

test.each([1, 2, 3, 9])("monteCarlo() agrees with Alfano's count of 10⁸ trials, case %i", (number) => {
  const { primary, secondary, radiusM, expected } = alfanoCase(number)
  const reach = expected.A09_final_time_s
  const run = { radiusM, trials: 4000, fromS: -reach, toS: reach }
  const { hits, interval } = monteCarlo(primary, secondary, { ...run, random: seededRandom(20261120) })!
  const wide = clopperPearson(hits, run.trials, 0.9999)
  expect(wide.lower).toBeLessThan(expected['A09_PcMC1e8 (Monte Carlo, 1e8 trials)'])
  expect(wide.upper).toBeGreaterThan(expected['A09_PcMC1e8 (Monte Carlo, 1e8 trials)'])
  expect(interval.lower).toBeGreaterThan(wide.lower)
  const again = monteCarlo(primary, secondary, { ...run, random: seededRandom(20261120) })!
  expect(again.hits).toBe(hits)
})

test('monteCarlo() agrees with the planar value of a fast encounter, and refuses invalid inputs', () => {
  const row = cara.messages.find(({ id }) => id.startsWith('000037849'))!
  const { primary, secondary } = pairOfCdm(row.objects)
  const run = { radiusM: row.HBR_m, trials: 8000, random: seededRandom(5), fromS: -30, toS: 30 }
  const { hits } = monteCarlo(primary, secondary, run)!
  const { lower, upper } = clopperPearson(hits, run.trials, 0.9999)
  expect(lower).toBeLessThan(row.Pc2D)
  expect(upper).toBeGreaterThan(row.Pc2D)
  expect(() => monteCarlo(primary, secondary, { ...run, trials: 0 })).toThrow(RangeError)
  const hyperbolic = { ...primary, v: scale(primary.v, 2) }
  expect(monteCarlo(hyperbolic, secondary, run)).toBeNull()
})
