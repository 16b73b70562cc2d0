import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { chooseWay, type Listener, type Occasion, type SaidStatement, type Statement } from './choose-way.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-22T12:00:00Z')
const TCA = Date.parse('2026-11-24T12:00:00Z')

const statement = (change: Partial<Statement> = {}): Statement => ({
  subject: 'risk',
  riskLevel: 'HIGH',
  isToAct: false,
  probability: 2e-5,
  tcaMs: TCA,
  isAlwaysNews: false,
  ...change,
})
const said = (hoursAgo: number, change: Partial<Statement> = {}): SaidStatement => ({
  ...statement(change),
  atMs: NOW - hoursAgo * HOUR_MS,
})
const occasion = (change: Partial<Occasion> = {}): Occasion => ({
  type: 'risk',
  level: 'serious',
  satelliteId: 'sat-3',
  status: undefined,
  statement: statement(),
  actBeforeMs: undefined,
  nowMs: NOW,
  ...change,
})
const rule = (change: Partial<NoticeRule>): NoticeRule => ({
  types: [],
  leastLevel: 'ok',
  satellites: [],
  statuses: [],
  way: 'now',
  channels: [],
  ...change,
})
const listener = (rules: NoticeRule[] = [], change: Partial<Listener> = {}): Listener => ({
  channel: 'email',
  ticked: ['CANCELLED'],
  reachableBy: ['email', 'webhook'],
  said: [],
  rules: { rules, timeZone: 'Europe/Madrid', quietHours: null },
  ...change,
})
const CRITICAL = { level: 'critical', statement: statement({ riskLevel: 'CRITICAL' }) } as const

test('without rules all urgent notices and the selected statuses of requests are sent; a CRITICAL notice is always sent', () => {
  expect(chooseWay(occasion(), listener())).toEqual({ kind: 'now' })
  const request = { level: undefined, statement: undefined, satelliteId: undefined }
  const ask = (status: Occasion['status'], more: Partial<Occasion> = {}) =>
    chooseWay(occasion({ ...request, status, ...more }), listener())
  expect(ask('CANCELLED')).toEqual({ kind: 'now' })
  expect(ask('PENDING')).toEqual({ kind: 'not', why: 'not-ticked' })
  expect(ask('PENDING', { level: 'critical' })).toEqual({ kind: 'now' })
  expect(chooseWay(occasion(CRITICAL), listener([], { ticked: [] }))).toEqual({ kind: 'now' })
})

test.each([
  ['type', { types: ['watch'] }, { types: ['watch', 'risk'] }],
  ['level', { leastLevel: 'critical' }, { leastLevel: 'serious' }],
  ['satellite', { satellites: ['sat-1'] }, { satellites: ['sat-1', 'sat-3'] }],
  ['status', { statuses: ['PENDING'] }, { statuses: [] }],
] as const)('a rule is about a notice by its %s', (_, other, own) => {
  const wayBy = (change: object) => chooseWay(occasion(), listener([rule({ ...change, way: 'never' })])).kind
  expect([wayBy(other), wayBy(own)]).toEqual(['now', 'not'])
})

test('the first matching rule decides', () => {
  const rules = [rule({ satellites: ['sat-3'], channels: ['webhook'] }), rule({ way: 'now' })]
  expect(chooseWay(occasion(), listener(rules))).toEqual({ kind: 'not', why: 'rule' })
  expect(chooseWay(occasion(), listener(rules, { channel: 'webhook' }))).toEqual({ kind: 'now' })
  expect(chooseWay(occasion({ satelliteId: 'sat-1' }), listener(rules))).toEqual({ kind: 'now' })
})

test('a rule with a status replaces the selected statuses of requests, and nothing else', () => {
  const rules = [rule({ statuses: ['PENDING'] })]
  const request = { level: undefined, statement: undefined, status: 'PENDING' } as const
  expect(chooseWay(occasion(request), listener(rules))).toEqual({ kind: 'now' })
  const none = [rule({ statuses: ['PENDING'], way: 'never' })]
  expect(chooseWay(occasion(), listener(none))).toEqual({ kind: 'now' })
})

test('no rule suppresses a CRITICAL notice, but a rule may choose the channel if one of the chosen channels works', () => {
  const wayBy = (rules: NoticeRule[], change: Partial<Listener> = {}) =>
    chooseWay(occasion(CRITICAL), listener(rules, change)).kind
  expect(wayBy([rule({ way: 'never' })])).toBe('now')
  expect(wayBy([rule({ channels: ['webhook'] })])).toBe('not')
  expect(wayBy([rule({ channels: ['webhook'] })], { reachableBy: ['email'] })).toBe('now')
})

test('a notice is not repeated within 6 h while the level stays the same', () => {
  const wayAfter = (...all: SaidStatement[]) => chooseWay(occasion(), listener([], { said: all })).kind
  expect(wayAfter(said(5.9))).toBe('not')
  expect(wayAfter(said(6))).toBe('now')
  expect(wayAfter(said(1, { riskLevel: 'CRITICAL' }))).toBe('now')
  expect(wayAfter(said(1, { subject: 'data' }))).toBe('now')
})

test('a fivefold probability, or a closest approach that moved by more than 60 s, is still reported (F29)', () => {
  const wayOf = (now: Partial<Statement>, before: Partial<Statement> = {}) =>
    chooseWay(occasion({ statement: statement(now) }), listener([], { said: [said(1, before)] })).kind
  expect([wayOf({ probability: 9.9e-5 }), wayOf({ probability: 1e-4 })]).toEqual(['not', 'now'])
  expect([wayOf({ tcaMs: TCA - 60_000 }), wayOf({ tcaMs: TCA - 60_001 })]).toEqual(['not', 'now'])
  // Growth far below any action threshold is not reported.
  expect(wayOf({ probability: 1e-12 }, { probability: 1e-20 })).toBe('not')
})

test('a person who was told that an alarm has ended is told at once if it continues', () => {
  const past = [said(3), said(2, { subject: 'clear', riskLevel: 'LOW', isAlwaysNews: true })]
  expect(chooseWay(occasion(), listener([], { said: past }))).toEqual({ kind: 'now' })
})

test('the all-clear is sent to all who were alarmed, whatever they chose, and to others if they chose it', () => {
  const clear = occasion({
    level: 'ok',
    statement: statement({ subject: 'clear', riskLevel: 'LOW', isAlwaysNews: true }),
  })
  const onlyUrgent = [rule({ leastLevel: 'serious' }), rule({ way: 'never' })]
  expect(chooseWay(clear, listener(onlyUrgent))).toEqual({ kind: 'not', why: 'rule' })
  for (const subject of ['risk', 'not-found', 'silence', 'call', 'due'] as const)
    expect(chooseWay(clear, listener(onlyUrgent, { said: [said(30, { subject })] }))).toEqual({ kind: 'now' })
  for (const subject of ['clear', 'data', 'contradiction', 'plan'] as const)
    expect(chooseWay(clear, listener(onlyUrgent, { said: [said(30, { subject })] })).kind).toBe('not')
})

test('a person who got the all-clear gets another one only after another alarm', () => {
  const clear = statement({ subject: 'clear', riskLevel: 'LOW', isAlwaysNews: true })
  const wayAfter = (...past: SaidStatement[]) =>
    chooseWay(occasion({ level: 'ok', statement: clear }), listener([rule({ way: 'never' })], { said: past })).kind
  const [called, over] = [said(5, { subject: 'call' }), said(3, clear)]
  expect(wayAfter(called, over)).toBe('not')
  expect(wayAfter(over, called, said(1, { subject: 'call' }))).toBe('now')
  // If the level falls from CRITICAL to HIGH, the alarm continues.
  expect(wayAfter(called, said(3, { ...clear, riskLevel: 'HIGH' }))).toBe('now')
})

test('quiet hours delay all notices except CRITICAL ones until their end on the local clock', () => {
  const wayAt = (time: string, zone: string, change: Partial<Occasion> = {}) =>
    chooseWay(
      occasion({ ...change, nowMs: Date.parse(time) }),
      listener([], { rules: { rules: [], timeZone: zone, quietHours: { from: '22:00', to: '06:00' } } }),
    )
  const later = (time: string) => ({ kind: 'later', atMs: Date.parse(time) })
  expect(wayAt('2026-01-09T20:59:59Z', 'Europe/Madrid')).toEqual({ kind: 'now' })
  expect(wayAt('2026-01-09T21:00:00Z', 'Europe/Madrid')).toEqual(later('2026-01-10T05:00:00Z'))
  expect(wayAt('2026-01-10T05:00:00Z', 'Europe/Madrid')).toEqual({ kind: 'now' })
  expect(wayAt('2026-01-09T21:00:00Z', 'Europe/Madrid', CRITICAL)).toEqual({ kind: 'now' })
  // The night of the change of the clock is an hour shorter in spring, and an hour longer in autumn.
  expect(wayAt('2026-03-28T22:00:00Z', 'Europe/Madrid')).toEqual(later('2026-03-29T04:00:00Z'))
  expect(wayAt('2026-10-24T20:00:00Z', 'Europe/Madrid')).toEqual(later('2026-10-25T05:00:00Z'))
  expect(wayAt('2026-10-25T00:30:00Z', 'Asia/Kolkata')).toEqual({ kind: 'now' })
  expect(wayAt('2026-10-24T18:00:00Z', 'Asia/Kolkata')).toEqual(later('2026-10-25T00:30:00Z'))
  expect(wayAt('2026-10-03T12:00:00Z', 'Australia/Lord_Howe')).toEqual(later('2026-10-03T19:00:00Z'))
  expect(wayAt('2026-04-04T12:00:00Z', 'Australia/Lord_Howe')).toEqual(later('2026-04-04T19:30:00Z'))
})

test('quiet hours that end while the clock is put back end once', () => {
  const wayAt = (time: string) =>
    chooseWay(
      occasion({ nowMs: Date.parse(time) }),
      listener([], { rules: { rules: [], timeZone: 'Europe/Madrid', quietHours: { from: '01:00', to: '02:30' } } }),
    ).kind
  // In local time these are 02:15 and 02:45 before the clock is put back, and 02:15 after it.
  const kinds = ['2026-10-25T00:15:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z'].map(wayAt)
  expect(kinds).toEqual(['later', 'now', 'now'])
})

test('quiet hours delay no notice if fewer than 4 h would be left to act on it', () => {
  const wayAt = (time: string, actBefore: string) =>
    chooseWay(
      occasion({ nowMs: Date.parse(time), actBeforeMs: Date.parse(actBefore) }),
      listener([], { rules: { rules: [], timeZone: 'Europe/Madrid', quietHours: { from: '22:00', to: '06:00' } } }),
    )
  // 06:00 in Madrid is 05:00 UTC in winter.
  const held = { kind: 'later', atMs: Date.parse('2026-01-10T05:00:00Z') }
  expect(wayAt('2026-01-09T23:00:00Z', '2026-01-10T09:00:00Z')).toEqual(held)
  expect(wayAt('2026-01-09T23:00:00Z', '2026-01-10T08:59:59Z')).toEqual({ kind: 'now', isPressing: true })
  expect(wayAt('2026-01-09T20:00:00Z', '2026-01-09T21:00:00Z')).toEqual({ kind: 'now' })
})

test('a digest is sent after quiet hours, and contains no notice for which fewer than 4 h would be left', () => {
  const digest = (quietHours: Listener['rules']['quietHours'], change: Partial<Occasion> = {}) =>
    chooseWay(
      occasion({ nowMs: Date.parse('2026-01-09T12:00:00Z'), ...change }),
      listener([rule({ way: 'digest' })], {
        rules: { rules: [rule({ way: 'digest' })], timeZone: 'UTC', quietHours, digestAt: '07:00' },
      }),
    )
  const at = (time: string) => ({ kind: 'digest', atMs: Date.parse(time) })
  expect(digest(null)).toEqual(at('2026-01-10T07:00:00Z'))
  expect(digest({ from: '22:00', to: '07:00' })).toEqual(at('2026-01-10T07:00:00Z'))
  expect(digest({ from: '22:00', to: '08:30' })).toEqual(at('2026-01-10T08:30:00Z'))
  expect(digest(null, { actBeforeMs: Date.parse('2026-01-10T11:00:00Z') })).toEqual(at('2026-01-10T07:00:00Z'))
  expect(digest(null, { actBeforeMs: Date.parse('2026-01-10T10:59:59Z') })).toEqual({ kind: 'now', isPressing: true })
})

test('a notice that needs action is always sent at once, even soon after the same risk was reported', () => {
  const toAct = occasion({ level: 'critical', statement: statement({ isToAct: true }) })
  const quietHours = { from: '00:00', to: '23:59' }
  for (const way of ['now', 'digest', 'never'] as const) {
    const rules = { rules: [rule({ way })], timeZone: 'UTC', quietHours, digestAt: '07:00' }
    expect([way, chooseWay(toAct, listener([], { rules, said: [said(0.1)] }))]).toEqual([way, { kind: 'now' }])
  }
  expect(chooseWay(toAct, listener([], { said: [said(0.1, { isToAct: true })] })).kind).toBe('not')
})
