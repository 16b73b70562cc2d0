import type { TenantDb } from '../../platform/database/database.ts'
import { ownOf, readFleet } from '../satellite/record/fleet.ts'
import { listEstimates } from './estimate.repository.ts'
import { listConjunctionsById, raiseListVersion } from './event.repository.ts'
import { readEventMessages, toTarget, type Writing, writeEvents } from './event-changes.ts'
import { type Failing, storeScreenedAnew } from './screened-anew.repository.ts'

type Place = { readonly tenantId: string; readonly now: Date }

/** Records that an own orbit could not be screened against an orbit that a track changed: the event says why, and its level stays. */
export async function failScreenedAnew(
  tx: TenantDb,
  { tenantId, now }: Place,
  failing: readonly Failing[],
): Promise<void> {
  if (failing.length === 0) return
  const changedIn = await raiseListVersion(tx, tenantId)
  const outcomes = failing.map((one) => ({ ...one, state: 'FAILED' as const, screeningId: null, at: now }))
  await storeScreenedAnew(tx, tenantId, outcomes)
  const ids = [...new Set(failing.map(({ conjunctionId }) => conjunctionId))]
  const fleet = await readFleet(tx)
  const messages = await readEventMessages(tx, ids)
  const estimates = Map.groupBy(await listEstimates(tx, ids), ({ conjunctionId }) => conjunctionId)
  const writings = (await listConjunctionsById(tx, ids)).map((row): Writing => {
    const known = { messages: messages.get(row.id), estimates: estimates.get(row.id) ?? [] }
    return { target: toTarget(row), ...known, own: ownOf(row, fleet), reason: 'screening' }
  })
  await writeEvents(tx, { tenantId, now, changedIn }, writings)
}
