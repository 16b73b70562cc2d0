import { expect, test } from 'vitest'
import { typedInstant } from './typed-instant.ts'

test('a time is typed with seconds or without; a day that does not exist is none', () => {
  expect(typedInstant(' 2026-11-21 14:00')).toBe('2026-11-21T14:00:00.000Z')
  expect(typedInstant('2024-02-29T23:59:58Z')).toBe('2024-02-29T23:59:58.000Z')
  for (const text of ['2026-02-30 06:12', '2025-02-29 06:12', '2026-11-31 06:12:00', '2026-11-21 24:00', '2026-11-21'])
    expect(typedInstant(text)).toBeUndefined()
})
