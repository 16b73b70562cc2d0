import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterEvent, NotAllowedError, newRequestState, type RequestEvent, type RequestState } from './request-state.ts'
import {
  isAllowed,
  isPassOver,
  MOST_REPLACEMENTS,
  NOTIFY_STATUS_OF,
  PASS_STATUSES,
  PASS_TRANSITIONS,
  REQUEST_STATUSES,
  REQUEST_TRANSITIONS,
} from './request-status.ts'

/** The statuses of spec §4. */
const SPEC_STATUSES = [
  ...['APPROVED', 'CANCELLED', 'COMPLETE', 'INFEASIBLE', 'IN_PROGRESS', 'PARTIAL', 'PENDING', 'EXECUTING', 'EXECUTED'],
  ...['PUBLISHING', 'PUBLISHED', 'SUCCESSFUL', 'UNSUCCESSFUL'],
]
const seed = Number(process.env.APSIS_PROPERTY_SEED ?? 1)
const sequences = Number(process.env.APSIS_REQUEST_SEQUENCES ?? 3_000)

test('the statuses of requests and passes together are those of spec §4', () => {
  expect([...new Set<string>([...REQUEST_STATUSES, ...PASS_STATUSES])].sort()).toEqual(SPEC_STATUSES.toSorted())
})

test('the four statuses of the notification form can be reached (decisions.md 7)', () => {
  expect([...new Set(Object.values(NOTIFY_STATUS_OF))].sort()).toEqual([
    'CANCELLED',
    'COMPLETED_OK',
    'IN_PROGRESS',
    'PENDING',
  ])
})

const WHOLE = ['EXECUTING', 'EXECUTED', 'PUBLISHING', 'PUBLISHED', 'SUCCESSFUL'] as const
const pass = (slot: number, to: (typeof WHOLE)[number] | 'UNSUCCESSFUL', canReplace = false): RequestEvent => ({
  kind: 'pass',
  slot,
  to,
  canReplace,
})
const run = (passes: number, events: readonly RequestEvent[]): RequestState =>
  events.reduce(afterEvent, newRequestState(passes))
const statuses = (passes: number, events: readonly RequestEvent[]): string[] =>
  events.map((_, at) => run(passes, events.slice(0, at + 1)).status)

test('a request with two passes moves from PENDING to COMPLETE as in domain.md C20', () => {
  const events = [
    { kind: 'approve', feasible: 2 } as const,
    ...WHOLE.map((to) => pass(0, to)),
    ...WHOLE.map((to) => pass(1, to)),
  ]
  expect([...new Set(statuses(2, events))]).toEqual(['APPROVED', 'IN_PROGRESS', 'PARTIAL', 'COMPLETE'])
  expect(run(2, events)).toMatchObject({ isEnded: true, slots: [{ money: 'CAPTURED' }, { money: 'CAPTURED' }] })
  expect(run(2, events.slice(0, -1))).toMatchObject({ status: 'PARTIAL', isEnded: false })
})

test('a request ends UNSUCCESSFUL without a success, and PARTIAL with some, and the price of failed passes is released', () => {
  const approve = { kind: 'approve', feasible: 2 } as const
  const none = run(2, [approve, pass(0, 'EXECUTING'), pass(0, 'UNSUCCESSFUL'), pass(1, 'UNSUCCESSFUL')])
  expect(none).toMatchObject({
    status: 'UNSUCCESSFUL',
    isEnded: true,
    slots: [{ money: 'RELEASED' }, { money: 'RELEASED' }],
  })
  const some = run(2, [approve, ...WHOLE.map((to) => pass(0, to)), pass(1, 'UNSUCCESSFUL')])
  expect(some).toMatchObject({
    status: 'PARTIAL',
    isEnded: true,
    slots: [{ money: 'CAPTURED' }, { money: 'RELEASED' }],
  })
  expect(() => afterEvent(some, { kind: 'cancel' })).toThrow(NotAllowedError)
})

test('a failed pass is replaced up to three times at the same price, and then its price is released', () => {
  let state = run(1, [{ kind: 'approve', feasible: 1 }])
  for (let replaced = 0; replaced < MOST_REPLACEMENTS; replaced += 1) {
    state = afterEvent(state, pass(0, 'UNSUCCESSFUL', true))
    expect(state).toMatchObject({ status: 'APPROVED', slots: [{ money: 'HELD' }] })
  }
  state = afterEvent(state, pass(0, 'UNSUCCESSFUL', true))
  expect(state).toMatchObject({ status: 'UNSUCCESSFUL', isEnded: true, slots: [{ money: 'RELEASED' }] })
  expect(state.slots[0]?.attempts).toHaveLength(1 + MOST_REPLACEMENTS)
})

test('a cancellation releases the price of passes that have not begun; a running pass is finished and paid for', () => {
  const begun = run(2, [{ kind: 'approve', feasible: 2 }, pass(0, 'EXECUTING'), { kind: 'cancel' }])
  expect(begun).toMatchObject({
    status: 'CANCELLED',
    isEnded: false,
    slots: [{ money: 'HELD' }, { money: 'RELEASED' }],
  })
  const done = WHOLE.slice(1).reduce((state, to) => afterEvent(state, pass(0, to)), begun)
  expect(done).toMatchObject({
    status: 'CANCELLED',
    isEnded: true,
    slots: [{ money: 'CAPTURED' }, { money: 'RELEASED' }],
  })
  expect(() => afterEvent(done, { kind: 'cancel' })).toThrow('from CANCELLED to CANCELLED')
  expect(run(2, [{ kind: 'cancel' }])).toMatchObject({
    isEnded: true,
    slots: [{ money: 'RELEASED' }, { money: 'RELEASED' }],
  })
  // A pass that fails after it was cancelled is not replaced.
  expect(afterEvent(begun, pass(0, 'UNSUCCESSFUL', true))).toMatchObject({
    isEnded: true,
    slots: [{ money: 'RELEASED' }, {}],
  })
})

test('the price of impossible passes is released at once, and only the transitions in the table are allowed', () => {
  expect(run(3, [{ kind: 'approve', feasible: 2 }]).slots.map(({ money }) => money)).toEqual([
    'HELD',
    'HELD',
    'RELEASED',
  ])
  expect(run(1, [{ kind: 'reject' }])).toMatchObject({
    status: 'INFEASIBLE',
    isEnded: true,
    slots: [{ money: 'RELEASED' }],
  })
  const approved = run(1, [{ kind: 'approve', feasible: 1 }])
  for (const event of [
    { kind: 'approve', feasible: 1 },
    { kind: 'reject' },
    pass(0, 'EXECUTED'),
    pass(7, 'EXECUTING'),
  ] as const)
    expect(() => afterEvent(approved, event)).toThrow(NotAllowedError)
  for (const feasible of [0, 2]) expect(() => run(1, [{ kind: 'approve', feasible }])).toThrow(NotAllowedError)
})

/** NEXT: the pass takes its expected step. Half of the steps are NEXT, because otherwise hardly any sequence would succeed. */
const anyEvent = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('approve' as const), feasible: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'reject' as const }, { kind: 'cancel' as const }) },
  {
    weight: 40,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      slot: fc.integer({ min: 0, max: 3 }),
      to: fc.oneof(
        { weight: 3, arbitrary: fc.constant('NEXT' as const) },
        { weight: 1, arbitrary: fc.constantFrom(...PASS_STATUSES) },
      ),
      canReplace: fc.boolean(),
    }),
  },
)

function resolved(state: RequestState, event: typeof anyEvent extends fc.Arbitrary<infer E> ? E : never): RequestEvent {
  if (event.kind !== 'pass') return event
  const status = state.slots[event.slot]?.attempts.at(-1)
  const next = status === undefined ? undefined : PASS_TRANSITIONS[status][0]
  return { ...event, to: event.to === 'NEXT' ? (next ?? 'EXECUTING') : event.to }
}

/** Returns the number of requested passes that succeeded. */
const completedOf = ({ slots }: RequestState): number =>
  slots.filter(({ attempts }) => attempts.at(-1) === 'SUCCESSFUL').length

function checkStep(before: RequestState, after: RequestState): void {
  expect(before.isEnded).toBe(false)
  expect(after.status === before.status || isAllowed(REQUEST_TRANSITIONS, before.status, after.status)).toBe(true)
  after.slots.forEach((slot, at) => {
    const old = before.slots[at]
    const status = slot.attempts.at(-1)
    expect(slot.attempts.length).toBeLessThanOrEqual(1 + MOST_REPLACEMENTS)
    // Money is moved once, together with the state of its pass.
    if (old?.money !== 'HELD') expect(slot).toEqual(old)
    expect(slot.money === 'CAPTURED').toBe(status === 'SUCCESSFUL')
    if (slot.money === 'HELD') expect(status === undefined || !isPassOver(status)).toBe(true)
    const [from, to] = [old?.attempts.at(-1), slot.attempts[(old?.attempts.length ?? 0) - 1]]
    if (from !== undefined && to !== undefined && from !== to) expect(isAllowed(PASS_TRANSITIONS, from, to)).toBe(true)
  })
  if (after.isEnded) expect(after.slots.some(({ money }) => money === 'HELD')).toBe(false)
  const isFinal = REQUEST_TRANSITIONS[after.status].length === 0
  if (after.status === 'COMPLETE') expect(completedOf(after)).toBe(after.slots.length)
  if (after.status === 'UNSUCCESSFUL' || after.status === 'INFEASIBLE') expect(completedOf(after)).toBe(0)
  if (isFinal && after.status !== 'CANCELLED') expect(after.isEnded).toBe(true)
}

test(`in ${sequences} random sequences the money always agrees with the state, and every step is in the table`, () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(anyEvent, { maxLength: 60 }), (passes, events) => {
      let state = newRequestState(passes)
      for (const event of [{ kind: 'approve', feasible: passes } as const, ...events]) {
        let next: RequestState
        try {
          next = afterEvent(state, resolved(state, event))
        } catch (error) {
          expect(error).toBeInstanceOf(NotAllowedError)
          continue
        }
        if (next !== state && JSON.stringify(next) !== JSON.stringify(state)) checkStep(state, next)
        state = next
        reached.add(state.status)
      }
    }),
    { seed, numRuns: sequences },
  )
  expect([...reached].sort()).toEqual(
    REQUEST_STATUSES.filter((one) => one !== 'INFEASIBLE' && one !== 'PENDING').sort(),
  )
}, 1_200_000) // The campaign has 100,000 sequences.
