import { expect, test } from 'vitest'
import { FIELDS } from './satellite-form.ts'
import { UNITS } from './units.data.ts'

/** Coefficients and probabilities are plain numbers. */
const WITHOUT_UNIT = [
  'dragCoefficient',
  'reflectivityCoefficient',
  'acceptedCollisionProbability',
  'highCollisionProbability',
  'mediumCollisionProbability',
]

test('UNITS names the unit of every number of the form, except coefficients and probabilities', () => {
  const { SIZE_FIELDS, FORCE_FIELDS, THRESHOLD_FIELDS, BOX_FIELDS } = FIELDS
  const numbers = [...SIZE_FIELDS, ...FORCE_FIELDS, ...THRESHOLD_FIELDS, ...BOX_FIELDS]
  expect(numbers.filter((name) => UNITS[name] === undefined)).toEqual(WITHOUT_UNIT)
})
