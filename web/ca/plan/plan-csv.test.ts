import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { EXAMPLE_PATH } from '@apsis/contract/ca/plan/path-screening.ts'
import { expect, test } from 'vitest'
import { nameOf, signed } from '../../shell/status/testing/naming.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import { tableOfPaths, tableOfPlans, tableOfScreening, tableOfSteps } from './plan-csv.ts'

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = examples[0]!

/** Returns a row by the names of its columns, by default the first row. */
const rowOf = ({ columns, rows }: PlotTable, place = 0) =>
  Object.fromEntries(columns.map((column, k) => [column, rows[place]?.[k]]))
const isFull = ({ columns, rows }: PlotTable) => rows.every((row) => row.length === columns.length)

test('plans have a line each, with texts that are the same in every language', () => {
  const window = { from: '2026-11-21T10:00:00Z', to: '2026-11-21T10:10:00Z', kind: 'CONTACT', reason: '', isSure: true }
  const plans = [
    { ...plan, state: 'DRAFT', blackouts: { met: [window], unknown: null }, createdBy: 'kim', approvedBy: 'ada' },
    { ...plan, state: 'DRAFT', blackouts: { met: [{ ...window, isSure: false }], unknown: null } },
    { ...plan, state: 'REJECTED', blackouts: { met: [window], unknown: null } },
    { ...plan, state: 'DRAFT', blackouts: { met: [], unknown: null } },
    { ...plan, state: 'DRAFT', blackouts: { met: [], unknown: 'no-orbit' } },
  ] as unknown as Plan[]
  const table = tableOfPlans(plans, () => 'SAT-1', nameOf)
  expect(isFull(table)).toBe(true)
  expect(rowOf(table)).toMatchObject({ satellite: 'SAT-1', plan: plan.name, state: 'DRAFT', blackouts: 'IN_BLACKOUT' })
  expect(rowOf(table)).toMatchObject({ by: 'Kim Weber', 'approved by': 'Ada King' })
  expect(rowOf(table)['ignition, UTC']).toBe(plan.ignitionEpoch)
  expect([1, 2, 3, 4].map((place) => rowOf(table, place).blackouts)).toEqual([
    ...['NEAR_BLACKOUT', undefined],
    ...[undefined, 'BLACKOUTS_UNKNOWN'],
  ])
})

test('a plan that moves a planned burn names it, and has no extra cost; a new burn has blanks there', () => {
  const plannedBurn = {
    noticeId: plan.conjunctionId,
    announcedBy: 'flight dynamics',
    ignition: '2026-11-22T04:00:00.000Z',
    movedByS: 64_800,
    revolutions: 11,
    extraDeltaVMps: 0,
  }
  const table = tableOfPlans([{ ...plan, plannedBurn }, plan], () => 'SAT-1', nameOf)
  expect(isFull(table)).toBe(true)
  expect(rowOf(table)).toMatchObject({
    'planned for, UTC': '2026-11-22T04:00:00.000Z',
    'planned by': 'flight dynamics',
    'moved by, s': 64_800,
    revolutions: 11,
    'extra Δv, m/s': 0,
  })
  expect(rowOf(table, 1)).toMatchObject({ 'planned for, UTC': undefined, 'extra Δv, m/s': undefined })
})

test('a screening has its events, and those that could not be screened with their reason', () => {
  const screening = plan.screening!
  const [event] = screening.events
  const lost = { conjunctionId: 'lost', reason: 'no covariance', leftOut: null, cause: undefined }
  const table = tableOfScreening({ ...screening, notScreened: [lost] } as unknown as typeof screening)
  expect(isFull(table)).toBe(true)
  expect(rowOf(table)).toMatchObject({
    'conjunction id': event?.conjunctionId,
    'other object': event?.object,
    'Pc after': event?.nominal,
    'miss before, m': event?.missBeforeM,
    'miss after, m': event?.missM,
  })
  expect(rowOf(table, screening.events.length)).toMatchObject({
    'conjunction id': 'lost',
    'Pc after': undefined,
    'not screened': 'no covariance',
  })
})

test('a screening has distances for events that are judged by distance, and blanks for the others (F12)', () => {
  const screening = plan.screening!
  const [event] = screening.events
  const near = (missM: number) => ({ missM, at: plan.ignitionEpoch })
  const separation = {
    targetM: 1000,
    acceptedM: 100,
    until: null,
    sigmaM: 122,
    before: near(200),
    nominal: near(1000),
    hot: near(900),
    cold: near(99),
  }
  const table = tableOfScreening({ ...screening, events: [{ ...event!, separation }, event!] })
  expect(isFull(table)).toBe(true)
  expect(rowOf(table)).toMatchObject({
    'distance before, m': 200,
    'distance after, m': 1000,
    'distance 3σ strong, m': 900,
    'distance 3σ weak, m': 99,
    'distance 1σ, m': 122,
    'distance planned, m': 1000,
    'distance accepted, m': 100,
    'distance verdict': 'FAIL',
  })
  expect(rowOf(table, 1)).toMatchObject({ 'distance after, m': undefined, 'distance verdict': undefined })
})

test('an object near the new path has a line with every case, and a case without an approach has blanks', () => {
  const near = { tca: '2026-11-21T12:00:00.000Z', missM: 812, probability: 2e-7, maximumProbability: 1e-5, reason: '' }
  const encounter = {
    objectId: '1',
    object: 'DEB',
    isOfMessage: true,
    nominal: near,
    hot: null,
    cold: near,
    missed: null,
  }
  const table = tableOfPaths({ paths: [{ ...EXAMPLE_PATH, encounters: [encounter] }] })
  expect(isFull(table)).toBe(true)
  expect(rowOf(table)).toMatchObject({
    screening: EXAMPLE_PATH.type,
    object: 'DEB',
    'of a message': 'yes',
    'miss nominal, m': 812,
    'Pc cold': 2e-7,
    'TCA hot, UTC': undefined,
  })
})

test('every step of a plan is in its file', () => {
  const table = tableOfSteps({ steps: [{ ...plan.steps[0]!, by: 'kim' }, ...plan.steps] }, signed)
  expect(isFull(table)).toBe(true)
  expect(table.rows.length).toBe(plan.steps.length + 1)
  expect(rowOf(table)).toMatchObject({ 'time, UTC': plan.steps[0]?.at, by: 'Kim Weber (kim)' })
})
