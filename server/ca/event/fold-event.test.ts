import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { expect, test } from 'vitest'
import { type By, heldAt, levelAfter } from './fold-event.ts'

const HOUR = 3_600_000
const by = (hours: number): By => ({
  source: 'MESSAGE',
  id: `${hours}`,
  at: hours * HOUR,
  probability: null,
  missM: null,
  isSimulated: false,
})
const held = (...levels: readonly (readonly [hours: number, level: RiskLevel])[]) =>
  levelAfter(levels.map(([hours, level]) => ({ createdAt: hours * HOUR, level, by: by(hours) })))

test('levelAfter() rises at once, whatever the level was before', () => {
  expect(held([0, 'LOW'], [1, 'CRITICAL']).level).toBe('CRITICAL')
  expect(held([0, 'CRITICAL'], [1, 'LOW'], [2, 'CRITICAL'])).toEqual({ level: 'CRITICAL', lower: null, by: by(2) })
})

test('levelAfter() keeps the level at one lower message, and falls at the second to the higher of the two levels', () => {
  expect(held([0, 'CRITICAL'], [1, 'LOW']).level).toBe('CRITICAL')
  expect(held([0, 'CRITICAL'], [1, 'LOW'], [2, 'MEDIUM']).level).toBe('MEDIUM')
  expect(held([0, 'CRITICAL'], [1, 'MEDIUM'], [2, 'LOW']).level).toBe('MEDIUM')
  expect(held([0, 'CRITICAL'], [1, 'MEDIUM'], [2, 'LOW'], [3, 'LOW']).level).toBe('LOW')
})

test('a single lower message counts 12 h after its creation, both on reading and before the next message', () => {
  const waiting = held([0, 'HIGH'], [2, 'LOW'])
  expect(heldAt(waiting, 14 * HOUR - 1).level).toBe('HIGH')
  expect(heldAt(waiting, 14 * HOUR).level).toBe('LOW')
  expect(held([0, 'HIGH'], [2, 'LOW'], [15, 'MEDIUM'])).toEqual({ level: 'MEDIUM', lower: null, by: by(15) })
})

test('a message without a level does not affect it, and an event with only such messages is UNKNOWN', () => {
  expect(held([0, 'UNKNOWN']).level).toBe('UNKNOWN')
  expect(held([0, 'HIGH'], [1, 'LOW'], [2, 'UNKNOWN']).level).toBe('HIGH')
  expect(held([0, 'UNKNOWN'], [1, 'LOW']).level).toBe('LOW')
})
