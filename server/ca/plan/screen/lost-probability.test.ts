import { expect, test } from 'vitest'
import { evaluate } from '../life/watch-work.ts'
import type { EventRow } from '../record/plan.repository.ts'
import { isMadeWorse, type MessageScreening } from './screen-task.ts'

const ACCEPTED = 1e-4
const TCA = '2030-01-05T12:00:00.000Z'
const ID = '6f0f3c5e-2f4b-4f0e-9a53-0d2f6c1f5a01'
const COMMON = { conjunctionId: ID, cdmId: ID, tca: TCA, grade: 'CARA', missBeforeM: 200, missM: 900 }
const SAFE = { before: 1e-9, maximumBefore: 1e-6, nominal: 1e-9, hot: 1e-9, cold: 1e-9 }
const TARGET = { ...COMMON, ...SAFE, object: 'TARGET', isTarget: true, before: 2e-3, maximumBefore: 2e-3 }
const OTHER = { ...COMMON, ...SAFE, object: 'OTHER', isTarget: false }
const PLAN = {
  commit_at: new Date('2030-01-04T10:00:00.000Z'),
  burn: { target: { kind: 'PROBABILITY', value: 3e-6 } },
} as EventRow
const screenedWith = (events: readonly object[], ofMessages: object = { verdict: 'PASS', reasons: [] }) =>
  ({ events, accepted: ACCEPTED, ofMessages }) as unknown as MessageScreening
const verdictWith = (other: MessageScreening['events'][number]) =>
  evaluate(PLAN, screenedWith([TARGET, other]), new Date(TCA)).evaluation

const LOST = { ...OTHER, nominal: null, hot: null, cold: null }

test('a frozen burn that makes another event lose its probability is NO-GO, and says so (F12, F14)', () => {
  expect(verdictWith(OTHER).verdict).toBe('GO')
  expect(verdictWith(LOST)).toMatchObject({
    verdict: 'NO_GO',
    reason:
      'With the burn there is no probability for OTHER at 2030-01-05 12:00 Z; without it Pc is 1.00\u00a0×\u00a010⁻⁹.',
    cause: { reason: 'another-unknown', object: 'OTHER', metAt: TCA, pcWithout: 1e-9 },
  })
  // An event without a probability before the burn did not lose it because of the burn; an event that a person left out is not judged.
  expect(verdictWith({ ...LOST, before: null }).verdict).toBe('GO')
  expect(verdictWith({ ...LOST, leftOut: 'CHOSEN' }).verdict).toBe('GO')
})

test('an event that loses its probability because of the burn counts, even if a person left it out (F10)', () => {
  expect(isMadeWorse(OTHER, ACCEPTED)).toBe(false)
  expect(isMadeWorse(LOST, ACCEPTED)).toBe(true)
  expect(isMadeWorse({ ...LOST, before: null }, ACCEPTED)).toBe(false)
})

const ONLY_COUNTED = { ...TARGET, before: null, nominal: null, hot: null, cold: null, maximumBefore: 2e-7 }
const heldBy = (counted: Parameters<typeof evaluate>[3]) =>
  evaluate(PLAN, screenedWith([ONLY_COUNTED]), new Date(TCA), counted).evaluation

test('if only a count gives a value, its upper bound is compared with the accepted probability, and is no probability (F2, F14)', () => {
  const counted = { hits: 0, trials: 72_300, upper: 5.1e-5 }
  const go = heldBy(counted)
  expect(go).toMatchObject({ verdict: 'GO', probabilityWith: null, counted })
  expect(go.reason).toContain('at most 5.10\u00a0×\u00a010⁻⁵')
  const some = { hits: 9, trials: 72_300, upper: 2.4e-4 }
  const values = { reason: 'counted-too-much', hits: 9, trials: 72_300, pcMost: 2.4e-4, pcAccepted: ACCEPTED }
  expect(heldBy(some)).toMatchObject({ verdict: 'NO_GO', counted: some, cause: values })
  // A bound that equals the accepted value is not below it.
  expect(heldBy({ ...some, upper: ACCEPTED }).verdict).toBe('NO_GO')
  expect(heldBy(null)).toMatchObject({ verdict: 'NO_GO', cause: { reason: 'only-counted' } })
})

test('a GO burn whose screening fails says so, with the reason (F12, F14)', () => {
  const before = { ...OTHER, tca: '2030-01-03T10:00:00.000Z', before: 2e-4, nominal: 2e-4 }
  const why = 'OTHER comes before the burn: decide it first.'
  const events = [TARGET, before]
  const beside = evaluate(PLAN, screenedWith(events, { verdict: 'FAIL', reasons: [why] }), new Date(TCA)).evaluation
  expect(beside.verdict).toBe('GO')
  expect(beside.reason).toContain(`The screening of the burn fails all the same: ${why}`)
  const warned = evaluate(PLAN, screenedWith(events, { verdict: 'WARN', reasons: [why] }), new Date(TCA)).evaluation
  expect(warned.reason).not.toContain('fails')
})
