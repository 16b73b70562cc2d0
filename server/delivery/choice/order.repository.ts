import { type RawBuilder, sql } from 'kysely'
import { OF_RISK, OVERTAKEN_BY_RISK, SAY_TIME_LEFT } from './statement.ts'

/**
 * A critical notice waits only for an earlier one whose next try is within this time. When the earlier one has failed
 * twice, its next try is later.
 */
const CRITICAL_WAITS_MS = 60_000

/**
 * True if no older notice about the same matter, for which this notice would have to wait, still waits for the same
 * receiver.
 */
export const isFirstOfMatter = (now: Date, holdsCritical: RawBuilder<unknown>) => sql`not exists (
  select 1 from delivery.delivery before
  where before.tenant_id = d.tenant_id and before.receiver_id = d.receiver_id and before.state = 'waiting'
    and before.matter = d.matter and before.place < d.place and before.kind <> 'digest'
    and (not d.is_critical or case when before.is_critical
      then before.next_at <= ${new Date(now.getTime() + CRITICAL_WAITS_MS)} else ${holdsCritical} end))`

/**
 * True for a notice that is about to be sent for the first time. A critical notice waits only for a less urgent
 * notice in this state, so that both arrive in order. A notice that waits for another one about its matter, or for
 * its own time, is not about to be sent.
 */
export const isAboutToBeSent = (
  now: Date,
) => sql`(before.tries = 0 and before.reason is null and before.next_at <= ${now}
  and not exists (
    select 1 from delivery.delivery first
    where first.tenant_id = before.tenant_id and first.receiver_id = before.receiver_id and first.state = 'waiting'
      and first.matter = before.matter and first.place < before.place and first.kind <> 'digest'))`
export const NOTHING = sql`false`

/**
 * True if a newer notice makes this one obsolete. If it is about a risk: a critical notice about that risk was written later for
 * the same receiver. If it gives the remaining time, or is a situation report: the next notice of this kind was written later.
 */
export const isOvertaken = sql`(not d.is_critical and (d.kind = 'situation-report' and exists (
  select 1 from delivery.delivery later
  where later.tenant_id = d.tenant_id and later.receiver_id = d.receiver_id and later.place > d.place
    and later.kind = d.kind) or d.notification #>> '{finding,code}' = any(${[...SAY_TIME_LEFT]}::text[]) and exists (
  select 1 from delivery.delivery later
  where later.tenant_id = d.tenant_id and later.receiver_id = d.receiver_id and later.matter = d.matter and later.place > d.place
    and later.notification #>> '{finding,code}' = d.notification #>> '{finding,code}') or d.notification #>> '{finding,code}' = any(${[...OVERTAKEN_BY_RISK]}::text[]) and exists (
  select 1 from delivery.delivery later
  where later.tenant_id = d.tenant_id and later.receiver_id = d.receiver_id and later.is_critical
    and (d.tries > 0 or d.reason is not null or later.tries > 0)
    and later.matter = d.matter and later.place > d.place and later.kind = 'notice'
    and later.notification #>> '{finding,code}' = any(${[...OF_RISK]}::text[]))))`
