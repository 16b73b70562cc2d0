import { expect, test } from 'vitest'
import { type Manner, metresPerS } from './manner.ts'

test('a speed is told to a tenth of a millimetre a second', () => {
  const manner = { number: (value: number, decimals?: number) => value.toFixed(decimals) } as Manner
  expect([0.123456, 0.00004, 12].map((value) => metresPerS(manner, value))).toEqual(['0.1235', '0.0000', '12.0000'])
})
