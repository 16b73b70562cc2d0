import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'

type Counts = { messages: number; accepted: number; duplicate: number; refused: number }

export type ImportRecord = Counts & {
  id: string
  at: Date
  by_name: string
  ended_at: Date | null
  files: number
  missing: number
}
export type FileRecord = Counts & { place: number; name: string; bytes: number; state: 'MISSING' | 'WAITING' | 'DONE' }

export type NewImport = {
  readonly tenantId: string
  readonly id: string
  readonly at: Date
  readonly subject: string
  readonly name: string
  readonly files: readonly { readonly name: string; readonly bytes: number }[]
}

export async function insertImport(tx: TenantDb, { tenantId, id, at, subject, name, files }: NewImport): Promise<void> {
  await sql`
    insert into ca.import (tenant_id, id, at, by_subject, by_name)
    values (${tenantId}, ${id}, ${at}, ${subject}, ${name})`.execute(tx)
  await sql`
    insert into ca.import_file (tenant_id, import_id, place, name, bytes)
    select ${tenantId}, ${id}, place - 1, name, bytes
    from unnest(${files.map((file) => file.name)}::text[], ${files.map((file) => file.bytes)}::int[])
      with ordinality as file (name, bytes, place)`.execute(tx)
}

type OpenCount = { readonly open: number; readonly announced: number }

/** Returns the number of open imports, and the number of imports with files that wait to be read or arrived after a time. */
export async function countOpenImports(tx: TenantDb, idleBefore: Date): Promise<OpenCount> {
  const { rows } = await sql<OpenCount>`
    select count(*)::int as announced,
      count(*) filter (where at >= ${idleBefore} or exists (
        select 1 from ca.import_file file where file.import_id = import.id
          and (file.state = 'WAITING' or file.arrived_at >= ${idleBefore})))::int as open
    from ca.import where ended_at is null`.execute(tx)
  return rows[0] ?? { open: 0, announced: 0 }
}

/** Locks an import: others who would end it wait until the transaction ends. */
export async function lockImport(tx: TenantDb, id: string): Promise<void> {
  await sql`select from ca.import where id = ${id} for update`.execute(tx)
}

/** Deletes files that have not arrived. The import is deleted if it is empty, and ends if its other files are done. Returns their number. */
export async function withdrawMissing(tx: TenantDb, importId: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ca.import_file where import_id = ${importId} and state = 'MISSING'`.execute(tx)
  await sql`
    delete from ca.import where id = ${importId}
      and not exists (select 1 from ca.import_file f where f.import_id = ${importId})`.execute(tx)
  await endWhereDone(tx, importId, at)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes all but the newest imports that have ended, and abandoned ones; never a file that has arrived, since it was acknowledged. */
export async function deleteOldImports(
  tx: TenantDb,
  { kept, abandonedBefore }: { readonly kept: number; readonly abandonedBefore: Date },
): Promise<void> {
  await sql`
    delete from ca.import where id in (
      select id from ca.import where ended_at is not null order by at desc, id offset ${kept})
    or (ended_at is null and at < ${abandonedBefore} and not exists (
      select 1 from ca.import_file file
      where file.import_id = import.id and (file.state = 'WAITING' or file.arrived_at >= ${abandonedBefore})))`.execute(
    tx,
  )
}

const COUNTS = sql`count(row.*) filter (where row.status = 'accepted')::int as accepted,
  count(row.*) filter (where row.status = 'duplicate')::int as duplicate,
  count(row.*) filter (where row.status = 'refused')::int as refused`

export async function listImports(
  tx: TenantDb,
  { id, limit, offset }: { readonly id?: string; readonly limit: number; readonly offset: number },
): Promise<{ rows: ImportRecord[]; total: number }> {
  const one = id === undefined ? sql`true` : sql`i.id = ${id}`
  const { rows } = await sql<ImportRecord>`
    select i.id, i.at, i.by_name, i.ended_at, f.files, f.missing, f.messages, r.accepted, r.duplicate, r.refused
    from ca.import i
    cross join lateral (
      select count(*)::int as files, count(*) filter (where state = 'MISSING')::int as missing,
        coalesce(sum(messages), 0)::int as messages
      from ca.import_file where import_id = i.id) f
    cross join lateral (select ${COUNTS} from ca.import_row row where row.import_id = i.id) r
    where ${one} order by i.at desc, i.id limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from ca.import`)
  return { rows, total }
}

export async function listFiles(tx: TenantDb, importId: string): Promise<FileRecord[]> {
  const { rows } = await sql<FileRecord>`
    select f.place, f.name, f.bytes, f.state, f.messages, ${COUNTS}
    from ca.import_file f left join ca.import_row row on row.import_id = f.import_id and row.place = f.place
    where f.import_id = ${importId} group by f.place, f.name, f.bytes, f.state, f.messages order by f.place`.execute(tx)
  return rows
}

/** Stores the bytes of a file; false if they are stored already. */
export async function storeFile(
  tx: TenantDb,
  importId: string,
  { place, content, at }: { readonly place: number; readonly content: Buffer; readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ca.import_file set state = 'WAITING', content = ${content}, bytes = ${content.length}, arrived_at = ${at}
    where import_id = ${importId} and place = ${place} and state = 'MISSING'`.execute(tx)
  return numAffectedRows === 1n
}

export type WaitingFile = {
  import_id: string
  place: number
  name: string
  arrived_at: Date
  content: Buffer
  by_subject: string
}

/**
 * Returns the file that has waited longest. A file that failed before follows the others; a file that is known to contain many messages follows
 * files that were not opened yet.
 */
export async function findWaitingFile(tx: TenantDb): Promise<WaitingFile | undefined> {
  const { rows } = await sql<WaitingFile>`
    select f.import_id, f.place, f.name, f.arrived_at, f.content, i.by_subject
    from ca.import_file f join ca.import i on i.id = f.import_id
    where f.state = 'WAITING'
    order by f.tried_at nulls first, f.messages, f.arrived_at, f.place limit 1`.execute(tx)
  return rows[0]
}

type FileKey = { readonly importId: string; readonly place: number }

export async function setMessages(tx: TenantDb, { importId, place }: FileKey, messages: number): Promise<void> {
  await sql`
    update ca.import_file set messages = ${messages} where import_id = ${importId} and place = ${place}`.execute(tx)
}

/** Records that a file could not be taken for now. */
export async function setTried(tx: TenantDb, { importId, place }: FileKey, at: Date): Promise<void> {
  await sql`
    update ca.import_file set tried_at = ${at} where import_id = ${importId} and place = ${place}`.execute(tx)
}

/** Returns the numbers of the messages of a file that have a result. */
export async function listNumbers(tx: TenantDb, { importId, place }: FileKey): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from ca.import_row where import_id = ${importId} and place = ${place}`.execute(tx)
  return rows.map(({ number }) => number)
}

export type NewRow = CdmIntake & { readonly number: number }

export async function insertRows(
  tx: TenantDb,
  { tenantId, importId, place }: FileKey & { readonly tenantId: string },
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(
    (row) => sql`(${tenantId}, ${importId}, ${place}, ${row.number}, ${row.name}, ${row.status}, ${row.cdmId},
      ${row.conjunctionId}, ${row.messageId}, ${row.riskLevel}, ${JSON.stringify(row.errors)}::jsonb)`,
  )
  await sql`
    insert into ca.import_row (tenant_id, import_id, place, number, name, status, cdm_id, conjunction_id, message_id,
      risk_level, errors)
    values ${sql.join(values)} on conflict do nothing`.execute(tx)
}

/** Returns the messages of this list that arrived at that moment and that no import has reported as its own. */
export async function listOwn(tx: TenantDb, ids: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ca.cdm where id = any(${ids}::uuid[]) and received_at = ${at}
      and not exists (select 1 from ca.import_row row where row.cdm_id = cdm.id and row.status = 'accepted')`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Marks a file as done; the import ends with its last file. Returns true if it ended. */
export async function endFile(tx: TenantDb, { importId, place }: FileKey, at: Date): Promise<boolean> {
  // Without the lock, files that are withdrawn at the same time would see each other as still open, and the import would never end.
  await lockImport(tx, importId)
  await sql`
    update ca.import_file set state = 'DONE', content = null
    where import_id = ${importId} and place = ${place}`.execute(tx)
  return endWhereDone(tx, importId, at)
}

async function endWhereDone(tx: TenantDb, importId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ca.import set ended_at = ${at} where id = ${importId}
      and not exists (select 1 from ca.import_file f where f.import_id = ${importId} and f.state <> 'DONE')`.execute(tx)
  return numAffectedRows === 1n
}

export type RowRecord = NewRow & {
  place: number
  file: string
  objects: [string, string] | null
  tca: string | null
  probability: number | null
}

/** Returns the results of the messages, in the order of the files, and the number of all that match. */
export async function listRows(
  tx: TenantDb,
  importId: string,
  { status, limit, offset }: { readonly status?: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: RowRecord[]; total: number }> {
  const matching = sql`row.import_id = ${importId} and ${status === undefined ? sql`true` : sql`row.status = ${status}`}`
  const { rows } = await sql<RowRecord>`
    select row.place, row.number, f.name as file, row.name, row.status, row.cdm_id as "cdmId",
      row.conjunction_id as "conjunctionId", row.message_id as "messageId", row.risk_level as "riskLevel", row.errors,
      case when c.id is null then null
        else json_build_array(c.derived -> 'object1' ->> 'name', c.derived -> 'object2' ->> 'name') end as objects,
      c.derived -> 'conjunctionData' ->> 'tca' as tca,
      (c.derived -> 'conjunctionData' ->> 'probabilityOfCollision')::float8 as probability
    from ca.import_row row
    join ca.import_file f on f.import_id = row.import_id and f.place = row.place
    left join ca.cdm c on c.id = row.cdm_id
    where ${matching} order by row.place, row.number limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from ca.import_row row where ${matching}`)
  return { rows, total }
}
