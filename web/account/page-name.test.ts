import { expect, test } from 'vitest'
import { accountPageOf } from './page-name.ts'

test('accountPageOf takes the profile where the address names none, and knows no other', () => {
  expect([undefined, 'profile', 'notifications', 'balance', ''].map(accountPageOf)).toEqual([
    'profile',
    'profile',
    'notifications',
    undefined,
    undefined,
  ])
})
