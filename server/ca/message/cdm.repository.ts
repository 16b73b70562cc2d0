import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { orderBy } from '../../platform/database/order.repository.ts'
import { countRows } from '../../platform/database/page.repository.ts'
import { type CdmRow, COLUMNS } from './record/message.repository.ts'

export type CdmFilter = {
  readonly satelliteId?: string | undefined
  readonly conjunctionId?: string | undefined
  readonly cdmId?: string | undefined
  readonly messageId?: string | undefined
  readonly originator?: string | undefined
  readonly createdAfter?: string | undefined
  readonly tcaAfter?: string | undefined
  readonly tcaBefore?: string | undefined
  readonly sort?: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = {
  creationDate: sql`creation_date`,
  receivedAt: sql`received_at`,
  tca: sql`tca`,
  originator: sql`originator`,
  messageId: sql`message_id`,
}

/** Returns a page of messages, newest by creation first, and the number of all that match. */
export async function listCdms(
  tx: TenantDb,
  { satelliteId, conjunctionId, cdmId, sort = '-creationDate', offset, limit, ...filter }: CdmFilter,
): Promise<{ rows: CdmRow[]; total: number }> {
  const conditions = [
    // As in the list of events, messages that belong only to removed satellites are left out until these are restored.
    sql`(coalesce(satellite_id, other_satellite_id) is null or exists (
      select from ca.satellite s where s.id in (satellite_id, other_satellite_id) and s.deleted_at is null))`,
    ...(satelliteId === undefined ? [] : [sql`(satellite_id = ${satelliteId} or other_satellite_id = ${satelliteId})`]),
    ...(conjunctionId === undefined ? [] : [sql`conjunction_id = ${conjunctionId}`]),
    ...(cdmId === undefined ? [] : [sql`id = ${cdmId}`]),
    ...(filter.messageId === undefined ? [] : [sql`message_id = ${filter.messageId}`]),
    ...(filter.originator === undefined ? [] : [sql`originator = ${filter.originator}`]),
    ...(filter.createdAfter === undefined ? [] : [sql`creation_date > ${new Date(filter.createdAfter)}`]),
    ...(filter.tcaAfter === undefined ? [] : [sql`tca > ${new Date(filter.tcaAfter)}`]),
    ...(filter.tcaBefore === undefined ? [] : [sql`tca < ${new Date(filter.tcaBefore)}`]),
  ]
  const matching = sql`from ca.cdm where ${sql.join(conditions, sql` and `)}`
  const total = await countRows(tx, matching)
  const { rows } = await sql<CdmRow>`
    select ${COLUMNS} ${matching} ${orderBy(sort, SORTED)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total }
}

export type Usage = {
  readonly messages: number
  /** The bytes of the originals. */
  readonly bytes: number
  readonly events: number
  /** The bytes of the facts of events, which the list keeps in memory. */
  readonly eventBytes: number
}

/** Returns the number and size of messages and events of the organisation. */
export async function measureMessages(tx: TenantDb): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select count(*)::int as messages, coalesce(sum(length(original)), 0)::float8 as bytes,
      events.events, events."eventBytes"
    from ca.cdm, (
      select count(*)::int as events,
        coalesce(sum(octet_length(facts::text) + octet_length(decision::text)), 0)::float8 as "eventBytes"
      from ca.conjunction) as events
    group by events.events, events."eventBytes"`.execute(tx)
  return rows[0] ?? { messages: 0, bytes: 0, events: 0, eventBytes: 0 }
}

export type HistoryRow = {
  createdAtMs: number
  /** The probability to decide on; null if there was none. */
  probability: number | null
  missM: number
  /** Along R, T and N of the first object. */
  missRtnM: { r: number; t: number; n: number }
  originator: string
  isSimulated: boolean
}

/** Returns the values of the last messages about an event, newest first; messages whose track was withdrawn are left out. */
export async function listLastMessages(
  tx: TenantDb,
  { conjunctionId, most }: { readonly conjunctionId: string; readonly most: number },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select extract(epoch from creation_date)::float8 * 1000 as "createdAtMs", is_simulated as "isSimulated",
      (derived -> 'conjunctionData' ->> 'probabilityOfCollision')::float8 as probability,
      (derived -> 'conjunctionData' ->> 'totalMissDistance')::float8 as "missM",
      derived -> 'conjunctionData' -> 'relativePosition' as "missRtnM", originator
    from ca.cdm where conjunction_id = ${conjunctionId} and withdrawn_at is null
    order by creation_date desc, id desc limit ${most}`.execute(tx)
  return rows
}

export type AssessedCdmFile = Pick<CdmRow, 'message_id' | 'derived' | 'is_simulated' | 'withdrawn_at'> & {
  original: Buffer
}

/** Returns the original of a message, and its derived values. */
export async function findAssessedCdm(tx: TenantDb, id: string): Promise<AssessedCdmFile | undefined> {
  const { rows } = await sql<AssessedCdmFile>`
    select message_id, derived, is_simulated, withdrawn_at, original from ca.cdm where id = ${id}`.execute(tx)
  return rows[0]
}
