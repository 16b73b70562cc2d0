import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import type { ReturnedTry } from './bounce-token.ts'
import { type DeliveryRow, findDeliveryRow } from './delivery.repository.ts'

/** A try of a delivery, and its result if it is known. */
export type TryRow = { readonly started_at: Date; readonly result: string | null }

/** Returns a try and its delivery, locked until the end of the transaction; undefined if there is none. */
export async function lockTry(
  tx: TenantDb,
  { deliveryId, number }: ReturnedTry,
): Promise<{ readonly delivery: DeliveryRow; readonly tried: TryRow } | undefined> {
  await sql`select id from delivery.delivery where id = ${deliveryId}::uuid for update`.execute(tx)
  const delivery = await findDeliveryRow(tx, deliveryId)
  const { rows } = await sql<TryRow>`
    select started_at, result from delivery.attempt
    where delivery_id = ${deliveryId}::uuid and number = ${number}`.execute(tx)
  return delivery === undefined || rows[0] === undefined ? undefined : { delivery, tried: rows[0] }
}

type ReturnReport = ReturnedTry & {
  /** One of the contract's reasons. */
  readonly reason: string
  readonly status: number | null
  readonly answer: string | null
}

/** Stores that the mail of a try was returned. */
export async function setTryReturned(
  tx: TenantDb,
  { deliveryId, number, reason, status, answer, at }: ReturnReport & { readonly at: Date },
): Promise<void> {
  await sql`
    update delivery.attempt
    set result = ${reason}, status = ${status}, answer = ${answer}, ended_at = coalesce(ended_at, ${at})
    where delivery_id = ${deliveryId}::uuid and number = ${number}`.execute(tx)
}

/** Stores that a mail is delayed: the try counts as arrived until the mail is given up. */
export async function setDelayed(
  tx: TenantDb,
  { deliveryId, number, reason, status, answer }: ReturnReport,
): Promise<void> {
  await sql`update delivery.delivery set reason = ${reason} where id = ${deliveryId}::uuid`.execute(tx)
  await sql`
    update delivery.attempt set status = ${status}, answer = ${answer}
    where delivery_id = ${deliveryId}::uuid and number = ${number}`.execute(tx)
}

/** Gives up a delivery whose mail was returned, and the deliveries of the digest in that mail. */
export async function giveUpReturned(
  tx: TenantDb,
  { id, receiver_id, kind, state, ended_at }: DeliveryRow,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> {
  const isOneOfMany = kind === 'digest' && state === 'delivered'
  await sql`
    update delivery.delivery set state = 'dead', reason = ${reason}, next_at = null, ended_at = ${at}
    where id = ${id}::uuid or (${isOneOfMany} and receiver_id = ${receiver_id}::uuid and kind = 'digest'
      and state = 'delivered' and ended_at = ${ended_at})`.execute(tx)
}

type FailedDelivery = Omit<ReturnReport, keyof ReturnedTry> & {
  readonly id: string
  readonly at: Date
  /** True if the address accepts no mail at all. */
  readonly isGone: boolean
}

/**
 * Counts a returned mail against its receiver: the mail no longer counts as a success. If the address itself is at fault, a period begins
 * after which one more failure suspends it.
 */
export async function setReceiverFailed(
  tx: TenantDb,
  { id, at, isGone, reason, status, answer }: FailedDelivery,
): Promise<void> {
  await sql`
    update delivery.receiver set failures = failures + 1,
      failing_since = case when ${isGone} then coalesce(failing_since, ${at}) else failing_since end,
      last_result = ${reason}, last_status = ${status}, last_answer = ${answer},
      last_delivered_at = (
        select d.ended_at from delivery.delivery d
        where d.receiver_id = ${id}::uuid and d.state = 'delivered' order by d.place desc limit 1)
    where id = ${id}::uuid`.execute(tx)
}
