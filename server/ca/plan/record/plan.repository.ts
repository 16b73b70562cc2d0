import { DAY_MS } from '@apsis/astro/constants.ts'
import type { CommandOpportunity } from '@apsis/contract/ca/contact/contact.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { PlanBlackouts } from '@apsis/contract/ca/plan/blackout.ts'
import type { ExecutionCheck } from '@apsis/contract/ca/plan/execution-check.ts'
import type { Agreement, AwaitedEvidence, Evaluation, Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Burn, PlanRequest, PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { orderBy } from '../../../platform/database/order.repository.ts'
import { countRows } from '../../../platform/database/page.repository.ts'
import { IS_DETERMINED, MADE } from '../../ephemeris/record/determined.repository.ts'
import type { OfSatellite } from './satellite-basis.ts'

export type Editor = { readonly subject: string; readonly name: string }

/** A burn as a plan stores it; without an event it has no target. */
export type KeptBurn = Omit<Burn, 'orbitsBeforeTca' | 'target' | 'before' | 'after'> &
  Pick<Plan, 'orbitsBeforeTca' | 'target' | 'before' | 'after' | 'burns' | 'orbit'>

/** The fields of a plan that are written again when it is planned again. */
export type PlannedFields = {
  /** Null if it is based on no message, but on an orbit of the satellite. */
  cdm_id: string | null
  name: string
  request: PlanRequest
  burn: KeptBurn
  propulsion: Propulsion
  accepted: number
  ignition_at: Date
  delta_v: number
  commit_at: Date
  command: CommandOpportunity
  is_simulated: boolean
}

export type PlanRow = PlannedFields & {
  id: string
  /** Null for own burns without an event. */
  conjunction_id: string | null
  satellite_id: string
  state: PlanState
  version: number
  screening: PlanScreening | null
  evaluation: Evaluation | null
  found: Plan['found']
  awaited: AwaitedEvidence | null
  checks: readonly ExecutionCheck[]
  editors: readonly Editor[]
  created_at: Date
  approved_at: Date | null
  approved_by: string | null
  exported_at: Date | null
  /** The blackouts in its screening at the time of its approval. */
  approved_blackouts: PlanBlackouts | null
  /** The group of alternative plans, of which the first that passes is kept. */
  group_id: string | null
  group_rank: number | null
}

/** The state of the platform's work on a plan. */
export type WorkMarks = {
  /** The messages on which the plan was last evaluated. */
  watched: string
  /** The input of the newest screening of the path, and the time of its request. */
  path_mark: string
  path_at: Date | null
  /** The data from which the checks were made. */
  checked_mark: string
  /** The days of storms that were reported for a plan by drag, separated by spaces. */
  notified_storms: string | null
  /** The time since when the burn of an approved plan lies in a contact that was not known at the approval. */
  contact_since: Date | null
  /** The number of runs in a row in which its watch failed while it was under way. */
  failed_turns: number
}

/** A plan as it is read, with the current message of its event and its other object. */
export type ListedRow = PlanRow &
  WorkMarks &
  OfSatellite & { newest_cdm_id: string | null; object: string | null; object_id: string | null }

/** The fields of a plan for an event. */
export type OfEvent = {
  readonly conjunction_id: string
  readonly cdm_id: string
  readonly burn: Burn
}
export type EventRow = ListedRow & OfEvent & { readonly object: string; readonly object_id: string }

/** True if a plan is made for an event; else it has own burns. */
export const isForEvent = (row: ListedRow): row is EventRow => row.conjunction_id !== null

export type StepRow = {
  manoeuvre_id: string
  at: Date
  by_name: string
  action: Plan['steps'][number]['action']
  state: PlanState
  why: string
  /** The reason of the platform, as data; null if a person acted. */
  cause: Finding['values'] | null
  /** The agreement with which a plan was sent: which operator moves, and where that was agreed. */
  agreement: Agreement | null
}

const COLUMNS = sql`m.id, m.conjunction_id, m.satellite_id, m.cdm_id, m.name, m.state, m.version, m.request, m.burn,
  m.propulsion, m.accepted, m.ignition_at, m.delta_v, m.commit_at, m.command, m.screening, m.evaluation, m.found, m.awaited, m.checks, m.editors,
  m.created_at, m.approved_at, m.approved_by, m.exported_at, m.approved_blackouts, m.is_simulated, m.group_id, m.group_rank,
  w.watched, w.path_mark, w.path_at, w.checked_mark, w.notified_storms, w.contact_since, w.failed_turns,
  c.facts ->> 'newestCdmId' as newest_cdm_id, c.facts -> 'object2' ->> 'name' as object,
  c.facts -> 'object2' ->> 'designator' as object_id, (select s.configuration from ca.satellite s where s.id = m.satellite_id) as satellite_now`
const FROM = sql`from ca.manoeuvre m join ca.manoeuvre_work w on w.tenant_id = m.tenant_id and w.manoeuvre_id = m.id
  left join ca.conjunction c on c.id = m.conjunction_id`

export async function insertPlan(
  tx: TenantDb,
  tenantId: string,
  row: PlannedFields &
    Pick<PlanRow, 'id' | 'conjunction_id' | 'satellite_id' | 'editors' | 'created_at' | 'group_id' | 'group_rank'>,
): Promise<void> {
  await sql`
    insert into ca.manoeuvre (tenant_id, id, conjunction_id, satellite_id, cdm_id, name, state, request, burn, propulsion,
      accepted, ignition_at, delta_v, commit_at, command, editors, created_at, is_simulated, group_id, group_rank)
    values (${tenantId}, ${row.id}, ${row.conjunction_id}, ${row.satellite_id}, ${row.cdm_id}, ${row.name}, 'DRAFT',
      ${JSON.stringify(row.request)}::jsonb, ${JSON.stringify(row.burn)}::jsonb, ${JSON.stringify(row.propulsion)}::jsonb,
      ${row.accepted}, ${row.ignition_at}, ${row.delta_v}, ${row.commit_at},
      ${JSON.stringify(row.command)}::jsonb, ${JSON.stringify(row.editors)}::jsonb, ${row.created_at}, ${row.is_simulated}, ${row.group_id}::uuid, ${row.group_rank}::integer)`.execute(
    tx,
  )
  await sql`insert into ca.manoeuvre_work (tenant_id, manoeuvre_id) values (${tenantId}, ${row.id})`.execute(tx)
}

/** Plans a plan again: it becomes a DRAFT without its screening, findings and approval. */
export async function updatePlan(
  tx: TenantDb,
  id: string,
  row: PlannedFields & Pick<PlanRow, 'editors'>,
): Promise<void> {
  await sql`
    update ca.manoeuvre set cdm_id = ${row.cdm_id}, name = ${row.name}, request = ${JSON.stringify(row.request)}::jsonb,
      burn = ${JSON.stringify(row.burn)}::jsonb, propulsion = ${JSON.stringify(row.propulsion)}::jsonb,
      accepted = ${row.accepted}, ignition_at = ${row.ignition_at}, delta_v = ${row.delta_v}, commit_at = ${row.commit_at},
      command = ${JSON.stringify(row.command)}::jsonb, is_simulated = ${row.is_simulated}, editors = ${JSON.stringify(row.editors)}::jsonb, state = 'DRAFT',
      version = version + 1, screening = null, evaluation = null, found = null, checks = '[]', approved_at = null,
      approved_by = null, approved_blackouts = null
    where id = ${id}`.execute(tx)
  await sql`
    update ca.manoeuvre_work set watched = default, path_mark = default, path_at = default, checked_mark = default,
      notified_storms = default, contact_since = default, failed_turns = default, screening_tries = default
    where manoeuvre_id = ${id}`.execute(tx)
}

export type StateChange = Pick<
  PlanRow,
  'state' | 'screening' | 'evaluation' | 'found' | 'approved_at' | 'approved_by' | 'exported_at' | 'approved_blackouts'
> &
  Pick<WorkMarks, 'watched' | 'contact_since' | 'path_mark' | 'path_at'>

export async function updateState(tx: TenantDb, id: string, moved: StateChange): Promise<void> {
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`
  await sql`
    update ca.manoeuvre set state = ${moved.state}, screening = ${json(moved.screening)},
      evaluation = ${json(moved.evaluation)}, found = ${json(moved.found)},
      approved_at = ${moved.approved_at}, approved_by = ${moved.approved_by}, exported_at = ${moved.exported_at},
      approved_blackouts = ${json(moved.approved_blackouts)}, version = version + 1
    where id = ${id}`.execute(tx)
  await sql`
    update ca.manoeuvre_work set watched = ${moved.watched}, contact_since = ${moved.contact_since},
      path_mark = ${moved.path_mark}, path_at = ${moved.path_at}
    where manoeuvre_id = ${id}`.execute(tx)
}

/** Updates the screening of its path if the plan is still the screened one; the version does not change. */
export async function updatePath(
  tx: TenantDb,
  id: string,
  { screening, path_mark, path_at }: Pick<PlanRow, 'screening'> & Pick<WorkMarks, 'path_mark' | 'path_at'>,
): Promise<void> {
  await sql`update ca.manoeuvre set screening = ${JSON.stringify(screening)}::jsonb where id = ${id}`.execute(tx)
  await sql`
    update ca.manoeuvre_work set path_mark = ${path_mark}, path_at = ${path_at} where manoeuvre_id = ${id}`.execute(tx)
}

/** Returns a plan; with a lock, nobody else changes it until the transaction ends. */
export async function findPlan(tx: TenantDb, id: string, isLocked = false): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS} ${FROM} where m.id = ${id} ${isLocked ? sql`for update of m` : sql``}`.execute(tx)
  return rows[0]
}

export type PlanFilter = {
  readonly conjunctionId?: string | undefined
  readonly hasEvent?: boolean | undefined
  readonly satelliteId?: string | undefined
  readonly groupId?: string | undefined
  readonly hasGroup?: boolean | undefined
  readonly state?: PlanState | undefined
  readonly verdict?: PlanScreening['verdict'] | undefined
  readonly ignitionAfter?: string | undefined
  readonly sort: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = {
  createdAt: sql`m.created_at`,
  ignitionEpoch: sql`m.ignition_at`,
  deltaVMagnitude: sql`m.delta_v`,
  state: sql`m.state`,
}

/** Returns a page of plans, and the number of all that match. */
export async function listManoeuvres(
  tx: TenantDb,
  { sort, offset, limit, ...wanted }: PlanFilter,
): Promise<{ rows: ListedRow[]; total: number }> {
  const { conjunctionId, hasEvent, satelliteId, groupId, hasGroup, state, verdict, ignitionAfter } = wanted
  const conditions = [
    sql`true`,
    ...(conjunctionId === undefined ? [] : [sql`m.conjunction_id = ${conjunctionId}`]),
    ...(hasEvent === undefined ? [] : [sql`(m.conjunction_id is not null) = ${hasEvent}`]),
    ...(satelliteId === undefined ? [] : [sql`m.satellite_id = ${satelliteId}`]),
    ...(groupId === undefined ? [] : [sql`m.group_id = ${groupId}`]),
    ...(hasGroup === undefined ? [] : [sql`(m.group_id is not null) = ${hasGroup}`]),
    ...(state === undefined ? [] : [sql`m.state = ${state}`]),
    ...(verdict === undefined ? [] : [sql`m.screening ->> 'verdict' = ${verdict}`]),
    ...(ignitionAfter === undefined ? [] : [sql`m.ignition_at >= ${ignitionAfter}::timestamptz`]),
  ]
  const matching = sql`${FROM} where ${sql.join(conditions, sql` and `)}`
  const total = await countRows(tx, matching)
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS} ${matching} ${orderBy(sort, SORTED, sql`m.id`)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total }
}

/** Returns plans that may still lead to a burn, in the order of their ids so that locks are always taken in the same order. */
export async function listOpen(tx: TenantDb): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS} ${FROM} where m.state in ('DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED') order by m.id`.execute(tx)
  return rows
}

/** For this many days after ignition new data may measure a burn: later data are of later orbits. A convention. */
const FLOWN_DAYS = 90

/** Returns plans whose burn has begun and has no stated result yet. */
export async function listFlown(tx: TenantDb, at: Date): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS} ${FROM} where m.state in ('EXPORTED', 'EXECUTED') and m.ignition_at <= ${at}
      and m.ignition_at > ${new Date(at.getTime() - FLOWN_DAYS * DAY_MS)} order by m.id`.execute(tx)
  return rows
}

/** Returns plans whose burn took place, for events that are still to come. */
export async function listBurnt(tx: TenantDb, at: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${COLUMNS} ${FROM} where m.state in ('EXECUTED', 'VERIFIED', 'PARTIAL') and c.tca > ${at} order by m.id`.execute(
    tx,
  )
  return rows
}

/** Returns verified plans for events that are still to come. */
export async function listVerified(tx: TenantDb, at: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${COLUMNS} ${FROM} where m.state = 'VERIFIED' and c.tca > ${at} order by m.id`.execute(tx)
  return rows
}

type OfPlan = Pick<EventRow, 'conjunction_id' | 'satellite_id'>

/**
 * Returns the creation date of an ephemeris: the one in the newest screening of the plan's satellite that contains the plan's event; null if
 * there is no such screening. Where
 * both objects are own, a screening of the other object does not show the burn.
 */
export async function findOwnEphemerisMade(
  tx: TenantDb,
  { conjunction_id: conjunctionId, satellite_id: satelliteId }: OfPlan,
): Promise<Date | null> {
  const { rows } = await sql<{ made_at: Date | null }>`
    select least(f.made_at, f.uploaded_at) as made_at from ca.estimate e left join ca.ephemeris f on f.id = e.ephemeris_id
    where e.conjunction_id = ${conjunctionId} and e.satellite_id = ${satelliteId} and e.ended is null
    order by e.made_at desc, e.id limit 1`.execute(tx)
  return rows[0]?.made_at ?? null
}

type NewDataRow = {
  source: 'MESSAGE' | 'EPHEMERIS' | null
  arrivedAt: Date | null
  olderMessages: number
}

/**
 * Returns the first data of a satellite from after a time that an execution check can use, by the conditions of `readEvidence`, and the messages
 * made since then that it cannot use.
 */
export async function findNewData(tx: TenantDb, satelliteId: string, after: Date): Promise<NewDataRow> {
  const { rows } = await sql<NewDataRow>`
    with message as (
      select m.received_at, not m.is_simulated and m.source <> 'tracking'
        and coalesce((own.object ->> 'lastObservationAt')::timestamptz > ${after}, false) as is_new
      from ca.satellite s
      join ca.conjunction c on c.satellite_id = s.id or c.other_satellite_id = s.id
      join ca.cdm m on m.conjunction_id = c.id and m.creation_date > ${after} and m.withdrawn_at is null
      join lateral (select case when m.derived -> 'object1' ->> 'designator' = s.norad_id::text then m.derived -> 'object1'
        else m.derived -> 'object2' end as object) own on true
      where s.id = ${satelliteId}
    ), found as (
      (select 'MESSAGE' as source, received_at from message where is_new order by received_at limit 1)
      union all
      (select 'EPHEMERIS', uploaded_at from ca.ephemeris
        where satellite_id = ${satelliteId} and kind = 'OPERATIONAL' and state in ('VALID', 'SUPERSEDED') and not is_simulated
          and ${IS_DETERMINED} and ${MADE} >= ${after} and usable_stop_at > ${after}
        order by uploaded_at limit 1)
    )
    select first.source, first.received_at as "arrivedAt",
      (select count(*)::int from message where is_new is not true) as "olderMessages"
    from (select 1) one left join lateral (select * from found order by received_at limit 1) first on true`.execute(tx)
  return rows[0] ?? { source: null, arrivedAt: null, olderMessages: 0 }
}

/** Updates the awaited data of a plan; this is no step of the plan. */
export async function updateAwaited(tx: TenantDb, id: string, awaited: AwaitedEvidence): Promise<void> {
  await sql`update ca.manoeuvre set awaited = ${JSON.stringify(awaited)}::jsonb where id = ${id}`.execute(tx)
}

/** Updates the results of data on a burn while the plan waits; this is no step of the plan. */
export async function updateChecks(
  tx: TenantDb,
  id: string,
  { checks, checked_mark: mark }: Pick<PlanRow, 'checks'> & Pick<WorkMarks, 'checked_mark'>,
): Promise<void> {
  await sql`update ca.manoeuvre set checks = ${JSON.stringify(checks)}::jsonb where id = ${id}`.execute(tx)
  await sql`update ca.manoeuvre_work set checked_mark = ${mark} where manoeuvre_id = ${id}`.execute(tx)
}

/** Updates the command of a plan: the version does not change, as the burn is the same. */
export async function updateCommand(
  tx: TenantDb,
  id: string,
  { command, commitAt }: { readonly command: CommandOpportunity; readonly commitAt: Date },
): Promise<void> {
  await sql`
    update ca.manoeuvre set command = ${JSON.stringify(command)}::jsonb, commit_at = ${commitAt} where id = ${id}`.execute(
    tx,
  )
}

/** Records that a storm was reported for a plan by drag; it is no step of the plan. */
export async function updateNotifiedStorms(tx: TenantDb, id: string, days: string): Promise<void> {
  await sql`update ca.manoeuvre_work set notified_storms = ${days} where manoeuvre_id = ${id}`.execute(tx)
}

/** Returns the plans of a group by rank, locked in the order of their ids, as everywhere. */
export async function lockGroup(tx: TenantDb, groupId: string): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS} ${FROM} where m.group_id = ${groupId} order by m.id for update of m`.execute(tx)
  return rows.toSorted((a, b) => (a.group_rank ?? 0) - (b.group_rank ?? 0))
}

export type NewStep = Omit<StepRow, 'manoeuvre_id' | 'cause' | 'agreement'> & {
  readonly tenantId: string
  readonly manoeuvreId: string
  readonly bySubject: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Appends a step to the record of a plan that the transaction has locked. */
export async function insertStep(tx: TenantDb, step: NewStep): Promise<void> {
  await sql`
    insert into ca.manoeuvre_step (tenant_id, manoeuvre_id, place, at, by_subject, by_name, action, state, why, detail)
    select ${step.tenantId}, ${step.manoeuvreId}, coalesce(max(place), 0) + 1, ${step.at}::timestamptz, ${step.bySubject},
      ${step.by_name}, ${step.action}, ${step.state}, ${step.why}, ${JSON.stringify(step.detail)}::jsonb
    from ca.manoeuvre_step where manoeuvre_id = ${step.manoeuvreId}`.execute(tx)
}

/** Returns the steps of plans, oldest first. */
export async function listSteps(tx: TenantDb, ids: readonly string[]): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select manoeuvre_id, at, by_name, action, state, why, detail -> 'cause' as cause, detail -> 'agreement' as agreement
    from ca.manoeuvre_step where manoeuvre_id = any(${ids}::uuid[]) order by manoeuvre_id, place`.execute(tx)
  return rows
}

export type OpenEventRow = {
  conjunction_id: string
  cdm_id: string
  object_1: string
  name_1: string
  name_2: string
  grade: string
  radius_m: number | null
  method: string | null
  reason: string
  speed_mps: number
  /** The object that is not the satellite. */
  other: Conjunction['object2']
  /** The last observation of the orbit of the satellite, else the creation date of the message. */
  holds_until: Date
}

/** The columns of an event `c`, its message `m` and a satellite `s` of it. */
export const OPEN_EVENT_COLUMNS = sql`
    c.id as conjunction_id, m.id as cdm_id, m.derived -> 'object1' ->> 'designator' as object_1,
      m.derived -> 'object1' ->> 'name' as name_1, m.derived -> 'object2' ->> 'name' as name_2, m.grade,
      (m.derived -> 'assessment' ->> 'hardBodyRadius')::float8 as radius_m, m.derived -> 'assessment' ->> 'method' as method,
      m.derived -> 'assessment' ->> 'reason' as reason,
      (m.derived -> 'conjunctionData' ->> 'relativeSpeed')::float8 as speed_mps,
      case when c.satellite_id = s.id then c.facts -> 'object2' else c.facts -> 'object1' end as other,
      coalesce((case when m.derived -> 'object1' ->> 'designator' = s.norad_id::text then m.derived -> 'object1'
        else m.derived -> 'object2' end ->> 'lastObservationAt')::timestamptz, m.creation_date) as holds_until`

/** Returns the newest messages of the open events of a satellite, in the order of TCA; without the files. */
export async function listOpenEvents(tx: TenantDb, satelliteId: string, now: Date): Promise<OpenEventRow[]> {
  const { rows } = await sql<OpenEventRow>`
    select ${OPEN_EVENT_COLUMNS}
    from ca.conjunction c join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
      join ca.satellite s on s.id = ${satelliteId}
    where (c.satellite_id = ${satelliteId} or c.other_satellite_id = ${satelliteId}) and c.tca > ${now}
      and c.decision ->> 'state' <> 'CLOSED'
    order by c.tca, c.id`.execute(tx)
  return rows
}

/** A plan whose screening failed, and the number of failed runs in a row. */
type FailedScreening = { readonly id: string; readonly tries: number }

/** Returns the failed screenings; the screening that failed last is at the end. */
export async function listFailedScreenings(tx: TenantDb): Promise<FailedScreening[]> {
  const { rows } = await sql<FailedScreening>`
    select manoeuvre_id as id, screening_tries as tries from ca.manoeuvre_work
    where screening_tries > 0 order by screening_failed_at, manoeuvre_id`.execute(tx)
  return rows
}

/** Counts a run in which the plan's screening failed; returns the number of failed runs. */
export async function countFailedScreening(tx: TenantDb, id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update ca.manoeuvre_work set screening_tries = screening_tries + 1, screening_failed_at = ${at}
    where manoeuvre_id = ${id} returning screening_tries as tries`.execute(tx)
  return rows[0]?.tries ?? 0
}

export async function clearFailedScreenings(tx: TenantDb, ids: readonly string[]): Promise<void> {
  await sql`
    update ca.manoeuvre_work set screening_tries = 0, screening_failed_at = null where manoeuvre_id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

/** Counts a run in which the watch of a plan failed; returns the number of failed runs in a row. */
export async function countFailedTurn(tx: TenantDb, id: string): Promise<number> {
  const { rows } = await sql<{ failed_turns: number }>`
    update ca.manoeuvre_work set failed_turns = failed_turns + 1 where manoeuvre_id = ${id} returning failed_turns`.execute(
    tx,
  )
  return rows[0]?.failed_turns ?? 0
}

export async function clearFailedTurns(tx: TenantDb, id: string): Promise<void> {
  await sql`update ca.manoeuvre_work set failed_turns = 0 where manoeuvre_id = ${id}`.execute(tx)
}
