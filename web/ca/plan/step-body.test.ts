import { type Plan, Plan as PlanSchema, SILENT_SINCE_CODE } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { refusedBurns } from './silent-refusal.ts'
import { faultsOf as allFaultsOf, approvingOf, EMPTY_STEP, stepBody } from './step-body.ts'

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = examples[0]!
const AT = Date.UTC(2026, 10, 20, 7)
const WHEN = { atMs: AT, approving: undefined }
/** Returns the fields that have an error. */
const faultsOf = (...step: Parameters<typeof allFaultsOf>) =>
  Object.entries(allFaultsOf(...step)).flatMap(([field, fault]) => (fault === undefined ? [] : [field]))

test('approving needs a reason unless the screening is PASS without omissions, and the target is met', () => {
  const events = plan.screening!.events.map((event) => ({ ...event, leftOut: 'CHOSEN' as const }))
  const without = { ...plan, screening: { ...plan.screening!, events } }
  expect(events.length).toBeGreaterThan(0)
  expect(faultsOf(without, 'APPROVED', EMPTY_STEP, WHEN)).toEqual(['why'])
  expect(faultsOf(plan, 'APPROVED', EMPTY_STEP, WHEN)).toEqual([])
  expect(faultsOf({ ...plan, meetsTarget: false }, 'APPROVED', EMPTY_STEP, WHEN)).toEqual(['why'])
  const failed = { ...plan, screening: { ...plan.screening!, verdict: 'FAIL' as const } }
  expect(faultsOf(failed, 'APPROVED', EMPTY_STEP, WHEN)).toEqual(['why'])
  expect(faultsOf(failed, 'APPROVED', { ...EMPTY_STEP, why: 'Checked by hand.' }, WHEN)).toEqual([])
})

test('exporting needs the result of an outside screening, and a complete agreement', () => {
  expect(faultsOf(plan, 'EXPORTED', EMPTY_STEP, WHEN)).toEqual(['why'])
  const asked = { ...EMPTY_STEP, why: 'No answer.', mover: 'US' as const }
  expect(faultsOf(plan, 'EXPORTED', asked, WHEN)).toEqual(['agreedWith', 'channel'])
  const whole = { ...asked, agreedWith: 'Borealis', channel: 'telephone' }
  expect(faultsOf(plan, 'EXPORTED', whole, WHEN)).toEqual([])
  expect(stepBody('EXPORTED', whole, AT)).toEqual({
    state: 'EXPORTED',
    why: 'No answer.',
    agreement: { mover: 'US', with: 'Borealis', at: '2026-11-20T07:00:00.000Z', channel: 'telephone' },
  })
  const earlier = { ...whole, agreedAt: '2026-11-19 22:15' }
  expect(stepBody('EXPORTED', earlier, AT).agreement?.at).toBe('2026-11-19T22:15:00.000Z')
  expect(faultsOf(plan, 'EXPORTED', { ...whole, agreedAt: 'yesterday' }, WHEN)).toEqual(['agreedAt'])
  // An agreement lies in the past, but one minute is tolerated for a fast clock.
  expect(faultsOf(plan, 'EXPORTED', { ...whole, agreedAt: '2026-11-20 07:01' }, WHEN)).toEqual([])
  expect(faultsOf(plan, 'EXPORTED', { ...whole, agreedAt: '2026-11-20 07:02' }, WHEN)).toEqual(['agreedAt'])
  const both = { ...asked, agreedAt: '2026-11-21 07:00' }
  expect(faultsOf(plan, 'EXPORTED', both, WHEN)).toEqual(['agreedWith', 'channel', 'agreedAt'])
})

test('verifying needs the detected burn, with a comma or a point', () => {
  const typed = { ...EMPTY_STEP, deltaV: '0,0374', sigma: '0.001', source: 'own orbit' }
  expect(faultsOf(plan, 'VERIFIED', { ...typed, why: 'telemetry', sigma: '0' }, WHEN)).toEqual(['deltaV'])
  // A result that no data confirms needs a reason.
  expect(faultsOf(plan, 'VERIFIED', typed, WHEN)).toEqual(['why'])
  const draft = { ...typed, why: 'telemetry' }
  expect(faultsOf(plan, 'PARTIAL', draft, WHEN)).toEqual([])
  expect(stepBody('VERIFIED', draft, AT)).toEqual({
    state: 'VERIFIED',
    why: 'telemetry',
    found: { deltaVMps: 0.0374, sigmaMps: 0.001, source: 'own orbit' },
  })
  expect(stepBody('SCREENED', typed, AT)).toEqual({ state: 'SCREENED' })
})

test('an export contains the unannounced burns that the user has seen, and no other step contains them', () => {
  const seenSilentBurns = [{ noradId: 43_617, to: '2026-11-17T15:20:00.000Z' }]
  const draft = { ...EMPTY_STEP, why: 'No answer.', seenSilentBurns }
  expect(stepBody('EXPORTED', draft, AT)).toEqual({ state: 'EXPORTED', why: 'No answer.', seenSilentBurns })
  expect(stepBody('EXPORTED', { ...draft, seenSilentBurns: [] }, AT)).toEqual({ state: 'EXPORTED', why: 'No answer.' })
  expect(stepBody('APPROVED', draft, AT)).toEqual({ state: 'APPROVED', why: 'No answer.' })
})

test('a refusal names the unannounced burns with all the facts of the dialog, and marks those that came in between', () => {
  const values = {
    noradId: 43_617,
    name: 'SAT',
    fromAt: '2026-11-17T03:12:00.000Z',
    toAt: '2026-11-17T15:20:00.000Z',
    deltaVMps: 0.021,
    direction: 'along-track',
    confidence: 0.78,
  }
  const of = (more: object) => ({ code: SILENT_SINCE_CODE, message: '', values: { ...values, ...more } })
  const { fromAt: from, toAt: to, ...rest } = values
  const burn = { ...rest, from, to }
  expect(refusedBurns({ details: [of({ unseen: 1 }), of({ simulated: 1, tracks: 1 })] })).toEqual([
    { ...burn, source: 'ELEMENT_SETS', isSimulated: false, isUnseen: true },
    { ...burn, source: 'TRACKS', isSimulated: true, isUnseen: false },
  ])
  expect(refusedBurns({ details: [{ code: 'manoeuvre.incomplete', message: '' }] })).toEqual([])
})

test('approving names the plans of the event that were sent, and needs a tick for each, and for a mitigated event', () => {
  const other = {
    ...plan,
    manoeuvreId: 'other',
    name: 'SAT-3_OTHER',
    state: 'EXPORTED',
    exportedAt: '2026-11-20T06:00:00.000Z',
  } as const
  const plans = [plan, other, { ...other, manoeuvreId: 'draft', state: 'DRAFT' } as const]
  const approving = approvingOf(plan, { plans, state: 'MITIGATED' })
  expect(approving).toMatchObject({ replaced: [{ manoeuvreId: 'other' }], isMitigated: true })
  const faults = (draft: object) => faultsOf(plan, 'APPROVED', { ...EMPTY_STEP, ...draft }, { atMs: AT, approving })
  expect(faults({})).toEqual(['replaces', 'isMitigationSeen'])
  expect(faults({ replaces: ['another'], isMitigationSeen: true })).toEqual(['replaces'])
  const ticked = { ...EMPTY_STEP, replaces: ['other'], isMitigationSeen: true }
  expect(faults(ticked)).toEqual([])
  expect(stepBody('APPROVED', ticked, AT)).toEqual({ state: 'APPROVED', replaces: ['other'], isMitigationSeen: true })
  expect(stepBody('EXPORTED', ticked, AT)).toEqual({ state: 'EXPORTED' })
  expect(approvingOf(plan, { plans: [plan], state: 'OPEN' })).toEqual({ replaced: [], isMitigated: false })
})
