import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Priority } from '@apsis/contract/payments/amount.ts'
import type { PaymentsDemo } from '@apsis/contract/payments/demo.ts'
import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { addCustomer, customerOf, writerOf } from './customer.service.ts'
import { DEMO_CREDIT_LIMIT, DEMO_PRICE, DEMO_STEPS, DEMO_SUBSCRIPTION, type DemoStep } from './demo-plan.data.ts'
import { capturePass, releasePass } from './hold.service.ts'
import { addInvoice, payInvoice } from './invoice.service.ts'
import { type CustomerRow, lockCustomer, updateLimit } from './ledger/customer.repository.ts'
import { findOrderOfRequest } from './order.repository.ts'
import { createOrder, placeOrder } from './order.service.ts'
import { findProduct } from './product.repository.ts'
import { addProduct } from './product.service.ts'
import { reconcile } from './reconciliation-work.ts'
import { type Platform, type Request, write } from './write/request.ts'

const PASS = 'tracking-pass'
const SUBSCRIPTION = 'ca-subscription'

export type DemoPlatform = Platform & { readonly isAllowed: boolean }

export function getPaymentsDemo({ db, isAllowed }: DemoPlatform, { caller }: Request): Promise<PaymentsDemo> {
  return db.tenant(caller.tenantId, async (tx) => {
    const customer = await customerOf(tx, caller)
    return { open: customer?.is_simulated === true, isAllowed }
  })
}

/** Opens a simulated account with its history for the caller. A second call changes nothing. */
export async function openPaymentsDemo(platform: DemoPlatform, request: Request): Promise<PaymentsDemo> {
  if (!platform.isAllowed)
    throw new ApiError('conflict', 'Simulated data is not allowed in this installation (APSIS_DEMO_FLEET).')
  const isNew = await openOnce(platform, request)
  if (isNew) await askTooMuch(platform, request)
  return { open: true, isAllowed: true }
}

/** Returns true if the account is new. If another process opens it at the same time, that account is kept. */
async function openOnce(platform: Platform, request: Request): Promise<boolean> {
  const isSimulated = async () =>
    (await platform.db.tenant(request.caller.tenantId, (tx) => customerOf(tx, request.caller)))?.is_simulated === true
  try {
    return await makeAccount(platform, request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict' && (await isSimulated())) return false
    throw error
  }
}

function makeAccount(platform: Platform, request: Request): Promise<boolean> {
  return write(platform, request, async (tx) => {
    const known = await customerOf(tx, request.caller)
    if (known !== undefined && !known.is_simulated)
      throw new ApiError('conflict', 'You have a real customer: nothing simulated is mixed with it.')
    if (known === undefined) await live(tx, platform, request)
    return known === undefined
  })
}

/** The passes that a simulated account will order: each names a sensor, or any sensor. */
export type DemoPasses = {
  readonly sensorCodes: readonly (string | undefined)[]
  readonly priority: Priority
  readonly now: Date
}

/**
 * Pays the highest price of these passes into the caller's simulated account, although many passes are cheaper; does
 * nothing if the caller has a real account, or no account.
 */
export async function payDemoPasses(tx: TenantDb, request: Request, passes: DemoPasses): Promise<void> {
  const customer = await customerOf(tx, request.caller)
  if (customer?.is_simulated !== true) return
  const { amountCents, sensorFactors, priorityFactors } = DEMO_PRICE
  const { sensorCodes, priority, now } = passes
  // For a pass by any sensor, the price of the most expensive allowed sensor is held; this factor is the highest one.
  const dearest = Math.max(...Object.values(sensorFactors))
  const factors = sensorCodes.map((code) => (code === undefined ? dearest : (sensorFactors[code] ?? 1_000)))
  const sum = factors.reduce((total, factor) => total + factor, 0)
  const amount = Math.ceil((amountCents * sum * priorityFactors[priority]) / 1_000_000)
  await pay(tx, { customerId: customer.id, request, now }, amount)
}

/** Creates products and a customer, and books three months of orders. */
async function live(tx: TenantDb, platform: Platform, request: Request): Promise<void> {
  const openedAt = platform.now()
  const at = (daysAgo: number) => new Date(openedAt - daysAgo * DAY_MS)
  const beginning = at(89)
  if ((await findProduct(tx, PASS)) === undefined) {
    const product = { isSimulated: true, now: beginning }
    const [perPass, monthly] = ['PER_PASS', 'SUBSCRIPTION'] as const
    await addProduct(tx, request, {
      ...product,
      productId: PASS,
      productType: perPass,
      serviceType: 'odt',
      price: DEMO_PRICE,
    })
    const subscription = {
      productId: SUBSCRIPTION,
      productType: monthly,
      serviceType: 'ca',
      price: DEMO_SUBSCRIPTION,
    } as const
    await addProduct(tx, request, { ...product, ...subscription })
  }
  const { subject: userId, username } = request.caller
  const name = `${username} (SIMULATED)`
  const customer = await addCustomer(tx, request, { userId, name, currency: 'EUR', isSimulated: true, now: beginning })
  await updateLimit(tx, customer.id, DEMO_CREDIT_LIMIT)
  const deeds = DEMO_STEPS.flatMap((step) => deedsOf(step)).sort((a, b) => b.daysAgo - a.daysAgo)
  for (const { daysAgo, act } of deeds) await act(tx, { customerId: customer.id, request, now: at(daysAgo) })
  // The account is dated three months back. If its books were not compared now, the status would report that they
  // were never compared in that time.
  await reconcile(tx, { tenantId: request.caller.tenantId, customerId: customer.id, now: at(0) })
}

type Scene = { readonly customerId: string; readonly request: Request; readonly now: Date }
type Deed = { readonly daysAgo: number; readonly act: (tx: TenantDb, scene: Scene) => Promise<void> }

/** Returns the entries for a step of the plan, with their times; the deliveries are a night apart. */
function deedsOf(step: DemoStep): Deed[] {
  const { daysAgo } = step
  if ('pay' in step) return [{ daysAgo, act: (tx, scene) => pay(tx, scene, step.pay) }]
  if ('subscribe' in step) return [{ daysAgo, act: (tx, scene) => subscribe(tx, scene, step.subscribe) }]
  if (isRefused(step)) return []
  const placing: Deed = { daysAgo, act: (tx, scene) => placeStep(tx, scene, step) }
  return [
    placing,
    ...step.fates.flatMap((fate, pass): Deed[] => {
      if (fate === 'open') return []
      const settle = fate === 'captured' ? capturePass : releasePass
      const act: Deed['act'] = async (tx, { customerId, request, now }) => {
        const order = await orderNamed(tx, customerId, step.order)
        const delivery = { orderId: order, reference: `${step.order}-pass-${pass + 1}`, line: 0 }
        await settle(tx, writerOf(request, { now: () => now.getTime() }), delivery)
      }
      return [{ daysAgo: daysAgo - 0.8 * (pass + 1), act }]
    }),
  ]
}

type OrderStep = Extract<DemoStep, { order: string }>

/** Returns true for the last order, which exceeds the balance. It is placed after the others are stored, and is refused like any other order. */
const isRefused = (step: DemoStep): boolean => step === DEMO_STEPS.at(-1)

async function hold(tx: TenantDb, id: string): Promise<CustomerRow> {
  const row = await lockCustomer(tx, id)
  if (row === undefined) throw new TypeError(`the customer ${id} is gone`)
  return row
}

async function pay(tx: TenantDb, { customerId, request, now }: Scene, amount: number): Promise<void> {
  const customer = await hold(tx, customerId)
  const id = await addInvoice(tx, request, { customer, amount, now })
  await payInvoice(tx, { request, now }, { customer, invoice: { id, amount } })
}

async function subscribe(tx: TenantDb, { customerId, request, now }: Scene, requestId: string): Promise<void> {
  const context = { platform: { now: () => now.getTime() }, request }
  const wish = { 'customer-id': customerId, 'request-id': requestId, 'product-id': SUBSCRIPTION }
  requirePlaced(await placeOrder(tx, context, { ...wish, 'service-type': 'ca' }), requestId)
}

async function placeStep(tx: TenantDb, { customerId, request, now }: Scene, step: OrderStep): Promise<void> {
  const context = { platform: { now: () => now.getTime() }, request }
  requirePlaced(await placeOrder(tx, context, wishOf(customerId, step)), step.order)
}

const wishOf = (customerId: string, { order, sensor, priority = 'standard', fates }: OrderStep) => ({
  'customer-id': customerId,
  'service-type': 'odt' as const,
  'request-id': order,
  'product-id': PASS,
  lines: [{ 'sensor-code': sensor, passes: fates.length, priority }],
})

function requirePlaced(outcome: Awaited<ReturnType<typeof placeOrder>>, requestId: string): void {
  if ('refused' in outcome) throw new TypeError(`the plan of the demo has no money for ${requestId}`)
}

async function orderNamed(tx: TenantDb, customerId: string, requestId: string): Promise<string> {
  const order = await findOrderOfRequest(tx, { customerId, serviceType: 'odt', requestId })
  if (order === undefined) throw new TypeError(`the plan of the demo has no order ${requestId}`)
  return order.id
}

/** Places the order that exceeds the balance. */
async function askTooMuch(platform: Platform, { caller, requestId }: Request): Promise<void> {
  const customer = await platform.db.tenant(caller.tenantId, (tx) => customerOf(tx, caller))
  const step = DEMO_STEPS.at(-1)
  if (customer === undefined || step === undefined || !('order' in step)) return
  await createOrder(platform, { caller, requestId }, wishOf(customer.id, step)).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'insufficient-balance') throw error
  })
}
