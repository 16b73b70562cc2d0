import { expect, test } from 'vitest'
import { Instant } from './page.ts'

test.each([
  ['0001-01-01T00:00:00Z', true],
  ['2026-11-21T14:13:07.000Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  // A year 0 of ISO 8601 is refused by PostgreSQL: its calendar begins with the year 1.
  ['0000-12-31T23:59:59.999Z', false],
  ['2026-11-21T14:13:07', false],
  ['2026-11-21', false],
])('an instant %s is taken: %s', (text, isTaken) => {
  expect(Instant.safeParse(text).success).toBe(isTaken)
})
