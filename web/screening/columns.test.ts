import { expect, test } from 'vitest'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { resultOf } from './columns.tsx'

const NONE = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, UNKNOWN: 0 }

test.each([
  { levels: { CRITICAL: 1, LOW: 9 }, as: 'CRITICAL' },
  { levels: { HIGH: 2, MEDIUM: 3 }, as: 'HIGH' },
] as const)('a result that holds $as has its shape', ({ levels, as }) => {
  const { level, word } = resultOf({ state: 'done', result: 'CONJUNCTIONS', levels: { ...NONE, ...levels } })
  expect(level).toBe(meaningOf('risk', as).level)
  expect(word).toBe(meaningOf('screening', 'CONJUNCTIONS').word)
})

test('any other result is told as it was', () => {
  expect(resultOf({ state: 'done', result: 'CONJUNCTIONS', levels: { ...NONE, MEDIUM: 4 } })).toEqual(
    meaningOf('screening', 'CONJUNCTIONS'),
  )
  expect(resultOf({ state: 'done', result: 'CLEAR', levels: NONE })).toEqual(meaningOf('screening', 'CLEAR'))
  expect(resultOf({ state: 'running', result: 'NOT_SCREENED', levels: NONE })).toEqual(
    meaningOf('screening', 'NOT_SCREENED'),
  )
})

test('what has ended without a result is not called not screened yet, and not clear', () => {
  expect(resultOf({ state: 'done', result: 'NOT_SCREENED', levels: NONE })).toEqual({
    level: 'caution',
    word: 'Screened in part',
  })
})
