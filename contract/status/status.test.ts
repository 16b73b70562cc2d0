import { expect, test } from 'vitest'
import { worst } from './status.ts'

test('worst() is the worst of the levels in the order of spec §4, and inactive if there are none', () => {
  expect(worst(['ok', 'serious', 'caution'])).toBe('serious')
  expect(worst(['pending', 'inactive'])).toBe('pending')
  expect(worst(['critical', 'ok'])).toBe('critical')
  expect(worst(['ok'])).toBe('ok')
  expect(worst([])).toBe('inactive')
})
