import { expect, test } from 'vitest'
import { hasWords } from './has-words.ts'

test.each([
  ['sat-3 0223', true],
  ['0223 SAT', true],
  ['', true],
  ['sat-3 0224', false],
  ['sat-3  deb', true],
])('hasWords finds %j in the name of an event: %s', (text, found) => {
  expect(hasWords('SAT-3 × SIM DEB 0223 90223, 11-23 01:30 Z', text)).toBe(found)
})
