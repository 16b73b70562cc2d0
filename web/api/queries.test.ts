import { afterEach, expect, test } from 'vitest'
import { answerOf, queryClient, readAgain } from './queries.ts'

const KEY = ['names']
afterEach(() => queryClient.clear())

test('answerOf() reads data again that changed during the read, and returns the current data', async () => {
  const doors = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let reads = 0
  const answer = answerOf({ queryKey: KEY, queryFn: () => doors[reads++]?.promise ?? Promise.reject() })
  await readAgain({ queryKey: KEY })
  doors[0]?.resolve('before')
  doors[1]?.resolve('after')
  expect(await answer).toBe('after')
  expect(reads).toBe(2)
})

test('answerOf() passes on the reason of a failed read', async () => {
  const failure = new Error('away')
  await expect(answerOf({ queryKey: KEY, queryFn: () => Promise.reject(failure) })).rejects.toBe(failure)
})
