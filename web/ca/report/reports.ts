import { type EventReport, getEventReportFile, listEventReports } from '@apsis/contract/ca/report/event-report.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll, callFile } from '../../api/call.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { saveFile } from '../../ui/file/file.tsx'

/** The key of all queries of archived reports. */
export const REPORTS_KEY = ['conjunction', 'reports'] as const

/** Reads the archived reports of one event, or of the organisation, newest first. */
export const reportsQuery = (conjunctionId?: string) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, conjunctionId ?? 'all'],
    queryFn: ({ signal }) =>
      callAll(listEventReports, { query: { 'conjunction-id': conjunctionId, limit: 1_000 } }, signal),
    meta: { silent: 'archived-reports' },
  })

export async function saveReport({ reportId, number }: EventReport, content: 'page' | 'zip'): Promise<void> {
  try {
    const { blob, name } = await callFile(getEventReportFile, { params: { 'report-id': reportId }, query: { content } })
    saveFile(name ?? `event-report-${number}.${content === 'zip' ? 'zip' : 'html'}`, blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}
