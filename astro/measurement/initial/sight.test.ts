import { expect, test } from 'vitest'
import { requireRising } from './sight.ts'

const at = (seconds: number) => ({ seconds, observerM: [0, 0, 0] as const, direction: [1, 0, 0] as const })

test('requireRising() accepts ascending times of either sign, and an empty list', () => {
  expect(() => requireRising([])).not.toThrow()
  expect(() => requireRising([-20, -10, 0, 0.5].map(at))).not.toThrow()
})

test.each([
  ['two equal times', [0, 10, 10], '10 s, 10 s'],
  ['a time before the last one', [0, 10, 9], '10 s, 9 s'],
  ['a first pair the wrong way round', [5, 1, 9], '5 s, 1 s'],
  ['a time that is no number', [0, Number.NaN, 9], '0 s, NaN s'],
] as const)('requireRising() refuses %s and names both', (_name, times, named) => {
  expect(() => requireRising(times.map(at))).toThrow(named)
})
