import { formatCsvRow } from '@apsis/ccsds/notation/csv.ts'
import type { Statement } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { Funds } from './moves.ts'

/** Returns the calendar month (UTC) of an instant, for example `2026-11`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** Returns the beginning and the end (not included) of a month. */
export function spanOfMonth(month: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: new Date(Date.UTC(year, number - 1)), to: new Date(Date.UTC(year, number)) }
}

const withBalance = ({ available, held }: Funds) => ({ available, held, balance: available + held })
const sum = (entries: readonly Entry[], kind: Entry['kind'], account: 'available' | 'captured' | 'paidIn' | 'vat') =>
  entries.filter((entry) => entry.kind === kind).reduce((total, entry) => total + Math.abs(entry[account]), 0)

/** Returns opening balance, totals and closing balance of a month, from its entries in order and the balance before the first entry. */
export function statementOf(
  opening: Funds,
  lines: readonly Entry[],
): Pick<Statement, 'opening' | 'totals' | 'closing' | 'lines'> {
  const last = lines.at(-1)
  const closing = last === undefined ? opening : { available: last.availableAfter, held: last.heldAfter }
  const corrected = lines
    .filter(({ kind }) => kind === 'CORRECTION')
    .reduce((total, { available }) => total + available, 0)
  return {
    opening: withBalance(opening),
    totals: {
      paidIn: sum(lines, 'PAYMENT', 'available'),
      captured: sum(lines, 'CAPTURE', 'captured'),
      credited: sum(lines, 'CREDIT_NOTE', 'available'),
      refunded: sum(lines, 'REFUND', 'available'),
      vat: sum(lines, 'VAT', 'vat'),
      corrected,
    },
    closing: withBalance(closing),
    lines: [...lines],
  }
}

const COLUMNS = [
  'place',
  'at',
  'kind',
  'requestId',
  'reference',
  'note',
  'available',
  'held',
  'captured',
  'paidIn',
  'vat',
  'correction',
  'availableAfter',
  'heldAfter',
  'transactionId',
] as const satisfies readonly (keyof Entry)[]

/** Returns the statement as RFC 4180 text: the opening balance, one line for each entry, the closing balance; amounts are in the smallest unit. */
export function statementCsv(statement: Statement): string {
  const note = statement.isSimulated ? 'SIMULATED' : ''
  const funds = (name: string, { available, held }: Funds) =>
    COLUMNS.map((column) => {
      if (column === 'kind') return name
      if (column === 'note') return note
      if (column === 'availableAfter') return String(available)
      return column === 'heldAfter' ? String(held) : ''
    })
  const rows = [
    [...COLUMNS.slice(0, -1), 'transactionId', 'currency'],
    [...funds('OPENING', statement.opening), statement.currency],
    ...statement.lines.map((line) => [...COLUMNS.map((column) => line[column]), statement.currency]),
    [...funds('CLOSING', statement.closing), statement.currency],
  ]
  return rows.map((row) => `${formatCsvRow(row.map((value) => String(value ?? '')))}\r\n`).join('')
}
