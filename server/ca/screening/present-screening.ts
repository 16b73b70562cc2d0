import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { type CatalogueHolding, holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { objectsIn } from '@apsis/contract/tle/object-kind.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { listProcesses } from '../../platform/operation/process.repository.ts'
import { outcomeOf } from './run/finish-screening.ts'
import { findPace, type ScreeningRow } from './run/screening.repository.ts'
import { timeLeftS } from './run/time-left.ts'

/** A worker without a report for longer than this is not counted. */
const SILENT_S = 35

/** Returns a screening as the API answers it, with its progress and the time left. */
export async function presentScreening(tx: TenantDb, row: ScreeningRow, now: number): Promise<Screening> {
  const { encounters, state, stage } = row
  const { running, leftS } = state === 'running' ? await progressOf(tx, row) : { running: 0, leftS: undefined }
  const { levels, worst } =
    row.levels === null ? await outcomeOf(tx, row.id) : { levels: row.levels, worst: row.worst_probability }
  const elapsedMs = row.started_at === null ? null : (row.ended_at?.getTime() ?? now) - row.started_at.getTime()
  return {
    screeningId: row.id,
    type: row.type,
    title: row.title,
    satelliteId: row.satellite_id,
    oemFileId: row.ephemeris_id,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    ...volumeOf(row.threshold),
    objects: row.objects,
    catalogueEpoch: row.catalogue_epoch?.toISOString() ?? null,
    catalogue: heldIn(row),
    state,
    stage,
    parts: { done: row.parts_done, running, total: row.parts_total },
    timeLeftS: leftS ?? null,
    elapsedS: elapsedMs === null ? null : elapsedMs / 1000,
    result: state === 'done' ? resultOf(row) : 'NOT_SCREENED',
    encounters,
    levels,
    worstProbability: worst,
    notScreened: row.not_screened,
    error: row.error,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    isSimulated: row.is_simulated || row.is_own_simulated,
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

/** Returns the counts of the catalogue in a screening; null: it used no catalogue. */
export function heldIn({
  catalogue_kinds: kinds,
  catalogue_sources: sources,
  catalogue_epoch: newestEpoch,
  is_simulated: isSimulated,
}: Pick<
  ScreeningRow,
  'catalogue_kinds' | 'catalogue_sources' | 'catalogue_epoch' | 'is_simulated'
>): CatalogueHolding | null {
  return kinds === null ? null : holdingOf(kinds, { newestEpoch, isSimulated, sources })
}

/**
 * Returns the result of a screening. Without encounters it is clear only if all its primaries were screened to the end, and if the catalogue, if
 * one was to be used, had an object.
 */
function resultOf({
  encounters,
  is_incomplete: isIncomplete,
  catalogue_kinds: kinds,
}: ScreeningRow): Screening['result'] {
  if (encounters > 0) return 'CONJUNCTIONS'
  return isIncomplete || (kinds !== null && objectsIn(kinds) === 0) ? 'NOT_SCREENED' : 'CLEAR'
}

type StoredBox = { readonly radialM: number; readonly transverseM: number; readonly normalM: number }

/** Several primaries with different boxes have no common box that the answer could state. */
function volumeOf(stored: unknown): Pick<Screening, 'thresholdM' | 'box'> {
  const { thresholdM, box } = stored as { thresholdM?: number; box?: StoredBox }
  if (box === undefined) return { thresholdM: thresholdM ?? null, box: null }
  return {
    thresholdM: null,
    box: { radialM: box.radialM, alongTrackM: box.transverseM, crossTrackM: box.normalM },
  }
}
