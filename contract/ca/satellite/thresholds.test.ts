import { expect, test } from 'vitest'
import { Thresholds } from './thresholds.ts'

test('the probabilities of the levels must strictly decrease, and events must be considered no later than they are decided', () => {
  const wrong = (given: object) => Thresholds.safeParse(given).error?.issues.map(({ path }) => path.join('.')) ?? []
  const falling = ['highCollisionProbability']
  expect(wrong({})).toEqual([])
  expect(wrong({ acceptedCollisionProbability: 1e-5, highCollisionProbability: 1e-5 })).toEqual(falling)
  expect(wrong({ highCollisionProbability: 1e-7, mediumCollisionProbability: 1e-7 })).toEqual(falling)
  expect(wrong({ acceptedCollisionProbability: 1e-6, highCollisionProbability: 1e-5 })).toEqual(falling)
  expect(wrong({ commitHours: 24, considerHours: 24 })).toEqual([])
  expect(wrong({ commitHours: 24, considerHours: 23.9 })).toEqual(['considerHours'])
})
