import { CARA_TOLERANCE_S } from '@apsis/astro/conjunction/group-updates.ts'
import type { AssessedEncounter } from '@apsis/astro/screening/encounter-probability.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { FIGURES } from './encounter.repository.ts'
import type { EncounterFigures } from './encounter.ts'
import type { EstimateLine, NeighbourBasis, OwnEstimate, OwnFacts } from './own-estimate.ts'

type EstimateRow = {
  id: string
  conjunction_id: string
  satellite_id: string
  screening_id: string
  ephemeris_id: string | null
  line: EstimateLine
  object_id: string
  made_at: Date
  tca: Date
  facts: OwnFacts
  ended: OwnEstimate['ended']
  ended_at: Date | null
  before_burn_at: Date | null
}

/**
 * Selects the ignition of the newest executed burn that an estimate does not include. An estimate does not include a burn if its own file
 * lacks the burn, or if its element set is from before the end of the burn (flight rule F15). For an estimate that uses the state in a
 * message, the creation date of the message decides. Null if the estimate includes all burns.
 */
const beforeBurn = (of: {
  readonly satelliteId: RawBuilder<unknown>
  readonly ephemerisId: RawBuilder<unknown>
  readonly madeAt: RawBuilder<unknown>
  readonly setEpoch: RawBuilder<unknown>
}) => sql`(
  select max(p.ignition_at) from ca.manoeuvre p
  where p.satellite_id = ${of.satelliteId} and p.state in ('EXECUTED', 'VERIFIED', 'PARTIAL')
    and case when ${of.ephemerisId}::uuid is null
      then least(${of.setEpoch}::timestamptz, ${of.madeAt}::timestamptz) < p.ignition_at + make_interval(secs => (p.burn ->> 'manoeuvreDuration')::float8)
      else exists (select from ca.ephemeris f where f.id = ${of.ephemerisId} and p.id = any(f.lacks_burns)) end)`
const ESTIMATE = {
  satelliteId: sql`e.satellite_id`,
  ephemerisId: sql`e.ephemeris_id`,
  madeAt: sql`e.made_at`,
  setEpoch: sql`(select min(o.set_epoch) from ca.screening_object o
    where o.screening_id = e.screening_id and o.satellite_id = e.satellite_id)`,
}
/** The columns of a primary of a screening. */
const PRIMARY = {
  satelliteId: sql`o.satellite_id`,
  ephemerisId: sql`o.ephemeris_id`,
  madeAt: sql`s.created_at`,
  setEpoch: sql`o.set_epoch`,
}

const COLUMNS = sql`e.id, e.conjunction_id, e.satellite_id, e.screening_id, e.ephemeris_id, e.line, e.object_id, e.made_at, e.tca,
  e.facts, e.ended, e.ended_at, ${beforeBurn(ESTIMATE)} as before_burn_at`

/** Returns all estimates of these events, oldest first. */
export async function listEstimates(tx: TenantDb, conjunctionIds: readonly string[]): Promise<OwnEstimate[]> {
  if (conjunctionIds.length === 0) return []
  const { rows } = await sql<EstimateRow>`
    select ${COLUMNS} from ca.estimate e where e.conjunction_id = any(${conjunctionIds}::uuid[])
    order by e.made_at, e.id`.execute(tx)
  return rows.map(present)
}

/** Returns the valid estimates of a kind for these satellites, with a TCA between two times. */
export async function listValid(
  tx: TenantDb,
  { satelliteIds, line, from, to }: { satelliteIds: readonly string[]; line: EstimateLine; from: Date; to: Date },
): Promise<OwnEstimate[]> {
  const { rows } = await sql<EstimateRow>`
    select ${COLUMNS} from ca.estimate e
    where e.satellite_id = any(${satelliteIds}::uuid[]) and e.line = ${line} and e.ended is null
      and e.tca between ${from} and ${to} order by e.made_at, e.id`.execute(tx)
  return rows.map(present)
}

/** Returns objects with valid estimates against the catalogue for these satellites, with a TCA after a time. */
export async function listValidObjects(
  tx: TenantDb,
  { satelliteIds, from }: { satelliteIds: readonly string[]; from: Date },
): Promise<string[]> {
  const { rows } = await sql<{ object_id: string }>`
    select distinct object_id from ca.estimate
    where satellite_id = any(${satelliteIds}::uuid[]) and line = 'CAT' and ended is null and tca >= ${from}
    order by object_id`.execute(tx)
  return rows.map(({ object_id }) => object_id)
}

/** Writes estimates, each once for a screening and an event. */
export async function insertEstimates(
  tx: TenantDb,
  tenantId: string,
  estimates: readonly OwnEstimate[],
): Promise<void> {
  if (estimates.length === 0) return
  const time = (ms: number | null) => (ms === null ? null : new Date(ms))
  const rows = estimates.map((one) => ({
    id: one.id,
    conjunction_id: one.conjunctionId,
    satellite_id: one.satelliteId,
    screening_id: one.screeningId,
    ephemeris_id: one.ephemerisId,
    line: one.line,
    object_id: one.objectId,
    facts: one.facts,
    ended: one.ended,
    made_at: time(one.madeAt),
    tca: time(one.tca),
    ended_at: time(one.endedAt),
  }))
  await sql`
    insert into ca.estimate (tenant_id, id, conjunction_id, satellite_id, screening_id, ephemeris_id, line, object_id,
      made_at, tca, facts, ended, ended_at)
    select ${tenantId}, id, conjunction_id, satellite_id, screening_id, ephemeris_id, line, object_id,
      made_at, tca, facts, ended, ended_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, conjunction_id uuid, satellite_id uuid,
      screening_id uuid, ephemeris_id uuid, line text, object_id text, made_at timestamptz, tca timestamptz, facts jsonb,
      ended text, ended_at timestamptz)
    on conflict (tenant_id, conjunction_id, screening_id, satellite_id) do nothing`.execute(tx)
}

export type Ending = {
  readonly ids: readonly string[]
  readonly ended: 'SUPERSEDED' | 'WITHDRAWN'
  readonly at: Date
  /** The screening whose result ended the estimates. */
  readonly by: string
}

export async function endEstimates(tx: TenantDb, { ids, ended, at, by }: Ending): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update ca.estimate set ended = ${ended}, ended_at = ${at}, ended_by = ${by}
    where id = any(${ids}::uuid[]) and ended is null`.execute(tx)
}

/**
 * Moves the estimates of an event from a removed satellite to the satellite that was added again with its number: as estimates of another
 * satellite, no newer screening could replace or withdraw them.
 */
export async function moveEstimates(tx: TenantDb, conjunctionId: string): Promise<void> {
  await sql`
    update ca.estimate e set satellite_id = again.id
    from ca.satellite removed join ca.satellite again on again.norad_id = removed.norad_id and again.deleted_at is null
    where e.conjunction_id = ${conjunctionId} and removed.id = e.satellite_id and removed.deleted_at is not null`.execute(
    tx,
  )
}

export type ScreeningFacts = {
  type: string
  from_at: Date
  to_at: Date
  threshold: unknown
  created_at: Date
  is_simulated: boolean
}

/** Returns a finished screening; undefined while it is not finished. */
export async function findDone(tx: TenantDb, screeningId: string): Promise<ScreeningFacts | undefined> {
  const { rows } = await sql<ScreeningFacts>`
    select s.type, s.from_at, s.to_at, s.threshold, s.created_at, (c.is_simulated or c.is_own_simulated) as is_simulated
    from ca.screening c join screening.screening s on s.id = c.screening_id
    where s.id = ${screeningId} and s.state = 'done'`.execute(tx)
  return rows[0]
}

/** A screening of an own satellite against the published ephemeris of the other object of an event. */
export type PublishedScreening = Pick<ScreeningFacts, 'threshold' | 'created_at' | 'is_simulated'> & {
  screening_id: string
  /** The designator of the satellite. */
  own_id: string
  ephemeris_id: string | null
  file_name: string | null
  neighbour: NeighbourBasis
  tca: Date
  /** Both orbits in their stored form; null if they are not kept. */
  own_orbit: Buffer | null
  other_orbit: Buffer | null
}

/**
 * Returns, for each own satellite of an event, the newest screening against the published ephemeris of the other object, if it covers the
 * TCA and no such screening has found the approach. A screening is left out if it lost an object before the TCA, or if its own orbit lacks
 * a burn before the TCA.
 */
export async function listUnfound(tx: TenantDb, conjunctionId: string): Promise<PublishedScreening[]> {
  const seconds = (time: RawBuilder<unknown>) => sql`extract(epoch from (${time})::timestamptz)::float8`
  const [tcaS, fromS] = [seconds(sql`newest.tca`), seconds(sql`newest.from_at`)]
  const { rows } = await sql<PublishedScreening>`
    with newest as (
      select distinct on (o.satellite_id) s.id as screening_id, o.satellite_id, o.object_id as own_id, event.tca,
        other.object_id as other_id, o.ephemeris_id, f.name as file_name, other.neighbour, s.from_at, s.to_at,
        (c.is_simulated or c.is_own_simulated) as is_simulated, s.threshold, s.created_at, ${beforeBurn(PRIMARY)} as burn_at,
        coalesce((event.facts ->> 'toleranceS')::float8, ${CARA_TOLERANCE_S}) as tolerance_s
      from ca.conjunction event
        join screening.screening s on s.state = 'done' and split_part(s.type, '_VS_', 2) = 'EPH'
          and s.from_at < event.tca and s.to_at > event.tca
        join ca.screening c on c.screening_id = s.id
        join ca.screening_object o on o.screening_id = s.id and o.thresholds is not null
          and o.object_id in (event.object_low, event.object_high)
          and o.satellite_id in (event.satellite_id, event.other_satellite_id)
        join ca.screening_object other on other.screening_id = s.id and other.neighbour is not null
          and other.object_id in (event.object_low, event.object_high) and other.object_id <> o.object_id
        left join ca.ephemeris f on f.id = o.ephemeris_id
      where event.id = ${conjunctionId} and (o.ephemeris_id is null or f.kind = 'OPERATIONAL')
      order by o.satellite_id, s.created_at desc, s.id)
    select newest.*,
      (select bytes from ca.ephemeris_orbit orbit where orbit.ephemeris_id = newest.ephemeris_id) as own_orbit,
      (select packed from neighbours.file known
        where known.norad_id::text = newest.other_id and known.name = newest.neighbour ->> 'file'
        order by known.received_at desc limit 1) as other_orbit
    from newest
    where ${tcaS} - tolerance_s >= ${fromS} and ${tcaS} + tolerance_s <= ${seconds(sql`newest.to_at`)}
      and (burn_at is null or burn_at >= tca) and (neighbour ->> 'until')::timestamptz >= tca
      and not exists (select from ca.estimate e where e.conjunction_id = ${conjunctionId} and e.line = 'EPH'
        and e.satellite_id = newest.satellite_id)
      and not exists (select from screening.not_screened lost where lost.screening_id = newest.screening_id
        and lost.object_id in (own_id, other_id)
        and (lost.until_s is null or ${fromS} + lost.until_s <= ${tcaS} + tolerance_s))
      and not exists (select from screening.encounter found where found.screening_id = newest.screening_id
        and found.primary_id = own_id and found.secondary_id = other_id
        and abs(${fromS} + found.seconds - ${tcaS}) <= 2 * tolerance_s)`.execute(tx)
  return rows
}

export type PrimaryRow = {
  object_id: string
  name: string
  satellite_id: string
  ephemeris_id: string | null
  file_name: string | null
  is_simulated: boolean
  thresholds: Thresholds
  /** The ignition of the newest burn that its orbit does not contain. */
  before_burn_at: Date | null
}

/** Returns the satellites of a screening whose estimates count for the organisation: their orbit is an operational file or an element set. */
export async function listPrimaries(tx: TenantDb, screeningId: string): Promise<PrimaryRow[]> {
  const { rows } = await sql<PrimaryRow>`
    select o.object_id, o.name, o.satellite_id, o.ephemeris_id, e.name as file_name,
      coalesce(e.is_simulated, satellite.is_simulated) as is_simulated, o.thresholds,
      ${beforeBurn(PRIMARY)} as before_burn_at
    from ca.screening_object o join screening.screening s on s.id = o.screening_id join ca.satellite satellite on satellite.id = o.satellite_id
      left join ca.ephemeris e on e.id = o.ephemeris_id
    where o.screening_id = ${screeningId} and o.thresholds is not null and satellite.deleted_at is null
      and (o.ephemeris_id is null or (e.kind = 'OPERATIONAL' and e.active and e.state = 'VALID'))`.execute(tx)
  return rows
}

/** A closest approach that a screening found, with the other object. */
export type FoundRow = EncounterFigures & {
  readonly seconds: number
  readonly primaryId: string
  readonly secondaryId: string
  readonly secondaryName: string | null
  readonly neighbour: NeighbourBasis | null
  /** The message that gives the state of the other object. */
  readonly cdmId: string | null
  readonly assessed: AssessedEncounter | null
  readonly primaryPeriodS: number
}

/** Returns the closest approaches of these primaries that a screening found. */
export async function listFound(tx: TenantDb, screeningId: string, primaries: readonly string[]): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select seconds, primary_id as "primaryId", secondary_id as "secondaryId", o.name as "secondaryName",
      o.neighbour, c.cdm_ids ->> e.secondary_place::text as "cdmId", ${FIGURES}, assessed, e.primary_period_s as "primaryPeriodS"
    from screening.encounter e join ca.screening c on c.screening_id = e.screening_id
      left join ca.screening_object o on o.screening_id = e.screening_id and o.object_id = e.secondary_id
    where e.screening_id = ${screeningId} and e.primary_id = any(${primaries}::text[]) and e.kind = 'minimum'
    order by e.seconds, e.primary_id, e.secondary_id`.execute(tx)
  return rows
}

/** Returns objects that a screening lost, with the time until which it could follow them, s after its start; null if it could not at all. */
export async function listLost(
  tx: TenantDb,
  screeningId: string,
): Promise<{ object_id: string; until_s: number | null }[]> {
  const { rows } = await sql<{ object_id: string; until_s: number | null }>`
    select object_id, until_s from screening.not_screened where screening_id = ${screeningId}`.execute(tx)
  return rows
}

/** Returns the objects that a screening names. A screening that uses states from messages or of other satellites compares with these objects only. */
export async function listNamed(tx: TenantDb, screeningId: string): Promise<Set<string>> {
  const { rows } = await sql<{ object_id: string }>`
    select object_id from ca.screening_object where screening_id = ${screeningId}`.execute(tx)
  return new Set(rows.map(({ object_id }) => object_id))
}

function present(row: EstimateRow): OwnEstimate {
  return {
    id: row.id,
    conjunctionId: row.conjunction_id,
    satelliteId: row.satellite_id,
    screeningId: row.screening_id,
    ephemerisId: row.ephemeris_id,
    line: row.line,
    objectId: row.object_id,
    madeAt: row.made_at.getTime(),
    tca: row.tca.getTime(),
    facts: row.facts,
    ended: row.ended,
    endedAt: row.ended_at?.getTime() ?? null,
    beforeBurnAt: row.before_burn_at?.getTime() ?? null,
  }
}
