import { expect, test } from 'vitest'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { resultOf } from './columns.tsx'

const NO_CATALOGUE = { catalogue: null, createdAt: '2026-11-20T07:00:00.000Z', startedAt: null }
const NONE = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, UNKNOWN: 0 }

test.each([
  { levels: { CRITICAL: 1, LOW: 9 }, as: 'CRITICAL' },
  { levels: { HIGH: 2, MEDIUM: 3 }, as: 'HIGH' },
] as const)('a result that contains $as has the shape of that level', ({ levels, as }) => {
  const { level, word } = resultOf({
    ...NO_CATALOGUE,
    state: 'done',
    result: 'CONJUNCTIONS',
    levels: { ...NONE, ...levels },
  })
  expect(level).toBe(meaningOf('risk', as).level)
  expect(word).toBe(meaningOf('screening', 'CONJUNCTIONS').word)
})

test('any other result is shown unchanged', () => {
  expect(resultOf({ ...NO_CATALOGUE, state: 'done', result: 'CONJUNCTIONS', levels: { ...NONE, MEDIUM: 4 } })).toEqual(
    meaningOf('screening', 'CONJUNCTIONS'),
  )
  expect(resultOf({ ...NO_CATALOGUE, state: 'done', result: 'CLEAR', levels: NONE })).toEqual(
    meaningOf('screening', 'CLEAR'),
  )
  expect(resultOf({ ...NO_CATALOGUE, state: 'running', result: 'NOT_SCREENED', levels: NONE })).toEqual(
    meaningOf('screening', 'NOT_SCREENED'),
  )
})

test('a screening that has ended without a result is shown neither as not yet screened nor as clear', () => {
  expect(resultOf({ ...NO_CATALOGUE, state: 'done', result: 'NOT_SCREENED', levels: NONE })).toEqual({
    level: 'caution',
    word: 'Screened in part',
  })
})

// A catalogue is old after eighteen hours, and lacks debris if less than one object in a hundred is debris.
test.each([
  ['a whole catalogue', {}, 'ok'],
  ['active objects alone', { debris: 0, rocketBodies: 0 }, 'caution'],
  ['a catalogue of two days ago', { newestEpoch: '2026-11-18T07:00:00.000Z' }, 'caution'],
] as const)('clear among %s is as good a result as the state of its objects', (_, held, level) => {
  const catalogue = {
    payloads: 12_000,
    rocketBodies: 2_100,
    debris: 10_800,
    unknown: 100,
    lacks: [],
    isWhole: true,
    sources: [],
    isSimulated: false,
    newestEpoch: '2026-11-20T05:00:00.000Z',
    ...held,
  }
  const said = resultOf({ ...NO_CATALOGUE, catalogue, state: 'done', result: 'CLEAR', levels: NONE })
  expect(said).toEqual({ level, word: 'Clear among these' })
})
