import { HOUR_MS } from '@apsis/astro/constants.ts'
import { ACCOUNTS } from '@apsis/contract/payments/entry.ts'
import { type PriceTable, priceOfLines, sumOf } from '../price/price-of.ts'
import type { BookedEntry, BookedOrder, Books } from './books.repository.ts'
import { MOVES_OF_KIND, sumOfMoves } from './moves.ts'

/** A hold may remain this long after its time; the work that releases it runs every minute. */
const EXPIRY_GRACE_MS = HOUR_MS

/** Returns sentences that describe every contradiction in the books of a customer; empty if there is none. */
export function listFaults(books: Books, now: number): string[] {
  return [
    ...faultsOfCustomer(books),
    ...books.entries.flatMap((entry, index) => faultsOfEntry(books, entry, index)),
    ...doubledCaptures(books),
    ...books.orders.flatMap((order) => faultsOfOrder(books, order, now)),
    ...books.invoices.flatMap((invoice) => faultsOfInvoice(books, invoice)),
  ]
}

const total = <T>(items: readonly T[], amountOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0)

function faultsOfCustomer({ customer, entries }: Books): string[] {
  const faults = []
  const available = total(entries, (entry) => entry.available)
  const held = total(entries, (entry) => entry.held)
  if (customer.available !== available)
    faults.push(`${customer.available} is available, the ledger sums up to ${available}`)
  if (customer.held !== held) faults.push(`${customer.held} is held, the ledger sums up to ${held}`)
  if (customer.creditLimit < 0) faults.push(`the credit line is ${customer.creditLimit}`)
  if (customer.available + customer.creditLimit < 0)
    faults.push(`${customer.available} is available, below the credit line of ${customer.creditLimit}`)
  if (customer.held < 0) faults.push(`${customer.held} is held, less than nothing`)
  if (customer.entries !== entries.length)
    faults.push(`the ledger has ${entries.length} entries, of ${customer.entries} that were posted`)
  return faults
}

function faultsOfEntry({ entries, orders, invoices, customer }: Books, entry: BookedEntry, index: number): string[] {
  const name = `entry ${entry.place}`
  const before = entries[index - 1]
  const faults = []
  if (entry.place !== index + 1) faults.push(`${name} has place ${index + 1}: one is missing or doubled before it`)
  const sum = sumOfMoves(entry)
  if (sum !== 0) faults.push(`${name} sums up to ${sum} over all accounts`)
  faults.push(...faultsOfKind(entry, name))
  const availableAfter = (before?.availableAfter ?? 0) + entry.available
  if (entry.availableAfter !== availableAfter)
    faults.push(`${name} leaves ${entry.availableAfter} available, where ${availableAfter} follows from the one before`)
  const heldAfter = (before?.heldAfter ?? 0) + entry.held
  if (entry.heldAfter !== heldAfter)
    faults.push(`${name} leaves ${entry.heldAfter} held, where ${heldAfter} follows from the one before`)
  if (before !== undefined && entry.at < before.at) faults.push(`${name} is older than the one before it`)
  if (entry.orderId === null && OF_ORDERS.has(entry.kind)) faults.push(`${name} (${entry.kind}) belongs to no order`)
  if (entry.kind === 'PAYMENT' && !invoices.some(({ id }) => id === entry.invoiceId))
    faults.push(`${name} is a payment of no invoice`)
  if (entry.orderId !== null && !orders.some(({ id }) => id === entry.orderId))
    faults.push(`${name} belongs to an order that ${customer.name} does not have`)
  return faults
}

const OF_ORDERS = new Set(['HOLD', 'RELEASE', 'EXPIRY', 'CAPTURE', 'CREDIT_NOTE'])

function faultsOfKind(entry: BookedEntry, name: string): string[] {
  const moves = MOVES_OF_KIND[entry.kind]
  if (moves === undefined) return [`${name} is of a kind that there is not: ${entry.kind}`]
  const others = ACCOUNTS.filter((account) => account !== moves.from && account !== moves.to && entry[account] !== 0)
  const isRightWay = entry[moves.to] > 0 || entry.kind === 'CORRECTION'
  return others.length === 0 && isRightWay ? [] : [`${name} moves what a ${entry.kind} does not move`]
}

function doubledCaptures({ entries }: Books): string[] {
  const captures = entries.filter(({ kind, reference }) => kind === 'CAPTURE' && reference !== null)
  return [...Map.groupBy(captures, ({ orderId, reference }) => `${orderId} ${reference}`).values()]
    .filter((same) => same.length > 1)
    .map((same) => `entries ${same.map(({ place }) => place).join(' and ')} capture the same delivery`)
}

function faultsOfOrder(books: Books, order: BookedOrder, now: number): string[] {
  const name = `order ${order.requestId}`
  const entries = books.entries.filter(({ orderId }) => orderId === order.id)
  const faults = []
  const compare = (what: 'held' | 'captured' | 'released', sum: number) => {
    if (order[what] !== sum) faults.push(`${name}: ${order[what]} is ${what}, the ledger says ${sum}`)
  }
  compare(
    'held',
    total(entries, ({ held }) => held),
  )
  compare(
    'captured',
    total(entries, ({ kind, captured }) => (kind === 'CAPTURE' ? captured : 0)),
  )
  compare('released', releasedIn(entries))
  const parts = order.held + order.captured + order.released
  if (order.state !== 'REFUSED' && order.price !== parts)
    faults.push(`${name} costs ${order.price}, and ${parts} of it is held, captured or given back`)
  if (order.state === 'REFUSED' && entries.length > 0) faults.push(`${name} was refused, and has entries`)
  if (order.currency !== books.customer.currency)
    faults.push(`${name} is in ${order.currency}, its customer in ${books.customer.currency}`)
  if (order.held > 0 && order.expiresAt !== null && order.expiresAt.getTime() + EXPIRY_GRACE_MS < now)
    faults.push(`${name}: ${order.held} is still held after its time`)
  return [...faults, ...faultsOfPrice(books, order, name)]
}

/** Returns the released amount. It includes only releases after the order was placed: what an update released is no longer part of the price. */
function releasedIn(entries: readonly BookedEntry[]): number {
  return total(entries, ({ kind, reference, available }) =>
    (kind === 'RELEASE' && reference !== null) || kind === 'EXPIRY' ? available : 0,
  )
}

function faultsOfPrice({ prices }: Books, order: BookedOrder, name: string): string[] {
  const sum = sumOf(order.lines)
  if (sum !== order.price) return [`${name} costs ${order.price}, its lines ${sum}`]
  const table: PriceTable | undefined = prices.find(
    ({ productId, version }) => productId === order.productId && version === order.priceVersion,
  )
  if (table === undefined) return [`${name} has a price that there is not: ${order.productId} ${order.priceVersion}`]
  const wishes = order.lines.map(({ 'sensor-code': sensor, heldAs, passes, priority }) => ({
    ...(sensor === null ? {} : { 'sensor-code': sensor }),
    ...(heldAs === undefined ? {} : { anyOf: [heldAs] }),
    passes,
    priority,
  }))
  const fixed = sumOf(priceOfLines(table, wishes))
  return fixed === order.price ? [] : [`${name} costs ${order.price}, its price of then says ${fixed}`]
}

function faultsOfInvoice({ entries }: Books, invoice: Books['invoices'][number]): string[] {
  const name = `invoice ${invoice.number}`
  const booked = entries.filter(({ invoiceId }) => invoiceId === invoice.id)
  if (invoice.entryId === null)
    return booked.length === 0 ? [] : [`${name} is open, and was booked by entry ${booked[0]?.place}`]
  const [payment] = booked
  if (payment === undefined || booked.length > 1 || payment.id !== invoice.entryId)
    return [`${name} is paid, and ${booked.length === 1 ? 'another entry says so' : `${booked.length} entries say so`}`]
  return payment.available === invoice.amount
    ? []
    : [`${name} is over ${invoice.amount}, and ${payment.available} was booked`]
}
