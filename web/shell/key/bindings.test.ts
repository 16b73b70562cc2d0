import { ROLES } from '@apsis/contract/roles.ts'
import { expect, test, vi } from 'vitest'
import { DESTINATIONS } from '../destinations.ts'
import { bindingsOf } from './bindings.ts'
import { COMMANDS } from './commands.ts'
import { conflicts } from './testing/conflicts.ts'

const everything = new Set(
  Object.entries(ROLES).flatMap(([resource, roles]) => roles.map((role) => `${resource}:${role}`)),
)
const written = [
  ...COMMANDS.flatMap((one) => ('keys' in one ? [one.keys] : [])),
  ...DESTINATIONS.map(({ keys }) => keys),
]

test('no two shortcuts conflict', () => {
  expect(written.length).toBeGreaterThan(5)
  expect(conflicts(written)).toEqual([])
})

test('bindingsOf gives all shortcuts to a user with every role, and only the public ones to others', () => {
  expect(Object.keys(bindingsOf(everything, vi.fn())).sort()).toEqual([...written].sort())
  const tracker = Object.keys(bindingsOf(new Set(['odt:user']), vi.fn()))
  expect(tracker).toContain('g o')
  expect(tracker).not.toContain('g c')
  expect(Object.keys(bindingsOf(undefined, vi.fn()))).not.toContain('g d')
})

test('a shortcut of a screen opens its address', () => {
  const go = vi.fn()
  bindingsOf(new Set(['ca:user']), go)['g c']?.()
  expect(go).toHaveBeenCalledExactlyOnceWith({ to: '/ca/conjunctions' })
})
