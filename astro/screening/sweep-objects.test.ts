import { expect, test } from 'vitest'
import { canMeet, isPairOf, type SweepObjects, wildSamples } from './sweep-objects.ts'

test('isPairOf() compares the allowed sets, and no objects within a group', () => {
  const objects = {
    sets: Uint8Array.of(0, 1, 1, 2, 7, 7),
    groups: Int32Array.of(0, 0, 3, 3, 3, 0),
    // Set 0 is compared with 1, set 1 also with itself, set 7 with itself.
    allowed: Uint8Array.of(0b10, 0b11, 0, 0, 0, 0, 0, 0b1000_0000),
  } as unknown as SweepObjects
  const pairs: string[] = []
  for (let first = 0; first < 6; first += 1) {
    for (let second = 0; second < 6; second += 1) if (isPairOf(objects, first, second)) pairs.push(`${first}${second}`)
  }
  // 2 and 4 are in one group, like each object and itself.
  expect(pairs).toEqual(['01', '02', '10', '11', '12', '20', '21', '45', '54', '55'])
})

/** Samples at 0 s, 10 s, … on a straight line along an axis. */
function line(place: number, from: readonly [number, number, number], stepM: readonly [number, number, number], n = 3) {
  const numbers = Array.from({ length: n }, (_, k) => [10 * k, ...from.map((value, axis) => value + k * stepM[axis]!)])
  return wildSamples(place, Float64Array.from(numbers.flat()))
}

test('wildSamples() has the longest distance between two samples', () => {
  expect(line(4, [1, 2, 3], [2, 3, 6])).toMatchObject({ place: 4, stepM: 7 })
  const uneven = Float64Array.of(0, 0, 0, 0, 10, 2, 3, 6, 20, 2, 3, 106, 30, 2, 15, 106)
  expect(wildSamples(0, uneven).stepM).toBe(100)
  expect(wildSamples(0, uneven.subarray(0, 4)).stepM).toBe(0)
})

test('canMeet() adds to the threshold the motion of both objects between two samples, in any direction', () => {
  for (const axis of [0, 1, 2]) {
    const apart = (metres: number) => [0, 1, 2].map((k) => (k === axis ? metres : 0)) as [number, number, number]
    const one = line(0, [0, 0, 0], [2, 3, 6])
    // 7 m and 9 m a step, a threshold of 100 m. The objects approach by 1 m, 1 m and 2 m a step.
    const other = (metres: number) => line(1, apart(metres), [1, 4, 8])
    const nearest = (metres: number) => {
      return Math.min(...[0, 1, 2].map((k) => Math.hypot(...apart(metres).map((at, j) => at + k * [-1, 1, 2][j]!))))
    }
    for (const metres of [115, -115, 117, -117, 120, -120, 60, -60]) {
      expect(canMeet(one, other(metres), 100), `${metres} m`).toBe(nearest(metres) < 116)
      expect(canMeet(other(metres), one, 100), `${metres} m`).toBe(nearest(metres) < 116)
    }
  }
  const still = (at: number) => line(0, [at, 0, 0], [0, 0, 0])
  expect(canMeet(still(0), still(100), 100)).toBe(false)
  expect(canMeet(still(0), still(99.999), 100)).toBe(true)
})

test('canMeet() excludes no object whose samples are at other times', () => {
  const one = line(0, [0, 0, 0], [1, 0, 0])
  expect(canMeet(one, line(1, [1e9, 0, 0], [1, 0, 0], 2), 100)).toBe(true)
  const later = wildSamples(
    1,
    one.samples.map((value, k) => (k % 4 === 0 ? value + 5 : value + 1e9)),
  )
  expect(canMeet(one, later, 100)).toBe(true)
  const laterAtLast = wildSamples(
    1,
    one.samples.map((value, k) => (k === 8 ? value + 5 : k % 4 === 0 ? value : 1e9)),
  )
  expect(canMeet(one, laterAtLast, 100)).toBe(true)
})
