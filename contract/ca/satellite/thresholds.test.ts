import { expect, test } from 'vitest'
import { Thresholds } from './thresholds.ts'

test('probabilities of the levels fall strictly, and the considered time is no later than the decision', () => {
  const wrong = (given: object) => Thresholds.safeParse(given).error?.issues.map(({ path }) => path.join('.')) ?? []
  const falling = ['highCollisionProbability']
  expect(wrong({})).toEqual([])
  expect(wrong({ acceptedCollisionProbability: 1e-5, highCollisionProbability: 1e-5 })).toEqual(falling)
  expect(wrong({ highCollisionProbability: 1e-7, mediumCollisionProbability: 1e-7 })).toEqual(falling)
  expect(wrong({ acceptedCollisionProbability: 1e-6, highCollisionProbability: 1e-5 })).toEqual(falling)
  expect(wrong({ commitHours: 24, considerHours: 24 })).toEqual([])
  expect(wrong({ commitHours: 24, considerHours: 23.9 })).toEqual(['considerHours'])
})
