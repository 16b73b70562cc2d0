import { DAY_MS } from '@apsis/astro/constants.ts'
import type { PassCancel } from '@apsis/contract/odt/provider/provider-message.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import * as messages from './message.repository.ts'
import { findProvider } from './provider.repository.ts'

/** The recurring work that sends messages: its name, and its period. */
export const PROVIDERS = { name: 'odt.providers', everyS: 5 } as const

/** A cancellation is sent for at most this long. */
const CANCEL_MS = DAY_MS
export type PassOrder = {
  readonly tenantId: string
  readonly providerId: string
  readonly passId: string
  /** The order that the provider gets; its call-back address is added when it is sent. */
  readonly order: Readonly<Record<string, unknown>>
  readonly startsAt: Date
  readonly now: Date
}

/** Orders a pass in the transaction that plans it, if its provider accepts orders over HTTP. */
export async function orderPass(tx: TenantDb, ordered: PassOrder): Promise<void> {
  const provider = await findProvider(tx, ordered.providerId)
  if (provider === undefined) return
  const { tenantId, passId, order, startsAt, now } = ordered
  const body = JSON.stringify({ type: 'pass.order', passId, ...order, isTest: provider.is_test })
  const message = { id: `order-${passId}`, provider_key: provider.key, pass_id: passId, type: 'pass.order', body }
  await messages.insertSent(tx, tenantId, { ...message, expires_at: startsAt }, now)
  await wakeRecurringWorkOf(tx, { name: PROVIDERS.name, tenantId }, PROVIDERS.everyS)
}

type PassWithdrawal = {
  readonly tenantId: string
  readonly passId: string
  readonly reason: string
  readonly now: Date
}

/** Withdraws the order of a pass in the transaction that ends it: an order that may have arrived is cancelled by a message. */
export async function withdrawPass(tx: TenantDb, { tenantId, passId, reason, now }: PassWithdrawal): Promise<void> {
  const order = await messages.lockOrder(tx, passId)
  if (order === undefined) return
  await messages.withdraw(tx, order.id, now)
  const isRefused = order.state === 'failed' && order.result === 'refused'
  if (order.tries === 0 || isRefused) return
  const told: PassCancel = { type: 'pass.cancel', passId, reason }
  const message = {
    id: `cancel-${passId}`,
    provider_key: order.provider_key,
    pass_id: passId,
    type: told.type,
    body: JSON.stringify(told),
    expires_at: new Date(now.getTime() + CANCEL_MS),
  }
  await messages.insertSent(tx, tenantId, message, now)
  await wakeRecurringWorkOf(tx, { name: PROVIDERS.name, tenantId }, PROVIDERS.everyS)
}

export const lastSentOf = messages.listLastSent

/** Returns the passes that failed because the provider said so or could not be reached, with the reason. */
export async function failuresOf(tx: TenantDb, passIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await messages.listFailures(tx, passIds)
  return new Map(
    rows.map(({ pass_id, direction, type, result, detail }) => {
      if (direction === 'sent') return [pass_id, result === 'refused' ? 'provider-refused' : 'not-delivered']
      return [pass_id, `${type === 'pass.refused' ? 'provider-refused' : 'provider-failed'}: ${detail ?? ''}`]
    }),
  )
}
