import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { type FlownBurn, type MessageDates, markBeforeBurn } from './before-burn.ts'
import type { DerivedCdm } from './derive-cdm.ts'
import { knownOfMessage } from './known.ts'
import type { EventMessage } from './message-grade.ts'
import type { Came } from './rhythm.ts'

/** The stored values of a message except for its original. */
export type CdmRow = {
  id: string
  conjunction_id: string
  originator: string
  message_id: string
  creation_date: Date
  received_at: Date
  /** The time at which a track in it was withdrawn; null if none was withdrawn. */
  withdrawn_at: Date | null
  source: Cdm['source']
  is_simulated: boolean
  grade: Cdm['grade']
  name: string
  format: Cdm['format']
  bytes: number
  sha256: string
  satellite_id: string | null
  derived: DerivedCdm & Pick<Cdm, 'warnings'>
}

export const COLUMNS = sql`id, conjunction_id, originator, message_id, creation_date, received_at, withdrawn_at, source,
  is_simulated, grade, name, format, length(original) as bytes, sha256, satellite_id, derived`

export type MessageKey = { readonly originator: string; readonly messageId: string; readonly sha256: string }
export type KnownMessage = {
  id: string
  conjunction_id: string
  originator: string
  message_id: string
  sha256: string
  level: Cdm['conjunctionData']['riskLevel']
}

/** Returns the stored messages among these messages, found by originator and message id, or by their bytes. */
export async function listKnownMessages(tx: TenantDb, keys: readonly MessageKey[]): Promise<KnownMessage[]> {
  const columns = sql`id, conjunction_id, originator, message_id, sha256,
    derived -> 'conjunctionData' ->> 'riskLevel' as level`
  // Two statements use an index each; one statement with "or" would read every message.
  const { rows } = await sql<KnownMessage>`
    select ${columns} from ca.cdm
    where (originator, message_id) in (
      select * from unnest(${keys.map(({ originator }) => originator)}::text[],
        ${keys.map(({ messageId }) => messageId)}::text[]))
    union
    select ${columns} from ca.cdm where sha256 = any(${keys.map(({ sha256 }) => sha256)}::text[])`.execute(tx)
  return rows
}

export type NewCdm = Omit<CdmRow, 'bytes' | 'conjunction_id' | 'withdrawn_at'> & {
  readonly track: { readonly objectId: string; readonly at: Date } | undefined
  readonly conjunctionId: string
  readonly otherSatelliteId: string | null
  readonly receivedBy: string
  readonly original: Buffer
}

/** Stores messages with a single statement. */
export async function insertCdms(tx: TenantDb, tenantId: string, messages: readonly NewCdm[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(
    (
      cdm,
    ) => sql`(${tenantId}, ${cdm.id}, ${cdm.conjunctionId}, ${cdm.originator}, ${cdm.message_id}, ${cdm.creation_date},
      ${new Date(cdm.derived.conjunctionData.tca)}, ${cdm.received_at}, ${cdm.receivedBy}, ${cdm.source},
      ${cdm.is_simulated}, ${cdm.grade}, ${cdm.name}, ${cdm.format}, ${cdm.sha256}, ${cdm.original}, ${cdm.satellite_id},
      ${cdm.otherSatelliteId}, ${JSON.stringify(cdm.derived)}::jsonb,
      ${cdm.track?.objectId ?? null}::text, ${cdm.track?.at ?? null}::timestamptz)`,
  )
  await sql`
    insert into ca.cdm (tenant_id, id, conjunction_id, originator, message_id, creation_date, tca, received_at,
      received_by, source, is_simulated, grade, name, format, sha256, original, satellite_id, other_satellite_id, derived,
      track_object, track_at)
    values ${sql.join(rows)}`.execute(tx)
}

/** Stores a new assessment of a message, after radii, thresholds or satellites have changed. */
export async function updateDerived(
  tx: TenantDb,
  cdm: Pick<CdmRow, 'id' | 'satellite_id' | 'derived'> & { readonly otherSatelliteId: string | null },
): Promise<void> {
  await sql`
    update ca.cdm set satellite_id = ${cdm.satellite_id}, other_satellite_id = ${cdm.otherSatelliteId},
      tca = ${new Date(cdm.derived.conjunctionData.tca)}, derived = ${JSON.stringify(cdm.derived)}::jsonb
    where id = ${cdm.id}`.execute(tx)
}

/** Marks messages whose track was withdrawn. Their content does not change. */
export async function markWithdrawn(tx: TenantDb, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update ca.cdm set withdrawn_at = ${at} where id = any(${ids}::uuid[]) and withdrawn_at is null`.execute(tx)
}

/** Returns the burns of satellites of the organisation that have begun according to the present plans, including burns that were verified since. */
export async function listFlownBurns(tx: TenantDb, designators: readonly string[]): Promise<FlownBurn[]> {
  const { rows } = await sql<FlownBurn>`
    select s.norad_id::text as designator, extract(epoch from p.ignition_at)::float8 * 1000 as "ignitionMs",
      (extract(epoch from p.ignition_at)::float8 + (p.burn ->> 'manoeuvreDuration')::float8) * 1000 as "endMs"
    from ca.manoeuvre p join ca.satellite s on s.id = p.satellite_id
    where p.state in ('EXPORTED', 'EXECUTED', 'VERIFIED', 'PARTIAL') and s.norad_id::text = any(${designators}::text[])`.execute(
    tx,
  )
  return rows
}

export type StoredMessage = EventMessage & MessageDates & { readonly conjunctionId: string }
type EventMessageRow = Omit<StoredMessage, 'createdAt' | 'receivedAt' | 'beforeBurnAt' | 'track' | 'known'> & {
  track_object: string | null
  track_at: Date | null
  comparison: DerivedCdm['comparison']
  assessment: Pick<DerivedCdm['assessment'], 'isDiluted' | 'reason' | 'hardBodyRadiusFrom'>
  creation_date: Date
  received_at: Date
}

/** Returns the values that events keep of each of their messages. */
export async function listEventMessages(tx: TenantDb, conjunctionIds: readonly string[]): Promise<StoredMessage[]> {
  const { rows } = await sql<EventMessageRow>`
    select id, conjunction_id as "conjunctionId", message_id as "messageId", originator, creation_date, received_at,
      jsonb_build_array(
        jsonb_build_object('designator', derived -> 'object1' -> 'designator',
          'lastObservationAt', derived -> 'object1' -> 'lastObservationAt'),
        jsonb_build_object('designator', derived -> 'object2' -> 'designator',
          'lastObservationAt', derived -> 'object2' -> 'lastObservationAt')) as orbits,
      is_simulated as "isSimulated", grade, derived -> 'conjunctionData' ->> 'riskLevel' as level,
      withdrawn_at is not null as "isWithdrawn",
      (derived -> 'conjunctionData' ->> 'probabilityOfCollision')::float8 as probability,
      (derived -> 'conjunctionData' ->> 'totalMissDistance')::float8 as "missM", track_object, track_at,
      derived -> 'comparison' as comparison,
      jsonb_build_object('isDiluted', derived -> 'assessment' -> 'isDiluted', 'reason', derived -> 'assessment' -> 'reason',
        'hardBodyRadiusFrom', derived -> 'assessment' -> 'hardBodyRadiusFrom') as assessment
    from ca.cdm where conjunction_id = any(${conjunctionIds}::uuid[])`.execute(tx)
  const messages = rows.map(({ creation_date, received_at, track_object: objectId, track_at: at, ...read }) => {
    const { comparison, assessment, ...rest } = read
    return {
      ...rest,
      known: knownOfMessage({ comparison, assessment }),
      ...(objectId === null || at === null ? {} : { track: { objectId, at: at.getTime() } }),
      createdAt: creation_date.getTime(),
      receivedAt: received_at.getTime(),
    }
  })
  const designators = new Set(messages.flatMap(({ orbits }) => orbits.map(({ designator }) => designator)))
  const burns = messages.length === 0 ? [] : await listFlownBurns(tx, [...designators])
  const events = Map.groupBy(messages, ({ conjunctionId }) => conjunctionId)
  return [...events.values()].flatMap((ofEvent) => markBeforeBurn(ofEvent, burns))
}

export type CameRow = { readonly conjunction_id: string } & Came

/** Returns the creation times of the messages of these events, oldest first; messages whose track was withdrawn are left out. */
export async function listCame(tx: TenantDb, ids: readonly string[]): Promise<CameRow[]> {
  const { rows } = await sql<CameRow>`
    select conjunction_id, array_agg(extract(epoch from creation_date)::float8 * 1000 order by creation_date) as "createdMs"
    from ca.cdm where conjunction_id = any(${[...ids]}::uuid[]) and withdrawn_at is null
    group by conjunction_id`.execute(tx)
  return rows
}

export async function findCdm(tx: TenantDb, id: string): Promise<CdmRow | undefined> {
  return (await listCdmsById(tx, [id]))[0]
}

/** Returns the messages of these ids, in any order. */
export async function listCdmsById(tx: TenantDb, ids: readonly string[]): Promise<CdmRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CdmRow>`select ${COLUMNS} from ca.cdm where id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

/** Returns all messages of an event, oldest first. */
export async function listCdmsOf(tx: TenantDb, conjunctionId: string): Promise<CdmRow[]> {
  const { rows } = await sql<CdmRow>`
    select ${COLUMNS} from ca.cdm where conjunction_id = ${conjunctionId} order by creation_date, id`.execute(tx)
  return rows
}

export type CdmFile = Pick<CdmRow, 'id' | 'message_id' | 'format' | 'sha256'> & { original: Buffer }

/** Returns the original of a message. */
export async function findCdmFile(tx: TenantDb, id: string): Promise<CdmFile | undefined> {
  const { rows } = await sql<CdmFile>`
    select id, message_id, format, sha256, original from ca.cdm where id = ${id}`.execute(tx)
  return rows[0]
}

export type Original = Pick<CdmRow, 'id' | 'derived'> & { original: Buffer }

/** Returns the originals of an event, for a new assessment. */
export async function listOriginals(tx: TenantDb, conjunctionId: string): Promise<Original[]> {
  const { rows } = await sql<Original>`
    select id, derived, original from ca.cdm where conjunction_id = ${conjunctionId} order by creation_date, id`.execute(
    tx,
  )
  return rows
}

/** Returns the number of messages of an event, and the sum of their bytes. */
export async function measureOriginals(
  tx: TenantDb,
  conjunctionId: string,
): Promise<{ readonly messages: number; readonly bytes: number }> {
  const { rows } = await sql<{ messages: number; bytes: number }>`
    select count(*)::int as messages, coalesce(sum(length(original)), 0)::float8 as bytes
    from ca.cdm where conjunction_id = ${conjunctionId}`.execute(tx)
  return rows[0] ?? { messages: 0, bytes: 0 }
}

/** The most bytes of messages that one answer reads: more than any provider writes for an event. */
const MOST_ORIGINAL_BYTES = 16 * 1024 ** 2

/**
 * Returns the newest originals of an event, oldest first, without messages whose track was withdrawn, up to a number and a sum of bytes; the
 * newest is always included.
 */
export async function listLastOriginals(
  tx: TenantDb,
  { conjunctionId, most, isOfProviders = false }: LastOriginals,
): Promise<MarkedOriginal[]> {
  const { rows } = await sql<MarkedOriginal>`
    select m.id, m.derived, m.original, m.is_simulated from ca.cdm m
    join (
      select id, row_number() over newest as place, sum(length(original)) over newest as bytes
      from ca.cdm where conjunction_id = ${conjunctionId} and withdrawn_at is null ${isOfProviders ? sql`and source <> 'tracking'` : sql``}
      window newest as (order by creation_date desc, id desc)
    ) counted on counted.id = m.id
    where counted.place = 1 or counted.place <= ${most} and counted.bytes <= ${MOST_ORIGINAL_BYTES}
    order by m.creation_date, m.id`.execute(tx)
  return rows
}

type MarkedOriginal = Original & Pick<CdmRow, 'is_simulated'>

type LastOriginals = {
  readonly conjunctionId: string
  readonly most: number
  /** True to leave out messages that tracks of the organisation made. */
  readonly isOfProviders?: boolean
}

export type OriginalFile = Pick<
  CdmRow,
  'id' | 'message_id' | 'originator' | 'creation_date' | 'received_at' | 'format' | 'sha256' | 'derived'
> & { original: Buffer }

/** Returns every message of an event as received, with its derived values, by creation. */
export async function listOriginalFiles(tx: TenantDb, conjunctionId: string): Promise<OriginalFile[]> {
  const { rows } = await sql<OriginalFile>`
    select id, message_id, originator, creation_date, received_at, format, sha256, derived, original
    from ca.cdm where conjunction_id = ${conjunctionId} order by creation_date, id`.execute(tx)
  return rows
}

/** Returns the files of messages, by their ids. */
export async function listMessageFiles(tx: TenantDb, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ id: string; original: Buffer }>`
    select id, original from ca.cdm where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, original }) => [id, original]))
}
