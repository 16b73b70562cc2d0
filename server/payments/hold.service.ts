import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { type CustomerRow, holdCustomer } from './ledger/customer.repository.ts'
import { countSettled, findSettled } from './ledger/entry.repository.ts'
import { post, type Writer } from './ledger/post.ts'
import { findOrder, type OrderRow, setAside, updateOrder } from './order.repository.ts'
import { chargeOfPass, type PriceTable, shareOfPass } from './price/price-of.ts'
import { findPrice } from './product.repository.ts'

/** One pass of an order that was delivered, or will not be. */
export type Delivery = {
  readonly orderId: string
  /** Names the pass, so that it is settled once even where it is reported twice. */
  readonly reference: string
  /** Which line of the order it belongs to, from 0. */
  readonly line: number
  /** The sensor that observed it: it sets the price where the line left the sensor open. */
  readonly sensor?: string | undefined
}

/**
 * Captures what one pass costs: it was delivered (domain: per SUCCESSFUL pass). Where its line left the sensor open, that is the price
 * of the sensor that observed, and the rest of the hold is given back (docs/domain/request.md). Answers what its price has become: RELEASE where
 * the time of the hold had run out before, or the sensor costs nothing, and the money was given back.
 */
export const capturePass = (tx: TenantDb, writer: Writer, delivery: Delivery): Promise<Settlement['kind']> =>
  settle(tx, writer, { ...delivery, kind: 'CAPTURE' })

/** Gives back what one pass costs: it failed, could not be made, or was cancelled before it began. */
export const releasePass = (tx: TenantDb, writer: Writer, delivery: Delivery): Promise<Settlement['kind']> =>
  settle(tx, writer, { ...delivery, kind: 'RELEASE' })

type Settlement = Delivery & { readonly kind: 'CAPTURE' | 'RELEASE' }

async function settle(
  tx: TenantDb,
  writer: Writer,
  { orderId, reference, line, sensor, kind }: Settlement,
): Promise<Settlement['kind']> {
  const { customer, order } = await holdOrder(tx, orderId)
  const settled = await findSettled(tx, orderId, reference)
  if (settled === kind) return kind
  if (settled !== undefined) throw new ApiError('conflict', `${reference} is settled already, by a ${settled}.`)
  // A month without a worker: what the expiry gave back is not taken a second time, and the pass still comes to its end.
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
  let [standing, after] = [customer, order]
  if (captured > 0) {
    const posted = await post(tx, writer, standing, { kind: 'CAPTURE', amount: captured, orderId, reference, line })
    standing = posted.customer
    after = afterSettlement(after, 'CAPTURE', captured)
  }
  if (rest > 0) {
    // A pass is counted by one entry: what is left of the hold of a captured one is an entry of no line.
    const what = captured > 0 ? { reference: `${reference}${REST}` } : { reference, line }
    await post(tx, writer, standing, { kind: 'RELEASE', amount: rest, orderId, ...what })
    after = afterSettlement(after, 'RELEASE', rest)
  }
  if (after !== order) await updateOrder(tx, after)
  // A pass of a sensor that costs nothing is settled by giving back all that was held for it.
  return captured > 0 || rest === 0 ? kind : 'RELEASE'
}

/** Ends the reference of what is left of the hold of a pass that a cheaper sensor observed. */
const REST = '/rest'

async function priceOf(tx: TenantDb, order: OrderRow): Promise<PriceTable> {
  const price = await findPrice(tx, order.product_id, order.price_version)
  if (price === undefined) throw new TypeError(`order ${order.id} has a price that is gone`)
  return price
}

/** Gives back what an order holds after its time; answers how much, and whose it is. */
export async function expireOrder(
  tx: TenantDb,
  writer: Writer,
  orderId: string,
): Promise<{ readonly customer: CustomerRow; readonly order: OrderRow; readonly amount: number } | undefined> {
  const { customer, order } = await holdOrder(tx, orderId)
  // The pass may have been delivered while the job waited.
  if (order.held === 0 || order.expires_at === null || order.expires_at > writer.now) return undefined
  await post(tx, writer, customer, { kind: 'EXPIRY', amount: order.held, orderId })
  await updateOrder(tx, { ...afterSettlement(order, 'RELEASE', order.held), state: 'EXPIRED' })
  return { customer, order, amount: order.held }
}

/**
 * Gives back what an order holds, because nobody wants it any more; what is refused holds nothing, and is set aside. An order of an
 * observation request ends with that request alone: its passes would be observed without anybody who pays.
 */
export async function giveBack(
  tx: TenantDb,
  writer: Writer,
  orderId: string,
): Promise<{ readonly order: OrderRow; readonly amount: number; readonly hasChanged: boolean }> {
  const { customer, order } = await holdOrder(tx, orderId)
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

/** By which reference the ledger says that somebody gave an order back. */
export const GIVEN_BACK = 'given-back'

function afterSettlement(order: OrderRow, kind: Settlement['kind'], amount: number): OrderRow {
  const held = order.held - amount
  const captured = order.captured + (kind === 'CAPTURE' ? amount : 0)
  const released = order.released + (kind === 'RELEASE' ? amount : 0)
  return { ...order, held, captured, released, state: held === 0 ? 'DELIVERED' : order.state }
}

/**
 * Money is moved under the lock of its customer, and the order is read after that, so that two transactions never wait for each
 * other.
 */
async function holdOrder(tx: TenantDb, orderId: string): Promise<{ customer: CustomerRow; order: OrderRow }> {
  const named = await findOrder(tx, orderId)
  const customer = named && (await holdCustomer(tx, named.customer_id))
  const order = await findOrder(tx, orderId)
  if (customer === undefined || order === undefined) throw new ApiError('not-found', 'There is no such order.')
  return { customer, order }
}
