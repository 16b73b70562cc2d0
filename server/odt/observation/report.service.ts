import type { AssociationMetric, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { PositionResiduals } from '@apsis/contract/odt/observation/position-residuals.ts'
import { excludedSpans } from '@apsis/contract/odt/request/exclusion.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { knownSensors, placed } from '../sensor/sensor.service.ts'
import type { Reports } from './make-report.ts'
import * as repository from './observation.repository.ts'

type Platform = { readonly db: Database; readonly isSimulationAllowed: boolean }
type ReportWish = {
  readonly id: string
  readonly metric: AssociationMetric
  /** The times of excluded measurements; undefined: the stored report. */
  readonly exclude?: string | undefined
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined
}

const ANEW = task<typeof import('./report-anew-task.ts').reportAnew>({
  module: new URL('./report-anew-task.ts', import.meta.url),
  name: 'reportAnew',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 32 },
})

/** Returns the report of a file, as it is stored or without some of its measurements. */
export async function getReport(
  platform: Platform,
  { tenantId }: Pick<Caller, 'tenantId'>,
  wanted: ReportWish,
): Promise<ObservationReport> {
  const reports = await reportsOf(platform, tenantId, wanted)
  return { 'file-id': wanted.id, ...reports[wanted.metric] }
}

/** Returns the residuals of a file along the orbit that its report compares with. */
export async function getPositionResiduals(
  platform: Platform,
  { tenantId }: Pick<Caller, 'tenantId'>,
  wanted: ReportWish,
): Promise<PositionResiduals> {
  const { id, metric } = wanted
  const reports = await reportsOf(platform, tenantId, wanted)
  const kept = reports.positions?.[metric] ?? { catalogueId: null, alongTrackOffset: null, measurements: [] }
  return { fileId: id, ...kept, isSimulated: reports[metric].isSimulated }
}

async function reportsOf(platform: Platform, tenantId: string, { id, exclude, signal }: ReportWish): Promise<Reports> {
  const reports = await platform.db.tenant(tenantId, (tx) => repository.findReports(tx, id))
  if (reports === undefined) throw new ApiError('not-found', 'There is no such file.')
  if (exclude === undefined) return reports
  if (reports.suspects === undefined)
    throw refused('Only a track with directions can be computed without some of its measurements.')
  pool.requireRoom(tenantId)
  const { file, sensors } = await platform.db.tenant(tenantId, async (tx) => {
    return { file: await repository.findFile(tx, id), sensors: await knownSensors(tx, platform) }
  })
  const sensor = sensors.find(({ sensorCode }) => sensorCode === file?.sensor_code)
  if (file === undefined || sensor === undefined)
    throw refused('The sensor of the file is not known any more, nor how well it measures.')
  const excluded = excludedSpans(exclude) ?? []
  const input = {
    tdm: file.tdm,
    sensor: placed(sensor, file.sensor_place),
    suspects: reports.suspects,
    isSimulated: reports.ANGULAR_DISTANCE.isSimulated,
    excluded,
  }
  const answer = await pool.run(ANEW, tenantId, input, signal).catch((error: unknown) => {
    if (error instanceof TaskLimitError) throw refused(`The file takes ${error.what} to compute.`)
    throw error
  })
  if (!answer.ok) throw refused(answer.message)
  return answer.reports
}

const refused = (message: string) =>
  new ApiError('unprocessable', message, { errors: [{ code: 'report.exclude', parameter: 'exclude', message }] })
