import { expect, test } from 'vitest'
import { mayGive } from './service-account.ts'

test('mayGive() allows one’s own role, and the roles of a resource that one administers', () => {
  expect(mayGive(new Set(['ca:user']), 'ca:user')).toBe(true)
  expect(mayGive(new Set(['ca:admin']), 'ca:user')).toBe(true)
  expect(mayGive(new Set(['odt:admin']), 'ca:user')).toBe(false)
  expect(mayGive(new Set([]), 'ca:user')).toBe(false)
})
