import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** How a channel stands, in a word and a level. */
export type Standing = 'unconfirmed' | 'suspended' | 'failing' | 'works' | 'untried'

export const STANDING_LEVELS: Readonly<Record<Standing, Level>> = {
  unconfirmed: 'pending',
  suspended: 'critical',
  failing: 'serious',
  works: 'ok',
  untried: 'inactive',
}

type Result = Pick<Channel, 'isConfirmed' | 'suspendedAt' | 'failures' | 'lastResult'>

export function standingOf({ isConfirmed, suspendedAt, failures, lastResult }: Result): Standing {
  if (!isConfirmed) return 'unconfirmed'
  if (suspendedAt !== null) return 'suspended'
  if (failures > 0) return 'failing'
  return lastResult === 'delivered' ? 'works' : 'untried'
}

export const DELIVERY_LEVELS: Readonly<Record<Delivery['state'], Level>> = {
  waiting: 'pending',
  delivered: 'ok',
  dead: 'serious',
  cancelled: 'inactive',
}

/** For what a delivery waits by choice; undefined: it does not, it is on its way or has ended. */
export function heldFor({ state, reason }: Pick<Delivery, 'state' | 'reason'>): 'digest' | 'quiet-hours' | undefined {
  return state === 'waiting' && (reason === 'digest' || reason === 'quiet-hours') ? reason : undefined
}
