import { expect, test } from 'vitest'
import { accountOf, personName, signedName } from './person-name.ts'

const PEOPLE = [
  { name: 'kweber', fullName: 'Kim Weber' },
  { name: 'ada', fullName: 'Ada King' },
  { name: 'ada2', fullName: 'Ada King' },
  { name: 'max', fullName: null },
  { name: 'mallory', fullName: 'max' },
]

test('personName is the full name, with the account if two people have the same name; without a name it is the account', () => {
  expect(['kweber', 'ada', 'ada2', 'max', 'nobody'].map((one) => personName(one, PEOPLE))).toEqual([
    'Kim Weber',
    'Ada King (ada)',
    'Ada King (ada2)',
    'max',
    'nobody',
  ])
  // If a person's name is the account of another person, the account is added.
  expect(personName('mallory', PEOPLE)).toBe('max (mallory)')
})

test('signedName always contains the account', () => {
  expect(['kweber', 'ada', 'max'].map((one) => signedName(one, PEOPLE))).toEqual([
    'Kim Weber (kweber)',
    'Ada King (ada)',
    'max',
  ])
})

test('accountOf accepts an account and each notation of a name', () => {
  expect(
    ['kweber', 'Kim Weber', 'Kim Weber (kweber)', 'Ada King (ada2)', 'Somebody'].map((one) => accountOf(one, PEOPLE)),
  ).toEqual(['kweber', 'kweber', 'kweber', 'ada2', 'Somebody'])
})
