import type { Conjunction, LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import type { EventFacts } from './fold-event.ts'

export type ConjunctionRow = {
  id: string
  object_low: string
  object_high: string
  is_co_orbiting: boolean
  reference_tca: Date
  satellite_id: string | null
  other_satellite_id: string | null
  mitigated_until: Date | null
  /** The plan whose burn mitigated the event, and the probability from which the satellite does not accept the event. */
  mitigated_by: string | null
  mitigated_above: number | null
  risk_level: number
  facts: EventFacts
  decision: Conjunction['decision']
  decision_version: number
  decided_level: number | null
  /** The probability above which a decided event reopens; null if only its level reopens it. */
  reopen_above: number | null
  /** The time at which a decision to wait is reviewed; null if no review is planned. */
  look_again_at: Date | null
  /** The TCA at the time of the decision; null if it is not decided. */
  decided_tca: Date | null
  created_at: Date
  version: number
  changed_in: number
}

const COLUMNS = sql`id, object_low, object_high, is_co_orbiting, reference_tca, satellite_id, other_satellite_id,
  mitigated_until, mitigated_by, mitigated_above, risk_level, facts, decision, decision_version, decided_level, reopen_above, look_again_at, decided_tca,
  created_at, version, changed_in`

/**
 * Raises the version of the organisation's list of events. The caller waits for all others who change events, so two parallel uploads cannot open
 * the same event twice, and nobody reads a version with missing rows.
 */
export async function raiseListVersion(tx: TenantDb, tenantId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into ca.conjunction_list as list (tenant_id) values (${tenantId})
    on conflict (tenant_id) do update set version = list.version + 1 returning version`.execute(tx)
  return rows[0]?.version ?? 0
}

/** Returns the version of the list, and the version in which events were last removed; 0 if there is none yet. */
export async function findListVersion(tx: TenantDb): Promise<{ version: number; clearedIn: number }> {
  const { rows } = await sql<{ version: number; clearedIn: number }>`
    select version, cleared_in as "clearedIn" from ca.conjunction_list`.execute(tx)
  return rows[0] ?? { version: 0, clearedIn: 0 }
}

export type Pair = { readonly low: string; readonly high: string }

/** Returns all events of these pairs of objects. */
export async function listPairEvents(tx: TenantDb, pairs: readonly Pair[]): Promise<ConjunctionRow[]> {
  const { rows } = await sql<ConjunctionRow>`
    select ${COLUMNS} from ca.conjunction
    where (object_low, object_high) in (
      select * from unnest(${pairs.map(({ low }) => low)}::text[], ${pairs.map(({ high }) => high)}::text[])
    ) order by reference_tca, id`.execute(tx)
  return rows
}

/** Returns events that changed after a version of the list, a page at a time, in the order of their ids. */
export async function listChangedEvents(
  tx: TenantDb,
  { after, afterId, limit }: { readonly after: number; readonly afterId: string; readonly limit: number },
): Promise<ConjunctionRow[]> {
  const { rows } = await sql<ConjunctionRow>`
    select ${COLUMNS} from ca.conjunction where changed_in > ${after} and id > ${afterId}
    order by id limit ${limit}`.execute(tx)
  return rows
}

export async function findConjunction(tx: TenantDb, id: string): Promise<ConjunctionRow | undefined> {
  const { rows } = await sql<ConjunctionRow>`select ${COLUMNS} from ca.conjunction where id = ${id}`.execute(tx)
  return rows[0]
}

/** Returns decided and closed events with a TCA after a time, worst first; events of removed satellites are left out, as in the list. */
export async function listDecided(
  tx: TenantDb,
  { after, limit }: { readonly after: Date; readonly limit: number },
): Promise<ConjunctionRow[]> {
  const { rows } = await sql<ConjunctionRow>`
    select ${COLUMNS} from ca.conjunction
    where tca > ${after} and decided_level is not null
      and (coalesce(satellite_id, other_satellite_id) is null or exists (
        select from ca.satellite s where s.id in (satellite_id, other_satellite_id) and s.deleted_at is null))
    order by risk_level desc, tca, id limit ${limit}`.execute(tx)
  return rows
}

/**
 * True if an event may call for action below CRITICAL near its deadline: its probability is diluted, and exceeds the accepted probability.
 */
export const MAY_ASK_TO_ACT = sql`((facts ->> 'needsData')::boolean and (facts ->> 'isBeyondAccepted')::boolean)`

/** Returns undecided future events that had at least a given level when they were last written, or may call for action below it. */
export async function listUndecided(
  tx: TenantDb,
  { after, rank, limit }: { readonly after: Date; readonly rank: number; readonly limit: number },
): Promise<ConjunctionRow[]> {
  const { rows } = await sql<ConjunctionRow>`
    select ${COLUMNS} from ca.conjunction
    where tca > ${after} and decided_level is null and (risk_level >= ${rank} or ${MAY_ASK_TO_ACT})
      and (coalesce(satellite_id, other_satellite_id) is null or exists (
        select from ca.satellite s where s.id in (satellite_id, other_satellite_id) and s.deleted_at is null))
    order by tca, id limit ${limit}`.execute(tx)
  return rows
}

export async function listConjunctionsById(tx: TenantDb, ids: readonly string[]): Promise<ConjunctionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ConjunctionRow>`
    select ${COLUMNS} from ca.conjunction where id = any(${ids}::uuid[]) order by id`.execute(tx)
  return rows
}

export type NearEvent = {
  readonly designator: string
  readonly from: Date
  readonly to: Date
  readonly mostM: number
}

/** Returns events of an object within a span of time and a distance, by TCA. */
export async function listNearEvents(
  tx: TenantDb,
  { designator, from, to, mostM }: NearEvent,
): Promise<ConjunctionRow[]> {
  const { rows } = await sql<ConjunctionRow>`
    select ${COLUMNS} from ca.conjunction
    where (object_low = ${designator} or object_high = ${designator}) and tca between ${from} and ${to}
      and (facts -> 'conjunctionData' ->> 'totalMissDistance')::float8 <= ${mostM}
    order by tca, id`.execute(tx)
  return rows
}

/** Returns ids of the events of a satellite, or of an object with its number; with `openAt` only events that are not past at that time. */
export async function listEventIdsOf(
  tx: TenantDb,
  { satelliteId, designator, openAt }: { satelliteId: string; designator: string; openAt: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ca.conjunction
    where (object_low = ${designator} or object_high = ${designator} or satellite_id = ${satelliteId}
        or other_satellite_id = ${satelliteId})
      and (tca > ${openAt} or (satellite_id is distinct from ${satelliteId}
        and other_satellite_id is distinct from ${satelliteId}))
    order by tca desc`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns ids of all events of any of these objects with a TCA after a time, soonest first. */
export async function listEventsAhead(tx: TenantDb, designators: readonly string[], after: Date): Promise<string[]> {
  if (designators.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from ca.conjunction
    where (object_low = any(${[...designators]}::text[]) or object_high = any(${[...designators]}::text[]))
      and tca > ${after}
    order by tca, id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type StoredEvent = Pick<
  ConjunctionRow,
  | 'id'
  | 'object_low'
  | 'object_high'
  | 'is_co_orbiting'
  | 'reference_tca'
  | 'satellite_id'
  | 'other_satellite_id'
  | 'risk_level'
  | 'facts'
>

/** Writes events in their present form, each at most once, all in one round trip. */
export async function upsertConjunctions(
  tx: TenantDb,
  { tenantId, changedIn }: { readonly tenantId: string; readonly changedIn: number },
  events: readonly StoredEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, tca: event.facts.conjunctionData.tca }))
  await sql`
    insert into ca.conjunction as known (tenant_id, id, object_low, object_high, is_co_orbiting, reference_tca, tca,
      satellite_id, other_satellite_id, risk_level, facts, changed_in)
    select ${tenantId}, id, object_low, object_high, is_co_orbiting, reference_tca, tca, satellite_id, other_satellite_id,
      risk_level, facts, ${changedIn}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, object_low text, object_high text,
      is_co_orbiting boolean, reference_tca timestamptz, tca timestamptz, satellite_id uuid, other_satellite_id uuid,
      risk_level smallint, facts jsonb)
    on conflict (tenant_id, id) do update set is_co_orbiting = excluded.is_co_orbiting, tca = excluded.tca, satellite_id = excluded.satellite_id,
      other_satellite_id = excluded.other_satellite_id, risk_level = excluded.risk_level, facts = excluded.facts,
      version = known.version + 1, changed_in = excluded.changed_in`.execute(tx)
}

type MitigatedEvent = {
  readonly id: string
  readonly until: Date
  readonly by: string
  readonly above: number
  readonly level: number
  readonly changedIn: number
}

/** Records that a burn has mitigated the event, up to its newest message. */
export async function setMitigated(
  tx: TenantDb,
  { id, until, by, above, level, changedIn }: MitigatedEvent,
): Promise<void> {
  await sql`
    update ca.conjunction set mitigated_until = ${until}, mitigated_by = ${by}, mitigated_above = ${above}, risk_level = ${level}, version = version + 1, changed_in = ${changedIn}
    where id = ${id}`.execute(tx)
}

/** The basis of a decision, and the condition that reopens it. */
export type DecisionBasis = Pick<ConjunctionRow, 'decided_level' | 'reopen_above' | 'look_again_at' | 'decided_tca'>

/** The basis of an event that is undecided, or open again. */
export const UNDECIDED: DecisionBasis = {
  decided_level: null,
  reopen_above: null,
  look_again_at: null,
  decided_tca: null,
}

export type DecisionChange = {
  readonly id: string
  readonly decision: Conjunction['decision']
  readonly basis: DecisionBasis
  readonly changedIn: number
}

export async function updateDecision(tx: TenantDb, { id, decision, basis, changedIn }: DecisionChange): Promise<void> {
  await sql`
    update ca.conjunction set decision = ${JSON.stringify(decision)}::jsonb,
      decision_version = decision_version + 1, decided_level = ${basis.decided_level},
      reopen_above = ${basis.reopen_above}, look_again_at = ${basis.look_again_at},
      decided_tca = ${basis.decided_tca}, version = version + 1, changed_in = ${changedIn}
    where id = ${id}`.execute(tx)
}

export type NewLevel = {
  readonly conjunctionId: string
  readonly at: Date
  readonly level: number
  readonly cdmId: string | null
  readonly reason: LevelChange['reason']
}

/** Appends to the history of an event's level. */
export async function insertLevel(tx: TenantDb, tenantId: string, change: NewLevel): Promise<void> {
  await sql`
    insert into ca.level_history (tenant_id, conjunction_id, place, at, level, cdm_id, reason)
    select ${tenantId}, ${change.conjunctionId}::uuid, count(*) + 1, ${change.at}::timestamptz, ${change.level}::smallint,
      ${change.cdmId}::uuid, ${change.reason}
    from ca.level_history where conjunction_id = ${change.conjunctionId}`.execute(tx)
}

export type LevelRow = { at: Date; level: number; reason: LevelChange['reason']; cdmId: string | null }

export async function listLevels(tx: TenantDb, conjunctionId: string): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select at, level, reason, cdm_id as "cdmId" from ca.level_history
    where conjunction_id = ${conjunctionId} order by place`.execute(tx)
  return rows
}
