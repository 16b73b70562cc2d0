import type { TenantDb } from '../../../platform/database/database.ts'
import * as files from '../../ephemeris/record/ephemeris.repository.ts'
import { record, supersede } from '../../ephemeris/record/record.ts'
import { countLevels } from '../../event/encounter.ts'
import { writeEstimates } from '../../event/write-estimates.ts'
import { STANDARD_THRESHOLDS } from '../../satellite/record/thresholds.data.ts'
import * as repository from './screening.repository.ts'
import { tellStatus } from './tell-status.ts'

type Key = { readonly tenantId: string; readonly screeningId: string }

/**
 * Stores the outcome of a screening in the transaction that ends it; does nothing if the screening still runs or its
 * outcome is stored. A candidate becomes operational if all its screenings are below its probability and no other
 * screening is pending. The encounters of operational orbits become part of the events.
 */
export async function finishScreening(tx: TenantDb, { tenantId, screeningId }: Key, now: Date): Promise<void> {
  const found = await repository.findUnfinished(tx, screeningId)
  if (found === undefined) return
  await repository.updateOutcome(tx, screeningId, await outcomeOf(tx, screeningId))
  await tellStatus(tx, { tenantId, screeningId })
  const { ephemeris_id: ephemerisId } = found
  if (ephemerisId !== null) await finishFile(tx, { tenantId, screeningId, ephemerisId }, now)
  else await writeEstimates(tx, { tenantId, screeningId }, now)
}

async function finishFile(
  tx: TenantDb,
  { tenantId, screeningId, ephemerisId }: Key & { readonly ephemerisId: string },
  now: Date,
): Promise<void> {
  const requestId = `screening ${screeningId}`
  if (await relinquishScreened(tx, { tenantId, ephemerisId, requestId }, now)) return
  const step = { action: 'ephemeris.screened', id: ephemerisId, detail: {}, state: 'SCREENED' }
  await record(tx, { owner: { tenantId, subject: SCREENER }, requestId }, step)
  await writeEstimates(tx, { tenantId, screeningId }, now)
}

/** The account that changes a file when its screenings end. */
const SCREENER = 'screening'

type Candidate = { readonly tenantId: string; readonly ephemerisId: string; readonly requestId: string }

/**
 * Makes a candidate operational if it is allowed; returns false if it is not allowed, or if the file is no candidate. The encounters of a
 * candidate change no events. When it becomes operational, the encounters of all its screenings become part of the events.
 */
export async function relinquishScreened(
  tx: TenantDb,
  { tenantId, ephemerisId, requestId }: Candidate,
  now: Date,
): Promise<boolean> {
  const verdict = await relinquish(tx, { tenantId, ephemerisId })
  if (verdict === undefined) return false
  const step = { action: 'ephemeris.relinquish', id: ephemerisId, detail: verdict, state: 'SCREENED' }
  await record(tx, { owner: { tenantId, subject: SCREENER }, requestId }, step)
  for (const id of await repository.listDoneOf(tx, ephemerisId))
    await writeEstimates(tx, { tenantId, screeningId: id }, now)
  return true
}

/** Returns the outcome of a screening from the encounters that are stored so far. */
export async function outcomeOf(tx: TenantDb, screeningId: string) {
  const thresholds = new Map(
    (await repository.listNamedObjects(tx, screeningId)).map((one) => [one.object_id, one.thresholds]),
  )
  const rows = await repository.listJudged(tx, screeningId)
  return countLevels(rows, (objectId) => thresholds.get(objectId) ?? STANDARD_THRESHOLDS)
}

/** Makes a candidate operational if it is allowed; returns the limit that it was compared with, or undefined. */
async function relinquish(
  tx: TenantDb,
  { tenantId, ephemerisId }: { readonly tenantId: string; readonly ephemerisId: string },
): Promise<{ worst: number; limit: number } | undefined> {
  const known = await files.findStored(tx, ephemerisId)
  if (known === undefined) return undefined
  const { kind, state, active, auto_relinquish_pc: limit, satellite_id: satelliteId, name } = known
  if (kind !== 'CANDIDATE' || state !== 'VALID' || !active || limit === null || !known.is_ordered) return undefined
  const { is_complete: isComplete, worst } = await repository.findVerdict(tx, ephemerisId)
  if (!isComplete || worst >= limit) return undefined
  await supersede(tx, tenantId, { satelliteId, by: ephemerisId })
  await files.updateEphemeris(tx, ephemerisId, { name, kind: 'OPERATIONAL', active, isRenewed: false })
  return { worst, limit }
}
