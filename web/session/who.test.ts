import { expect, test } from 'vitest'
import { bothNamesOf, initialOf, whoOf } from './who.ts'

const claims = {
  sub: '0d1f7c52-5a0e-4c6b-9d0b-6b1f6a1c0001',
  preferred_username: 'demo',
  name: 'Kim Weber',
  email: 'kim.weber@aurora.example',
  organisation: 'aurora-demo',
  organisation_name: 'Aurora Orbital (demo)',
  resource_access: { odt: { roles: ['user', 'admin'] }, account: { roles: ['manage-account', 'view-profile'] } },
}

test('whoOf reads name, organisation and roles', () => {
  const who = whoOf(claims)
  expect(who).toMatchObject({ userName: 'demo', name: 'Kim Weber', organisation: 'Aurora Orbital (demo)' })
  expect([...who.roles]).toEqual(['odt:admin', 'odt:user', 'account:manage-account', 'account:view-profile'])
})

test('whoOf accepts a subject alone, and refuses claims without one', () => {
  expect(whoOf({ sub: 'a1' })).toMatchObject({ userName: 'a1', name: 'a1', organisation: undefined, email: undefined })
  expect(() => whoOf({ sub: 7 })).toThrow('names no subject')
})

test('initialOf is the first letter of user name, else e-mail, else U', () => {
  expect(initialOf({ userName: 'kim', email: undefined })).toBe('K')
  expect(initialOf({ userName: '', email: 'ops@orbit.example' })).toBe('O')
  expect(initialOf({ userName: ' ', email: undefined })).toBe('U')
})

test('bothNamesOf names the person after the user name of a record', () => {
  expect(bothNamesOf({ name: 'Kim Weber', userName: 'kim' })).toBe('Kim Weber (kim)')
  expect(bothNamesOf({ name: 'kim', userName: 'kim' })).toBe('kim')
})
