import { expect, test } from 'vitest'
import { accountPageOf, accountPagesOf } from './page-name.ts'

const NAMES = [undefined, 'profile', 'notifications', 'balance', 'orders', 'usage', '']

test('accountPageOf returns the profile if the address names no page, and undefined for an unknown name', () => {
  expect(NAMES.map((name) => accountPageOf(name, new Set(['ca:admin', 'odt:user'])))).toEqual([
    'profile',
    'profile',
    'notifications',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the tabs of payments are only for users with its user role', () => {
  expect(NAMES.map((name) => accountPageOf(name, new Set(['payments:testuser'])))).toEqual([
    'profile',
    'profile',
    'notifications',
    'balance',
    'orders',
    'usage',
    undefined,
  ])
  expect(accountPagesOf(new Set(['ca:user']))).toEqual(expect.arrayContaining(['organisation', 'connections']))
  expect(accountPagesOf(new Set())).toEqual(['profile', 'notifications', 'service-accounts'])
})
