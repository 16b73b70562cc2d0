import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { type CustomerRow, holdCustomer } from './ledger/customer.repository.ts'
import { countSettled, findSettled } from './ledger/entry.repository.ts'
import { post, type Writer } from './ledger/post.ts'
import { findOrder, type OrderRow, updateOrder } from './order.repository.ts'
import { shareOfPass } from './price/price-of.ts'

/** One pass of an order that was delivered, or will not be. */
export type Delivery = {
  readonly orderId: string
  /** Names the pass, so that it is settled once even where it is reported twice. */
  readonly reference: string
  /** Which line of the order it belongs to, from 0. */
  readonly line: number
}

/**
 * Captures what one pass costs: it was delivered (domain: per SUCCESSFUL pass). Answers what its price has become: RELEASE where
 * the time of the hold had run out before, and the money was given back.
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
  { orderId, reference, line, kind }: Settlement,
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
  const amount = shareOfPass(priced.amount, { delivered, passes: priced.passes })
  if (amount === 0) return kind
  await post(tx, writer, customer, { kind, amount, orderId, reference, line })
  await updateOrder(tx, afterSettlement(order, kind, amount))
  return kind
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
