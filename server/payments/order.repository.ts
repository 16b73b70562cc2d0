import type { ServiceType } from '@apsis/contract/payments/amount.ts'
import type { OrderState, PricedLine } from '@apsis/contract/payments/order.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { countRows } from '../platform/database/page.repository.ts'

export type OrderRow = {
  readonly id: string
  readonly customer_id: string
  readonly service_type: ServiceType
  readonly request_id: string
  readonly product_id: string
  readonly price_version: number
  readonly currency: string
  readonly lines: PricedLine[]
  readonly price: number
  readonly held: number
  readonly captured: number
  readonly released: number
  readonly state: OrderState
  readonly short_by: number
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly created_by_name: string
  readonly is_simulated: boolean
  /** True if the order was placed with an observation request, and changes only together with the request. */
  readonly is_of_request: boolean
  /** The time of the last refusal; null if the order is not refused. */
  readonly refused_at: Date | null
  /** The time at which the refused order was set aside. */
  readonly set_aside_at: Date | null
}

const ROWS = sql`
  select o.*, c.is_simulated from payments."order" o
  join payments.customer c on c.tenant_id = o.tenant_id and c.id = o.customer_id`

export type NewOrder = Omit<OrderRow, 'is_simulated' | 'set_aside_at'> & {
  readonly tenantId: string
  readonly created_by: string
}

export async function insertOrder(tx: TenantDb, { tenantId, ...row }: NewOrder): Promise<void> {
  await sql`
    insert into payments."order" (tenant_id, id, customer_id, service_type, request_id, product_id, price_version, currency,
      lines, price, held, captured, released, state, short_by, expires_at, created_at, created_by, created_by_name, is_of_request,
      refused_at)
    values (${tenantId}, ${row.id}, ${row.customer_id}, ${row.service_type}, ${row.request_id}, ${row.product_id},
      ${row.price_version}, ${row.currency}, ${JSON.stringify(row.lines)}::jsonb, ${row.price}, ${row.held},
      ${row.captured}, ${row.released}, ${row.state}, ${row.short_by}, ${row.expires_at}, ${row.created_at},
      ${row.created_by}, ${row.created_by_name}, ${row.is_of_request}, ${row.refused_at})`.execute(tx)
}

export type Change = Pick<
  OrderRow,
  | 'id'
  | 'product_id'
  | 'price_version'
  | 'lines'
  | 'price'
  | 'held'
  | 'captured'
  | 'released'
  | 'state'
  | 'short_by'
  | 'expires_at'
  | 'refused_at'
>

/** Updates an order. If an order that was set aside is placed or refused again, it is no longer set aside. */
export async function updateOrder(tx: TenantDb, row: Change): Promise<void> {
  await sql`
    update payments."order"
    set product_id = ${row.product_id}, price_version = ${row.price_version}, lines = ${JSON.stringify(row.lines)}::jsonb,
      price = ${row.price}, held = ${row.held}, captured = ${row.captured}, released = ${row.released},
      state = ${row.state}, short_by = ${row.short_by}, expires_at = ${row.expires_at},
      refused_at = ${row.refused_at}, set_aside_at = null
    where id = ${row.id}`.execute(tx)
}

export async function setAside(tx: TenantDb, id: string, at: Date): Promise<void> {
  await sql`update payments."order" set set_aside_at = ${at} where id = ${id}`.execute(tx)
}

export async function findOrder(tx: TenantDb, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`${ROWS} where o.id = ${id}`.execute(tx)
  return rows[0]
}

export async function listOrdersById(tx: TenantDb, ids: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`${ROWS} where o.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}

type OrderKey = { readonly customerId: string; readonly serviceType: string; readonly requestId: string }

export async function findOrderOfRequest(
  tx: TenantDb,
  { customerId, serviceType, requestId }: OrderKey,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    ${ROWS} where o.customer_id = ${customerId} and o.service_type = ${serviceType} and o.request_id = ${requestId}`.execute(
    tx,
  )
  return rows[0]
}

export type Listing = {
  readonly customerId: string | undefined
  readonly serviceType: string | undefined
  readonly requestId: string | undefined
  readonly state: string | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of orders, newest first, and their number. */
export async function listOrders(tx: TenantDb, query: Listing): Promise<{ rows: OrderRow[]; total: number }> {
  const { customerId = null, serviceType = null, requestId = null, state = null, limit, offset } = query
  const chosen = sql`(${customerId}::uuid is null or o.customer_id = ${customerId})
    and (${serviceType}::text is null or o.service_type = ${serviceType})
    and (${requestId}::text is null or o.request_id = ${requestId})
    and (${state}::text is null or o.state = ${state})`
  const { rows } = await sql<OrderRow>`
    ${ROWS} where ${chosen} order by o.created_at desc, o.id limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from payments."order" o where ${chosen}`)
  return { rows, total }
}

/** Returns orders that still hold money after their time. */
export async function listExpired(tx: TenantDb, now: Date): Promise<{ id: string; customer_id: string }[]> {
  const { rows } = await sql<{ id: string; customer_id: string }>`
    select id, customer_id from payments."order" where held > 0 and expires_at <= ${now} order by expires_at limit 1000`.execute(
    tx,
  )
  return rows
}

export type UsageRow = {
  readonly customer_id: string
  readonly service_type: ServiceType
  readonly requests: number
  readonly passes_requested: number
  readonly passes_successful: number
  readonly amount: number
}

type UsageQuestion = { readonly customerIds: readonly string[]; readonly from: Date; readonly to: Date }

/** Returns the orders and charges of customers in a period, by service. */
export async function listUsage(tx: TenantDb, { customerIds, from, to }: UsageQuestion): Promise<UsageRow[]> {
  const ids = [...customerIds]
  const { rows } = await sql<UsageRow>`
    with ordered as (
      select customer_id, service_type, count(*) as requests,
        sum((select sum((line ->> 'passes')::int) from jsonb_array_elements(lines) line)) as passes
      from payments."order"
      where customer_id = any(${ids}::uuid[]) and state <> 'REFUSED' and created_at >= ${from} and created_at < ${to}
      group by 1, 2
    ), charged as (
      select e.customer_id, o.service_type, count(*) filter (where e.kind = 'CAPTURE') as captures, sum(e.captured) as amount
      from payments.entry e join payments."order" o on o.tenant_id = e.tenant_id and o.id = e.order_id
      where e.customer_id = any(${ids}::uuid[]) and e.at >= ${from} and e.at < ${to} and e.captured <> 0
      group by 1, 2
    )
    select coalesce(ordered.customer_id, charged.customer_id) as customer_id,
      coalesce(ordered.service_type, charged.service_type) as service_type,
      coalesce(requests, 0)::int as requests, coalesce(passes, 0)::int as passes_requested,
      coalesce(captures, 0)::int as passes_successful, coalesce(amount, 0)::bigint as amount
    from ordered full join charged
      on charged.customer_id = ordered.customer_id and charged.service_type = ordered.service_type`.execute(tx)
  return rows
}
