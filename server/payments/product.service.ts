import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import type { Price } from '@apsis/contract/payments/price.ts'
import type { estimatePrice as estimatePriceCall, PriceEstimation } from '@apsis/contract/payments/price-estimation.ts'
import type { createProduct as createProductCall, NewPrice, Product } from '@apsis/contract/payments/product.ts'
import { ApiError, sentenceOf } from '../platform/api-error.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { customerOf } from './customer.service.ts'
import type { CustomerRow } from './ledger/customer.repository.ts'
import { shortOf } from './ledger/moves.ts'
import { discountFor, divideHalfEven, fewestLikely, priceOfLine } from './price/price-of.ts'
import * as repository from './product.repository.ts'
import { type Platform, type Request, record, write } from './write/request.ts'

/** The assumed share of successful passes; it is used until passes of real sensors are counted. */
const SUCCESS_PER_MILLE = 850
const PER_MILLE = 1_000

type Page = { readonly page: number; readonly limit: number }

export function listProducts(
  { db }: Platform,
  { caller }: Request,
  { page, limit }: Page,
): Promise<{ items: Product[]; total: number }> {
  return db.tenant(caller.tenantId, async (tx) => {
    const { rows, total } = await repository.listProducts(tx, { limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })
}

type NewProduct = ParsedRequest<typeof createProductCall>['body']

export function createProduct(platform: Platform, request: Request, input: NewProduct): Promise<Product> {
  const now = new Date(platform.now())
  return write(platform, request, (tx) => addProduct(tx, request, { ...input, isSimulated: false, now }))
}

type Adding = NewProduct & { readonly isSimulated: boolean; readonly now: Date }

/** Creates a product, or adds a new version of the price to a known product. */
export async function addProduct(tx: TenantDb, request: Request, adding: Adding): Promise<Product> {
  const { tenantId, subject } = request.caller
  const { productId: id, productType, serviceType, price, isSimulated, now } = adding
  await repository.lockPrices(tx, tenantId, id)
  const row = { id, product_type: productType, service_type: serviceType, is_simulated: isSimulated }
  const isNew = await repository.insertProduct(tx, { tenantId, ...row, now })
  const known = await requireProduct(tx, id)
  if (known.product_type !== productType || known.service_type !== serviceType)
    throw new ApiError('conflict', `The product ${id} is known with another type or service.`)
  const current = await repository.findPrice(tx, id, known.price_version)
  const isNewPrice = price !== undefined && (current === undefined || !isSamePrice(price, current))
  if (isNewPrice) {
    const version = known.price_version + 1
    await repository.insertPrice(tx, { tenantId, productId: id, version, price, validFrom: now, createdBy: subject })
  }
  if (isNew || isNewPrice) {
    const detail = { productType, serviceType, ...(price === undefined ? {} : { price }) }
    await record(tx, request, { action: isNew ? 'product.create' : 'product.price', object: id, detail })
  }
  return present(await requireProduct(tx, id))
}

async function requireProduct(tx: TenantDb, id: string): Promise<repository.ProductRow> {
  const row = await repository.findProduct(tx, id)
  if (row === undefined) throw new TypeError(`the product ${id} was made and is not there`)
  return row
}

function isSamePrice(price: NewPrice, { amountCents, currency, ...rest }: NewPrice): boolean {
  const sorted = (factors: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(factors).sort())
  return (
    price.amountCents === amountCents &&
    price.currency === currency &&
    sorted(price.sensorFactors) === sorted(rest.sensorFactors) &&
    sorted(price.priorityFactors) === sorted(rest.priorityFactors) &&
    JSON.stringify(price.discounts.map(discountKey)) === JSON.stringify(rest.discounts.map(discountKey))
  )
}

const discountKey = ({ fromPasses, perMille }: NewPrice['discounts'][number]) => [fromPasses, perMille]

const present = (row: repository.ProductRow): Product => ({
  productId: row.id,
  productType: row.product_type,
  serviceType: row.service_type,
  priceVersion: row.price_version,
  isSimulated: row.is_simulated,
})

/** Returns the newest price of each product. */
export function listPrices({ db }: Platform, { caller }: Request): Promise<Price[]> {
  return db.tenant(caller.tenantId, async (tx) => {
    const prices = await repository.listNewestPrices(tx)
    return prices.map(({ productType, validFrom, ...price }) => ({
      ...price,
      unit: productType === 'SUBSCRIPTION' ? ('MONTH' as const) : ('PASS' as const),
      validFrom: validFrom.toISOString(),
    }))
  })
}

/** Returns the sensors that an organisation can order; they are stored in another domain. */
export type KnowsSensors = { readonly sensorCodes: (tx: TenantDb) => Promise<ReadonlySet<string>> }

type NamedSensor = { readonly code: string | undefined } & (
  | { readonly pointer: string }
  | { readonly parameter: string }
)

/** Refuses the code of a sensor that is unknown to the organisation and is named in no price. */
export async function requireSensors(
  { db, sensorCodes }: Pick<Platform, 'db'> & KnowsSensors,
  { caller }: Request,
  named: readonly NamedSensor[],
): Promise<void> {
  if (named.every(({ code }) => code === undefined)) return
  const known = await db.tenant(caller.tenantId, async (tx) => {
    return new Set([...(await sensorCodes(tx)), ...(await repository.listPricedSensors(tx))])
  })
  const errors = named.flatMap(({ code, ...place }) =>
    code === undefined || known.has(code)
      ? []
      : [{ code: 'sensor.unknown', ...place, message: `there is no sensor ${code}` }],
  )
  if (errors.length > 0) throw new ApiError('unprocessable', `${sentenceOf(errors)}.`, { errors })
}

type Question = ParsedRequest<typeof estimatePriceCall>['query']

/** Returns the price of an order, and whether the caller's balance is enough for it. */
export function estimatePrice(
  { db }: Pick<Platform, 'db'>,
  { caller }: Request,
  question: Question,
): Promise<PriceEstimation[]> {
  return db.tenant(caller.tenantId, async (tx) => {
    const customer = await customerOf(tx, caller)
    const prices = await pricesFor(tx, customer, question['service-type'])
    return prices.flatMap((price) => estimate(price, question, customer))
  })
}

/** Returns the price of one pass of a sensor for a caller at the standard priority; undefined if it has no price. */
export async function priceOfPass(
  db: Database,
  { tenantId, subject }: Pick<Request['caller'], 'tenantId' | 'subject'>,
  sensor: string,
): Promise<{ readonly amount: number; readonly currency: string } | undefined> {
  const [price] = await db.tenant(tenantId, async (tx) => pricesFor(tx, await customerOf(tx, { subject }), 'odt'))
  if (price === undefined) return undefined
  const { amount } = priceOfLine(price, { 'sensor-code': sensor, passes: 1, priority: 'standard' })
  return { amount, currency: price.currency }
}

/** Returns the prices that apply to a customer: a simulated price is never used for a real customer. */
async function pricesFor(
  tx: TenantDb,
  customer: CustomerRow | undefined,
  service: Question['service-type'],
): Promise<repository.PriceRow[]> {
  return (await repository.listNewestPrices(tx)).filter(
    (price) => price.serviceType === service && !(price.isSimulated && customer?.is_simulated === false),
  )
}

function estimate(
  price: repository.PriceRow,
  { sensor, passes, priority }: Question,
  customer: CustomerRow | undefined,
): PriceEstimation[] {
  const known = Object.keys(price.sensorFactors).sort()
  const sensors = sensor !== undefined ? [sensor] : [undefined, ...known]
  const success = price.productType === 'SUBSCRIPTION' ? PER_MILLE : SUCCESS_PER_MILLE
  return sensors.map((code) => {
    const line = { ...(code === undefined ? {} : { 'sensor-code': code }), passes, priority }
    const high = priceOfLine(price, line).amount
    const part = (count: number, of: number) => Number(divideHalfEven(BigInt(high) * BigInt(count), BigInt(of)))
    const { available = 0, credit_limit: limit = 0 } = customer ?? {}
    return {
      productId: price.productId,
      version: price.version,
      sensor: code ?? null,
      passes,
      priority,
      currency: price.currency,
      discountPerMille: discountFor(price, passes),
      low: part(fewestLikely(passes, success), passes),
      expected: part(success, PER_MILLE),
      high,
      successPerMille: success,
      shortBy: customer === undefined ? null : shortOf(high, { available, limit }),
    }
  })
}
