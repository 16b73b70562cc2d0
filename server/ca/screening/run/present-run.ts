import type { TenantDb } from '../../../platform/database/database.ts'
import { listProcesses } from '../../../platform/operation/process.repository.ts'
import type { ScreeningStage, ScreeningState, ScreeningType } from './screening.data.ts'
import { findPace, type ScreeningRow } from './screening.repository.ts'
import { timeLeftS } from './time-left.ts'

/** A screening as it stands. */
export type ScreeningRun = {
  readonly id: string
  readonly type: ScreeningType
  readonly from: Date
  readonly to: Date
  readonly threshold: unknown
  readonly objects: number
  readonly state: ScreeningState
  readonly stage: ScreeningStage
  readonly parts: { readonly done: number; readonly running: number; readonly total: number }
  /** Until its end, if the workers have nothing else to do; undefined before the first part is done, and after the end. */
  readonly timeLeftS: number | undefined
  /** Found so far; the list is final when the screening is done. */
  readonly encounters: number
  readonly error: string | undefined
  readonly createdBy: string
  readonly createdAt: Date
  readonly startedAt: Date | undefined
  readonly endedAt: Date | undefined
}

/** A worker that was not heard of for so long does not count. */
const SILENT_S = 35

/** The screening of its row, with how far it is and how long it may still take. */
export async function presentScreening(tx: TenantDb, row: ScreeningRow): Promise<ScreeningRun> {
  const { running, leftS } = row.state === 'running' ? await progressOf(tx, row) : { running: 0, leftS: undefined }
  return {
    id: row.id,
    type: row.type,
    from: row.from_at,
    to: row.to_at,
    threshold: row.threshold,
    objects: row.objects,
    state: row.state,
    stage: row.stage,
    parts: { done: row.parts_done, running, total: row.parts_total },
    timeLeftS: leftS,
    encounters: row.encounters,
    error: row.error ?? undefined,
    createdBy: row.created_by,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }
}

async function progressOf(tx: TenantDb, row: ScreeningRow): Promise<{ running: number; leftS: number | undefined }> {
  const pace = await findPace(tx, row.id)
  const workers = (await listProcesses(tx)).filter(({ kind, age_s }) => kind === 'worker' && age_s < SILENT_S).length
  const leftS = timeLeftS({
    partsLeft: row.parts_total - row.parts_done,
    meanS: pace.mean_s ?? undefined,
    behindS: pace.behind_s,
    workers,
  })
  return { running: pace.running, leftS }
}
