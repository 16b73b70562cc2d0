import type { DecisionEntry } from '@apsis/contract/ca/event/conjunction.ts'
import type { Coordination } from '@apsis/contract/ca/event/coordination.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

export type EntryRow = {
  id: string
  at: Date
  by_name: string
  action: DecisionEntry['action']
  cdm_id: string | null
  risk_level: number
  probability: number | null
  owner: string | null
  decision: DecisionEntry['decision']
  snoozed_until: Date | null
  reopen_above: number | null
  look_again_at: Date | null
  trigger: DecisionEntry['trigger']
  why: string
  call: DecisionEntry['call']
  coordination: Coordination | null
}

export type NewEntry = EntryRow & {
  readonly tenantId: string
  readonly conjunctionId: string
  readonly place: number
  readonly bySubject: string
}

/** Appends a step to the record of an event. */
export async function insertEntry(tx: TenantDb, entry: NewEntry): Promise<void> {
  await sql`
    insert into ca.decision_entry (tenant_id, conjunction_id, place, id, at, by_subject, by_name, action, cdm_id,
      risk_level, probability, owner, decision, snoozed_until, reopen_above, look_again_at, trigger, why, call,
      coordination)
    values (${entry.tenantId}, ${entry.conjunctionId}, ${entry.place}, ${entry.id}, ${entry.at}, ${entry.bySubject},
      ${entry.by_name}, ${entry.action}, ${entry.cdm_id}, ${entry.risk_level}, ${entry.probability}, ${entry.owner},
      ${entry.decision}, ${entry.snoozed_until}, ${entry.reopen_above},
      ${entry.look_again_at}, ${entry.trigger}, ${entry.why}, ${entry.call === null ? null : JSON.stringify(entry.call)}::jsonb,
      ${entry.coordination === null ? null : JSON.stringify(entry.coordination)}::jsonb)`.execute(tx)
}

/** Returns the record of an event, oldest step first. */
export async function listEntries(tx: TenantDb, conjunctionId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id, at, by_name, action, cdm_id, risk_level, probability, owner, decision, snoozed_until,
      reopen_above, look_again_at, trigger, why, call, coordination
    from ca.decision_entry where conjunction_id = ${conjunctionId} order by place`.execute(tx)
  return rows
}
