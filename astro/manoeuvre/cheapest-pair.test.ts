import { expect, test } from 'vitest'
import { buildMatrix } from '../matrix.ts'
import { cheapestPair } from './cheapest-pair.ts'

// Each burn moves only its own three components, one for one. The smallest |a| + |b| then follows from geometry: the remaining distances are
// equal, or one burn is zero.
const OWN = buildMatrix(6, 6, (i, j) => (i === j ? 1 : 0))
const WITHIN = 1
/** The iteration ends when the pair changes by less than a thousandth; a burn that tends to zero converges last. */
const SHARE = 1e-3
const PAIR_DIGITS = 2

function sum(pair: readonly number[]): number {
  return Math.hypot(...pair.slice(0, 3)) + Math.hypot(...pair.slice(3))
}

function expectSum(pair: readonly number[], wanted: number): void {
  expect(Math.abs(sum(pair) - wanted)).toBeLessThan(SHARE * wanted)
}

test('cheapestPair() leaves equal parts of both distances', () => {
  const left = WITHIN / Math.SQRT2
  const pair = cheapestPair(OWN, [3, 0, 0, 0, 4, 0], WITHIN)
  for (const [i, wanted] of [-(3 - left), 0, 0, 0, -(4 - left), 0].entries())
    expect(pair[i]).toBeCloseTo(wanted, PAIR_DIGITS)
  expectSum(pair, 7 - 2 * left)
})

test('cheapestPair() makes no burn for a distance that the limit allows', () => {
  const pair = cheapestPair(OWN, [0.5, 0, 0, 0, 0, 4], WITHIN)
  expectSum(pair, 4 - Math.sqrt(WITHIN ** 2 - 0.5 ** 2))
  expect(Math.hypot(...pair.slice(0, 3))).toBeLessThan(SHARE * sum(pair))
  expect(cheapestPair(OWN, [0.5, 0, 0, 0, 0.5, 0], WITHIN)).toEqual([0, 0, 0, 0, 0, 0])
})

test('cheapestPair() prefers the burn that has the larger effect', () => {
  // Both burns move the same component; the second moves it twice as far per m/s.
  const map = buildMatrix(6, 6, (i, j) => (i === j % 3 ? (j < 3 ? 1 : 2) : 0))
  const pair = cheapestPair(map, [0, 9, 0, 0, 0, 0], WITHIN)
  expectSum(pair, (9 - WITHIN) / 2)
  expect(pair[4]).toBeCloseTo(-(9 - WITHIN) / 2, PAIR_DIGITS)
})
