import { expect, test } from 'vitest'
import { formatQuantity, QUANTITIES, type QuantityName } from './quantity.ts'

test.each<[QuantityName, number, string, string]>([
  ['missDistance', 182.4, '182', 'm'],
  // A miss distance is never shown larger than it is; 199.9999 m counts as 200 m, because distances are accurate to a millimetre.
  ['missDistance', 182.9, '182', 'm'],
  ['missDistance', 199.9999, '200', 'm'],
  ['missDistance', -3.9, '−3', 'm'],
  ['missDistance', 0.9, '0', 'm'],
  ['separation', 58, '+58', 'm'],
  ['separation', -1_780, '−1\u202f780', 'm'],
  // The format is the same as for the separation on the page of the event, but without the plus.
  ['listedSeparation', 58, '58', 'm'],
  ['listedSeparation', -14.6, '−15', 'm'],
  ['hardBodyRadius', 4.6, '4.6', 'm'],
  ['relativeSpeed', 11.386, '11.39', 'km/s'],
  ['deltaV', 0.022, '+0.022', 'm/s'],
  ['angle', 97.2, '97.2', '°'],
  ['mahalanobisDistance', 2.03, '2.03', ''],
])('formatQuantity writes %s of %d as in the design', (name, value, number, unit) => {
  expect(formatQuantity(name, value)).toEqual({ number, unit })
})

/** Quantities that have no unit; all others must show their unit. */
const DIMENSIONLESS: readonly QuantityName[] = ['count', 'mahalanobisDistance']

test('every quantity has a unit, except the dimensionless ones', () => {
  const without = Object.entries(QUANTITIES)
    .filter(([, { unit }]) => unit === '')
    .map(([name]) => name)
  expect(without).toEqual(DIMENSIONLESS)
})
