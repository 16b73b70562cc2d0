import * as contract from '@apsis/contract/ca/report/event-report.ts'
import { bind, bindFile, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './event-report.service.ts'

export function eventReportRoutes(door: Door, { db, now }: Pick<CaPlatform, 'db' | 'now'>): void {
  bind(door, contract.listEventReports, async ({ caller, query, header }) => {
    const { 'conjunction-id': conjunctionId, ...rest } = query
    const { items, total } = await service.listEventReports(db, caller, { conjunctionId, ...rest })
    tellPages(header, { path: contract.listEventReports.path, query, total })
    return items
  })
  bind(door, contract.createEventReport, ({ caller, body, requestId }) => {
    const { 'conjunction-id': conjunctionId, note, language } = body
    return service.archiveEvent(db, caller, { conjunctionId, note, language, requestId, now: new Date(now()) })
  })
  bindFile(door, contract.getEventReportFile, ({ caller, params, query }) =>
    service.getReportFile(db, caller, { id: params['report-id'], content: query.content }),
  )
}
