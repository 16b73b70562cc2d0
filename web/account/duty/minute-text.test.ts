import { expect, test } from 'vitest'
import { instantOf, isDay, minuteText } from './minute-text.ts'

test('a time in UTC is read as it is written, and what no calendar has is none', () => {
  expect(instantOf('2026-11-23 08:00')).toBe('2026-11-23T08:00:00.000Z')
  expect(instantOf(' 2026-11-23T08:00Z ')).toBe('2026-11-23T08:00:00.000Z')
  expect(instantOf('2026-02-31 08:00')).toBeUndefined()
  expect(instantOf('2026-11-23 24:30')).toBeUndefined()
  expect(instantOf('23.11.2026 08:00')).toBeUndefined()
  expect(minuteText('2026-11-23T08:00:00.000Z')).toBe('2026-11-23 08:00')
  expect(isDay('2028-02-29')).toBe(true)
  expect(isDay('2026-02-29')).toBe(false)
  expect(isDay('2026-11')).toBe(false)
})
