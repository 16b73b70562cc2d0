import { expect, test } from 'vitest'
import { settleArc } from './settle-arc.ts'

/** A length stands when the next one differs by a ten-thousandth of it. */
const SETTLED_S = 222.3e-4

/** The rounds of a length that each length asks for. */
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

test('an arc is as long as the burn that it needs', () => {
  const { arcS } = rounds(100, (at) => 200 + 0.1 * at)
  // The fixed point of x = 200 + x/10.
  expect(Math.abs(arcS - 2000 / 9)).toBeLessThan(SETTLED_S)
})

test('of two lengths that ask for each other the longer one is taken, as soon as one comes again', () => {
  const next = (at: number) => (at > 1000 ? 300 : 2250)
  expect(rounds(2250, next)).toEqual({ arcS: 2250, plan: 2250, tried: [2250, 300] })
  expect(rounds(300, next)).toEqual({ arcS: 2250, plan: 2250, tried: [300, 2250] })
})

test('a length that never comes again ends all the same', () => {
  expect(rounds(1, (at) => 2 * at).tried).toHaveLength(12)
})
