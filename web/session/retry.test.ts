import { expect, test } from 'vitest'
import { retryDelayMs } from './retry.ts'

test('retryDelayMs doubles from 5 s up to a minute', () => {
  expect([0, 1, 2, 3, 4, 50].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
})
