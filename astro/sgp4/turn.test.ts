import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { turn } from './turn.ts'

/** Four roundings of numbers up to 1, and one of the angle itself, up to 4: at most 2⁻⁵² each. */
const ROUNDINGS = 8 * Number.EPSILON

test('turn() returns sine and cosine of the sum of two angles, small or large, to rounding', () => {
  const small = realBetween(-0.04, 0.04)
  const angle = realBetween(-3, 3)
  fc.assert(
    fc.property(angle, fc.oneof(small, fc.constantFrom(0, 0.0299, -0.0299), realBetween(-1, 1)), (from, by) => {
      const { sin, cos } = turn(Math.sin(from), Math.cos(from), by)
      expect(Math.abs(sin - Math.sin(from + by))).toBeLessThan(ROUNDINGS)
      expect(Math.abs(cos - Math.cos(from + by))).toBeLessThan(ROUNDINGS)
    }),
    { numRuns: 500 },
  )
})
