import { expect, test } from 'vitest'
import { aThird } from './test-size.ts'

test('a third of a sweep includes its corners, and the whole includes everything', () => {
  const cases = Array.from({ length: 12 }, (_, place) => place)
  expect(aThird(cases, false)).toEqual([0, 3, 6, 9, 11])
  expect(aThird(cases, true)).toEqual(cases)
  expect(aThird([], false)).toEqual([])
  expect(aThird(['one'], false)).toEqual(['one'])
})
