import { expect, test } from 'vitest'
import { accountOf, personName, signedName } from './person-name.ts'

const PEOPLE = [
  { name: 'kweber', fullName: 'Kim Weber' },
  { name: 'ada', fullName: 'Ada King' },
  { name: 'ada2', fullName: 'Ada King' },
  { name: 'max', fullName: null },
  { name: 'mallory', fullName: 'max' },
]

test('personName is the full name, with the account where two are called so, else the account', () => {
  expect(['kweber', 'ada', 'ada2', 'max', 'nobody'].map((one) => personName(one, PEOPLE))).toEqual([
    'Kim Weber',
    'Ada King (ada)',
    'Ada King (ada2)',
    'max',
    'nobody',
  ])
  // Whoever calls themselves by the account of another is told apart.
  expect(personName('mallory', PEOPLE)).toBe('max (mallory)')
})

test('signedName always has the account', () => {
  expect(['kweber', 'ada', 'max'].map((one) => signedName(one, PEOPLE))).toEqual([
    'Kim Weber (kweber)',
    'Ada King (ada)',
    'max',
  ])
})

test('accountOf takes an account and each way in which a name is written', () => {
  expect(
    ['kweber', 'Kim Weber', 'Kim Weber (kweber)', 'Ada King (ada2)', 'Somebody'].map((one) => accountOf(one, PEOPLE)),
  ).toEqual(['kweber', 'kweber', 'kweber', 'ada2', 'Somebody'])
})
