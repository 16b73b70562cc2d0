import { EXAMPLE } from '@apsis/contract/ca/message/conjunction-example.data.ts'
import { expect, test } from 'vitest'
import type { TimelessConjunction } from '../event/present-event.ts'
import { type Situation, writeSituation } from './situation-text.ts'

const NOW = Date.parse('2026-11-20T08:20:30.000Z')
const ago = (hours: number) => new Date(NOW - hours * 3_600_000)
const READER = { language: 'en', publicUrl: 'https://apsis.example', isSimulated: false } as const

const event = (change: Partial<TimelessConjunction> = {}): TimelessConjunction => ({
  ...(EXAMPLE as unknown as TimelessConjunction),
  isSimulated: false,
  levelBy: { ...EXAMPLE.levelBy, isSimulated: false },
  ...change,
})
const FEED = {
  connectionId: '5b0f7a52-0c1e-4f2d-9a3c-1c2d3e4f5a6b',
  name: 'space-track',
  source: 'SPACE_TRACK',
  kind: 'MESSAGES',
  state: 'ACTIVE',
  volume: { newInDay: 4, refusedInDay: 0, usualInDay: null, isRead: true },
  lastSuccessAt: ago(0.2),
  lastMessageAt: ago(2.64),
  lastError: null,
  nextAt: null,
  periodS: 8 * 3_600,
  createdAt: ago(500),
} as const
const CLEAR = {
  state: 'CLEAR',
  conjunctions: 0,
  screenedAt: ago(2).toISOString(),
  from: ago(2).toISOString(),
  to: ago(-160).toISOString(),
  catalogue: null,
} as const
const SCREENED = {
  name: 'fleet against catalogue',
  level: 'ok',
  message: '',
  lastAt: ago(2).toISOString(),
  isLate: false,
} as const
/** Returns a situation in which all sources that would report an event are present and up to date. */
const situation = (change: Partial<Situation> = {}): Situation => ({
  nowMs: NOW,
  events: [],
  listed: change.events ?? [],
  plans: [],
  sources: [],
  feeds: [FEED],
  newestMessageAt: ago(2.65),
  satellites: [CLEAR],
  screenings: [SCREENED],
  filling: null,
  ...change,
})
const say = (change: Partial<Situation> = {}, reader: Partial<Parameters<typeof writeSituation>[1]> = {}) =>
  writeSituation(situation(change), { ...READER, ...reader })

test('the statement that no event is open includes its sources and their age', () => {
  expect(say()).toEqual({
    subject: 'Situation report: Nothing is open',
    heading: 'Nothing is open',
    level: 'ok',
    lead: 'No close approach that is known lies ahead.',
    doubts: { title: 'Why it is not known:', lines: [] },
    events: [],
    more: '',
    sources: {
      title: 'Sources and their age',
      lines: [
        'space-track: read 12\u00a0min ago, last message 2.6\u00a0h ago',
        'Newest message: created 2.6\u00a0h ago',
        'Last screening of the fleet against the catalogue: 2.0\u00a0h ago',
      ],
    },
    list: { label: 'Open the list', url: 'https://apsis.example/ca/conjunctions' },
  })
})

test.each([
  [
    'a feed is silent',
    { feeds: [{ ...FEED, lastSuccessAt: ago(13), lastError: 'No answer.' }] },
    /^space-track: last read 13 h ago\. .*No answer\./,
  ],
  [
    'a feed has never given anything',
    { feeds: [{ ...FEED, lastSuccessAt: null, createdAt: ago(1) }] },
    /^space-track: nothing has come yet\.$/,
  ],
  ['nothing ever came, from nowhere', { feeds: [], newestMessageAt: null }, /^No message has come, and no source/],
  ['what is uploaded is old', { feeds: [], newestMessageAt: ago(30) }, /the newest message is 1\.3\u00a0d old\.$/],
  ['there is no satellite', { satellites: [] }, /^There is no satellite/],
  [
    'a satellite is not screened',
    { satellites: [CLEAR, { ...CLEAR, state: 'NOT_SCREENED' }] },
    /^1 of 2 satellites are not screened\.$/,
  ],
  [
    'a screening is late',
    { screenings: [{ ...SCREENED, isLate: true }] },
    /against the catalogue is late: the last was 2\.0\u00a0h ago\.$/,
  ],
  [
    'a screening failed',
    { screenings: [{ ...SCREENED, finding: { code: 'fleet-tried', values: { trouble: 'the screening failed' } } }] },
    /could not be done: the screening failed$/,
  ],
  [
    'nothing was screened yet',
    { screenings: [{ name: 'fleet against catalogue', level: 'pending', message: '', isLate: false }] },
    /has not been done yet\.$/,
  ],
  ['the demo is being filled', { filling: { events: 3, of: 60 } }, /^Demo fleet: 3 of 60 events\.$/],
] as const)('no clear sky where %s', (_, change, why) => {
  const none = say(change as Partial<Situation>)
  expect([none.subject, none.heading, none.level]).toEqual([
    'Situation report: What is open is not known',
    'What is open is not known',
    'inactive',
  ])
  expect(none.doubts).toMatchObject({ title: 'Why it is not known:', lines: [expect.stringMatching(why)] })
  const some = say({ ...(change as Partial<Situation>), events: [event()], listed: [event()] })
  expect(some.subject).toBe('Situation report: 1 event is open: 1 CRITICAL; data is missing')
  expect(some.doubts).toMatchObject({ title: 'There may be more than is listed:', lines: [expect.stringMatching(why)] })
})

test('an event is shown with its figures, their source and age, the action, decision, plans and the reason of its level', () => {
  const { conjunctionId, activeCdmId } = event()
  const plan = { conjunction_id: conjunctionId, ignition_at: new Date('2026-11-21T02:00:00Z') }
  const said = say({
    events: [event()],
    sources: [{ id: activeCdmId ?? '', originator: 'CSpOC', creation_date: ago(2.65) }],
    plans: [
      { ...plan, name: 'SAT-3_1', state: 'APPROVED' },
      { ...plan, name: 'SAT-3_2', state: 'DRAFT' },
      { ...plan, name: 'SAT-3_3', state: 'REJECTED' },
    ],
  })
  expect([said.subject, said.level, said.lead]).toEqual([
    'Situation report: 1 event is open: 1 CRITICAL',
    'critical',
    '1 CRITICAL. 1 of them needs a decision.',
  ])
  expect(said.events).toEqual([
    {
      level: 'critical',
      isBrief: false,
      mark: 'CRITICAL',
      heading: 'SAT-3 × SIM DEB (90127)',
      advice: 'Act. Decide before 14:13 Z (5\u00a0h\u00a052\u00a0m): TCA − 24 h, no contacts known.',
      facts: [
        { name: 'Closest approach', value: '2026-11-21 14:13 Z, in 1\u00a0d\u00a005\u00a0h\u00a052\u00a0m' },
        { name: 'Probability', value: '2.12\u00a0×\u00a010⁻⁴ (CSpOC, 2.6\u00a0h old)' },
        { name: 'Miss distance', value: '182\u00a0m (R\u00a0+58, T\u00a0+114, N\u00a0+129\u00a0m)' },
        { name: 'Decision', value: 'nobody has acknowledged it' },
        { name: 'Plans', value: 'SAT-3_1: approved, burn 2026-11-21 02:00 Z; 1 draft' },
      ],
      why: 'Pc is at or above what the satellite accepts.',
      url: `https://apsis.example/ca/conjunction/${event().satelliteId}/${conjunctionId}`,
    },
  ])
})

test('decisions, reopened events, and events that a burn has mitigated are reported in their present state', () => {
  const { decision, conjunctionData } = event()
  const at = '2026-11-20T06:00:00.000Z'
  const factOf = (change: Partial<TimelessConjunction['decision']>) =>
    say({ events: [event({ decision: { ...decision, at, ...change } })] }).events[0]?.facts.find(
      ({ name }) => name === 'Decision',
    )?.value
  expect(factOf({ state: 'ACKNOWLEDGED', by: 'kim' })).toBe('acknowledged by kim, 2026-11-20 06:00 Z')
  expect(factOf({ state: 'ACKNOWLEDGED', by: 'Apsis' })).toBe('open again, nobody has acknowledged it since')
  expect(factOf({ state: 'ASSIGNED', by: 'kim', owner: 'ada' })).toBe('assigned to ada, by kim, 2026-11-20 06:00 Z')
  expect(factOf({ state: 'DECIDED', by: 'kim', decision: 'MONITOR' })).toBe('monitor, kim, 2026-11-20 06:00 Z')
  expect(factOf({ state: 'ACKNOWLEDGED', by: 'kim', snoozedUntil: '2026-11-20T10:00:00.000Z' })).toBe(
    'acknowledged by kim, 2026-11-20 06:00 Z; snoozed until 2026-11-20 10:00 Z',
  )
  const mitigated = event({ state: 'MITIGATED', action: 'NONE', mitigation: { plan: 'M1', aboveProbability: 1e-4 } })
  const low = event({ action: 'IGNORE', conjunctionData: { ...conjunctionData, riskLevel: 'LOW' } })
  const both = say({ events: [mitigated, low] })
  expect([both.subject, both.lead]).toEqual([
    'Situation report: 1 event is open: 1 LOW',
    '1 LOW, 1 mitigated. None needs a decision.',
  ])
  const alone = say({ events: [mitigated] })
  expect([alone.subject, alone.level, alone.lead]).toEqual([
    'Situation report: Nothing is open',
    'ok',
    '1 mitigated. None needs a decision.',
  ])
  const doubted = say({ events: [mitigated], satellites: [] })
  expect([doubted.heading, doubted.level]).toEqual(['What is open is not known', 'inactive'])
  expect(both.events[0]).toMatchObject({
    level: 'ok',
    isBrief: true,
    mark: 'CRITICAL, mitigated',
    advice: 'Mitigated by M1; nothing to decide unless Pc > 1.00\u00a0×\u00a010⁻⁴.',
  })
  expect(both.events[1]?.facts).toContainEqual({
    name: 'Decide before',
    value: '2026-11-20 14:13 Z, in 5\u00a0h\u00a052\u00a0m',
  })
})

test('a level from another estimate, a missing probability, and a simulated event are marked', () => {
  const { levelBy, conjunctionData } = event()
  const other = { ...levelBy!, isShown: false, probability: 3e-4, at: '2026-11-19T21:00:00.000Z' }
  const [held] = say({ events: [event({ levelBy: other, isSimulated: true })] }).events
  expect(held?.mark).toBe('[SIMULATED] CRITICAL')
  expect(held?.facts[1]).toEqual({
    name: 'Probability, newest estimate',
    value: '2.12\u00a0×\u00a010⁻⁴ (newest message 2.7\u00a0h old)',
  })
  expect(held?.why).toMatch(/2026-11-19 21:00 Z.*3\.00\u00a0×\u00a010⁻⁴/)
  const none = event({ conjunctionData: { ...conjunctionData, probabilityOfCollision: null } })
  expect(say({ events: [none] }, { isSimulated: true }).events[0]).toMatchObject({
    mark: 'CRITICAL',
    facts: [{}, { value: 'not known (newest message 2.7\u00a0h old)' }, {}, {}, {}],
  })
})

test('a subject names the levels that wait for a decision, or else the highest', () => {
  const of = (riskLevel: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN') =>
    event({ conjunctionData: { ...event().conjunctionData, riskLevel } })
  const subject = (...events: TimelessConjunction[]) => say({ events }).subject.replace('Situation report: ', '')
  expect([
    subject(of('CRITICAL'), of('HIGH'), of('HIGH'), of('LOW'), of('UNKNOWN')),
    subject(of('MEDIUM'), of('LOW'), of('UNKNOWN')),
    subject(of('UNKNOWN')),
  ]).toEqual(['5 events are open: 1 CRITICAL, 2 HIGH', '3 events are open: 1 MEDIUM', '1 event is open: 1 UNKNOWN'])
})

test('events that are not listed are counted', () => {
  const events = Array.from({ length: 27 }, () => event())
  expect(say({ events, listed: events.slice(0, 25) })).toMatchObject({ more: '2 more events are in the list.' })
  expect(say({ events, listed: events.slice(0, 26) })).toMatchObject({ more: '1 more event is in the list.' })
})

test('the German report writes numbers in the German way', () => {
  const said = say({ events: [event()], feeds: [{ ...FEED, lastSuccessAt: ago(13) }] }, { language: 'de' })
  expect(said.subject).toBe('Lagebericht: 1 Ereignis ist offen: 1 Kritisch; Daten fehlen')
  expect(said.doubts.lines[0]).toMatch(/^space-track: /)
  expect(said.events[0]).toMatchObject({
    mark: 'Kritisch',
    advice: 'Handeln. Entscheiden bis 14:13 Z (5\u00a0h\u00a052\u00a0m): TCA − 24 h, keine Kontakte bekannt.',
    why: 'Pc erreicht die akzeptierte Grenze.',
  })
  expect(said.events[0]?.facts[1]).toEqual({
    name: 'Wahrscheinlichkeit',
    value: '2,12\u00a0×\u00a010⁻⁴ (neueste Nachricht 2,7\u00a0h alt)',
  })
})
