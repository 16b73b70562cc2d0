import type { FindingCode } from '@apsis/contract/finding.ts'
import { DEFAULT_RULES } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { chooseWay, endsAlarm } from './choose-way.ts'
import { actBefore, statementOf } from './statement.ts'

test('a burn that must not be executed, or is not needed, is always reported, even soon after the last notice of this kind', () => {
  for (const code of ['plan-withdrawn', 'burn-not-needed'] as const) {
    const statement = statementOf({ code, values: { plan: 'M1', why: 'a newer message' } })!
    const nowMs = Date.UTC(2026, 10, 22, 12)
    const occasion = {
      type: 'decision',
      level: 'serious',
      satelliteId: undefined,
      status: undefined,
      statement,
      actBeforeMs: undefined,
      nowMs,
    } as const
    const listener = { channel: 'email', ticked: [], reachableBy: ['email'], rules: DEFAULT_RULES } as const
    const way = chooseWay(occasion, { ...listener, said: [{ ...statement, atMs: nowMs - 1_000 }] })
    expect([code, way.kind]).toEqual([code, 'now'])
  }
})

test('a call of the chain and a reminder are sent each time, and count as an alarm that can end', () => {
  for (const code of ['duty-called', 'decision-due', 'decide-earlier', 'event-silent'] as const) {
    const statement = statementOf({ code, values: { level: 'CRITICAL' } })!
    const clear = statementOf({ code: 'risk-lowered', values: { level: 'LOW' } })
    const said = [{ ...statement, atMs: 0 }]
    expect([code, statement.isAlwaysNews, endsAlarm(clear, said)]).toEqual([code, true, true])
  }
})

test('an event that is HIGH or CRITICAL can be acted on until its decision is due, and then until its closest approach', () => {
  const [decideAt, tcaAt] = ['2026-11-23T12:00:00.000Z', '2026-11-24T12:00:00.000Z']
  const before = (time: string, values: object = {}, code: FindingCode = 'risk-raised') => {
    const at = actBefore({ code, values: { level: 'HIGH', decideAt, tcaAt, ...values } }, Date.parse(time))
    return at === undefined ? undefined : new Date(at).toISOString()
  }
  expect(before('2026-11-23T11:59:59Z')).toBe(decideAt)
  expect(before('2026-11-23T12:00:00Z')).toBe(tcaAt)
  expect(before('2026-11-24T12:00:00Z')).toBeUndefined()
  expect(before('2026-11-23T11:59:59Z', { level: 'MEDIUM' })).toBeUndefined()
  expect(before('2026-11-23T11:59:59Z', {}, 'decision-due')).toBe(decideAt)
  // An all-clear can wait until the morning, even if the level is still HIGH.
  expect(before('2026-11-23T11:59:59Z', {}, 'risk-lowered')).toBeUndefined()
  expect(actBefore({ code: 'risk-raised', values: { level: 'HIGH' } }, 0)).toBeUndefined()
})

test('a notice that needs action is an alarm, even if its level fell or only data are needed', () => {
  const subjectOf = (code: FindingCode, action: string) =>
    statementOf({ code, values: { level: 'HIGH', action } })?.subject
  expect([subjectOf('risk-lowered', 'ACT'), subjectOf('data-needed', 'ACT'), subjectOf('act-before', 'ACT')]).toEqual([
    'risk',
    'risk',
    'risk',
  ])
  expect([subjectOf('risk-lowered', 'WATCH'), subjectOf('data-needed', 'GET_DATA')]).toEqual(['clear', 'data'])
  const values = { level: 'MEDIUM', action: 'ACT', decideAt: '2026-11-23T12:00:00.000Z' }
  expect(actBefore({ code: 'act-before', values }, 0)).toBe(Date.parse('2026-11-23T12:00:00Z'))
})
