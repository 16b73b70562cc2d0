import { expect, test } from 'vitest'
import { verdictOf } from './message-verdict.ts'

const ACCEPTED = 1e-4
const EVENT = { tca: '2030-01-05T12:00:00.000Z', grade: 'CARA', missBeforeM: 200, missM: 900 }
const IGNITION_MS = Date.parse('2030-01-04T12:00:00.000Z')
const [ID, CDM] = ['6f0f3c5e-2f4b-4f0e-9a53-0d2f6c1f5a01', '6f0f3c5e-2f4b-4f0e-9a53-0d2f6c1f5a02']
const TARGET = {
  ...EVENT,
  conjunctionId: ID,
  cdmId: CDM,
  object: 'TARGET',
  isTarget: true,
  before: 2e-3,
  maximumBefore: 2e-3,
  nominal: 1e-6,
  hot: 1e-7,
  cold: 5e-5,
}
/** A burn that is screened completely, with no other burns. */
const ASKED = {
  notScreened: [],
  accepted: ACCEPTED,
  coverage: 1,
  ignitionMs: IGNITION_MS,
  isByDrag: false,
  hasTarget: true,
  beside: [],
}
type Values = { before: number | null; nominal: number | null; hot: number | null; cold: number | null }
const judged = (values: Values, more: { coverage?: number; ignitionMs?: number } = {}) => {
  const other = { ...EVENT, conjunctionId: CDM, cdmId: ID, object: 'OTHER', isTarget: false, maximumBefore: null }
  const { verdict, causes = [] } = verdictOf({ ...ASKED, ...more, rows: [TARGET, { ...other, ...values }] })
  return { verdict, causes: causes.map(({ code, values: { object, pc } }) => [code, object, pc]) }
}
const quiet = { before: 1e-9, nominal: 1e-9, hot: 1e-9, cold: 1e-9 }

/** F12: strong and weak burns must keep the event of the burn acceptable; for another event, a rise gives a warning. */
test('a burn 3σ too strong or too weak that makes another event worse than accepted is a warning (F12)', () => {
  expect(judged(quiet)).toEqual({ verdict: 'PASS', causes: [] })
  const off = { verdict: 'WARN', causes: [['off-nominal-not-accepted', 'OTHER', 1e-4]] }
  expect(judged({ ...quiet, hot: 1e-4 })).toEqual(off)
  expect(judged({ ...quiet, cold: 1e-4 })).toEqual(off)
  expect(judged({ ...quiet, hot: 0.99e-4, cold: 0.99e-4 }).verdict).toBe('PASS')
  // If both values count, the larger one is reported.
  expect(judged({ ...quiet, hot: 1e-4, cold: 3e-4 }).causes).toEqual([['off-nominal-not-accepted', 'OTHER', 3e-4]])
})

test('an event that the burn raises by less than a tenth gives no warning; an event without a probability before the burn does (F12)', () => {
  expect(judged({ before: 9.5e-5, nominal: 0.9e-5, hot: 1.04e-4, cold: 0 }).verdict).toBe('PASS')
  expect(judged({ before: 9e-5, nominal: 0.9e-5, hot: 1e-4, cold: 0 }).verdict).toBe('WARN')
  expect(judged({ before: null, nominal: 0.9e-5, hot: 1e-4, cold: 0 }).verdict).toBe('WARN')
})

test('a missing probability for a burn 3σ too strong or too weak does not count as safe, for another event and for its own (F1, F12)', () => {
  const unknown = { verdict: 'NOT_ASSESSED', causes: [['no-probability-off-nominal', 'OTHER', undefined]] }
  expect(judged({ ...quiet, hot: null })).toEqual(unknown)
  expect(judged({ ...quiet, cold: null })).toEqual(unknown)
  expect(judged({ ...quiet, hot: 1e-4, cold: null }).causes.map(([code]) => code)).toEqual([
    'no-probability-off-nominal',
    'off-nominal-not-accepted',
  ])
  const rows = [{ ...TARGET, cold: null }]
  const { verdict, causes } = verdictOf({ ...ASKED, rows })
  expect([verdict, causes?.map(({ code }) => code)]).toEqual(['NOT_ASSESSED', ['no-probability-off-nominal']])
  // For a change of area the density of the air differs from the forecast, and not the burn.
  const { causes: ofAir } = verdictOf({ ...ASKED, isByDrag: true, rows })
  expect(ofAir?.map(({ code }) => code)).toEqual(['no-probability-in-other-air'])
})

test('warnings are listed after failures, and after what could not be assessed (F12, F13)', () => {
  expect(judged({ ...quiet, hot: 1e-4 }, { coverage: 0.5 })).toMatchObject({ verdict: 'NOT_ASSESSED' })
  const failed = judged({ before: 1e-9, nominal: 1e-4, hot: 2e-4, cold: 2e-4 })
  expect(failed).toEqual({ verdict: 'FAIL', causes: [['not-accepted-with-burn', 'OTHER', 1e-4]] })
})

test('the burn is not blamed for an event before it: that event is decided first, and the plan fails until it is (F12)', () => {
  const kept = { before: 2e-4, nominal: 2e-4, hot: 2e-4, cold: 2e-4 }
  const isAfterEvent = Date.parse(EVENT.tca) + 1
  expect(judged(kept)).toEqual({ verdict: 'FAIL', causes: [['not-accepted-with-burn', 'OTHER', 2e-4]] })
  expect(judged(kept, { ignitionMs: isAfterEvent })).toEqual({
    verdict: 'FAIL',
    causes: [['not-accepted-before-burn', 'OTHER', 2e-4]],
  })
})

test('a distance replaces a probability only for co-orbiting objects (F2)', () => {
  const near = (missM: number) => ({ missM, at: EVENT.tca })
  const separation = { targetM: 500, acceptedM: 100, until: null, sigmaM: 10, before: near(200), nominal: near(900) }
  const row = { ...TARGET, nominal: null, separation: { ...separation, hot: near(950), cold: near(850) } }
  const verdict = (maximumBefore: number | null) => verdictOf({ ...ASKED, rows: [{ ...row, maximumBefore }] })
  expect(verdict(null).verdict).toBe('PASS')
  const { verdict: open, causes } = verdict(2e-3)
  // The event has a conjunction plane: only a value along curved orbits is missing, and a screening does not count pairs.
  expect([open, causes?.map(({ code }) => code)]).toEqual(['NOT_ASSESSED', ['only-counted-with-burn']])
})

test('for objects without a plane the reason is that there is no probability, not that counting would give one (F2)', () => {
  expect(judged({ before: null, nominal: null, hot: null, cold: null })).toEqual({
    verdict: 'NOT_ASSESSED',
    causes: [['no-probability-with-burn', 'OTHER', undefined]],
  })
})
