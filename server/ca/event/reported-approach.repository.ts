import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { markBeforeBurn } from '../message/record/before-burn.ts'
import { listFlownBurns } from '../message/record/message.repository.ts'
import type { ReportedApproach } from './reported-approach.ts'

type ReportRow = {
  id: string
  conjunction_id: string
  report_id: string
  created_at: Date
  received_at: Date
  tca: Date
  miss_m: number
  probability: number | null
  is_emergency_reportable: boolean | null
  objects: ReportedApproach['objects']
  is_simulated: boolean
}

/** Returns the reports of these events, oldest first, each with the burn that it does not include. */
export async function listReports(tx: TenantDb, conjunctionIds: readonly string[]): Promise<ReportedApproach[]> {
  if (conjunctionIds.length === 0) return []
  const { rows } = await sql<ReportRow>`
    select id, conjunction_id, report_id, created_at, received_at, tca, miss_m, probability, is_emergency_reportable, objects, is_simulated
    from ca.reported_approach where conjunction_id = any(${[...conjunctionIds]}::uuid[])
    order by created_at, report_id`.execute(tx)
  return markReports(
    tx,
    rows.map((row) => ({
      id: row.id,
      conjunctionId: row.conjunction_id,
      reportId: row.report_id,
      createdAt: row.created_at.getTime(),
      receivedAt: row.received_at.getTime(),
      tca: row.tca.getTime(),
      missM: row.miss_m,
      probability: row.probability,
      isEmergencyReportable: row.is_emergency_reportable,
      objects: row.objects,
      isSimulated: row.is_simulated,
    })),
  )
}

/** Marks the reports that do not include a burn of one of their objects; a report does not state the epoch of its orbits. */
export async function markReports(tx: TenantDb, reports: readonly ReportedApproach[]): Promise<ReportedApproach[]> {
  if (reports.length === 0) return []
  const designators = reports.flatMap(({ objects }) => objects.map(({ designator }) => designator))
  const burns = await listFlownBurns(tx, [...new Set(designators)])
  const dated = reports.map((report) => ({
    ...report,
    orbits: report.objects.map(({ designator }) => ({ designator, lastObservationAt: null })),
  }))
  const events = Map.groupBy(dated, ({ conjunctionId }) => conjunctionId)
  return [...events.values()]
    .flatMap((ofEvent) => markBeforeBurn(ofEvent, burns))
    .map(({ orbits: _, ...report }) => report)
}

/** Returns the numbers of the reports that are stored. */
export async function listKnownReports(
  tx: TenantDb,
  { reportIds, isSimulated }: { readonly reportIds: readonly string[]; readonly isSimulated: boolean },
): Promise<Set<string>> {
  const { rows } = await sql<{ report_id: string }>`
    select report_id from ca.reported_approach
    where report_id = any(${[...reportIds]}::text[]) and is_simulated = ${isSimulated}`.execute(tx)
  return new Set(rows.map(({ report_id }) => report_id))
}

/** A report with its row as the service wrote it. */
export type StoredReport = ReportedApproach & { readonly row: Readonly<Record<string, unknown>> }

export async function insertReports(tx: TenantDb, tenantId: string, reports: readonly StoredReport[]): Promise<void> {
  const rows = reports.map((one) => ({
    id: one.id,
    conjunction_id: one.conjunctionId,
    report_id: one.reportId,
    created_at: new Date(one.createdAt),
    received_at: new Date(one.receivedAt),
    tca: new Date(one.tca),
    miss_m: one.missM,
    probability: one.probability,
    is_emergency_reportable: one.isEmergencyReportable,
    objects: one.objects,
    as_written: one.row,
    is_simulated: one.isSimulated,
  }))
  await sql`
    insert into ca.reported_approach (tenant_id, id, conjunction_id, report_id, created_at, received_at, tca, miss_m, probability,
      is_emergency_reportable, objects, as_written, is_simulated)
    select ${tenantId}, id, conjunction_id, report_id, created_at, received_at, tca, miss_m, probability,
      is_emergency_reportable, objects, as_written, is_simulated
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, conjunction_id uuid, report_id text,
      created_at timestamptz, received_at timestamptz, tca timestamptz, miss_m float8, probability float8,
      is_emergency_reportable boolean, objects jsonb, as_written jsonb, is_simulated boolean)`.execute(tx)
}
