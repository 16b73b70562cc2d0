import type { EventReport } from '@apsis/contract/ca/report/event-report.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { orderBy } from '../../platform/database/order.repository.ts'
import { countRows } from '../../platform/database/page.repository.ts'

export type ReportSummary = Pick<EventReport, 'pair' | 'tca' | 'riskLevel' | 'probability' | 'messages' | 'isSimulated'>

export type ReportRow = {
  id: string
  conjunction_id: string
  number: number
  at: Date
  by_name: string
  note: string
  language: EventReport['language']
  summary: ReportSummary
  product_version: string
  bytes: number
  sha256: string
}

const COLUMNS = sql`id, conjunction_id, number, at, by_name, note, language, summary, product_version,
  length(bundle) as bytes, sha256`

export type ReportFilter = {
  readonly id?: string
  readonly conjunctionId?: string | undefined
  readonly sort?: Sort<'at' | 'tca'>
  readonly offset: number
  readonly limit: number
}

/** Returns a page of archived reports, and the number of all matches. */
export async function listReports(
  tx: TenantDb,
  { id, conjunctionId, sort = '-at', offset, limit }: ReportFilter,
): Promise<{ rows: ReportRow[]; total: number }> {
  const matching = sql`from ca.event_report where true
    ${id === undefined ? sql`` : sql`and id = ${id}`}
    ${conjunctionId === undefined ? sql`` : sql`and conjunction_id = ${conjunctionId}`}`
  const total = await countRows(tx, matching)
  const order = orderBy(sort, { at: sql`at`, tca: sql`summary ->> 'tca'` })
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} ${matching} ${order} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total }
}

export type ReportFile = {
  number: number
  at: Date
  summary: ReportSummary
  page: string
  bundle: Buffer
  sha256: string
}

export async function findReportFile(tx: TenantDb, id: string): Promise<ReportFile | undefined> {
  const { rows } = await sql<ReportFile>`
    select number, at, summary, page, bundle, sha256 from ca.event_report where id = ${id}`.execute(tx)
  return rows[0]
}

/** Returns the number of the next report of an event. A lock on the event until the end of the transaction prevents the same number twice. */
export async function nextNumber(tx: TenantDb, conjunctionId: string): Promise<number> {
  await sql`select from ca.conjunction where id = ${conjunctionId} for update`.execute(tx)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from ca.event_report where conjunction_id = ${conjunctionId}`.execute(
    tx,
  )
  return rows[0]?.next ?? 1
}

/** Returns the bytes of the zips of all reports of the organisation. */
export async function sumBytes(tx: TenantDb): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length(bundle)), 0)::float8 as bytes from ca.event_report`.execute(tx)
  return rows[0]?.bytes ?? 0
}

export type NewReport = Omit<ReportRow, 'bytes'> & {
  readonly tenantId: string
  readonly subject: string
  readonly page: string
  readonly bundle: Buffer
}

export async function insertReport(tx: TenantDb, one: NewReport): Promise<void> {
  await sql`
    insert into ca.event_report (tenant_id, id, conjunction_id, number, at, by_subject, by_name, note, language, summary,
      product_version, page, bundle, sha256)
    values (${one.tenantId}, ${one.id}, ${one.conjunction_id}, ${one.number}, ${one.at}, ${one.subject}, ${one.by_name},
      ${one.note}, ${one.language}, ${JSON.stringify(one.summary)}::jsonb, ${one.product_version}, ${one.page},
      ${one.bundle}, ${one.sha256})`.execute(tx)
}
