import { ACCOUNTS, ENTRY_KINDS } from '@apsis/contract/payments/entry.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterMoves, MOVES_OF_KIND, movesOf, shortOf, sumOfMoves } from './moves.ts'

const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 })
const kinds = fc.constantFrom(...ENTRY_KINDS)

test('movesOf() returns moves that sum to zero and that move the amount between the two accounts of the kind', () => {
  fc.assert(
    fc.property(kinds, amounts, (kind, amount) => {
      const moves = movesOf(kind, amount)
      const { from, to } = MOVES_OF_KIND[kind]
      expect(sumOfMoves(moves)).toBe(0)
      expect(moves[from]).toBe(-amount)
      expect(moves[to]).toBe(amount)
      expect(ACCOUNTS.filter((account) => moves[account] !== 0)).toHaveLength(2)
    }),
  )
})

test('entries in any order add up to the balance', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, amounts), { maxLength: 50 }), (entries) => {
      const all = entries.map(([kind, amount]) => movesOf(kind, amount))
      const end = all.reduce(afterMoves, { available: 0, held: 0 })
      const backwards = all.toReversed().reduce(afterMoves, { available: 0, held: 0 })
      expect(end).toEqual(backwards)
      const outside = all.reduce((sum, moves) => sum + moves.captured + moves.paidIn + moves.vat + moves.correction, 0)
      expect(end.available + end.held + outside).toBe(0)
    }),
  )
})

test('movesOf refuses an amount of zero, below zero or with a part of a unit; a correction may have either sign', () => {
  for (const amount of [0, 0.5, Number.NaN, 2 ** 53])
    for (const kind of ENTRY_KINDS) expect(() => movesOf(kind, amount)).toThrow(RangeError)
  for (const kind of ENTRY_KINDS.filter((one) => one !== 'CORRECTION'))
    expect(() => movesOf(kind, -1)).toThrow(RangeError)
  expect(movesOf('CORRECTION', -5)).toMatchObject({ available: -5, correction: 5 })
})

test('shortOf is the amount that is missing beyond the credit line', () => {
  expect(shortOf(27_075, { available: 6_160, limit: 10_000 })).toBe(10_915)
  expect(shortOf(16_160, { available: 6_160, limit: 10_000 })).toBe(0)
})
