import { episodesOf, SLOW_SHARE } from '@apsis/astro/screening/episodes.ts'
import type { NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { emit } from '../../../events/event.service.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { FoundEncounter } from './describe-found.ts'
import {
  deleteLostEncounters,
  insertEncounters,
  insertNotScreened,
  listPassages,
  updateEpisodes,
} from './encounter.repository.ts'
import { finishPart } from './part.repository.ts'
import { countPart, endScreening, findRun, type ScreeningKey } from './screening.repository.ts'

/** What a part found, with the ids of the objects by place. */
export type FoundInPart = {
  readonly encounters: readonly FoundEncounter[]
  readonly notScreened: readonly NotScreened[]
  /** Of the objects, by place. */
  readonly ids: readonly string[]
}

/**
 * Stores what a part found, once, and ends the screening with the last part. Two decisions, each by the lock of a row: that
 * of the part says whether it is stored already, and that of the screening which part is the last.
 */
export async function storePart(
  tx: TenantDb,
  key: ScreeningKey,
  { place, found }: { readonly place: number; readonly found: FoundInPart },
): Promise<void> {
  const { tenantId, screeningId } = key
  if (!(await finishPart(tx, screeningId, place))) return
  const idOf = (object: number) => found.ids[object] ?? ''
  await insertEncounters(tx, key, { encounters: found.encounters, idOf })
  const counted = await countPart(tx, screeningId, found.encounters.length)
  if (counted === undefined) return
  // From here on the row of the screening is ours: parts come one after the other.
  await insertNotScreened(tx, key, { lost: found.notScreened, idOf })
  const isLast = counted.parts_done === counted.parts_total
  if (isLast) await concludeScreening(tx, screeningId)
  if (isLast || counted.tell) await tellProgress(tx, tenantId, screeningId)
}

/**
 * Ends a screening of which all parts are stored. Two things are known only now: an object that an early part lost stays
 * lost, and objects that stay together over several parts are one episode.
 */
export async function concludeScreening(tx: TenantDb, screeningId: string): Promise<void> {
  const withdrawn = await deleteLostEncounters(tx, screeningId)
  const passages = await listPassages(tx, screeningId, SLOW_SHARE)
  await updateEpisodes(tx, screeningId, { passages, episodes: episodesOf(passages) })
  await endScreening(tx, screeningId, { state: 'done', withdrawn })
}

/** Tells the organisation how far a screening is; comes last in its transaction. */
export async function tellProgress(tx: TenantDb, tenantId: string, screeningId: string): Promise<void> {
  const row = await findRun(tx, screeningId)
  if (row === undefined) return
  const { id, state, parts_done: partsDone, parts_total: partsTotal } = row
  emit(tx, { tenantId, type: 'screening', data: { id, state, partsDone, partsTotal } })
}
