import { expect, test } from 'vitest'
import { timeLeftS } from './time-left.ts'

const pace = { partsLeft: 6, meanS: 4, behindS: 2, workers: 2 }

test('timeLeftS() shares the work that is left among the workers', () => {
  // There are six parts of 4 s, 2 s of them done, and two workers.
  expect(timeLeftS(pace)).toBe(11)
  expect(timeLeftS({ ...pace, workers: 1 })).toBe(22)
})

test('timeLeftS() counts no worker without work, and one worker if none is known to be alive', () => {
  expect(timeLeftS({ ...pace, partsLeft: 1, workers: 8 })).toBe(2)
  expect(timeLeftS({ ...pace, workers: 0 })).toBe(22)
})

test('timeLeftS() returns nothing before the first part is done, and 0 after the last', () => {
  expect(timeLeftS({ ...pace, meanS: undefined })).toBeUndefined()
  expect(timeLeftS({ ...pace, partsLeft: 0, behindS: 0 })).toBe(0)
})
