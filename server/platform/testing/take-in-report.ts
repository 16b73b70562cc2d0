import { type NewReport, takeInReports } from '../../ca/event/reported-approach.service.ts'
import type { TestApi } from './test-api.ts'
import type { TestPerson } from './test-issuer.ts'

/** Takes a report without covariances in for the organisation of a person, as the reader of Space-Track does. */
export async function takeInReport(
  { api }: TestApi,
  { organisation }: TestPerson,
  { now, report }: { readonly now: Date; readonly report: NewReport },
): Promise<void> {
  const tenantId = `organisation:${organisation}`
  const taking = { tenantId, now, isSimulated: false, reports: [report] }
  await api.platform.db.tenant(tenantId, (tx) => takeInReports(tx, taking))
}
