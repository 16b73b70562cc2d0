import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

type HeldMatter = { readonly matter: string; readonly receiverIds: readonly string[]; readonly now: Date }

/** Makes the notices about a matter to these receivers due at once, if quiet hours delay them. */
export async function releaseHeld(tx: TenantDb, { matter, receiverIds, now }: HeldMatter): Promise<void> {
  await sql`
    update delivery.delivery set next_at = ${now}
    where receiver_id = any(${[...receiverIds]}::uuid[]) and matter = ${matter} and state = 'waiting' and tries = 0
      and reason = 'quiet-hours' and next_at > ${now}`.execute(tx)
}

type Waiting = { readonly subject: string; readonly kind: 'digest' | 'situation-report'; readonly now: Date }

/** Cancels the notices that wait for a person's digest, or the person's waiting situation report. */
export async function cancelWaiting(tx: TenantDb, { subject, kind, now }: Waiting): Promise<void> {
  await sql`
    update delivery.delivery d set state = 'cancelled', reason = 'removed', next_at = null, ended_at = ${now}
    from delivery.receiver r
    where r.tenant_id = d.tenant_id and r.id = d.receiver_id and r.subject = ${subject}
      and d.kind = ${kind} and d.state = 'waiting'`.execute(tx)
}
