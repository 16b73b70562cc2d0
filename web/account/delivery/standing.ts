import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** The states of a channel, each with a word and a level. */
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
  /** The kind of channel; undefined if it is not a channel of a person. */
  readonly channel?: Channel['channel']
}

/** True if the channel is proven: only then may the page say that notices reach the person by it. */
export const isProven = (standing: Standing): boolean => standing === 'works' || standing === 'confirmed'

export function standingOfChannel(
  { channel, isConfirmed, suspendedAt, failures, lastResult }: Result,
  isUnderTest = false,
): Standing {
  if (!isConfirmed) return 'unconfirmed'
  if (suspendedAt !== null) return 'suspended'
  if (failures > 0) return 'failing'
  if (lastResult === 'delivered') return 'works'
  // The confirmation mail has arrived at its mailbox, because its link was followed.
  if (channel === 'email' && lastResult === null) return 'confirmed'
  return isUnderTest ? 'testing' : 'unproven'
}

export const DELIVERY_LEVELS: Readonly<Record<Delivery['state'], Level>> = {
  waiting: 'pending',
  delivered: 'ok',
  dead: 'serious',
  cancelled: 'inactive',
}

/** Returns the setting for which a delivery is held back, a digest or quiet hours; undefined if it is not held back. */
export function heldFor({ state, reason }: Pick<Delivery, 'state' | 'reason'>): 'digest' | 'quiet-hours' | undefined {
  return state === 'waiting' && (reason === 'digest' || reason === 'quiet-hours') ? reason : undefined
}
