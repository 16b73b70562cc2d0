import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

type Held = { readonly matter: string; readonly receiverIds: readonly string[]; readonly now: Date }

/** Lets what quiet hours hold of a matter go out to these receivers now. */
export async function releaseHeld(tx: TenantDb, { matter, receiverIds, now }: Held): Promise<void> {
  await sql`
    update delivery.delivery set next_at = ${now}
    where receiver_id = any(${[...receiverIds]}::uuid[]) and matter = ${matter} and state = 'waiting' and tries = 0
      and reason = 'quiet-hours' and next_at > ${now}`.execute(tx)
}
