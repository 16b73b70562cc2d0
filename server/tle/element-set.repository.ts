import { sql } from 'kysely'
import { floats, texts } from '../platform/database/bulk.ts'
import type { SharedDb, TenantDb } from '../platform/database/database.ts'
import { columnsOf, type ElementSetRow, type GivenSet, NUMBER_COLUMNS } from './element-set-columns.ts'

/** A stored set, with its source. */
export type KnownSetRow = ElementSetRow & { source: string; received_at: Date; is_simulated: boolean }

const SET = sql.join([
  ...NUMBER_COLUMNS.map((column) => sql.ref(column)),
  sql`classification, tle_line1, tle_line2, source, received_at`,
])

/**
 * Selects the sets `e` of the catalogue that are the history of their object. Supplemental sets are excluded: they follow an operator's
 * plans, begin at future epochs, and would look like burns among the other sets. If an object has only supplemental sets, these are its
 * history.
 */
const IS_HISTORY = sql`(not e.is_supplemental or not exists (
  select from tle.element_set other
  where other.catalogue = e.catalogue and other.norad_id = e.norad_id and not other.is_supplemental))`

/** Returns the newest set of each object, from the organisation or the current catalogue. */
export async function listNewestSets(tx: TenantDb, noradIds: readonly number[]): Promise<KnownSetRow[]> {
  const wanted = sql`any(${[...new Set(noradIds)]}::int[])`
  const { rows } = await sql<KnownSetRow>`
    select distinct on (norad_id) * from (
      select name, international_designator, ${SET}, source = 'simulator' as is_simulated, true as is_own
      from tle.own_set where norad_id = ${wanted}
      union all
      select o.name, international_designator, ${SET}, catalogue = 'simulated', false
      from tle.catalogue c join tle.object o on o.catalogue = c.name
        join tle.element_set using (catalogue, norad_id, epoch_s, epoch_fs, is_supplemental)
      where c.is_active and norad_id = ${wanted}
    ) known order by norad_id, epoch_s desc, epoch_fs desc, is_own desc`.execute(tx)
  return rows
}

export type CountryRow = { country: string; source: string; received_at: Date; is_simulated: boolean }

/** Returns the owner of an object according to the current catalogue; undefined if the catalogue names none. */
export async function findCountry(tx: TenantDb, noradId: number): Promise<CountryRow | undefined> {
  const { rows } = await sql<CountryRow>`
    select o.country, source, received_at, catalogue = 'simulated' as is_simulated
    from tle.catalogue c join tle.object o on o.catalogue = c.name
      join tle.element_set using (catalogue, norad_id, epoch_s, epoch_fs, is_supplemental)
    where c.is_active and norad_id = ${noradId} and o.country is not null`.execute(tx)
  return rows[0]
}

export type ElementSetQuestion = { readonly noradId: number; readonly epochS: number | undefined }

/** For each index of the query, returns the set with the nearest epoch, or the newest set; an index without a set is omitted. */
export async function listNearestSets(
  tx: TenantDb,
  asked: readonly ElementSetQuestion[],
): Promise<(KnownSetRow & { place: number })[]> {
  const { rows } = await sql<KnownSetRow & { place: number }>`
    select asked.place::int, known.*
    from unnest(
      ${floats(asked, ({ noradId }) => noradId)}::float8[],
      ${floats(asked, ({ epochS }) => epochS)}::float8[]) with ordinality as asked (norad, epoch, place)
    cross join lateral (
      select * from (
        select name, international_designator, ${SET}, source = 'simulator' as is_simulated, true as is_own
        from tle.own_set where norad_id = asked.norad::int
        union all
        select o.name, international_designator, s.*, o.catalogue = 'simulated', false
        from tle.catalogue c join tle.object o on o.catalogue = c.name
          join lateral (
            select ${SET} from tle.element_set e where e.catalogue = o.catalogue and e.norad_id = o.norad_id
              and case when asked.epoch is null then (e.epoch_s, e.epoch_fs, e.is_supplemental) = (o.epoch_s, o.epoch_fs, o.is_supplemental)
                else not e.is_supplemental or e.epoch_s <= asked.epoch end
          ) s on true
        where c.is_active and o.norad_id = asked.norad::int
      ) every
      order by case when asked.epoch is null then -epoch_s else abs(epoch_s - asked.epoch) end, epoch_fs desc, is_own desc
      limit 1
    ) known`.execute(tx)
  return rows.map((row) => ({ ...row, place: row.place - 1 }))
}

type Span = { readonly noradId: number; readonly fromS: number; readonly toS: number; readonly most?: number }

/** Returns the sets of an object with epochs between two times (TAI seconds), oldest first; if there are more than `most`, the newest. */
export async function listHistory(tx: TenantDb, { noradId, fromS, toS, most }: Span): Promise<KnownSetRow[]> {
  const { rows } = await sql<KnownSetRow>`
    select * from (
      select name, international_designator, ${SET}, source = 'simulator' as is_simulated
      from tle.own_set where norad_id = ${noradId} and epoch_s between ${fromS} and ${toS}
      union all
      select o.name, international_designator, s.*, o.catalogue = 'simulated'
      from tle.catalogue c join tle.object o on o.catalogue = c.name
        join lateral (
          select ${SET} from tle.element_set e
          where e.catalogue = o.catalogue and e.norad_id = o.norad_id and epoch_s between ${fromS} and ${toS} and ${IS_HISTORY}
        ) s on true
      where c.is_active and o.norad_id = ${noradId}
    ) known order by epoch_s desc, epoch_fs desc ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(tx)
  return rows.reverse()
}

/**
 * Returns when the last set of each object was received; only sets with an epoch after one time (TAI seconds) and received after another are
 * considered.
 */
export async function listLastArrivals(
  tx: TenantDb,
  noradIds: readonly number[],
  { fromS, since }: { readonly fromS: number; readonly since: Date | undefined },
): Promise<{ norad_id: number; received_at: Date }[]> {
  const wanted = sql`norad_id = any(${[...noradIds]}::int[]) and epoch_s >= ${fromS}
    ${since === undefined ? sql`` : sql`and received_at >= ${since}`}`
  const { rows } = await sql<{ norad_id: number; received_at: Date }>`
    select norad_id, max(received_at) as received_at from (
      select norad_id, received_at from tle.own_set where ${wanted}
      union all
      select norad_id, received_at from tle.catalogue c join tle.element_set e on e.catalogue = c.name
      where c.is_active and ${wanted} and ${IS_HISTORY}
    ) known group by norad_id order by norad_id`.execute(tx)
  return rows
}

/** Returns the number of an object's sets with epochs between two times (TAI seconds), without simulated sets, and the epoch of the last one. */
export async function countHistory(
  tx: TenantDb,
  { noradId, fromS, toS }: { readonly noradId: number; readonly fromS: number; readonly toS: number },
): Promise<{ count: number; last_s: number | null }> {
  const { rows } = await sql<{ count: number; last_s: number | null }>`
    select count(*)::int as count, max(epoch_s)::float8 as last_s from (
      select epoch_s from tle.own_set
      where norad_id = ${noradId} and source <> 'simulator' and epoch_s between ${fromS} and ${toS}
      union all
      select e.epoch_s from tle.catalogue c join tle.element_set e on e.catalogue = c.name
      where c.is_active and c.name <> 'simulated' and e.norad_id = ${noradId}
        and e.epoch_s between ${fromS} and ${toS} and ${IS_HISTORY}
    ) known`.execute(tx)
  return rows[0] ?? { count: 0, last_s: null }
}

/** Stores sets of the organisation; a set with the same object and epoch is replaced. */
export async function upsertOwnSets(
  tx: TenantDb,
  { tenantId, source }: { readonly tenantId: string; readonly source: string },
  sets: readonly GivenSet[],
): Promise<void> {
  const { numbers, classifications, lines } = columnsOf(sets)
  const columns = NUMBER_COLUMNS.map((column) => sql.ref(column))
  const replaced = NUMBER_COLUMNS.slice(3).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  await sql`
    insert into tle.own_set as known (tenant_id, source, name, international_designator, ${sql.join(columns)}, classification,
      tle_line1, tle_line2)
    select ${tenantId}, ${source}, name, designator, ${sql.join(columns)}, class, nullif(line1, ''), nullif(line2, '')
    from unnest(
      ${texts(sets, ({ objectName }) => objectName)}::text[],
      ${texts(sets, ({ internationalDesignator }) => internationalDesignator)}::text[],
      ${sql.join(numbers.map((one) => sql`${one}::float8[]`))},
      ${classifications}::text[], ${sql.join(lines.map((one) => sql`${one}::text[]`))})
      as given (name, designator, ${sql.join(columns)}, class, line1, line2)
    on conflict (tenant_id, norad_id, epoch_s, epoch_fs) do update set ${sql.join(replaced)},
      name = coalesce(nullif(excluded.name, ''), known.name), classification = excluded.classification,
      tle_line1 = excluded.tle_line1, tle_line2 = excluded.tle_line2,
      international_designator = coalesce(nullif(excluded.international_designator, ''), known.international_designator),
      source = excluded.source, received_at = now()`.execute(tx)
}

/** Deletes the simulator's sets; the database refuses to delete any other set (0010-tle.sql). */
export async function deleteSimulatedSets(tx: TenantDb): Promise<void> {
  await sql`delete from tle.own_set where source = 'simulator'`.execute(tx)
}

/** The public catalogue's answer about one object, as received; null if the catalogue has no set of the object. */
export type LookedUp = { readonly answer: string | null; readonly receivedAt: Date }

/** Returns the answer about an object if it was received after a time. */
export async function findLookedUp(tx: SharedDb, noradId: number, after: Date): Promise<LookedUp | undefined> {
  const { rows } = await sql<{ answer: string | null; received_at: Date }>`
    select answer, received_at from tle.looked_up where norad_id = ${noradId} and received_at > ${after}`.execute(tx)
  return rows[0] && { answer: rows[0].answer, receivedAt: rows[0].received_at }
}

/** Stores an answer, and deletes the answers that were received before a time. */
export async function storeLookedUp(
  tx: SharedDb,
  noradId: number,
  { answer, receivedAt, before }: LookedUp & { readonly before: Date },
): Promise<void> {
  await sql`delete from tle.looked_up where received_at < ${before}`.execute(tx)
  await sql`
    insert into tle.looked_up (norad_id, answer, received_at) values (${noradId}, ${answer}, ${receivedAt})
    on conflict (norad_id) do update set answer = excluded.answer, received_at = excluded.received_at`.execute(tx)
}
