import { expect, test } from 'vitest'
import { createRandom, shuffle } from './random.ts'

test('createRandom gives the same numbers for the same seed, and different ones for another', () => {
  const first = createRandom(7)
  const again = createRandom(7)
  const other = createRandom(8)
  const drawn = Array.from({ length: 5 }, first)
  expect(Array.from({ length: 5 }, again)).toEqual(drawn)
  expect(Array.from({ length: 5 }, other)).not.toEqual(drawn)
})

test('createRandom spreads its numbers evenly over [0, 1)', () => {
  const random = createRandom(1)
  const bins = new Array<number>(10).fill(0)
  for (let i = 0; i < 100_000; i++) {
    const bin = Math.floor(random() * 10)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  // Five standard deviations of a bin of 100 000 draws are 474.
  for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(474)
})

test('shuffle keeps every item', () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f']
  const shuffled = shuffle(items, createRandom(3))
  expect(shuffled).not.toEqual(items)
  expect(shuffled.sort()).toEqual(items)
})
