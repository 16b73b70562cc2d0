import { expect, test } from 'vitest'
import { keepAnswers } from './kept-answers.ts'

/** Makes a computation that counts its calls. */
function counted() {
  let times = 0
  const compute = (value: string) => async () => {
    times += 1
    return value
  }
  return { compute, times: () => times }
}

test('the same question is computed only once, even if it is repeated during the computation', async () => {
  const kept = keepAnswers()
  const { compute, times } = counted()
  const both = await Promise.all([kept.answer('a', compute('one')), kept.answer('a', compute('two'))])
  expect(both).toEqual(['one', 'one'])
  expect(await kept.answer('a', compute('three'))).toBe('one')
  expect(await kept.answer('b', compute('four'))).toBe('four')
  expect(times()).toBe(2)
})

test('the answers that were used last are kept, and the oldest are deleted', async () => {
  const kept = keepAnswers(2)
  const { compute, times } = counted()
  await kept.answer('a', compute('a'))
  await kept.answer('b', compute('b'))
  await kept.answer('a', compute('a'))
  await kept.answer('c', compute('c'))
  expect(times()).toBe(3)
  await kept.answer('a', compute('a'))
  expect(times()).toBe(3)
  await kept.answer('b', compute('b'))
  expect(times()).toBe(4)
})

test('a failed computation is not kept', async () => {
  const kept = keepAnswers()
  await expect(kept.answer('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await kept.answer('a', async () => 'found')).toBe('found')
})
