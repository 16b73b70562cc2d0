import { expect, test } from 'vitest'
import { NewPrice } from './product.ts'

/** The largest order has 50 lines of 1,000 passes, and no sum may be above 1e12. */
const isTaken = (amountCents: number, factors: object = {}) => NewPrice.safeParse({ amountCents, ...factors }).success

test('a price is low enough that the largest order at the highest factors is a valid sum', () => {
  // By default an urgent pass costs 2.5 times as much: 8e6 × 2.5 × 1,000 × 50 = 1e12.
  expect([isTaken(8_000_000), isTaken(8_000_001)]).toEqual([true, false])
  const even = { standard: 1_000, 'next-night': 1_000, urgent: 1_000 }
  expect([isTaken(20_000_000, { priorityFactors: even }), isTaken(20_000_001, { priorityFactors: even })]).toEqual([
    ...[true, false],
  ])
})

test('the most expensive sensor decides, and a sensor without a factor costs the base price', () => {
  const dear = { sensorFactors: { ABC01: 500, ABC02: 2_000 } }
  expect([isTaken(4_000_000, dear), isTaken(4_000_001, dear)]).toEqual([true, false])
  const cheap = { sensorFactors: { ABC01: 500 } }
  expect([isTaken(8_000_000, cheap), isTaken(8_000_001, cheap)]).toEqual([true, false])
})
