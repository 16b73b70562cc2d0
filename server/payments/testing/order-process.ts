/** A process that places the orders that it receives over its channel; a test may kill it at any time. */
import { randomUUID } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { createOrder } from '../order.service.ts'

/** The orders that are placed at the same time, and their customer. */
export type OrderTask = {
  readonly tenantId: string
  readonly subject: string
  readonly customerId: string
  readonly requestIds: readonly string[]
}
export type OrderOutcome = { readonly requestId: string; readonly outcome: 'placed' | 'refused' | 'unknown' }

const CONNECTIONS = 12
const [url = ''] = process.argv.slice(2)
const log = createLog({ level: 'fatal', process: 'test', version: 'test' })
const db = openDatabase({ url, pool: CONNECTIONS, name: 'order-process', log })

async function place(task: OrderTask, requestId: string): Promise<void> {
  const { tenantId, subject, customerId } = task
  const caller = { tenantId, subject, username: subject, roles: new Set<never>() }
  const request = { caller, requestId: randomUUID() }
  const wish = { 'customer-id': customerId, 'service-type': 'odt' as const, 'request-id': requestId }
  const outcome = await createOrder({ db, now: Date.now }, request, wish).then(
    () => 'placed' as const,
    (error: unknown) =>
      error instanceof ApiError && error.code === 'insufficient-balance' ? ('refused' as const) : ('unknown' as const),
  )
  process.send?.({ requestId, outcome } satisfies OrderOutcome)
}

process.on('message', (task: OrderTask) => {
  void Promise.all(task.requestIds.map((requestId) => place(task, requestId)))
})
process.send?.('ready')
