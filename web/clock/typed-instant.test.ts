import { expect, test } from 'vitest'
import { typedInstant, typedTime } from './typed-instant.ts'

test('a time is typed with seconds or without, and a day that does not exist is not accepted', () => {
  expect(typedInstant(' 2026-11-21 14:00')).toBe('2026-11-21T14:00:00.000Z')
  expect(typedInstant('2024-02-29T23:59:58Z')).toBe('2024-02-29T23:59:58.000Z')
  for (const text of ['2026-02-30 06:12', '2025-02-29 06:12', '2026-11-31 06:12:00', '2026-11-21 24:00', '2026-11-21'])
    expect(typedInstant(text)).toBeUndefined()
})

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  [' 2026-11-20 07:02', '2026-11-20T07:02:00.000Z'],
  ['2026-11-21T10:00:30Z', '2026-11-21T10:00:30.000Z'],
  ['2026-11-20 07:02:27 Z', '2026-11-20T07:02:27.000Z'],
  ['2026-11-20t07:02:27.125z', '2026-11-20T07:02:27.125Z'],
])('typedTime() reads %s as UTC', (text, expected) => {
  expect(new Date(typedTime(text) ?? Number.NaN).toISOString()).toBe(expected)
})

test.each([
  '20.11.2026',
  '2026-11-31',
  '2026-02-30 10:00',
  '2026-11-21 24:00',
  '2026-13-41',
  '7:02',
  'noon',
  '',
  undefined,
])('typedTime() refuses %j', (text) => {
  expect(typedTime(text)).toBeUndefined()
})
