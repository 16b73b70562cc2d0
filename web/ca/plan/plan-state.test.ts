import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import {
  blackoutNote,
  chosenPlan,
  newerStorm,
  satelliteNote,
  sizeText,
  standsOnOlder,
  verdictMeaning,
} from './plan-state.ts'

/** Returns the example of the contract, except for the given values. */
function planWith(differences: Partial<Plan>): Plan {
  const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
  return { ...examples[0]!, ...differences }
}

test('chosenPlan returns the requested plan, else the most advanced, else the newest', () => {
  const plans = (['REJECTED', 'DRAFT', 'EXPORTED', 'SUPERSEDED'] as const).map((state) =>
    planWith({ manoeuvreId: state, state }),
  )
  expect(chosenPlan(plans, 'REJECTED')?.state).toBe('REJECTED')
  expect(chosenPlan(plans, undefined)?.state).toBe('EXPORTED')
  expect(chosenPlan(plans, 'of another event')?.state).toBe('EXPORTED')
  expect(chosenPlan([planWith({ state: 'EXPIRED' })], undefined)?.state).toBe('EXPIRED')
  expect(chosenPlan([], undefined)).toBeUndefined()
})

test('standsOnOlder is true only for plans that may still lead to a burn', () => {
  expect(standsOnOlder(planWith({ state: 'DRAFT', cdmId: 'a', newestCdmId: 'b' }))).toBe(true)
  expect(standsOnOlder(planWith({ state: 'DRAFT', cdmId: 'a', newestCdmId: 'a' }))).toBe(false)
  expect(standsOnOlder(planWith({ state: 'REJECTED', cdmId: 'a', newestCdmId: 'b' }))).toBe(false)
})

test('satelliteNote names the changes of the satellite of an open plan', () => {
  const changed = { satelliteChanges: ['wetMass', 'propulsion'] as const satisfies Plan['satelliteChanges'] }
  const note = (differences: Partial<Plan>) => satelliteNote(planWith(differences))
  expect(note({ state: 'DRAFT', satelliteChanges: [...changed.satelliteChanges] })).toBe('Wet mass, Propulsion')
  expect(note({ state: 'REJECTED', satelliteChanges: [...changed.satelliteChanges] })).toBeUndefined()
  expect([note({ state: 'DRAFT', satelliteChanges: [] }), note({ state: 'DRAFT' })]).toEqual([undefined, undefined])
})

test('an unscreened or partly screened plan is never shown as safe', () => {
  const { screening } = planWith({})
  expect(verdictMeaning(null).level).not.toBe('ok')
  const levels = (['PASS', 'WARN', 'FAIL', 'NOT_ASSESSED'] as const).map(
    (verdict) => verdictMeaning({ ...screening!, verdict }).level,
  )
  expect(levels).toEqual(['ok', 'caution', 'serious', 'caution'])
})

test('a plan by drag shows its duration, as it has no Δv', () => {
  expect(sizeText(planWith({ totalDeltaVMagnitude: 0.0374, drag: null }))).toBe('0.0374 m/s')
  const drag = { holdS: 45_000 } as Plan['drag']
  expect(sizeText(planWith({ totalDeltaVMagnitude: 0, drag }))).toBe('drag, 12.5 h')
})

test('a plan by drag is outdated by a future storm that became known after its weather, and by no other storm', () => {
  const weather = { version: 3, receivedAt: '2026-11-20T06:00:00.000Z', days: [] }
  const drag = { holdS: 45_000, weather } as unknown as Plan['drag']
  const { after } = planWith({})
  const plan = planWith({ state: 'APPROVED', drag, ignitionEpoch: '2026-11-21T10:10:12.000000Z' })
  const flown = { ...plan, after: { ...after, tca: '2026-11-22T20:00:00.000Z' } }
  const storm = { date: '2026-11-22', knownAt: '2026-11-20T07:00:00.000Z', isForecast: true, ap: 80, dstNt: null }
  const among = (one: Partial<typeof storm>, isSample = false) => ({ isSample, storms: [{ ...storm, ...one }] })
  expect(newerStorm(flown, among({}))).toEqual(storm)
  // The days of the ignition and of the closest approach count, too.
  const day = flown.ignitionEpoch.slice(0, 10)
  expect(newerStorm(flown, among({ date: day }))).toMatchObject({ date: day })
  // A storm does not count if it was known when the plan was made, ends before ignition, comes after the closest approach, or is simulated.
  expect(newerStorm(flown, among({ knownAt: '2026-11-20T05:00:00.000Z' }))).toBeUndefined()
  expect(newerStorm(flown, among({ date: '2026-11-20' }))).toBeUndefined()
  expect(newerStorm(flown, among({ date: '2026-11-23' }))).toBeUndefined()
  expect(newerStorm(flown, among({}, true))).toBeUndefined()
  // A burn of an engine does not depend on the air, and an abandoned plan needs no action.
  expect(newerStorm({ ...flown, drag: null }, among({}))).toBeUndefined()
  expect(newerStorm({ ...flown, state: 'REJECTED' }, among({}))).toBeUndefined()
})

test('an open plan shows its conflicts with blackouts, and one that has ended shows none', () => {
  const met = { kind: 'CONTACT', from: '', to: '', reason: 'Kiruna', isSure: true } as const
  const unknown = { cause: 'NO_CONTACTS', after: null, why: '' } as const
  const noteOf = (blackouts: Plan['blackouts'], state: Plan['state'] = 'EXPORTED') =>
    blackoutNote(planWith({ state, blackouts }))
  expect(noteOf({ met: [met], unknown })).toBe('in a blackout')
  expect(noteOf({ met: [{ ...met, isSure: false }], unknown: null })).toBe('maybe in a blackout')
  expect(noteOf({ met: [], unknown })).toBe('blackouts not known')
  expect([noteOf({ met: [], unknown: null }), noteOf(undefined)]).toEqual([undefined, undefined])
  expect(noteOf({ met: [met], unknown }, 'SUPERSEDED')).toBeUndefined()
})
