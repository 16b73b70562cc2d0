import { expect, test } from 'vitest'
import { missing } from './missing.ts'

test('missing() stands for no number: a read beyond the end throws, a 0 that is there does not', () => {
  const numbers = Float64Array.of(0)
  const read = (k: number) => numbers[k] ?? missing()
  expect(read(0)).toBe(0)
  expect(() => read(1)).toThrow(RangeError)
})
