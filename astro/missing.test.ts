import { expect, test } from 'vitest'
import { missing } from './missing.ts'

test('missing() throws for a read beyond the end, and not for a value of 0', () => {
  const numbers = Float64Array.of(0)
  const read = (k: number) => numbers[k] ?? missing()
  expect(read(0)).toBe(0)
  expect(() => read(1)).toThrow(RangeError)
})
