import { expect, test } from 'vitest'
import { hoursOf, type Manner, metresPerS } from './manner.ts'

const manner = { number: (value: number, decimals?: number) => value.toFixed(decimals) } as Manner

test('an age in seconds is written in whole hours', () => {
  expect([3_600, 86_400, 5_400].map((seconds) => hoursOf(manner, seconds))).toEqual(['1', '24', '2'])
})

test('a speed is written to a tenth of a millimetre per second', () => {
  expect([0.123456, 0.00004, 12].map((value) => metresPerS(manner, value))).toEqual(['0.1235', '0.0000', '12.0000'])
})
