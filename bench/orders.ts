/**
 * Places orders against one balance, one after the other and many at once, and compares with the transaction that PostgreSQL's own benchmark measures
 * (pgbench, "TPC-B (sort of)": it updates three rows, reads one and inserts one), on the same database with as many connections. The transactions of
 * both wait for one row: that of the customer in Apsis, and that of the branch in pgbench.
 */
import { randomUUID } from 'node:crypto'
import { createCustomer, getBalance, updateBalance } from '@apsis/server/payments/customer.service.ts'
import { DEMO_PRICE } from '@apsis/server/payments/demo-plan.data.ts'
import { createOrder } from '@apsis/server/payments/order.service.ts'
import { createProduct } from '@apsis/server/payments/product.service.ts'
import { openDatabase } from '@apsis/server/platform/database/database.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import pg from 'pg'
import { startBenchDatabase } from './measures/bench-database.ts'
import { spreadOf } from './measures/quantile.ts'
import { openPeer } from './peers/pgbench.ts'
import { machineLine } from './stage/machine.ts'

const CONNECTIONS = 10
const WARM_UP = 100
const ONE_BY_ONE = 300
const AT_ONCE = 2_000
/** An amount that is larger than the price of all orders of a run together. */
const CREDIT_CENTS = 1_000_000_000

const log = createLog({ level: 'fatal', process: 'bench', version: 'bench' })

type Work = () => Promise<unknown>
type Speed = { readonly line: string; readonly perS: number }

async function measure(work: Work, count: number, atOnce: number): Promise<Speed> {
  const waits: number[] = []
  let left = count
  const begun = performance.now()
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const since = performance.now()
      await work()
      waits.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const perS = count / ((performance.now() - begun) / 1_000)
  const { p50, p99 } = spreadOf(waits)
  return { line: `${perS.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`, perS }
}

async function openTill(url: string): Promise<{ order: Work; close: () => Promise<void> }> {
  const db = openDatabase({ url, pool: CONNECTIONS, name: 'apsis-bench', log })
  const floor = { db, now: Date.now }
  const person = { tenantId: 'organisation:bench', subject: 'ada', username: 'ada' }
  const administrator = { caller: { ...person, roles: new Set(['payments:admin'] as const) }, requestId: randomUUID() }
  await createProduct(floor, administrator, {
    productId: 'tracking-pass',
    productType: 'PER_PASS',
    serviceType: 'odt',
    price: DEMO_PRICE,
  })
  const { customerId } = await createCustomer(floor, administrator, { userId: 'ada', name: 'Ada', currency: 'EUR' })
  const { version } = await getBalance(floor, administrator, customerId)
  await updateBalance(floor, administrator, { id: customerId, ifMatch: `"${version}"`, limit: CREDIT_CENTS })
  const wish = { 'customer-id': customerId, 'service-type': 'odt' as const }
  return {
    order: () => {
      const caller = { ...person, roles: new Set(['payments:user'] as const) }
      return createOrder(floor, { caller, requestId: randomUUID() }, wish)
    },
    close: () => db.close(),
  }
}

async function main(): Promise<void> {
  const database = await startBenchDatabase(log)
  const till = await openTill(database.appUrl)
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: CONNECTIONS })
  const peer = await openPeer(pool)
  console.log(machineLine())
  for (const work of [till.order, peer]) await measure(work, WARM_UP, CONNECTIONS)
  for (const [count, atOnce, name] of [
    [ONE_BY_ONE, 1, 'one by one'],
    [AT_ONCE, CONNECTIONS, `${CONNECTIONS} at once`],
  ] as const) {
    const theirs = await measure(peer, count, atOnce)
    const ours = await measure(till.order, count, atOnce)
    console.log(
      `${name.padEnd(12)} orders ${ours.line}; TPC-B ${theirs.line}; ${(ours.perS / theirs.perS).toFixed(2)} x`,
    )
  }
  await till.close()
  await pool.end()
  await database.clear()
}

await main()
