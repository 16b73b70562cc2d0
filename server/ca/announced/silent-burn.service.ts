import { emit } from '../../events/event.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { SILENT_BURNS } from '../recurring-work-names.ts'
import * as repository from './silent-burn.repository.ts'

/** A span in which an object may have burnt. */
export type BurnSpan = { readonly noradId: number; readonly since: Date; readonly to: Date }

/** Returns true if a burn of an object in a span was announced, or is a plan of the organisation that was sent. */
export const isBurnNotified = (tx: TenantDb, span: BurnSpan): Promise<boolean> => repository.isBurnNotified(tx, span)

/** A burn that was announced, or is a plan of the organisation that was sent; its Δv in m/s if it is stated. */
export type NotifiedBurn = { readonly noradId: number; readonly at: string; readonly deltaVMps: number | null }

/** Returns the stated burns of objects in a span, oldest first. */
export async function listNotifiedBurns(
  tx: TenantDb,
  span: { readonly noradIds: readonly number[]; readonly since: Date; readonly to: Date },
): Promise<NotifiedBurn[]> {
  const rows = await repository.listNotified(tx, span)
  return rows.map(({ norad_id: noradId, ignition_at: at, size_mps: deltaVMps }) => ({
    noradId,
    at: at.toISOString(),
    deltaVMps,
  }))
}

/** Returns the last burn that tracks show of an object: no fit uses tracks from both sides of it (flight rule F23). */
export const findByTracks = repository.findByTracks

export type ShownByTracks = Omit<repository.BurnsToShow, 'source'>

/** Replaces the burns that tracks showed of an object. The notices are sent by the work that notifies of all silent burns. */
export async function keepShownByTracks(tx: TenantDb, shown: ShownByTracks): Promise<boolean> {
  const { tenantId, found } = shown
  const isOther = await repository.keepFound(tx, { ...shown, source: 'TRACKS' })
  if (isOther) emit(tx, { tenantId, type: 'satellite', data: { change: 'silent-burn' } })
  if (found.length > 0) await wakeRecurringWorkOf(tx, { name: SILENT_BURNS.name, tenantId }, SILENT_BURNS.everyS)
  return isOther
}
