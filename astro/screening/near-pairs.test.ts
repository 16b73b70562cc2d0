import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forNearPairs } from './near-pairs.ts'

function pairsOf(points: readonly (readonly [number, number, number])[], distance: number): string[] {
  const found: string[] = []
  forNearPairs(Float64Array.from(points.flat()), distance, (first, second) => found.push(`${first} ${second}`))
  return found.sort()
}

test.each([
  ['x', [5, 0, 0]],
  ['y', [0, 5, 0]],
  ['z', [0, 0, 5]],
] as const)(
  'forNearPairs() takes two points that are just as far apart along %s, and none that are farther',
  (_axis, at) => {
    expect(pairsOf([[0, 0, 0], at], 5)).toEqual(['0 1'])
    expect(pairsOf([[0, 0, 0], at], 4.999_999)).toEqual([])
  },
)

test('forNearPairs() names the lower index first, for any positions, and excludes points without a position', () => {
  expect(
    pairsOf(
      [
        [9, 0, 0],
        [8, 0, 0],
        [Number.NaN, 0, 0],
        [8.5, Number.POSITIVE_INFINITY, 0],
        [8.2, 0, 0],
      ],
      1,
    ),
  ).toEqual(['0 1', '0 4', '1 4'])
})

test('forNearPairs() returns every pair once, like a comparison of all with all', () => {
  // Whole numbers, so that many pairs are exactly at the distance limit.
  const whole = fc.integer({ min: -4, max: 4 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(whole, whole, whole), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      (points, distance) => {
        const wanted = points.flatMap((a, i) =>
          points.flatMap((b, j) =>
            i < j && Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) <= distance ? [`${i} ${j}`] : [],
          ),
        )
        expect(pairsOf(points, distance)).toEqual(wanted.sort())
      },
    ),
  )
})
