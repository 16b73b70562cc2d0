import { expect, test } from 'vitest'
import { meaningOf, type Vocabulary } from './status-meaning.ts'
import { LEVELS } from './status-symbol.tsx'

/** Every label of spec §4 with its level in ux.md §3.1, written down by hand. */
const EXPECTED: readonly (readonly [Vocabulary, string, string])[] = [
  ['risk', 'inactive', 'unknown, not assessed, none, inactive'],
  ['risk', 'ok', 'low, ok, success, active'],
  ['risk', 'caution', 'medium, caution, warning'],
  ['risk', 'serious', 'high, serious'],
  ['risk', 'critical', 'critical, alert'],
  ['risk', 'pending', 'info, pending'],
  ['request', 'pending', 'PENDING, APPROVED, IN_PROGRESS, EXECUTING, EXECUTED, PUBLISHING'],
  ['request', 'ok', 'COMPLETE, SUCCESSFUL, PUBLISHED, COMPLETED_OK'],
  ['request', 'caution', 'PARTIAL'],
  ['request', 'serious', 'INFEASIBLE, UNSUCCESSFUL'],
  ['request', 'inactive', 'CANCELLED'],
  ['notification', 'inactive', '0xx'],
  ['notification', 'ok', '2xx'],
  ['notification', 'caution', '4xx'],
  ['notification', 'serious', '5xx'],
]
const cases = EXPECTED.flatMap(([vocabulary, level, labels]) =>
  labels.split(', ').map((label) => [vocabulary, label, level] as const),
)

test.each(cases)('meaningOf %s %s is %s', (vocabulary, label, level) => {
  const meaning = meaningOf(vocabulary, label)
  expect(meaning.level).toBe(level)
  // If the table lacks a label, meaningOf returns the label itself.
  expect(meaning.word).not.toBe(label)
})

test('meaningOf never shows an event that was not assessed as low', () => {
  for (const label of ['UNKNOWN', 'NOT_ASSESSED', 'not assessed'])
    expect(meaningOf('risk', label).word).toBe('Not assessed')
  expect(meaningOf('risk', 'unknown').level).not.toBe(meaningOf('risk', 'low').level)
  expect(meaningOf('screening', 'NOT_SCREENED').level).not.toBe(meaningOf('screening', 'CLEAR').level)
})

test('meaningOf an unknown label has no level', () => {
  expect(meaningOf('request', 'REVIEWED')).toEqual({ level: 'inactive', word: 'REVIEWED' })
  expect(meaningOf('risk', 'toString').level).toBe('inactive')
})

test('every one of the six levels is the meaning of some label', () => {
  expect(new Set(cases.map(([, , level]) => level))).toEqual(new Set(LEVELS))
})
