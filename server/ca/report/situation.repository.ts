import type { ManoeuvreState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

/** A plan; null: it is of burns of one's own, without an event. */
export type PlanRow = {
  readonly conjunction_id: string | null
  readonly name: string
  readonly state: ManoeuvreState
  readonly ignition_at: Date
}

/** The plans of these events, by ignition. */
export async function listPlans(tx: TenantDb, conjunctionIds: readonly string[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select conjunction_id, name, state, ignition_at from ca.manoeuvre
    where conjunction_id = any(${[...conjunctionIds]}::uuid[]) order by ignition_at, id`.execute(tx)
  return rows
}

/** Who sent a message, and when it was created. */
export type SourceRow = { readonly id: string; readonly originator: string; readonly creation_date: Date }

export async function listSources(tx: TenantDb, cdmIds: readonly string[]): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select id, originator, creation_date from ca.cdm where id = any(${[...cdmIds]}::uuid[]) and withdrawn_at is null`.execute(
    tx,
  )
  return rows
}

/** When the newest message was created, whatever has become of its event; null: none ever came. */
export async function findNewestMessage(tx: TenantDb): Promise<Date | null> {
  const { rows } = await sql<{
    created: Date | null
  }>`select max(creation_date) as created from ca.cdm where withdrawn_at is null`.execute(tx)
  return rows[0]?.created ?? null
}
