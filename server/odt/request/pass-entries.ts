import type { PassStatus } from '@apsis/contract/odt/request/request-status.ts'
import type { ListPasses } from '../../ca/report/calendar.service.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CalendarRow, listForCalendar, listPasses, type PassRow } from './request.repository.ts'

type CalendarEntry = Awaited<ReturnType<ListPasses>>[number]

/** The calendar shows at most this many requests, the newest ones, and at most this many of their entries, the latest ones. */
const MOST_REQUESTS = 1_000
const MOST_ENTRIES = 500

/** Returns the passes that an organisation has ordered, for its calendar: passes that end after a time, and passes that are not planned yet. */
export const passEntries =
  (db: Database): ListPasses =>
  async (tenantId, after) => {
    const { rows, passes } = await db.tenant(tenantId, async (tx) => {
      const found = await listForCalendar(tx, { after, limit: MOST_REQUESTS })
      const ids = found.map(({ id }) => id)
      return { rows: found, passes: Map.groupBy(await listPasses(tx, ids), ({ request_id }) => request_id) }
    })
    return rows
      .flatMap((row) => entriesOf(row, passes.get(row.id) ?? []))
      .filter(({ end }) => end >= after)
      .toSorted((a, b) => a.start.getTime() - b.start.getTime())
      .slice(-MOST_ENTRIES)
  }

function entriesOf(request: CalendarRow, passes: readonly PassRow[]): CalendarEntry[] {
  const mark = request.is_simulated ? 'SIMULATED. ' : ''
  const common = { version: request.version }
  if (request.status === 'PENDING')
    return [
      {
        ...common,
        id: request.id,
        start: request.window_from,
        end: request.window_to,
        status: 'TENTATIVE',
        summary: `${mark}Observation of ${request.object_name}, not planned yet`,
        description: `${mark}${request.passes_requested} passes are asked for in this window.`,
      },
    ]
  return passes.map((pass) => ({
    ...common,
    id: pass.id,
    start: pass.starts_at,
    end: pass.ends_at,
    status: statusOf(pass.status),
    summary: `${mark}Pass of ${request.object_name} over ${pass.sensor_code} (${pass.status})`,
    description: [
      `${mark}${request.measurement_type} by ${pass.sensor_name}, ${pass.starts_at.toISOString()} to ${pass.ends_at.toISOString()}.`,
      `Request ${request.id} is ${request.status}.${pass.reason === null ? '' : ` Reason: ${pass.reason}.`}`,
    ].join('\n'),
  }))
}

/** A pass without a result is cancelled in the calendar. */
const statusOf = (status: PassStatus): CalendarEntry['status'] =>
  status === 'CANCELLED' || status === 'UNSUCCESSFUL' ? 'CANCELLED' : 'CONFIRMED'
