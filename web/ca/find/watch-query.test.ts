import type { Watch } from '@apsis/contract/ca/find.ts'
import { expect, test } from 'vitest'
import { isSame, questionOf, watchOf } from './watch-query.ts'

const SEARCH = { 'norad-id': 90_003, with: 'all', hours: 24, 'max-km': 5 }

test('watchOf() keeps a search unchanged except for its beginning; pasted lines, which age, and short spans cannot be watched', () => {
  const watched = watchOf({ ...SEARCH, from: '2026-11-20T00:00:00.000Z' })
  expect(watched).toEqual({ question: { 'norad-id': 90_003, with: 'all', hours: 24, maxKm: 5 } })
  expect(watchOf({ ...SEARCH, 'norad-id': undefined, tle: '1 …\n2 …' })).toEqual({ reason: 'watchLines' })
  expect(watchOf({ ...SEARCH, hours: 3.9 })).toEqual({ reason: 'watchShort' })
})

test('a watch is recognised by its query', () => {
  const watch = { satelliteId: null, noradId: 90_003, with: 'all', hours: 24, maxKm: 5 } as Watch
  const watched = watchOf(SEARCH)
  expect('question' in watched && isSame(questionOf(watch), watched.question)).toBe(true)
  expect('question' in watched && isSame(questionOf({ ...watch, maxKm: 6 }), watched.question)).toBe(false)
})
