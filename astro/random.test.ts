import { expect, test } from 'vitest'
import { circle2d } from './conjunction/probability/circle-2d.ts'
import { seededRandom, standardNormal } from './random.ts'

/** 40,000 draws: one sigma of the fraction is 0.0023. */
const SHARE_INSIDE = 0.01
/** 20,000 pairs: one sigma of the fraction is 0.0035. */
const SHARE_OF_PAIRS = 0.015

test('seededRandom() is repeatable and uniform, standardNormal() is normal', () => {
  const [a, b] = [seededRandom(1), seededRandom(1)]
  expect([a(), a(), a()]).toEqual([b(), b(), b()])
  expect(seededRandom(2)()).not.toBe(seededRandom(1)())
  const count = 40_000
  const uniform = seededRandom(3)
  const counts = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < count; i += 1) counts[Math.floor(10 * uniform())]! += 1
  // One sigma of a tenth of 40,000 is 60.
  expect(counts.every((n) => Math.abs(n - count / 10) < 300)).toBe(true)
  const normal = standardNormal(seededRandom(4))
  const draws = Array.from({ length: count }, normal)
  const inside = draws.filter((x) => Math.abs(x) < 1).length / count
  const within = circle2d({ xM: 0, yM: 0, sigmaXM: 1, sigmaYM: 1 }, 1)
  expect(Math.abs(inside - 0.6827)).toBeLessThan(SHARE_INSIDE)
  const pairs = draws.filter((x, i) => i % 2 === 0 && x * x + draws[i + 1]! ** 2 < 1).length / (count / 2)
  expect(Math.abs(pairs - within)).toBeLessThan(SHARE_OF_PAIRS)
})
