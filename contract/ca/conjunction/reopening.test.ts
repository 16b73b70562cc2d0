import { expect, test } from 'vitest'
import { isUnseen, standardReopening } from './reopening.ts'

/** The product of a probability and the factor of growth is exact but for rounding. */
const ROUNDING_DIGITS = 12

test.each([
  ['CRITICAL', 2e-4, 1e-3],
  ['HIGH', 1e-5, 5e-5],
  ['MEDIUM', 1e-6, null],
  ['LOW', 1e-9, null],
  ['UNKNOWN', null, null],
  ['CRITICAL', null, null],
  ['CRITICAL', 0, null],
  // No probability is above 1.
  ['CRITICAL', 0.2, null],
] as const)('standardReopening() of %s at %s is %s', (level, probability, above) => {
  if (above === null) expect(standardReopening(level, probability)).toBeNull()
  else expect(standardReopening(level, probability)).toBeCloseTo(above, ROUNDING_DIGITS)
})

test.each([
  ['NEW', null, true],
  ['ACKNOWLEDGED', 'Apsis', true],
  ['ASSIGNED', 'Apsis', true],
  // A person has seen it.
  ['ACKNOWLEDGED', 'ada', false],
  ['ASSIGNED', 'ada', false],
  // It is over, whoever said so.
  ['CLOSED', 'Apsis', false],
] as const)('isUnseen() of an event that is %s by %s is %s', (state, by, isIt) => {
  expect(isUnseen({ state, by })).toBe(isIt)
})
