import type { Finding } from '@apsis/contract/finding.ts'
import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { lockUntilEnd } from '../platform/database/lock.repository.ts'
import { countRows } from '../platform/database/page.repository.ts'
import { isAboutToBeSent, isFirstOfMatter, isOvertaken, NOTHING } from './choice/order.repository.ts'
import type { DeliveryKind } from './content/facts.ts'
import { NOT_WRITTEN, RETURNED, UNHEARD } from './retry.ts'

export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'cancelled'

export type DeliveryRow = {
  readonly id: string
  readonly receiver_id: string
  readonly kind: DeliveryKind
  readonly notification: Notification
  readonly notification_id: string
  readonly matter: string | null
  readonly link: string | null
  readonly is_critical: boolean
  readonly state: DeliveryState
  readonly reason: string | null
  readonly tries: number
  readonly round_tries: number
  readonly next_at: Date | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

export type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'receiver_id' | 'kind' | 'notification' | 'matter' | 'link' | 'state' | 'reason'
> & {
  readonly now: Date
  /** The time of sending; absent: now. */
  readonly nextAt?: Date
}

/** Writes rows of the outbox, one for each receiver. */
export async function insertDeliveries(
  tx: TenantDb,
  tenantId: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const given = deliveries.map(({ now, nextAt = now, ...row }) => ({
    ...row,
    at: now.toISOString(),
    first_at: nextAt.toISOString(),
    is_critical: row.notification.level === 'critical',
  }))
  await sql`/* kept */
    insert into delivery.delivery
      (tenant_id, id, receiver_id, kind, notification, notification_id, matter, link, is_critical, state, reason, next_at, created_at, ended_at)
    select ${tenantId}, id, receiver_id, kind, notification, (notification ->> 'id')::uuid, matter, link, is_critical, state, reason,
      case state when 'waiting' then first_at end, at, case state when 'waiting' then null else at end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row
      (id uuid, receiver_id uuid, kind text, notification jsonb, matter text, link text, is_critical boolean, state text, reason text,
       at timestamptz, first_at timestamptz)`.execute(tx)
}

type DueQuestion = {
  readonly now: Date
  /** Receivers to which something is being sent. */
  readonly busy: readonly string[]
  /** Receivers that already had a try in this round: only their critical deliveries are found. */
  readonly served: readonly string[]
  readonly most: number
  readonly onlyCritical: boolean
}

/**
 * Returns receivers with a due delivery, those with a critical one first, and the time of the next delivery. For a receiver that is paused, or
 * already had a try in this round, only critical deliveries count. The query is a single statement, because the sender runs it ten times a second.
 */
export async function listDueReceivers(
  tx: TenantDb,
  { now, busy, served, most, onlyCritical }: DueQuestion,
): Promise<{ readonly due: readonly string[]; readonly nextAt: Date | undefined }> {
  const { rows } = await sql<{ ids: string[]; next_at: Date | null }>`/* kept */
    select array(
      select d.receiver_id from delivery.delivery d
      join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
      where d.state = 'waiting' and d.next_at <= ${now} and d.receiver_id <> all(${[...busy]}::uuid[])
        and (d.is_critical or d.receiver_id <> all(${[...served]}::uuid[]))
        and (r.open_until is null or r.open_until <= ${now} or d.is_critical)
        and (d.is_critical or not ${onlyCritical}) and ${isFirstOfMatter(now, NOTHING)}
      group by d.receiver_id order by bool_or(d.is_critical) desc, min(d.place) limit ${most}) as ids,
      (select min(next_at) from delivery.delivery where state = 'waiting' and next_at > ${now}) as next_at`.execute(tx)
  return { due: rows[0]?.ids ?? [], nextAt: rows[0]?.next_at ?? undefined }
}

const COLUMNS = sql`d.id, d.receiver_id, d.kind, d.notification, d.notification_id, d.matter, d.link, d.is_critical, d.state, d.reason,
  d.tries, d.round_tries, d.next_at, d.created_at, d.ended_at`

export type NextDelivery = DeliveryRow & { readonly is_overtaken: boolean }

/** Returns the next due delivery of a receiver: critical ones first, then the oldest; only the first delivery of each matter can be returned. */
export async function findNextDelivery(
  tx: TenantDb,
  {
    receiverId,
    now,
    onlyCritical,
  }: { readonly receiverId: string; readonly now: Date; readonly onlyCritical: boolean },
): Promise<NextDelivery | undefined> {
  const { rows } = await sql<NextDelivery>`/* kept */
    select ${COLUMNS}, ${isOvertaken} as is_overtaken from delivery.delivery d
    where d.receiver_id = ${receiverId}::uuid and d.state = 'waiting' and d.next_at <= ${now}
      and (d.is_critical or not ${onlyCritical})
      and ${isFirstOfMatter(now, onlyCritical ? NOTHING : isAboutToBeSent(now))}
    order by d.is_critical desc, d.place limit 1`.execute(tx)
  return rows[0]
}

/**
 * Counts the critical notices for these audiences that were written or given up since a time, or that still wait, and
 * counts the lost ones among them. A notice is lost if it has arrived nowhere, and every receiver has either given it
 * up or failed so often that the notice is reported as undelivered. A delivered notice with a reason was simulated or
 * is delayed, and has not arrived. A notice without any receiver has no row here (countUnsent).
 */
export async function countCritical(
  tx: TenantDb,
  {
    since,
    audiences,
    failures,
  }: { readonly since: Date; readonly audiences: readonly string[]; readonly failures: number },
): Promise<{ readonly all: number; readonly lost: number }> {
  const { rows } = await sql<{ all: number; lost: number }>`
    with notices as (
      select bool_or((state = 'delivered' and coalesce(reason, '') <> all(${[...UNHEARD]}::text[])) or (state = 'waiting' and tries < ${failures})) as is_alive from delivery.delivery
      -- One that was overtaken is not lost: it is no longer so, or a newer one says it.
      where is_critical and kind = 'notice' and not (state = 'cancelled' and coalesce(reason, '') = 'overtaken')
        and coalesce(notification ->> 'audience', 'everybody') = any(${[...audiences]}::text[])
      group by notification_id
      having max(created_at) >= ${since} or bool_or(state = 'waiting') or max(ended_at) >= ${since}
    )
    select count(*)::int as all, (count(*) filter (where not is_alive))::int as lost from notices`.execute(tx)
  return rows[0] ?? { all: 0, lost: 0 }
}

/** Counts the critical notices for these audiences since a time that were sent to nobody. */
export async function countUnsent(
  tx: TenantDb,
  { since, audiences }: { readonly since: Date; readonly audiences: readonly string[] },
): Promise<number> {
  return countRows(
    tx,
    sql`from notifications.notification n
    where n.level = 'critical' and n.subject is null and n.created_at >= ${since} and n.audience = any(${[...audiences]}::text[])
      and not exists (select 1 from delivery.delivery d where d.tenant_id = n.tenant_id and d.notification_id = n.id)
      -- It is told because of another that did not arrive, and on the page alone.
      and n.finding ->> 'code' is distinct from 'critical-unheard'`,
  )
}

/**
 * Stores a try before it is made, and returns its number. A try that has no result was interrupted; if it is still marked, its
 * content was never written. `isWriting` marks this try until `setWritten` is called.
 */
export async function insertAttempt(
  tx: TenantDb,
  tenantId: string,
  { id, now, isWriting }: { readonly id: string; readonly now: Date; readonly isWriting: boolean },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`/* kept */
    with interrupted as (${closeAttempts(id, now)}
    ), numbered as (
      update delivery.delivery set tries = tries + 1, round_tries = round_tries + 1
      where id = ${id}::uuid returning tries
    )
    insert into delivery.attempt (tenant_id, delivery_id, number, started_at, is_writing)
    select ${tenantId}, ${id}::uuid, tries, ${now}, ${isWriting} from numbered returning number`.execute(tx)
  return rows[0]?.number ?? 0
}

const closeAttempts = (id: string, now: Date) => sql`
      update delivery.attempt set ended_at = ${now}, result = case when is_writing then ${NOT_WRITTEN} else 'interrupted' end
      where delivery_id = ${id}::uuid and ended_at is null`

/** Ends the interrupted tries of a delivery that is given up without another try. */
export async function endInterrupted(tx: TenantDb, id: string, now: Date): Promise<void> {
  await closeAttempts(id, now).execute(tx)
}

/** Stores that the content of a try is written: if the sending process ends after this, the content is not the cause. */
export async function setWritten(
  tx: TenantDb,
  { id, number }: { readonly id: string; readonly number: number },
): Promise<void> {
  await sql`/* kept */
    update delivery.attempt set is_writing = false where delivery_id = ${id}::uuid and number = ${number}`.execute(tx)
}

/**
 * Counts the interrupted tries of a delivery since it was last restarted, and how many of them were interrupted while
 * the content was being written.
 */
export async function countInterrupted(
  tx: TenantDb,
  { id, tries, round_tries }: Pick<DeliveryRow, 'id' | 'tries' | 'round_tries'>,
): Promise<{ readonly interrupted: number; readonly unwritten: number }> {
  const { rows } = await sql<{ interrupted: number; unwritten: number }>`/* kept */
    select count(*)::int as interrupted, (count(*) filter (where is_writing or result = ${NOT_WRITTEN}))::int as unwritten
    from delivery.attempt
    where delivery_id = ${id}::uuid and number > ${tries - round_tries}
      and (ended_at is null or result = 'interrupted' or result = ${NOT_WRITTEN})`.execute(tx)
  return rows[0] ?? { interrupted: 0, unwritten: 0 }
}

export type TryEnd = {
  readonly receiverId: string
  /** The delivery of the try; the number of the try follows. */
  readonly deliveryId: string
  readonly number: number
  /** All deliveries that were sent together, including this one. */
  readonly sentIds: readonly string[]
  readonly at: Date
  readonly isDelivered: boolean
  /** The result of the try. */
  readonly result: string
  readonly status: number | null
  readonly answer: string | null
  readonly ms: number
  /** The time until which the receiver is paused because of this failure. */
  readonly openUntil: Date | null
  /** The new state of the deliveries. */
  readonly state: DeliveryState
  readonly reason: string | null
  readonly nextAt: Date | null
}

/**
 * Stores the end of a try: in the try, its receiver and the deliveries sent. It is one statement, because a round
 * trip to the database costs more than the work there: half the time for a notice is spent on sending statements. A
 * worker that stalled for longer than its lease may end a try after another worker has made the next one: if the try
 * succeeded, the delivery has arrived; if it failed, nothing changes. Nothing changes either if the mail of the try
 * was already returned. Returns true if anything changed.
 */
export async function endTry(tx: TenantDb, t: TryEnd): Promise<boolean> {
  const { rows } = await sql`/* kept */
    with own as (
      select from delivery.delivery where id = ${t.deliveryId}::uuid
        and (${t.isDelivered} or (state = 'waiting' and tries = ${t.number}))
        and not (state = 'dead' and tries = ${t.number} and reason = any(${[...RETURNED]}::text[])) for update
    ), attempt as (
      update delivery.attempt set ended_at = ${t.at}, result = ${t.result}, status = ${t.status}, answer = ${t.answer}
      where delivery_id = ${t.deliveryId}::uuid and number = ${t.number} and coalesce(result, '') <> all(${[...RETURNED]}::text[])
    ), receiver as (
      update delivery.receiver set
        last_tried_at = ${t.at}, last_result = ${t.result}, last_status = ${t.status}, last_answer = ${t.answer},
        last_ms = ${t.ms}, last_delivered_at = case when ${t.isDelivered} then ${t.at} else last_delivered_at end,
        -- That a notice could not be written says nothing of its receiver.
        failures = case when ${t.isDelivered} then 0 when ${t.result === NOT_WRITTEN} then failures else failures + 1 end,
        failing_since = case when ${t.isDelivered} then null when ${t.result === NOT_WRITTEN} then failing_since
          else coalesce(failing_since, ${t.at}) end,
        -- A receiver's own wish to be left alone (setTargetOpenUntil) holds until it takes something.
        open_until = case when ${t.isDelivered} then null else greatest(open_until, ${t.openUntil}) end
      where id = ${t.receiverId}::uuid and exists (select from own)
    )
    update delivery.delivery set state = ${t.state}, reason = ${t.reason}, next_at = ${t.nextAt},
      ended_at = ${t.state === 'waiting' ? null : t.at}
    where id = any(${[...t.sentIds]}::uuid[]) and exists (select from own) returning id`.execute(tx)
  return rows.length > 0
}

/** Returns the due deliveries to a receiver that are sent together, in their order. */
export async function listGathered(tx: TenantDb, receiverId: string, now: Date): Promise<NextDelivery[]> {
  const { rows } = await sql<NextDelivery>`
    select ${COLUMNS}, ${isOvertaken} as is_overtaken from delivery.delivery d
    where d.receiver_id = ${receiverId}::uuid and d.kind = 'digest' and d.state = 'waiting' and d.next_at <= ${now}
    order by d.place for update`.execute(tx)
  return rows
}

/** Returns true if a situation report waits for one of these receivers. */
export async function isReportWaiting(tx: TenantDb, receiverIds: readonly string[]): Promise<boolean> {
  const count = await countRows(
    tx,
    sql`from delivery.delivery
    where receiver_id = any(${[...receiverIds]}::uuid[]) and kind = 'situation-report' and state = 'waiting'`,
  )
  return count > 0
}

/**
 * Returns the values of the situation reports to a receiver that did not arrive, between the last one that arrived
 * and this one, in their order. A report that a person requested does not count, because that person has seen the
 * result.
 */
export async function listUnsentReports(
  tx: TenantDb,
  { id, receiver_id: receiverId }: Pick<DeliveryRow, 'id' | 'receiver_id'>,
): Promise<Finding['values'][]> {
  const { rows } = await sql<{ values: Finding['values'] }>`
    with own as (select place from delivery.delivery where id = ${id}::uuid),
    reports as (
      select d.place, d.state, d.notification #> '{finding,values}' as values from delivery.delivery d, own
      where d.receiver_id = ${receiverId}::uuid and d.kind = 'situation-report' and d.place < own.place
    )
    select values from reports
    where state <> 'delivered' and values ? 'dueAt'
      and place > coalesce((select max(place) from reports where state = 'delivered'), 0)
    order by place`.execute(tx)
  return rows.map(({ values }) => values)
}

/** Replaces the text of a delivery; its id stays the same. */
export async function setSaid(
  tx: TenantDb,
  { id, notification }: Pick<DeliveryRow, 'id' | 'notification'>,
): Promise<void> {
  await sql`
    update delivery.delivery
    set notification = ${JSON.stringify(notification)}::jsonb, is_critical = ${notification.level === 'critical'}
    where id = ${id}::uuid`.execute(tx)
}

/** Ends a delivery, or sets the time of its next try. */
export async function setDeliveryState(
  tx: TenantDb,
  { id, state, reason, nextAt, now }: Pick<DeliveryRow, 'id' | 'state' | 'reason'> & { nextAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update delivery.delivery set state = ${state}, reason = ${reason}, next_at = ${nextAt},
      ended_at = ${state === 'waiting' ? null : now} where id = ${id}::uuid`.execute(tx)
}

/** Makes a delivery wait again, from the start of the retry schedule; its id stays the same. */
export async function restartDelivery(tx: TenantDb, id: string, now: Date): Promise<void> {
  await sql`
    update delivery.delivery set state = 'waiting', reason = null, round_tries = 0, next_at = ${now}, ended_at = null
    where id = ${id}::uuid`.execute(tx)
}

/** Returns the notices about a matter that receivers got or will soon get, without notices that reached nobody. */
export async function listSent(
  tx: TenantDb,
  matter: string,
): Promise<Pick<DeliveryRow, 'receiver_id' | 'notification'>[]> {
  const { rows } = await sql<Pick<DeliveryRow, 'receiver_id' | 'notification'>>`/* kept */
    select receiver_id, notification from delivery.delivery
    where matter = ${matter} and kind in ('notice', 'digest') and state in ('waiting', 'delivered') order by place`.execute(
    tx,
  )
  return rows
}

export type Sibling = Pick<DeliveryRow, 'receiver_id' | 'state' | 'reason'> & {
  /** The number of failed tries. An interrupted try does not count, because it may have arrived. */
  readonly failed: number
}

/** Counts the failed tries of a delivery. */
const FAILED = sql`(select count(*)::int from delivery.attempt a
  where a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.ended_at is not null and a.result not in ('delivered', 'sent-to-nobody', 'interrupted'))`

/**
 * Returns the state of the deliveries of one notification to one person, by receiver. The rows are locked until the end of the transaction.
 * If two deliveries fail at the same moment, the second transaction sees the failure of the first, so that one of them starts the next step
 * when all have failed.
 */
export async function listSiblings(
  tx: TenantDb,
  { notificationId, subject }: { readonly notificationId: string; readonly subject: string },
): Promise<Sibling[]> {
  await lockUntilEnd(tx, `delivery.siblings ${notificationId} ${subject}`)
  const { rows } = await sql<Sibling>`
    select d.receiver_id, d.state, d.reason, ${FAILED} as failed from delivery.delivery d
    join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
    where d.notification_id = ${notificationId}::uuid and r.subject = ${subject}`.execute(tx)
  return rows
}

export type ListedDelivery = DeliveryRow & {
  readonly channel: PersonChannel
  readonly shown: string
  readonly status: number | null
  readonly answer: string | null
  readonly result: string | null
  readonly tried_at: Date | null
  /** The time until which its receiver is paused. */
  readonly open_until: Date | null
}

const LISTED = sql`
  select d.*, r.channel, r.shown, r.open_until, a.status, a.answer, a.result, a.started_at as tried_at
  from delivery.delivery d
  join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
  left join delivery.attempt a on a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.number = d.tries`

type Listing = {
  readonly subject: string
  readonly state: DeliveryState | undefined
  readonly reason: string | null | undefined
  readonly channelId: string | undefined
  /** Limits the list to deliveries that were created until this time. */
  readonly until: string | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns deliveries to a person, newest first, and their total number. */
export async function listDeliveries(
  tx: TenantDb,
  { subject, state, reason, channelId, until, limit, offset }: Listing,
): Promise<{ rows: ListedDelivery[]; total: number }> {
  const where = sql`
    where r.subject = ${subject} and (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${reason ?? null}::text is null or d.reason = ${reason ?? null})
      and (${channelId ?? null}::uuid is null or d.receiver_id = ${channelId ?? null}::uuid)
      and d.created_at <= coalesce(${until ?? null}::timestamptz, 'infinity')`
  const { rows } = await sql<ListedDelivery>`
    ${LISTED} ${where} order by d.place desc limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(
    tx,
    sql`from delivery.delivery d join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id ${where}`,
  )
  return { rows, total }
}

/** Returns one delivery to a person. */
export async function findDelivery(
  tx: TenantDb,
  { id, subject }: { readonly id: string; readonly subject: string },
): Promise<ListedDelivery | undefined> {
  const { rows } = await sql<ListedDelivery>`
    ${LISTED} where d.id = ${id}::uuid and r.subject = ${subject}`.execute(tx)
  return rows[0]
}

/** Returns the deliveries to one receiver that ended with this answer, newest first. */
export async function listAnswered(
  tx: TenantDb,
  { receiverId, answer, limit }: { readonly receiverId: string; readonly answer: string; readonly limit: number },
): Promise<(DeliveryRow & { readonly used_at: Date | null })[]> {
  const { rows } = await sql<DeliveryRow & { used_at: Date | null }>`
    select d.*, u.at as used_at from delivery.delivery d
    join delivery.attempt a on a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.number = d.tries
    left join duty.used_link u on u.tenant_id = d.tenant_id and u.delivery_id = d.id
    where d.receiver_id = ${receiverId}::uuid and d.state = 'delivered' and a.answer = ${answer}
    order by d.place desc limit ${limit}`.execute(tx)
  return rows
}

/** Returns one delivery to any person. */
export async function findDeliveryRow(tx: TenantDb, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`select * from delivery.delivery where id = ${id}::uuid`.execute(tx)
  return rows[0]
}

export type AnswerRow = {
  readonly channel: PersonChannel
  readonly state: DeliveryState
  readonly answer: string | null
}

/** Returns, for each receiver of a person, how the newest notice about a matter with a certain finding arrived. */
export async function listAnswers(
  tx: TenantDb,
  { matter, subject, finding }: { readonly matter: string; readonly subject: string; readonly finding: string },
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select r.channel, d.state, coalesce(a.answer, a.status::text) as answer from delivery.delivery d
    join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
    left join delivery.attempt a on a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.number = d.tries
    where d.notification_id = (
      select n.notification_id from delivery.delivery n
      join delivery.receiver nr on nr.tenant_id = n.tenant_id and nr.id = n.receiver_id
      where n.matter = ${matter} and nr.subject = ${subject} and n.notification #>> '{finding,code}' = ${finding}
      order by n.place desc limit 1)
    order by d.place`.execute(tx)
  return rows
}
