import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { addFemtoseconds, addSeconds, compareEpochs, FEMTOS_PER_SECOND, makeEpoch, secondsBetween } from './epoch.ts'

/** Half a femtosecond, plus the rounding of three numbers below 1: the femtoseconds, the same as a fraction of a second, and the sum. */
const HALF_FEMTOSECOND_S = 0.7e-15

const epochs = fc
  .record({
    taiS: fc.integer({ min: -4e9, max: 4e9 }),
    taiFs: fc.maxSafeInteger().map((n) => Math.abs(n) % FEMTOS_PER_SECOND),
  })
  .map(({ taiS, taiFs }) => makeEpoch(taiS, taiFs))

test('makeEpoch() carries femtoseconds of either sign into seconds', () => {
  expect(makeEpoch(5)).toEqual({ taiS: 5, taiFs: 0 })
  expect(makeEpoch(5, -1)).toEqual({ taiS: 4, taiFs: FEMTOS_PER_SECOND - 1 })
  expect(makeEpoch(-1, FEMTOS_PER_SECOND)).toEqual({ taiS: 0, taiFs: 0 })
  expect(makeEpoch(0, 3 * FEMTOS_PER_SECOND + 7)).toEqual({ taiS: 3, taiFs: 7 })
})

test('makeEpoch() refuses numbers that are not exact integers', () => {
  expect(() => makeEpoch(0.5)).toThrow(RangeError)
  expect(() => makeEpoch(0, 0.5)).toThrow(RangeError)
  expect(() => makeEpoch(Number.NaN)).toThrow(RangeError)
  expect(() => makeEpoch(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError)
  expect(() => makeEpoch(Number.MAX_SAFE_INTEGER, FEMTOS_PER_SECOND)).toThrow(RangeError)
})

test('addSeconds() stays exact to a nanosecond a century away from the origin', () => {
  const century = makeEpoch(3_155_760_000)
  const later = addSeconds(century, 1e-9)
  expect(later).toEqual({ taiS: 3_155_760_000, taiFs: 1_000_000 })
  expect(secondsBetween(century, later)).toBe(1e-9)
})

test('addSeconds() accepts negative seconds', () => {
  expect(addSeconds(makeEpoch(0), -0.25)).toEqual({ taiS: -1, taiFs: 750_000_000_000_000 })
  expect(addSeconds(makeEpoch(10, 5), -10)).toEqual({ taiS: 0, taiFs: 5 })
  expect(() => addSeconds(makeEpoch(0), Number.POSITIVE_INFINITY)).toThrow(RangeError)
  expect(() => addSeconds(makeEpoch(0), Number.NaN)).toThrow(RangeError)
})

test('secondsBetween() undoes addSeconds() to half a femtosecond', () => {
  fc.assert(
    fc.property(epochs, realBetween(-1, 1), (epoch, seconds) => {
      // The limit includes the rounding of three numbers below 1: the femtoseconds, the same as a fraction of a second, and the sum.
      expect(Math.abs(secondsBetween(epoch, addSeconds(epoch, seconds)) - seconds)).toBeLessThan(HALF_FEMTOSECOND_S)
    }),
  )
})

test('addFemtoseconds() can always be undone', () => {
  fc.assert(
    fc.property(epochs, fc.integer({ min: -8e15, max: 8e15 }), (epoch, femtos) => {
      expect(addFemtoseconds(addFemtoseconds(epoch, femtos), -femtos)).toEqual(epoch)
    }),
  )
})

test('secondsBetween() is exact between whole seconds, and its sign changes with the order', () => {
  fc.assert(
    fc.property(epochs, epochs, (a, b) => {
      expect(secondsBetween(a, b)).toBe(-secondsBetween(b, a) + 0)
      expect(secondsBetween(makeEpoch(a.taiS), makeEpoch(b.taiS))).toBe(b.taiS - a.taiS)
    }),
  )
})

test('compareEpochs() orders by seconds, then by femtoseconds', () => {
  const ordered = [makeEpoch(-2, 5), makeEpoch(-1), makeEpoch(0), makeEpoch(0, 1), makeEpoch(1)]
  expect([...ordered].reverse().sort(compareEpochs)).toEqual(ordered)
  expect(compareEpochs(makeEpoch(3, 4), makeEpoch(3, 4))).toBe(0)
})
