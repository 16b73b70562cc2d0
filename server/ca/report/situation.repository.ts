import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

/** A plan. `conjunction_id` is null for burns without an event. */
export type PlanRow = {
  readonly conjunction_id: string | null
  readonly name: string
  readonly state: PlanState
  readonly ignition_at: Date
}

/** Returns the plans of these events, sorted by ignition. */
export async function listPlans(tx: TenantDb, conjunctionIds: readonly string[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select conjunction_id, name, state, ignition_at from ca.manoeuvre
    where conjunction_id = any(${[...conjunctionIds]}::uuid[]) order by ignition_at, id`.execute(tx)
  return rows
}

/** The originator and the creation time of a message. */
export type SourceRow = { readonly id: string; readonly originator: string; readonly creation_date: Date }

export async function listSources(tx: TenantDb, cdmIds: readonly string[]): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select id, originator, creation_date from ca.cdm where id = any(${[...cdmIds]}::uuid[]) and withdrawn_at is null`.execute(
    tx,
  )
  return rows
}

/** Returns the creation time of the newest message, whatever the state of its event; null: there is none. */
export async function findNewestMessage(tx: TenantDb): Promise<Date | null> {
  const { rows } = await sql<{
    created: Date | null
  }>`select max(creation_date) as created from ca.cdm where withdrawn_at is null`.execute(tx)
  return rows[0]?.created ?? null
}
