import { expect, test } from 'vitest'
import { allows, CA_USER, ODT_USER, rolesOf } from './roles.ts'

const held = (...roles: string[]) => new Set(roles)

test('allows() admits everybody if there is no requirement', () => {
  expect(allows([], held())).toBe(true)
})

test.each(['ca:user', 'ca:testuser', 'ca:admin'])('allows() accepts %s for a check of the user level', (role) => {
  expect(allows([CA_USER], held(role))).toBe(true)
  expect(allows([ODT_USER], held(role))).toBe(false)
})

test('allows() needs every requirement, and any one of a requirement’s alternatives', () => {
  const requirements = ['ca:user,odt:user', 'payments:admin']
  expect(allows(requirements, held('odt:user', 'payments:admin'))).toBe(true)
  expect(allows(requirements, held('odt:user'))).toBe(false)
  expect(allows(requirements, held('payments:admin'))).toBe(false)
})

test('allows() accepts spaces after the commas and never matches a part of a name', () => {
  expect(allows(['ca:user, odt:user'], held('odt:user'))).toBe(true)
  expect(allows(['ca:user'], held('ca:users', 'xca:user'))).toBe(false)
})

test('rolesOf() reads the roles of spec §6 and drops the others', () => {
  const claim = { ca: { roles: ['user', 'owner'] }, account: { roles: ['view-profile'] }, other: { roles: ['admin'] } }
  expect([...rolesOf(claim)]).toEqual(['ca:user', 'account:view-profile'])
})

test.each([
  ['nothing', undefined],
  ['text', 'ca:admin'],
  ['a list', [{ roles: ['admin'] }]],
  ['a resource that is null', { ca: null }],
  ['a resource that is text', { ca: 'admin' }],
  ['roles as text', { ca: { roles: 'admin' } }],
  ['roles as an object', { ca: { roles: { 0: 'admin' } } }],
  ['roles by inheritance', { ca: Object.create({ roles: ['admin'] }) }],
  ['a resource by inheritance', Object.create({ ca: { roles: ['admin'] } })],
  ['roles inside roles', { ca: { roles: [['admin']] } }],
])('rolesOf() grants nothing for %s', (_, claim) => {
  expect(rolesOf(claim).size).toBe(0)
})
