import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('items of different owners alternate, and the items of one owner are taken in the order of arrival', () => {
  const turns = openTurns<number>({ mostAtOnce: 9, now: () => 0 })
  for (const one of [1, 2, 3]) turns.push('a', one)
  turns.push('b', 11)
  turns.push('c', 21)
  turns.push('b', 12)
  const taken = Array.from({ length: 7 }, () => turns.take()?.item)
  expect(taken).toEqual([1, 11, 21, 2, 12, 3, undefined])
})

test('an owner has no more running items than allowed, and its next item is taken when one is done', () => {
  const turns = openTurns<number>({ mostAtOnce: 1, now: () => 0 })
  for (const one of [1, 2]) turns.push('a', one)
  turns.push('b', 11)
  expect([turns.take()?.item, turns.take()?.item, turns.take()]).toEqual([1, 11, undefined])
  turns.done('a')
  expect(turns.take()?.item).toBe(2)
})

test('an owner whose item was taken, and who adds another at once, is behind owners who had none taken', () => {
  const turns = openTurns<number>({ mostAtOnce: 1, now: () => 0 })
  turns.push('a', 1)
  expect(turns.take()?.item).toBe(1)
  turns.push('a', 2)
  turns.push('b', 11)
  turns.done('a')
  expect([turns.take()?.item, turns.take()?.item]).toEqual([11, 2])
})

test('waiting items are counted, with the age of the first', () => {
  let now = 100
  const turns = openTurns<number>({ mostAtOnce: 1, now: () => now })
  turns.push('a', 1)
  now = 150
  turns.push('a', 2)
  now = 160
  expect(turns.waitingOf('a')).toEqual({ count: 2, oldestMs: 60 })
  expect(turns.take()?.item).toBe(1)
  expect(turns.waitingOf('a')).toEqual({ count: 1, oldestMs: 10 })
  expect(turns.waitingOf('b')).toEqual({ count: 0, oldestMs: 0 })
})
