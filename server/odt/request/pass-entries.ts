import type { ObservationRequest, RequestPass } from '@apsis/contract/odt/request.ts'
import type { ListPasses } from '../../ca/calendar/calendar.service.ts'
import type { Database } from '../../platform/database/database.ts'
import { listRequests } from './request.service.ts'

type CalendarEntry = Awaited<ReturnType<ListPasses>>[number]

/**
 * The newest requests that are looked through: a window begins at most LATEST_START_DAYS after its request and is at most
 * MOST_WINDOW_DAYS long, so that a pass lies at most four weeks behind its request.
 */
const MOST_REQUESTS = 1_000
const MOST_ENTRIES = 500

/** The passes that an organisation has ordered, for its calendar: those that end after a time, and what is still to be planned. */
export const passEntries =
  (db: Database): ListPasses =>
  async (tenantId, after) => {
    const { items } = await listRequests({ db }, { caller: { tenantId } }, { page: 1, limit: MOST_REQUESTS })
    return items
      .flatMap(entriesOf)
      .filter(({ end }) => end >= after)
      .toSorted((a, b) => a.start.getTime() - b.start.getTime())
      .slice(-MOST_ENTRIES)
  }

function entriesOf(request: ObservationRequest): CalendarEntry[] {
  const mark = request.isSimulated ? 'SIMULATED. ' : ''
  const common = { version: request.version }
  if (request.status === 'PENDING')
    return [
      {
        ...common,
        id: request.observationRequestId,
        start: new Date(request.from),
        end: new Date(request.to),
        status: 'TENTATIVE',
        summary: `${mark}Observation of ${request.objectName}, not planned yet`,
        description: `${mark}${request.numberOfPassesRequested} passes are asked for in this window.`,
      },
    ]
  return request.passes.map((pass) => ({
    ...common,
    id: pass.passId,
    start: new Date(pass.start),
    end: new Date(pass.end),
    status: statusOf(pass),
    summary: `${mark}Pass of ${request.objectName} over ${pass.sensorCode} (${pass.status})`,
    description: [
      `${mark}${request.measurementType} by ${pass.groundSensorName}, ${pass.start} to ${pass.end}.`,
      `Request ${request.observationRequestId} is ${request.status}.${pass.reason === null ? '' : ` Reason: ${pass.reason}.`}`,
    ].join('\n'),
  }))
}

/** A pass that brought nothing leaves the day of whoever waits for it. */
const statusOf = ({ status }: RequestPass): CalendarEntry['status'] =>
  status === 'CANCELLED' || status === 'UNSUCCESSFUL' ? 'CANCELLED' : 'CONFIRMED'
