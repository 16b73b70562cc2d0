import { DEFAULT_RULES, type NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { cellOf, ROWS } from './matrix.ts'

const rule = (change: Partial<NoticeRule>): NoticeRule => ({
  types: [],
  leastLevel: 'ok',
  satellites: [],
  statuses: [],
  way: 'now',
  channels: [],
  ...change,
})
const cells = (rules: readonly NoticeRule[], channel: Parameters<typeof cellOf>[1]) =>
  ROWS.map((row) => {
    const cell = cellOf(row, channel, { rules: [...rules], digestAt: '05:00' }, ['email', 'webhook'])
    return 'at' in cell ? cell.at : 'level' in cell ? `from ${cell.level}` : cell.kind
  })
const OTHERS = ['decision', 'doubt', 'watch', 'input', 'payments', 'account']

test('risk has a row for each level, the most urgent first, and requests have no row', () => {
  const risk = ['critical', 'serious', 'caution', 'ok'].map((level) => ({ type: 'risk', level }))
  expect(ROWS).toEqual([...risk, ...OTHERS.map((type) => ({ type, level: undefined }))])
})

test('a user without rules gets everything at once, and is called by the chain alone', () => {
  expect(cells(DEFAULT_RULES.rules, 'email')).toEqual(ROWS.map(() => 'now'))
  expect(cells([], 'phone')).toEqual(['chain', ...ROWS.slice(1).map(() => 'not')])
})

test('with a digest only critical notices are mailed at once, and gathered notices use no other channel', () => {
  const rules = [rule({ way: 'digest' })]
  expect(cells(rules, 'email')).toEqual(['now', ...ROWS.slice(1).map(() => '05:00')])
  expect(cells(rules, 'webhook')).toEqual(['now', ...ROWS.slice(1).map(() => 'not')])
})

test('a rule may begin at a level, and may name channels', () => {
  const rules = [rule({ leastLevel: 'serious', channels: ['email'] }), rule({ way: 'never' })]
  expect(cells(rules, 'email').slice(0, 5)).toEqual(['now', 'now', 'not', 'not', 'from serious'])
  expect(cells(rules, 'webhook').slice(0, 5)).toEqual(['not', 'not', 'not', 'not', 'not'])
})

test('a rule that names only channels that do not work suppresses no critical notice', () => {
  expect(cells([rule({ channels: ['slack'] })], 'email').slice(0, 2)).toEqual(['now', 'not'])
})
