import { expect, test } from 'vitest'
import { settleArc } from './settle-arc.ts'

/** A length has converged when the next one differs by less than a ten-thousandth of it. */
const SETTLED_S = 222.3e-4

/** Returns the lengths that an iteration tries. */
function rounds(firstS: number, next: (arcS: number) => number) {
  const tried: number[] = []
  const { arcS, plan } = settleArc(
    firstS,
    (at) => {
      tried.push(at)
      return at
    },
    next,
  )
  return { arcS, plan, tried }
}

test('an arc is as long as its burn needs', () => {
  const { arcS } = rounds(100, (at) => 200 + 0.1 * at)
  // The fixed point of x = 200 + x/10.
  expect(Math.abs(arcS - 2000 / 9)).toBeLessThan(SETTLED_S)
})

test('if two lengths lead to each other, the longer one is returned as soon as one repeats', () => {
  const next = (at: number) => (at > 1000 ? 300 : 2250)
  expect(rounds(2250, next)).toEqual({ arcS: 2250, plan: 2250, tried: [2250, 300] })
  expect(rounds(300, next)).toEqual({ arcS: 2250, plan: 2250, tried: [300, 2250] })
})

test('an iteration of lengths that never repeat also ends', () => {
  expect(rounds(1, (at) => 2 * at).tried).toHaveLength(12)
})
