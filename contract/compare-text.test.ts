import { expect, test } from 'vitest'
import { compareText } from './compare-text.ts'

test('compareText() orders by code units, whatever the language is, and treats equal texts as equal', () => {
  expect(['b', 'ä', 'B', 'a', 'aa', ''].toSorted(compareText)).toEqual(['', 'B', 'a', 'aa', 'b', 'ä'])
  expect([compareText('a', 'b'), compareText('b', 'a'), compareText('a', 'a')]).toEqual([-1, 1, 0])
})
