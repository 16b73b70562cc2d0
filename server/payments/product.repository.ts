import type { ServiceType } from '@apsis/contract/payments/amount.ts'
import type { NewPrice, Product } from '@apsis/contract/payments/product.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { lockUntilEnd } from '../platform/database/lock.repository.ts'
import { countRows } from '../platform/database/page.repository.ts'

export type ProductRow = {
  readonly id: string
  readonly product_type: Product['productType']
  readonly service_type: ServiceType
  readonly is_simulated: boolean
  readonly price_version: number
}

const ROWS = sql`
  select p.*, coalesce((
    select max(version) from payments.price r where r.tenant_id = p.tenant_id and r.product_id = p.id), 0)::int as price_version
  from payments.product p`

export type NewProduct = Omit<ProductRow, 'price_version'> & { readonly tenantId: string; readonly now: Date }

/** Creates a product; returns false if the id is already used. */
export async function insertProduct(tx: TenantDb, row: NewProduct): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payments.product (tenant_id, id, product_type, service_type, is_simulated, created_at)
    values (${row.tenantId}, ${row.id}, ${row.product_type}, ${row.service_type}, ${row.is_simulated}, ${row.now})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findProduct(tx: TenantDb, id: string): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`${ROWS} where p.id = ${id}`.execute(tx)
  return rows[0]
}

type Page = { readonly limit: number; readonly offset: number }

export async function listProducts(tx: TenantDb, page: Page): Promise<{ rows: ProductRow[]; total: number }> {
  const { rows } = await sql<ProductRow>`
    ${ROWS} order by p.created_at, p.id limit ${page.limit} offset ${page.offset}`.execute(tx)
  const total = await countRows(tx, sql`from payments.product`)
  return { rows, total }
}

export type PriceRow = NewPrice & {
  readonly productId: string
  readonly productType: Product['productType']
  readonly serviceType: ServiceType
  readonly version: number
  readonly validFrom: Date
  readonly isSimulated: boolean
}

const PRICES = sql`
  select r.product_id as "productId", r.version, r.currency, r.amount as "amountCents", r.sensor_factors as "sensorFactors",
    r.priority_factors as "priorityFactors", r.discounts, r.valid_from as "validFrom", p.product_type as "productType",
    p.service_type as "serviceType", p.is_simulated as "isSimulated"
  from payments.price r join payments.product p on p.tenant_id = r.tenant_id and p.id = r.product_id`

export type NewVersion = {
  readonly tenantId: string
  readonly productId: string
  readonly version: number
  readonly price: NewPrice
  readonly validFrom: Date
  readonly createdBy: string
}

export async function insertPrice(tx: TenantDb, { tenantId, productId, price, ...row }: NewVersion): Promise<void> {
  await sql`
    insert into payments.price (tenant_id, product_id, version, currency, amount, sensor_factors, priority_factors, discounts,
      valid_from, created_by)
    values (${tenantId}, ${productId}, ${row.version}, ${price.currency}, ${price.amountCents},
      ${JSON.stringify(price.sensorFactors)}::jsonb, ${JSON.stringify(price.priorityFactors)}::jsonb,
      ${JSON.stringify(price.discounts)}::jsonb, ${row.validFrom}, ${row.createdBy})`.execute(tx)
}

/** Locks the prices of a product, so that their versions are consecutive: no other transaction can add one until this one ends. */
export async function lockPrices(tx: TenantDb, tenantId: string, productId: string): Promise<void> {
  await lockUntilEnd(tx, `payments.price:${tenantId}:${productId}`)
}

/** Returns the newest price of each product; the oldest product is first. */
export async function listNewestPrices(tx: TenantDb): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    ${PRICES} where r.version = (
      select max(version) from payments.price n where n.tenant_id = r.tenant_id and n.product_id = r.product_id)
    order by p.created_at, p.id`.execute(tx)
  return rows
}

/** Returns the sensors that are named in any version of a price. */
export async function listPricedSensors(tx: TenantDb): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct jsonb_object_keys(sensor_factors) as code from payments.price`.execute(tx)
  return rows.map(({ code }) => code)
}

export async function findPrice(tx: TenantDb, productId: string, version: number): Promise<PriceRow | undefined> {
  const { rows } = await sql<PriceRow>`
    ${PRICES} where r.product_id = ${productId} and r.version = ${version}`.execute(tx)
  return rows[0]
}
