import { expect, test } from 'vitest'
import { createRandom } from '../stage/random.ts'
import { type Chords, forNearChords, layChords, makeChords } from './chords.ts'

function collect(chords: Chords, distanceM: number): string[] {
  const pairs: string[] = []
  forNearChords(chords, distanceM, (first, second) => pairs.push(`${first} ${second}`))
  return pairs.sort()
}

/** Makes lines between random points of a cube, some of them without motion. */
function randomChords(seed: number, count: number, sizeM: number): Chords {
  const random = createRandom(seed)
  const from = Float64Array.from({ length: 3 * count }, () => sizeM * (random() - 0.5))
  const to = from.map((value, k) => (k < 30 ? value : value + 80_000 * (random() - 0.5)))
  const chords = makeChords(count)
  layChords(chords, from, to)
  return chords
}

/** Returns the smallest distance at many times along the lines: never below the true one, and only slightly above it. */
function sampledDistance({ middles, halves }: Chords, one: number, other: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let u = -1; u <= 1; u += 1 / 512) {
    const along = (axis: number) =>
      (middles[3 * other + axis] ?? 0) -
      (middles[3 * one + axis] ?? 0) +
      u * ((halves[3 * other + axis] ?? 0) - (halves[3 * one + axis] ?? 0))
    least = Math.min(least, Math.hypot(along(0), along(1), along(2)))
  }
  return least
}

test('forNearChords finds the same near pairs as a sampling of every pair, each pair once', () => {
  const [count, distanceM] = [150, 20_000]
  const chords = randomChords(3, count, 250_000)
  const expected: string[] = []
  const doubtful = new Set<string>()
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const least = sampledDistance(chords, one, other)
      if (least < distanceM) expected.push(`${one} ${other}`)
      // Between two samples, the distance of a pair changes by less than this.
      else if (least < distanceM + 300) doubtful.add(`${one} ${other}`)
    }
  }
  expect(expected.length).toBeGreaterThan(50)
  expect(collect(chords, distanceM).filter((pair) => !doubtful.has(pair))).toEqual(expected.sort())
})

test('forNearChords: two equal lines are a pair, whatever cells they are in', () => {
  const chords = makeChords(4)
  const at = [-7e6, 0, 0, -7e6, 0, 0, 4.2e7, -1e5, 3, 4.2e7, -1e5, 5]
  layChords(chords, Float64Array.from(at), Float64Array.from(at))
  expect(collect(chords, 10)).toEqual(['0 1', '2 3'])
})

test('forNearChords: an object without a position has no pairs', () => {
  const chords = makeChords(2)
  layChords(chords, Float64Array.from([1, 1, 1, 1, 1, 1]), Float64Array.from([1, 1, 1, 1, Number.NaN, 1]))
  expect(collect(chords, 10)).toEqual([])
})
