import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { type CustomerRow, lockCustomer } from './ledger/customer.repository.ts'
import { countSettled, findSettled } from './ledger/entry.repository.ts'
import { post, type Writer } from './ledger/post.ts'
import { findOrder, type OrderRow, setAside, updateOrder } from './order.repository.ts'
import { chargeOfPass, type PriceTable, shareOfPass } from './price/price-of.ts'
import { findPrice } from './product.repository.ts'

/** One pass of an order that was delivered, or will not be delivered. */
export type Delivery = {
  readonly orderId: string
  /** Identifies the pass, so that it is settled once even if it is reported twice. */
  readonly reference: string
  /** The number of the order's line, from 0. */
  readonly line: number
  /** The sensor that observed the pass: it determines the price if the line left the sensor open. */
  readonly sensor?: string | undefined
}

/**
 * Captures the price of one pass: it was delivered (domain: per SUCCESSFUL pass). If its line left the sensor open, the price is that of the sensor
 * that observed, and the rest of the hold is released (docs/domain/request.md). Returns the result: RELEASE if the hold had already expired, or if
 * the sensor costs nothing, so that the money was released.
 */
export const capturePass = (tx: TenantDb, writer: Writer, delivery: Delivery): Promise<Settlement['kind']> =>
  settle(tx, writer, { ...delivery, kind: 'CAPTURE' })

/** Releases the price of one pass: the pass failed, could not be made, or was cancelled before it began. */
export const releasePass = (tx: TenantDb, writer: Writer, delivery: Delivery): Promise<Settlement['kind']> =>
  settle(tx, writer, { ...delivery, kind: 'RELEASE' })

type Settlement = Delivery & { readonly kind: 'CAPTURE' | 'RELEASE' }

async function settle(
  tx: TenantDb,
  writer: Writer,
  { orderId, reference, line, sensor, kind }: Settlement,
): Promise<Settlement['kind']> {
  const { customer, order } = await lockOrder(tx, orderId)
  const settled = await findSettled(tx, orderId, reference)
  if (settled === kind) return kind
  if (settled !== undefined) throw new ApiError('conflict', `${reference} is settled already, by a ${settled}.`)
  // No worker has run for a month. The money was released when the hold expired, and is not taken again; the pass
  // still counts as settled.
  if (order.state === 'EXPIRED') return 'RELEASE'
  const priced = order.lines[line]
  if (priced === undefined) throw new ApiError('conflict', `The order has no line ${line}.`)
  const delivered = await countSettled(tx, orderId, line)
  if (order.held === 0 || delivered >= priced.passes)
    throw new ApiError('conflict', 'Nothing is held for this pass any more.')
  const { captured, rest } =
    kind === 'CAPTURE'
      ? chargeOfPass(await priceOf(tx, order), priced, { delivered, sensor })
      : { captured: 0, rest: shareOfPass(priced.amount, { delivered, passes: priced.passes }) }
  let [funds, after] = [customer, order]
  if (captured > 0) {
    const posted = await post(tx, writer, funds, { kind: 'CAPTURE', amount: captured, orderId, reference, line })
    funds = posted.customer
    after = afterSettlement(after, 'CAPTURE', captured)
  }
  if (rest > 0) {
    // Each pass is counted by exactly one entry, so the rest of a captured pass's hold is released by an entry without a line.
    const what = captured > 0 ? { reference: `${reference}${REST}` } : { reference, line }
    await post(tx, writer, funds, { kind: 'RELEASE', amount: rest, orderId, ...what })
    after = afterSettlement(after, 'RELEASE', rest)
  }
  if (after !== order) await updateOrder(tx, after)
  // A pass of a sensor that costs nothing is settled by releasing everything that was held for it.
  return captured > 0 || rest === 0 ? kind : 'RELEASE'
}

/** The suffix of the reference with which the rest of a hold is released, if a cheaper sensor observed the pass. */
const REST = '/rest'

async function priceOf(tx: TenantDb, order: OrderRow): Promise<PriceTable> {
  const price = await findPrice(tx, order.product_id, order.price_version)
  if (price === undefined) throw new TypeError(`order ${order.id} has a price that is gone`)
  return price
}

/** Releases the money that an order holds after its time; returns the amount and its owner. */
export async function expireOrder(
  tx: TenantDb,
  writer: Writer,
  orderId: string,
): Promise<{ readonly customer: CustomerRow; readonly order: OrderRow; readonly amount: number } | undefined> {
  const { customer, order } = await lockOrder(tx, orderId)
  // The pass may have been delivered while this work waited for the lock.
  if (order.held === 0 || order.expires_at === null || order.expires_at > writer.now) return undefined
  await post(tx, writer, customer, { kind: 'EXPIRY', amount: order.held, orderId })
  await updateOrder(tx, { ...afterSettlement(order, 'RELEASE', order.held), state: 'EXPIRED' })
  return { customer, order, amount: order.held }
}

/**
 * Releases the money of an order that is no longer wanted; a refused order holds no money, and is set aside. An order of an observation request ends
 * only together with that request: otherwise its passes would be observed without a payer.
 */
export async function giveBack(
  tx: TenantDb,
  writer: Writer,
  orderId: string,
): Promise<{ readonly order: OrderRow; readonly amount: number; readonly hasChanged: boolean }> {
  const { customer, order } = await lockOrder(tx, orderId)
  if (order.is_of_request)
    throw new ApiError(
      'conflict',
      'The order pays for an observation request: cancel that one, and its price is given back.',
    )
  if (order.state === 'REFUSED') {
    if (order.set_aside_at !== null) return { order, amount: 0, hasChanged: false }
    await setAside(tx, orderId, writer.now)
    emit(tx, { tenantId: writer.tenantId, type: 'payments', data: { customerId: customer.id, change: 'order' } })
    return { order, amount: 0, hasChanged: true }
  }
  if (order.held === 0) throw new ApiError('conflict', 'Nothing is held for this order any more: all of it is settled.')
  await post(tx, writer, customer, { kind: 'RELEASE', amount: order.held, orderId, reference: GIVEN_BACK })
  await updateOrder(tx, afterSettlement(order, 'RELEASE', order.held))
  return { order, amount: order.held, hasChanged: true }
}

/** The reference in the ledger of an order that a user has cancelled. */
export const GIVEN_BACK = 'given-back'

function afterSettlement(order: OrderRow, kind: Settlement['kind'], amount: number): OrderRow {
  const held = order.held - amount
  const captured = order.captured + (kind === 'CAPTURE' ? amount : 0)
  const released = order.released + (kind === 'RELEASE' ? amount : 0)
  return { ...order, held, captured, released, state: held === 0 ? 'DELIVERED' : order.state }
}

/** Returns an order and locks its customer first: money is moved only under that lock, so that two transactions never wait for each other. */
async function lockOrder(tx: TenantDb, orderId: string): Promise<{ customer: CustomerRow; order: OrderRow }> {
  const named = await findOrder(tx, orderId)
  const customer = named && (await lockCustomer(tx, named.customer_id))
  const order = await findOrder(tx, orderId)
  if (customer === undefined || order === undefined) throw new ApiError('not-found', 'There is no such order.')
  return { customer, order }
}
