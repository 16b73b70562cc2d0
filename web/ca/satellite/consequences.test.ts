import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { expect, test } from 'vitest'
import { conjunctionWith } from '../event/testing/event.ts'
import { consequencesOf, levelCdmIdOf, levelWith, riskOf } from './consequences.ts'

const CDM = (listCdms.response.meta() as { examples: Cdm[][] }).examples[0]![0]!
const BASE = Satellite.parse((Satellite.meta()!.examples as unknown[])[0]).configuration
const config = (hardBodyRadius: number, thresholds: object = {}) => ({
  ...BASE,
  hardBodyRadius,
  thresholds: Thresholds.parse(thresholds),
})
const event = (probabilityOfCollision: number | null, more: object = {}) => {
  const conjunction = conjunctionWith(more)
  return { ...conjunction, conjunctionData: { ...conjunction.conjunctionData, probabilityOfCollision } }
}

/**
 * The miss is zero and σ is 100 m in both directions of the plane: so the probability has the closed form 1 − exp(−R²/(2σ²)). Both
 * covariances are 5000 m² each; object 2 has a radius of 2.5 m.
 */
const HALF = {
  conjunctionPlaneCovarianceXX: 5_000,
  conjunctionPlaneCovarianceYX: 0,
  conjunctionPlaneCovarianceYY: 5_000,
}
const ROUND: Cdm = {
  ...CDM,
  object1: { ...CDM.object1, ...HALF },
  object2: { ...CDM.object2, ...HALF, hardBodyRadius: 2.5 },
  conjunctionData: { ...CDM.conjunctionData, combinedPlaneX: 0, combinedPlaneY: 0, combinedHardBodyRadius: 5 },
}
const closedForm = (radiusM: number) => 1 - Math.exp(-(radiusM ** 2) / 20_000)

test('a larger radius raises the probability as in the closed form, and the level follows', () => {
  const accepted = { acceptedCollisionProbability: 2e-3 }
  const open = [{ event: event(closedForm(5)), cdm: ROUND }]
  const found = consequencesOf(config(2.5, accepted), config(7.5, accepted), open)
  expect(found).toMatchObject({ raised: 1, lowered: 0, above: 1, unknown: 0 })
  expect(found.moved).toMatchObject([{ levels: ['HIGH', 'CRITICAL'] }])
  expect(found.moved[0]!.probabilities[1]! / closedForm(10)).toBeCloseTo(1, 6)
  const back = consequencesOf(config(7.5, accepted), config(2.5, accepted), [
    { event: event(closedForm(10)), cdm: ROUND },
  ])
  expect(back).toMatchObject({ raised: 0, lowered: 1, above: 0 })
  expect(back.moved).toMatchObject([{ levels: ['CRITICAL', 'HIGH'] }])
})

test('other thresholds change levels but no probability, and the worst event is first', () => {
  const open = [
    { event: event(2e-6), cdm: undefined },
    { event: event(2e-5), cdm: undefined },
  ]
  const found = consequencesOf(
    config(2.5),
    config(2.5, { highCollisionProbability: 1e-6, acceptedCollisionProbability: 1e-5 }),
    open,
  )
  expect(found).toMatchObject({ raised: 0, lowered: 0, above: 1, unknown: 0 })
  expect(found.moved.map(({ levels }) => levels)).toEqual([
    ['HIGH', 'CRITICAL'],
    ['MEDIUM', 'HIGH'],
  ])
})

test('an event that cannot be computed here is counted, and keeps its level', () => {
  const found = consequencesOf(config(2.5), config(7.5), [{ event: event(1e-5), cdm: undefined }])
  expect(found).toMatchObject({ raised: 0, unknown: 1, moved: [] })
})

test('a level follows from the thresholds, the limit by dilution and the distances', () => {
  const standard = Thresholds.parse({})
  const levelBy = (thresholds: Thresholds, one: Conjunction, pc: number | undefined) =>
    levelWith(thresholds, riskOf(one, thresholds), pc)
  const at = (totalMissDistance: number, radialSeparation = 500, isDiluted = false) => {
    const one = conjunctionWith({ isDiluted })
    return { ...one, conjunctionData: { ...one.conjunctionData, totalMissDistance, radialSeparation } }
  }
  expect(levelBy(standard, at(1_000), undefined)).toBe('UNKNOWN')
  expect([1e-4, 1e-5, 1e-7, 9e-8].map((pc) => levelBy(standard, at(1_000), pc))).toEqual([
    'CRITICAL',
    'HIGH',
    'MEDIUM',
    'LOW',
  ])
  expect(levelBy(standard, at(99), 1e-9)).toBe('CRITICAL')
  expect(levelBy(standard, at(99, 50, true), 1e-9)).toBe('HIGH')
  expect(levelBy(standard, at(1_000, 500, true), 0.02)).toBe('CRITICAL')
  expect(levelBy({ ...standard, acceptedRadialDistanceM: 100 }, at(1_000, 99), 1e-9)).toBe('HIGH')
})

test('an event with the level of another estimate is judged by the probability of that estimate', () => {
  const held = (more: object) => ({
    source: 'MESSAGE' as const,
    id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    at: '2026-11-27T19:24:22.000Z',
    probability: 2e-4,
    missM: 222,
    isShown: false,
    isBeforeTrack: true,
    ...more,
  })
  // The newest message has 1e-12; the level comes from an earlier one.
  const one = event(1e-12, { levelBy: held({}) })
  const loose = { acceptedCollisionProbability: 1e-3 }
  const found = consequencesOf(config(2.5), config(2.5, loose), [{ event: one, cdm: undefined }])
  expect(found.moved).toMatchObject([{ levels: ['CRITICAL', 'HIGH'], probabilities: [2e-4, 2e-4] }])
  expect(levelCdmIdOf(one)).toBe('7c9e6679-7425-40de-944b-e07fc1f90ae7')
  // Screenings have no message, so the effect of another radius on them cannot be computed here.
  expect(levelCdmIdOf(event(1e-12, { levelBy: held({ source: 'OWN_SCREENING' }) }))).toBeNull()
})

test('with the same radius nothing is unknown, even for an event without a probability', () => {
  const open = [{ event: event(null), cdm: undefined }]
  expect(consequencesOf(config(2.5), config(2.5), open).unknown).toBe(0)
  expect(consequencesOf(config(2.5), config(7.5), open).unknown).toBe(1)
})

test('half a per cent does not count as a change of a probability, and a value equal to the threshold is above it', () => {
  const accepted = { acceptedCollisionProbability: closedForm(10) }
  const open = (probability: number) => [{ event: event(probability), cdm: ROUND }]
  const of = (probability: number) => consequencesOf(config(2.5, accepted), config(7.5, accepted), open(probability))
  // The new probability is the one for a radius of 10 m, whatever the current one is.
  expect(of(closedForm(10) / 1.004)).toMatchObject({ raised: 0, lowered: 0 })
  expect(of(closedForm(10) / 1.006)).toMatchObject({ raised: 1, lowered: 0 })
  expect(of(closedForm(10) / 0.996)).toMatchObject({ raised: 0, lowered: 0 })
  expect(of(closedForm(10) / 0.994)).toMatchObject({ raised: 0, lowered: 1 })
  // An event that reaches the accepted probability after the change counts only if it was below this value before.
  const lower = { highCollisionProbability: 1e-6, mediumCollisionProbability: 1e-7 }
  const equal = (least: number) => {
    const before = config(2.5, { ...lower, acceptedCollisionProbability: least })
    const after = config(2.5, { ...lower, acceptedCollisionProbability: 1e-5 })
    return consequencesOf(before, after, [{ event: event(1e-5), cdm: undefined }])
  }
  expect(equal(1e-4).above).toBe(1)
  expect(equal(1e-5).above).toBe(0)
})

test('an event without a radius of the other object cannot be computed', () => {
  const bare = { ...ROUND, object2: { ...ROUND.object2, hardBodyRadius: null } }
  expect(consequencesOf(config(2.5), config(7.5), [{ event: event(1e-5), cdm: bare }])).toMatchObject({
    unknown: 1,
    raised: 0,
  })
})
