import type { ObservationRequest } from '@apsis/contract/odt/request.ts'

/** The passes of a request as files have them. */
export const passTable = ({ passes }: Pick<ObservationRequest, 'passes'>) => ({
  columns: ['pass_id', 'sensor', 'start', 'end', 'status', 'reason', 'replaces', 'overdue', 'file_id'],
  rows: passes.map((one) => [
    ...[one.passId, one.sensorCode, one.start, one.end, one.status, one.reason ?? undefined],
    ...[one.replaces ?? undefined, String(one.isOverdue), one.observationFileId ?? undefined],
  ]),
})
