import { randomUUID } from 'node:crypto'
import { forEachItem } from '../platform/jobs/each-item.ts'
import type { RecurringWork } from '../platform/jobs/recurring-work.ts'
import { EXPIRY_EVERY_S, EXPIRY_WORK, tell } from './customer.service.ts'
import { expireOrder } from './hold.service.ts'
import { listExpired } from './order.repository.ts'

/** Releases the money that orders hold after their time, order by order. */
export const expiryWork: RecurringWork = {
  name: EXPIRY_WORK,
  everyS: EXPIRY_EVERY_S,
  async turn({ db, now, log, signal }, tenantId) {
    const at = new Date(now())
    const expired = await db.tenant(tenantId, (tx) => listExpired(tx, at))
    await forEachItem({ log, signal, what: 'a hold that is over was not given back' }, expired, ({ id }) =>
      db.tenant(tenantId, async (tx) => {
        const writer = { tenantId, actor: EXPIRY_WORK, requestId: randomUUID(), now: at }
        const done = await expireOrder(tx, writer, id)
        if (done === undefined) return
        await tell(tx, done.customer, tenantId, {
          finding: {
            code: 'hold-released',
            values: { order: done.order.request_id, amount: done.amount, currency: done.order.currency },
          },
        })
      }),
    )
  },
}
