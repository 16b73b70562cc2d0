import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** The states of a channel, as a word and a level. */
export const STANDINGS = ['unconfirmed', 'suspended', 'failing', 'works', 'confirmed', 'testing', 'unproven'] as const
export type Standing = (typeof STANDINGS)[number]

export const STANDING_LEVELS: Readonly<Record<Standing, Level>> = {
  unconfirmed: 'pending',
  suspended: 'critical',
  failing: 'serious',
  works: 'ok',
  confirmed: 'ok',
  testing: 'pending',
  unproven: 'caution',
}

type Result = Pick<Channel, 'isConfirmed' | 'suspendedAt' | 'failures' | 'lastResult'> & {
  /** Undefined: it is no channel of a person. */
  readonly channel?: Channel['channel']
}

/** Only of such a channel may it be said that something reaches a person by it. */
export const isProven = (standing: Standing): boolean => standing === 'works' || standing === 'confirmed'

export function standingOfChannel(
  { channel, isConfirmed, suspendedAt, failures, lastResult }: Result,
  isUnderTest = false,
): Standing {
  if (!isConfirmed) return 'unconfirmed'
  if (suspendedAt !== null) return 'suspended'
  if (failures > 0) return 'failing'
  if (lastResult === 'delivered') return 'works'
  // The question has arrived at its mailbox: the link of it was followed.
  if (channel === 'email' && lastResult === null) return 'confirmed'
  return isUnderTest ? 'testing' : 'unproven'
}

export const DELIVERY_LEVELS: Readonly<Record<Delivery['state'], Level>> = {
  waiting: 'pending',
  delivered: 'ok',
  dead: 'serious',
  cancelled: 'inactive',
}

/** The reason why a delivery waits by choice; undefined: it does not, it is on its way or has ended. */
export function heldFor({ state, reason }: Pick<Delivery, 'state' | 'reason'>): 'digest' | 'quiet-hours' | undefined {
  return state === 'waiting' && (reason === 'digest' || reason === 'quiet-hours') ? reason : undefined
}
