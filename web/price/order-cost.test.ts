import { expect, test } from 'vitest'
import { affordable, lackingOf, linesOfCost, payable, roomBeside, shortOf } from './order-cost.ts'

const NAMES = ['ABC01@2026-11-22T18:15:03Z', 'RAD01@2026-11-22T19:00:00Z', 'ABC01@2026-11-23T18:01:00Z']

test('linesOf counts the passes of each sensor', () => {
  expect(linesOfCost({ names: NAMES, passes: 1 })).toEqual([
    { sensor: 'ABC01', passes: 2 },
    { sensor: 'RAD01', passes: 1 },
  ])
  expect(linesOfCost({ names: [], passes: 4 })).toEqual([{ anyOf: [], passes: 4 }])
  // The server prices an order in the same way: one sensor at its own price, several at the price of the dearest.
  expect(linesOfCost({ names: [], passes: 4, sensors: ['ABC02'] })).toEqual([{ sensor: 'ABC02', passes: 4 }])
  const able = ['ABC01', 'ABC02']
  expect(linesOfCost({ names: [], passes: 4, sensors: able, able })).toEqual([{ anyOf: able, passes: 4 }])
})

test('the balance is enough for as many passes as it pays for without a discount', () => {
  // 10 passes at 38.00 are 342.00 with 10 % discount; the unit price of that would give eight passes for 300.00, but eight cost 288.80 with
  // 5 % discount, and two 76.00.
  expect(affordable(30_000, 3_800)).toBe(7)
  expect(affordable(7_600, 3_800)).toBe(2)
  expect(affordable(3_799, 3_800)).toBe(0)
  expect(affordable(-100, 3_800)).toBe(0)
  expect(affordable(100, 0)).toBe(Number.POSITIVE_INFINITY)
})

test('the best passes that the balance can pay for are kept, each at its own price', () => {
  const priceOf = (code: string) => ({ ABC01: 3_000, RAD01: 9_000 })[code]
  const [night = '', radar = '', next = ''] = NAMES
  // 90.00 for the radar and 30.00 for a night are 120.00; the other night costs another 30.00.
  expect(payable([radar, night, next], { priceOf, limit: 12_000 })).toEqual([radar, night])
  expect(payable([night, radar, next], { priceOf, limit: 11_999 })).toEqual([night, next])
  expect(payable([radar], { priceOf, limit: 8_999 })).toEqual([])
  expect(payable(['XYZ01@2026-11-22T18:15:03Z'], { priceOf, limit: 12_000 })).toBeUndefined()
})

test('besides named passes less can be spent; passes that the server would choose are not counted', () => {
  const payer = { balance: { available: 5_000, limit: 1_000 } }
  expect(roomBeside(NAMES, { high: 4_000 }, payer)).toBe(2_000)
  expect(roomBeside([], { high: 4_000 }, payer)).toBe(6_000)
})

test('the missing amount takes balance and credit line into account, and an estimate if the balance may not be read', () => {
  const cost = {
    high: 20_140,
    expected: 17_119,
    expectedLeast: 17_119,
    currency: 'EUR',
    hasCustomer: true,
    shortBy: 4_436,
  }
  expect(lackingOf(cost, { balance: { available: 5_704, limit: 10_000 } })).toBe(4_436)
  expect(lackingOf(cost, { balance: { available: 13_204, limit: 10_000 } })).toBe(0)
  expect(lackingOf({ ...cost, shortBy: 12 }, undefined)).toBe(12)
  expect(lackingOf({ ...cost, shortBy: undefined }, undefined)).toBeUndefined()
})

test('estimates of several sensors give the missing amount for all only if one of them alone is too expensive', () => {
  expect(shortOf([{ high: 10_000, shortBy: 0 }])).toBe(0)
  // The balance may be 100.00 or 150.00: in both cases it pays for one of two orders of 100.00.
  const reached = { high: 10_000, shortBy: 0 }
  expect(shortOf([reached, reached])).toBeUndefined()
  // With a balance of 80.00 an order of 100.00 lacks 20.00, and one of 200.00 lacks 120.00.
  const dear = { high: 10_000, shortBy: 2_000 }
  expect(shortOf([dear, dear])).toBe(12_000)
})
