import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import {
  type createOrder as createOrderCall,
  INVALID_ORDER,
  type listOrders as listOrdersCall,
  type Order,
  type OrderLine,
  type OrderWish,
  type PricedLine,
} from '@apsis/contract/payments/order.ts'
import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { customerOf, requireCustomer, writerOf } from './customer.service.ts'
import { giveBack } from './hold.service.ts'
import { type CustomerRow, lockCustomer } from './ledger/customer.repository.ts'
import { countCaptures } from './ledger/entry.repository.ts'
import { shortOf } from './ledger/moves.ts'
import { post, tooShort } from './ledger/post.ts'
import * as repository from './order.repository.ts'
import { priceOfLines, sumOf, type WantedLine } from './price/price-of.ts'
import { findPrice, listNewestPrices, type PriceRow } from './product.repository.ts'
import { type Platform, type Request, record, write } from './write/request.ts'

type OrderRow = repository.OrderRow

/** The time limit of a hold. If nothing is delivered within it, the money is released. Month = 30 days (spec §9). */
const HOLD_MS = 30 * DAY_MS
const ONE_OF_IT: readonly OrderLine[] = [{ passes: 1, priority: 'standard' }]

type Listing = ParsedRequest<typeof listOrdersCall>['query']

export function listOrders(
  { db }: Platform,
  { caller }: Request,
  query: Listing,
): Promise<{ items: Order[]; total: number }> {
  const { 'customer-id': asked, page, limit, ...rest } = query
  const chosen = { serviceType: rest['service-type'], requestId: rest['request-id'], state: rest.state }
  return db.tenant(caller.tenantId, async (tx) => {
    const isAdmin = caller.roles.has('payments:admin')
    if (asked !== undefined) await requireCustomer(tx, caller, asked)
    const customerId = asked ?? (isAdmin ? undefined : (await customerOf(tx, caller))?.id)
    if (customerId === undefined && !isAdmin) return { items: [], total: 0 }
    const listing = { customerId, ...chosen, limit, offset: (page - 1) * limit }
    const { rows, total } = await repository.listOrders(tx, listing)
    return { items: await presentOrders(tx, rows), total }
  })
}

/** The outcome of an order: it is placed, or the balance is too small for it. */
type Outcome =
  | { readonly order: Order }
  | { readonly refused: { readonly wish: PricedWish; readonly known: OrderRow | undefined }; readonly error: ApiError }

class Refusal extends Error {
  readonly outcome: Extract<Outcome, { refused: unknown }>
  constructor(outcome: Extract<Outcome, { refused: unknown }>) {
    super('the balance does not reach')
    this.outcome = outcome
  }
}

/** Places an order for the caller's own customer, or updates it under its request-id. */
export async function createOrder(
  platform: Platform,
  request: Request,
  input: ParsedRequest<typeof createOrderCall>['body'],
): Promise<Order> {
  try {
    return await write(platform, request, async (tx) => {
      const outcome = await placeOrder(tx, { platform, request }, input)
      if ('refused' in outcome) throw new Refusal(outcome)
      return outcome.order
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The refusal is stored in a separate transaction, so that it is not stored as the outcome of the Idempotency-Key: a person who adds credit may
    // try again.
    await platform.db.tenant(request.caller.tenantId, (tx) =>
      keepRefused(tx, { platform, request }, error.outcome.refused),
    )
    throw error.outcome.error
  }
}

type OrderContext = {
  readonly platform: Pick<Platform, 'now'>
  readonly request: Request
  /** True if the order pays for an observation request that is created in the same transaction. */
  readonly isOfRequest?: boolean
}

/** An order with lines that may leave open which of several sensors observes. */
type WantedOrder = Omit<OrderWish, 'lines'> & { readonly lines?: readonly WantedLine[] | undefined }

/** Places an order within the transaction of its cause, such as an observation request: either both happen or neither. */
export async function placeOrder(tx: TenantDb, context: OrderContext, wish: WantedOrder): Promise<Outcome> {
  const customer = await lockOwnCustomer(tx, context.request.caller, wish['customer-id'])
  const requestId = wish['request-id'] ?? randomUUID()
  const serviceType = wish['service-type']
  const known = await repository.findOrderOfRequest(tx, { customerId: customer.id, serviceType, requestId })
  if (known !== undefined && known.state !== 'REFUSED') return update(tx, context, { customer, known, wish })
  if (known === undefined && wish['customer-id'] === undefined) throw new ApiError('request-invalid', INVALID_ORDER)
  const price = await requirePrice(tx, customer, wish)
  const lines = priceOfLines(price, wish.lines ?? ONE_OF_IT)
  return place(tx, context, { customer, known, requestId, price, lines })
}

async function lockOwnCustomer(
  tx: TenantDb,
  caller: Request['caller'],
  customerId: string | undefined,
): Promise<CustomerRow> {
  const own = await customerOf(tx, caller)
  if (own === undefined)
    throw new ApiError('not-found', 'You have no customer account yet: ask an administrator of payments to make one.')
  // The order of another person is answered like an unknown one, because only its owner may know of it.
  if (customerId !== undefined && customerId !== own.id) throw new ApiError('not-found', 'There is no such customer.')
  const held = await lockCustomer(tx, own.id)
  if (held === undefined) throw new TypeError(`the customer ${own.id} is gone`)
  return held
}

/** Returns the price of an order. A simulated price is never used for a real customer; a simulated customer gets it before any other price. */
async function requirePrice(
  tx: TenantDb,
  { currency, is_simulated: isSimulated }: CustomerRow,
  wish: Pick<WantedOrder, 'service-type' | 'product-id'>,
): Promise<PriceRow> {
  const { 'service-type': serviceType, 'product-id': productId } = wish
  const prices = (await listNewestPrices(tx)).filter(
    (one) =>
      one.serviceType === serviceType &&
      one.currency === currency &&
      (productId === undefined || one.productId === productId),
  )
  const price = prices.find((one) => one.isSimulated === isSimulated) ?? (isSimulated ? prices[0] : undefined)
  if (price !== undefined) return price
  const what = productId === undefined ? `service ${serviceType}` : `product ${productId} of ${serviceType}`
  throw new ApiError('conflict', `There is no price in ${currency} for ${what}.`)
}

type PricedWish = {
  readonly customer: CustomerRow
  readonly known: OrderRow | undefined
  readonly requestId: string
  readonly price: PriceRow
  readonly lines: PricedLine[]
}

async function place(tx: TenantDb, context: OrderContext, priced: PricedWish): Promise<Outcome> {
  const { customer, known, price, lines } = priced
  const total = sumOf(lines)
  if (shortOf(total, { available: customer.available, limit: customer.credit_limit }) > 0)
    return { refused: { wish: priced, known }, error: tooShort(customer, total) }
  const now = new Date(context.platform.now())
  const id = known?.id ?? randomUUID()
  const isSubscription = price.productType === 'SUBSCRIPTION'
  const expires_at = new Date(now.getTime() + HOLD_MS)
  const money = { price: total, held: total, captured: 0, released: 0, short_by: 0, refused_at: null }
  await store(tx, context, priced, { id, now, ...money, state: total === 0 ? 'DELIVERED' : 'HELD', expires_at })
  if (total > 0) {
    const writer = writerOf(context.request, context.platform)
    const { customer: after } = await post(tx, writer, customer, { kind: 'HOLD', amount: total, orderId: id })
    // A subscription counts as delivered as soon as it is placed.
    if (isSubscription) await captureAll(tx, context, { id, total, customer: after })
  }
  const detail = { requestId: priced.requestId, productId: price.productId, priceVersion: price.version, price: total }
  await record(tx, context.request, { action: 'order.place', object: id, detail })
  return { order: await requireOrder(tx, id) }
}

type Capture = { readonly id: string; readonly total: number; readonly customer: CustomerRow }

async function captureAll(
  tx: TenantDb,
  { platform, request }: OrderContext,
  { id, total, customer }: Capture,
): Promise<void> {
  const posting = { kind: 'CAPTURE', amount: total, orderId: id, reference: 'subscription', line: 0 } as const
  await post(tx, writerOf(request, platform), customer, posting)
  const row = await repository.findOrder(tx, id)
  if (row === undefined) throw new TypeError(`the order ${id} was placed and is not there`)
  await repository.updateOrder(tx, { ...row, held: 0, captured: total, state: 'DELIVERED', expires_at: null })
}

type StoredOrder = Pick<
  OrderRow,
  'id' | 'price' | 'held' | 'captured' | 'released' | 'state' | 'short_by' | 'expires_at' | 'refused_at'
> & {
  readonly now: Date
}

/** Stores a new order, or replaces the refused one of the same request. */
async function store(
  tx: TenantDb,
  { request, isOfRequest = false }: OrderContext,
  priced: PricedWish,
  stored: StoredOrder,
): Promise<void> {
  const { customer, known, requestId, price, lines } = priced
  const { now, ...row } = stored
  const fixed = { product_id: price.productId, price_version: price.version, lines }
  if (known !== undefined) return repository.updateOrder(tx, { ...row, ...fixed })
  const { tenantId, subject, username } = request.caller
  await repository.insertOrder(tx, {
    ...row,
    ...fixed,
    tenantId,
    customer_id: customer.id,
    service_type: price.serviceType,
    request_id: requestId,
    currency: customer.currency,
    created_at: now,
    created_by: subject,
    created_by_name: username,
    is_of_request: isOfRequest,
  })
}

type RefusedOrder = Extract<Outcome, { refused: unknown }>['refused']

/** Stores that an order was refused, so that the page can show it and offer the next steps. */
async function keepRefused(tx: TenantDb, context: OrderContext, { wish }: RefusedOrder): Promise<void> {
  const customer = await lockCustomer(tx, wish.customer.id)
  if (customer === undefined) return
  const { requestId, price } = wish
  const serviceType = price.serviceType
  const known = await repository.findOrderOfRequest(tx, { customerId: customer.id, serviceType, requestId })
  // Another process may have placed the order meanwhile.
  if (known !== undefined && known.state !== 'REFUSED') return
  const total = sumOf(wish.lines)
  const short_by = shortOf(total, { available: customer.available, limit: customer.credit_limit })
  const id = known?.id ?? randomUUID()
  const now = new Date(context.platform.now())
  const money = { price: total, held: 0, captured: 0, released: 0, short_by, expires_at: null }
  await store(tx, context, { ...wish, customer, known }, { id, now, ...money, state: 'REFUSED', refused_at: now })
  const detail = { requestId, price: total, available: customer.available, limit: customer.credit_limit }
  await record(tx, context.request, { action: 'order.place', object: id, outcome: 'refused', detail })
}

type Update = { readonly customer: CustomerRow; readonly known: OrderRow; readonly wish: WantedOrder }

/** Updates an order. If the lines are the same, nothing changes; otherwise the hold is changed, at the price that was fixed. */
async function update(tx: TenantDb, context: OrderContext, { customer, known, wish }: Update): Promise<Outcome> {
  if (wish['product-id'] !== undefined && wish['product-id'] !== known.product_id)
    throw new ApiError('conflict', `The order is for the product ${known.product_id}.`)
  const unchanged = async () => ({ order: await requireOrder(tx, known.id) })
  if (wish.lines === undefined) return unchanged()
  const price = await findPrice(tx, known.product_id, known.price_version)
  if (price === undefined) throw new TypeError(`order ${known.id} has a price that is gone`)
  const lines = priceOfLines(price, wish.lines)
  if (JSON.stringify(lines.map(keyOf)) === JSON.stringify(known.lines.map(keyOf))) return unchanged()
  // The passes of the order are already ordered: a new price would not change their sensors and priority.
  if (known.is_of_request)
    throw new ApiError('conflict', 'The order pays for an observation request: cancel that one, and send another.')
  if (known.state !== 'HELD' || known.captured + known.released > 0)
    throw new ApiError('conflict', 'Something of this order is delivered or given back: it cannot be changed any more.')
  const total = sumOf(lines)
  const difference = total - known.price
  if (difference !== 0) {
    const kind = difference > 0 ? 'HOLD' : 'RELEASE'
    const posting = { kind, amount: Math.abs(difference), orderId: known.id } as const
    await post(tx, writerOf(context.request, context.platform), customer, posting)
  }
  await repository.updateOrder(tx, { ...known, lines, price: total, held: total })
  await record(tx, context.request, { action: 'order.update', object: known.id, detail: { price: total, difference } })
  return unchanged()
}

const keyOf = ({ 'sensor-code': sensor, passes, priority, amount }: PricedLine) => [sensor, passes, priority, amount]

/** Releases the money of an order that pays for no observation request; a refused order is set aside. */
export function cancelOrder(platform: Platform, request: Request, id: string): Promise<Order> {
  return write(platform, request, async (tx) => {
    const named = await repository.findOrder(tx, id)
    // The order of another person is answered like an unknown one, because only its owner may know of it.
    const unknown = new ApiError('not-found', 'There is no such order.')
    if (named === undefined) throw unknown
    await requireCustomer(tx, request.caller, named.customer_id).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'not-found' ? unknown : error
    })
    const now = new Date(platform.now())
    const writer = { ...writerOf(request, platform), now }
    const { order, amount, hasChanged } = await giveBack(tx, writer, id)
    // A repeated request has no effect.
    if (!hasChanged) return requireOrder(tx, id)
    const action = order.state === 'REFUSED' ? 'order.set-aside' : 'order.give-back'
    await record(tx, request, { action, object: id, detail: { requestId: order.request_id, amount } })
    return requireOrder(tx, id)
  })
}

async function requireOrder(tx: TenantDb, id: string): Promise<Order> {
  const row = await repository.findOrder(tx, id)
  const [order] = row === undefined ? [] : await presentOrders(tx, [row])
  if (order === undefined) throw new TypeError(`the order ${id} was written and is not there`)
  return order
}

export async function presentOrders(tx: TenantDb, rows: readonly OrderRow[]): Promise<Order[]> {
  const captures = await countCaptures(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    'customer-id': row.customer_id,
    'service-type': row.service_type,
    'request-id': row.request_id,
    'order-id': row.id,
    'product-id': row.product_id,
    'price-version': row.price_version,
    state: row.state,
    lines: row.lines,
    currency: row.currency,
    price: row.price,
    held: row.held,
    captured: row.captured,
    released: row.released,
    passesCaptured: captures.get(row.id) ?? 0,
    shortBy: row.short_by,
    expiresAt: row.held > 0 ? (row.expires_at?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    refusedAt: row.refused_at?.toISOString() ?? null,
    setAsideAt: row.set_aside_at?.toISOString() ?? null,
    isOfRequest: row.is_of_request,
    isSimulated: row.is_simulated,
  }))
}

/** Runs a write of another domain and its order in one transaction, once for each Idempotency-Key. */
export const writeWithOrder = write
export type OrderRequest = Request
export type RequestLine = WantedLine

/** Returns the fixed price of an order. */
export async function priceOfOrder(tx: TenantDb, id: string): Promise<number> {
  const row = await repository.findOrder(tx, id)
  if (row === undefined) throw new TypeError(`the order ${id} is gone`)
  return row.price
}

/** Returns orders by their ids, as their customers see them. */
export async function ordersOf(tx: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const rows = await repository.listOrdersById(tx, ids)
  return new Map((await presentOrders(tx, rows)).map((order) => [order['order-id'], order]))
}
