import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { type PlaneMap, smallestSteps, type Vec2 } from './smallest-step.ts'

/** The step ends on the unit circle. */
const ON_THE_CIRCLE = 1e-9
/** The rounding of expected values that were calculated by hand. */
const BY_HAND_DIGITS = 12

const moved = ([x, y]: Vec2, map: PlaneMap, step: readonly number[]): Vec2 => [
  map.reduce((sum, column, k) => sum + column[0] * (step[k] ?? 0), x),
  map.reduce((sum, column, k) => sum + column[1] * (step[k] ?? 0), y),
]

/** Tries every direction of the plane in steps of half a degree, and returns the shortest step out of the circle. */
function shortestOfAll(w0: Vec2, map: PlaneMap, radius: number): number {
  let best = Infinity
  for (let degree = 0; degree < 360; degree += 0.5) {
    const angle = (degree * Math.PI) / 180
    const along = moved([0, 0], map, [Math.cos(angle), Math.sin(angle)])
    const [a, b] = [along[0] ** 2 + along[1] ** 2, w0[0] * along[0] + w0[1] * along[1]]
    const c = w0[0] ** 2 + w0[1] ** 2 - radius ** 2
    best = Math.min(best, (-b + Math.sqrt(b * b - a * c)) / a)
  }
  return best
}

test('smallestSteps() ends on the circle, and is not longer than a step in any direction', () => {
  const part = realBetween(-2, 2)
  const inside = realBetween(-0.7, 0.7)
  fc.assert(
    fc.property(fc.tuple(inside, inside), fc.tuple(part, part), fc.tuple(part, part), (w0, first, second) => {
      // Two nearly parallel directions are excluded: the search has steps of half a degree.
      fc.pre(Math.abs(first[0] * second[1] - first[1] * second[0]) > 0.05)
      const [step = []] = smallestSteps(w0, [first, second], 1)
      expect(Math.abs(Math.hypot(...moved(w0, [first, second], step)) - 1)).toBeLessThan(ON_THE_CIRCLE)
      const size = Math.hypot(...step)
      const best = shortestOfAll(w0, [first, second], 1)
      expect(size).toBeLessThanOrEqual(best * (1 + ON_THE_CIRCLE))
      // A search in steps of half a degree misses the best by at most the square of the step, times the ratio of the two axes.
      expect(size).toBeGreaterThan(best * 0.9)
    }),
  )
})

test('smallestSteps() with the start on an axis gives both steps, equally long', () => {
  const map: PlaneMap = [
    [2, 0],
    [0, 1],
  ]
  const [one = [], other = []] = smallestSteps([0, 0.5], map, 1)
  // Leaving along y would cost 0.5. Leaving along x, at the end of the bracket λ = 1/4: w₂ = 0.5 / (1 − 1/4) = 2/3.
  const w1 = Math.sqrt(1 - 4 / 9)
  expect(one[0]).toBeCloseTo(w1 / 2, BY_HAND_DIGITS)
  expect(one[1]).toBeCloseTo(1 / 6, BY_HAND_DIGITS)
  expect(other).toEqual([-one[0]!, one[1]])
})

test('smallestSteps() needs no step outside the circle, and returns none if the map is zero', () => {
  expect(smallestSteps([3, 0], [[1, 0]], 1)).toEqual([[0]])
  expect(smallestSteps([0.5, 0], [[0, 0]], 1)).toEqual([])
})

test('smallestSteps() leaves by the near side: a start with the opposite sign gives the opposite step (rule F4)', () => {
  const map: PlaneMap = [[1, 0]]
  expect(smallestSteps([0.6, 0], map, 1)[0]![0]).toBeCloseTo(0.4, BY_HAND_DIGITS)
  expect(smallestSteps([-0.6, 0], map, 1)[0]![0]).toBeCloseTo(-0.4, BY_HAND_DIGITS)
  expect(smallestSteps([0.6, 0], map, 1)[1]![0]).toBeCloseTo(-1.6, BY_HAND_DIGITS)
})
