import { expect, test } from 'vitest'
import { STALE_MS } from '../../api/queries.ts'
import { isAgeTold, oldestOf } from './read-by.tsx'

const NOW_MS = 10_000_000
const readAt = (ageMs: number, isFailed = false) => ({ readAt: NOW_MS - ageMs, isFailed })

test('oldestOf returns the oldest answer, including the answers around it, and ignores an answer that was not read', () => {
  const answers = [
    { dataUpdatedAt: 7, isError: false },
    { dataUpdatedAt: 0, isError: true },
    { dataUpdatedAt: 5, isError: false },
  ]
  expect(oldestOf(answers, undefined)).toEqual({ readAt: 5, isFailed: false })
  expect(oldestOf(answers, { readAt: 3, isFailed: false })).toEqual({ readAt: 3, isFailed: false })
  expect(oldestOf([{ dataUpdatedAt: 9, isError: true }], { readAt: 3, isFailed: false })).toEqual({
    readAt: 3,
    isFailed: true,
  })
  expect(oldestOf([], undefined)).toBeUndefined()
})

test('isAgeTold is false while the server announces changes, however long nothing has changed', () => {
  expect(isAgeTold(readAt(10 * STALE_MS), undefined, NOW_MS)).toBe(false)
  expect(isAgeTold(readAt(1_000, true), undefined, NOW_MS)).toBe(true)
  expect(isAgeTold(readAt(1_000), { kind: 'unreachable' }, NOW_MS)).toBe(true)
  // If only some answers can be read, fresh answers need no age.
  expect(isAgeTold(readAt(1_000), { kind: 'unavailable' }, NOW_MS)).toBe(false)
  expect(isAgeTold(readAt(STALE_MS + 1), { kind: 'unavailable' }, NOW_MS)).toBe(true)
})
