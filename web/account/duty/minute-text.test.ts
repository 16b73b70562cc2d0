import { expect, test } from 'vitest'
import { isDay, minuteText } from './minute-text.ts'

test('a time is written to the minute, and a day must exist in the calendar', () => {
  expect(minuteText('2026-11-23T08:00:00.000Z')).toBe('2026-11-23 08:00')
  expect(isDay('2028-02-29')).toBe(true)
  expect(isDay('2026-02-29')).toBe(false)
  expect(isDay('2026-11')).toBe(false)
})
