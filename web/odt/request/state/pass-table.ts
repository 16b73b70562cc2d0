import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { fileTable } from '../../../ui/table/column.ts'

/** Returns the passes of a request in the format of files. */
export const passTable = ({ passes }: Pick<ObservationRequest, 'passes'>) =>
  fileTable(passes, {
    pass_id: 'passId',
    sensor: 'sensorCode',
    start: 'start',
    end: 'end',
    status: 'status',
    reason: 'reason',
    replaces: 'replaces',
    overdue: 'isOverdue',
    file_id: 'observationFileId',
  })
