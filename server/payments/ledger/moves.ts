import { ACCOUNTS, type Account, type EntryKind } from '@apsis/contract/payments/entry.ts'

/** The amount by which an entry changes each account; the sum is 0. */
export type Moves = Readonly<Record<Account, number>>

/** The balance of a customer: the available and the held amount. */
export type Funds = { readonly available: number; readonly held: number }

/** The accounts from which and to which each kind of entry moves money. */
export const MOVES_OF_KIND: Readonly<Record<EntryKind, { readonly from: Account; readonly to: Account }>> = {
  PAYMENT: { from: 'paidIn', to: 'available' },
  HOLD: { from: 'available', to: 'held' },
  RELEASE: { from: 'held', to: 'available' },
  EXPIRY: { from: 'held', to: 'available' },
  CAPTURE: { from: 'held', to: 'captured' },
  CREDIT_NOTE: { from: 'captured', to: 'available' },
  REFUND: { from: 'available', to: 'paidIn' },
  VAT: { from: 'available', to: 'vat' },
  CORRECTION: { from: 'correction', to: 'available' },
}

const NOTHING: Moves = { available: 0, held: 0, captured: 0, paidIn: 0, vat: 0, correction: 0 }

/** Returns the moves of an entry. Only a correction may be negative, and an entry of 0 is refused. */
export function movesOf(kind: EntryKind, amount: number): Moves {
  if (!Number.isSafeInteger(amount) || amount === 0 || (amount < 0 && kind !== 'CORRECTION'))
    throw new RangeError(`${kind} cannot move ${amount}`)
  const { from, to } = MOVES_OF_KIND[kind]
  return { ...NOTHING, [from]: -amount, [to]: amount }
}

/** Returns the balance of a customer after an entry. */
export const afterMoves = ({ available, held }: Funds, moves: Moves): Funds => ({
  available: available + moves.available,
  held: held + moves.held,
})

export const sumOfMoves = (moves: Moves): number => ACCOUNTS.reduce((sum, account) => sum + moves[account], 0)

/** Returns the amount by which the balance is too small; 0 if it is enough. */
export const shortOf = (amount: number, { available, limit }: { available: number; limit: number }): number =>
  Math.max(0, amount - available - limit)
