import { expect, test } from 'vitest'
import type { PrincipalMiss } from '../principal-axes.ts'
import { alfriend1999, alfriendMaximum1999 } from './alfriend-1999.ts'
import { checkMiss } from './check-miss.ts'

const ROUND: PrincipalMiss = { xM: 0, yM: 0, sigmaXM: 1, sigmaYM: 1 }

test.each([
  ['an infinite miss', { ...ROUND, xM: Infinity }, 1, 'miss'],
  ['a miss that is no number', { ...ROUND, yM: Number.NaN }, 1, 'miss'],
  ['a cloud without width', { ...ROUND, sigmaXM: 0 }, 1, 'sigmaXM'],
  ['a cloud of infinite width', { ...ROUND, sigmaYM: Infinity }, 1, 'sigmaYM'],
  ['a width that is no number', { ...ROUND, sigmaYM: Number.NaN }, 1, 'sigmaYM'],
  ['a negative radius', ROUND, -1e-9, 'radiusM'],
  ['a radius that is no number', ROUND, Number.NaN, 'radiusM'],
] as const)('checkMiss() refuses %s and names it', (_name, miss, radiusM, field) => {
  expect(() => checkMiss(miss, radiusM)).toThrow(field)
  expect(() => alfriend1999(miss, radiusM)).toThrow(RangeError)
  expect(() => alfriendMaximum1999(miss, radiusM)).toThrow(RangeError)
})

test('checkMiss() accepts every encounter: with a zero miss, a zero radius or an infinite radius', () => {
  for (const radiusM of [0, 1, Infinity]) expect(checkMiss(ROUND, radiusM)).toBeUndefined()
})
