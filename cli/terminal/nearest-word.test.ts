import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.ts'

const WORDS = ['inspect', 'convert', 'propagate', 'pc', 'screen', 'passes', 'sky', 'time']

test.each([
  ['scren', 'screen'],
  ['screeen', 'screen'],
  ['csreen', 'screen'],
  ['insepct', 'inspect'],
  ['prop', 'propagate'],
  ['cp', 'pc'],
  ['tiem', 'time'],
  ['pa', 'passes'],
])('nearestWord() understands %s as %s', (typed, meant) => {
  expect(nearestWord(typed, WORDS)).toBe(meant)
})

test.each(['', 'x', 'fly', 'screenshots', 'xyzzy'])('nearestWord() finds nothing near %j', (typed) => {
  expect(nearestWord(typed, WORDS)).toBeUndefined()
})
