import { expect, test } from 'vitest'
import { broughtInBy } from './show-in-row.ts'

const room = { left: 100, right: 400 }

test.each([
  ['is in the room already', { left: 120, right: 300 }, 0],
  ['begins before it', { left: 60, right: 160 }, -40],
  ['ends behind it', { left: 350, right: 450 }, 50],
  ['is longer than it, and begins where it begins', { left: 110, right: 600 }, 10],
])('broughtInBy() of a tab that %s', (_where, tab, by) => {
  expect(broughtInBy(room, tab)).toBe(by)
})
