import { PART_S } from '@apsis/astro/screening/screening-object.ts'
import { expect, test } from 'vitest'
import { planParts } from './plan-parts.ts'

const DAY_S = 86_400

test.each([
  [2, 30],
  [100, DAY_S],
  [5_000, 7 * DAY_S + 1],
  [26_834, DAY_S],
  [26_834, 7 * DAY_S - 0.5],
  [200_000, 31 * DAY_S],
])(
  'planParts of %d objects over %d s: from 0 to the end without a gap, at multiples of PART_S',
  (objects, durationS) => {
    const spans = planParts(objects, durationS)
    expect(spans[0]?.fromS).toBe(0)
    expect(spans.at(-1)?.toS).toBe(durationS)
    for (const [place, { fromS, toS }] of spans.entries()) {
      expect(toS).toBeGreaterThan(fromS)
      expect(fromS % PART_S).toBe(0)
      expect(fromS).toBe(spans[place - 1]?.toS ?? 0)
    }
  },
)

test('planParts: the more work, the more parts; little work is one part', () => {
  const counts = [100, 10_000, 26_834, 100_000].map((objects) => planParts(objects, 7 * DAY_S).length)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts).size).toBe(4)
  expect(planParts(1_000, DAY_S)).toHaveLength(1)
})

test('planParts never makes more parts than the queue should hold', () => {
  expect(planParts(1_000_000, 31 * DAY_S).length).toBeLessThanOrEqual(2_000)
})
