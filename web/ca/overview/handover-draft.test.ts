import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { nameOf } from '../../shell/status/testing/naming.ts'
import { type EventRow, rowOf } from '../event/event-row.ts'
import { draftOf } from './handover-draft.ts'
import { healthOf } from './health.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const NOW = Date.UTC(2026, 10, 20, 14)
const row = (more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EVENT), ...more })
const health = healthOf({ rows: [row()], assets: [], status: undefined }, NOW)

test('below the room for the author are the next decision, the changes and the health of the data', () => {
  const lines = draftOf({
    waiting: [row(), row({ secondary: 'OTHER', decideMs: NOW })],
    watched: [],
    burns: [],
    passes: [],
    changes: { fresh: [row({ secondary: 'NEW' })], worse: [{ row: row(), from: 2 }], better: [], ended: [] },
    sinceMs: NOW,
    health,
    nowMs: NOW,
    nameOf,
  }).split('\n')
  expect(lines.slice(0, 5)).toEqual([
    '',
    '',
    'As of 2026-11-20 14:00:00 Z:',
    'Next decision: SAT-3 × SIM DEB, Critical, TCA 2026-11-21 14:13:07 Z, decide before 2026-11-20 14:13:07 Z (TCA − 24 h, no contacts known), Pc 2.12\u00a0×\u00a010⁻⁴, Open.',
    'Then: SAT-3 × OTHER, decide before 2026-11-20 14:00:00 Z.',
  ])
  expect(lines).toContain('Since 2026-11-20 14:00:00 Z:')
  expect(lines).toContain('Worse 1: SAT-3 × SIM DEB (Medium → Critical).')
  expect(lines).toContain('New 1: SAT-3 × NEW.')
  expect(lines).toContain('Messages: newest 8.3 h old.')
  expect(lines.join('\n')).not.toContain('Better')
})

test('missing decisions and a missing last look are reported, and nothing is invented', () => {
  const text = draftOf({
    waiting: [],
    watched: [],
    burns: [],
    passes: [],
    changes: undefined,
    sinceMs: undefined,
    health,
    nowMs: NOW,
    nameOf,
  })
  expect(text).toContain('No decision is waiting.')
  expect(text).not.toContain('Since')
  expect(text).toContain('Ephemerides: not known.')
})

test('a long list of events is counted instead of listed', () => {
  const fresh = Array.from({ length: 7 }, (_, place) => row({ secondary: `N${place}` }))
  const text = draftOf({
    waiting: fresh,
    watched: [],
    burns: [],
    passes: [],
    changes: { fresh, worse: [], better: [], ended: [] },
    sinceMs: NOW,
    health,
    nowMs: NOW,
    nameOf,
  })
  expect(text).toContain('New 7: SAT-3 × N0, SAT-3 × N1, SAT-3 × N2, SAT-3 × N3, SAT-3 × N4, and 2 more.')
  expect(text.match(/^Then:/gm)).toHaveLength(3)
  expect(text).toContain('\nand 3 more\n')
})

test('decided events are in the note with the conditions that reopen them, also without pending ones', () => {
  const decision = { ...EVENT.decision, state: 'DECIDED', decision: 'MONITOR', by: 'kim' } as const
  const reopens = { aboveLevel: 'CRITICAL', aboveProbability: 1.06e-3, lookAgainAt: null } as const
  const text = draftOf({
    waiting: [],
    watched: [row({ event: { ...EVENT, decision, reopens } })],
    burns: [],
    passes: [],
    changes: undefined,
    sinceMs: undefined,
    health,
    nowMs: NOW,
    nameOf,
  })
  expect(text).toContain(
    'Decided, watching:\nSAT-3 × SIM DEB, Critical, TCA 2026-11-21 14:13:07 Z, Pc 2.12\u00a0×\u00a010⁻⁴: monitor, Kim Weber. Reopens when Pc > 1.06\u00a0×\u00a010⁻³.\n',
  )
})

test('up to twenty decided events are listed one by one, and more are counted', () => {
  const draft = (count: number) =>
    draftOf({
      waiting: [],
      watched: Array.from({ length: count }, () => row()),
      burns: [],
      passes: [],
      changes: undefined,
      sinceMs: undefined,
      health,
      nowMs: NOW,
      nameOf,
    })
  expect(draft(20)).not.toMatch(/^and \d+ more$/m)
  expect(draft(20).match(/^SAT-3 × SIM DEB/gm)).toHaveLength(20)
  expect(draft(21)).toMatch(/^and 1 more$/m)
  expect(draft(21).match(/^SAT-3 × SIM DEB/gm)).toHaveLength(20)
})

test('up to three further decisions are named, and more are counted', () => {
  const linesOf = (count: number) =>
    draftOf({
      waiting: Array.from({ length: count }, () => row()),
      watched: [],
      burns: [],
      passes: [],
      changes: undefined,
      sinceMs: undefined,
      health: [],
      nowMs: NOW,
      nameOf,
    }).split('\n')
  const [three, five] = [linesOf(4), linesOf(6)]
  expect(three.filter((line) => line.startsWith('Then: '))).toHaveLength(3)
  expect(five.filter((line) => line.startsWith('Then: '))).toHaveLength(3)
  expect(five).toHaveLength(three.length + 1)
  expect(five.find((line) => !three.includes(line))).toContain('2')
})

test('future burns are in the note, each with its state and the last time for a command', () => {
  const { examples } = Plan.meta() as { readonly examples: readonly Plan[] }
  const plan = examples[0]!
  const text = draftOf({
    waiting: [],
    watched: [],
    burns: [plan],
    passes: [],
    changes: undefined,
    sinceMs: undefined,
    health,
    nowMs: NOW,
    nameOf,
  })
  expect(text).toContain('Burns ahead:')
  expect(text).toContain(
    `${plan.name}: Screened, 0.0374 m/s at 2026-11-21 10:10:12 Z, last command 2026-11-21 04:10:12 Z`,
  )
})

test('ordered passes are listed one by one up to a limit, and more are counted', () => {
  const pass = (place: number) => ({
    id: `p${place}`,
    requestId: 'r',
    satelliteId: 's',
    conjunctionId: null,
    isSimulated: false,
    name: `SAT-${place}`,
    sensorCode: 'ABC01',
    atMs: NOW + place * 3_600_000,
    status: 'PENDING' as const,
    isOverdue: false,
  })
  const given = {
    waiting: [],
    watched: [],
    burns: [],
    changes: undefined,
    sinceMs: undefined,
    health,
    nowMs: NOW,
    nameOf,
  }
  const lines = draftOf({ ...given, passes: [pass(1), pass(2)] }).split('\n')
  expect(lines).toContain('Ordered tracking:')
  expect(lines).toContain('SAT-1: ABC01, 2026-11-20 15:00:00 Z, Pending.')
  expect(lines).toContain('SAT-2: ABC01, 2026-11-20 16:00:00 Z, Pending.')
  const many = draftOf({ ...given, passes: Array.from({ length: 30 }, (_, place) => pass(place)) })
  expect(many.match(/ABC01/g)?.length).toBeLessThan(30)
  expect(many).toMatch(/and \d+ more/)
})
