import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Balance } from '@apsis/contract/payments/customer.ts'
import type { Order } from '@apsis/contract/payments/order.ts'

/** Returns the amount by which the balance is now too small for a refused order; 0 if it is enough. */
export const shortNow = ({ price }: Pick<Order, 'price'>, { available, limit }: Balance): number =>
  Math.max(0, price - available - limit)

/** True if somebody still has to act on an order: it was refused, and nobody has set it aside. */
export const isOpenRefusal = ({ state, setAsideAt }: Pick<Order, 'state' | 'setAsideAt'>): boolean =>
  state === 'REFUSED' && setAsideAt === null

/** Returns the newest refusal of the last day that nobody has set aside. An older refusal is no longer shown at the top. */
export function newestRefusal(orders: readonly Order[], now: number): Order | undefined {
  const refusedMs = ({ refusedAt, createdAt }: Order) => Date.parse(refusedAt ?? createdAt)
  return orders
    .filter((order) => isOpenRefusal(order) && now - refusedMs(order) <= DAY_MS)
    .toSorted((a, b) => refusedMs(b) - refusedMs(a))[0]
}
