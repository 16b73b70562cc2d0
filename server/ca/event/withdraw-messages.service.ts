import type { TenantDb } from '../../platform/database/database.ts'
import { markWithdrawn } from '../message/record/message.repository.ts'
import { ownOf, readFleet } from '../satellite/record/fleet.ts'
import { listEstimates } from './estimate.repository.ts'
import { listConjunctionsById, raiseListVersion } from './event.repository.ts'
import { readEventMessages, toTarget, type Writing, writeEvents } from './event-changes.ts'

type Withdrawing = {
  readonly tenantId: string
  readonly now: Date
  /** Returns the messages by event; it is called when no other message of the organisation can be stored until the end of the transaction. */
  readonly messages: (tx: TenantDb) => Promise<ReadonlyMap<string, readonly string[]>>
}

/**
 * Removes messages of the organisation from the basis of their events, as a track in them was withdrawn. They stay in their events with a mark;
 * level, trend and the message that counts follow from the other messages, and changes of levels are reported.
 */
export async function withdrawMessages(tx: TenantDb, { tenantId, now, messages }: Withdrawing): Promise<void> {
  const changedIn = await raiseListVersion(tx, tenantId)
  const byEvent = await messages(tx)
  const ids = [...byEvent.keys()]
  await markWithdrawn(tx, [...byEvent.values()].flat(), now)
  const fleet = await readFleet(tx)
  const valid = await readEventMessages(tx, ids)
  const estimates = Map.groupBy(await listEstimates(tx, ids), ({ conjunctionId }) => conjunctionId)
  const writings = (await listConjunctionsById(tx, ids)).map((row): Writing => {
    const known = { messages: valid.get(row.id), estimates: estimates.get(row.id) ?? [] }
    return { target: toTarget(row), ...known, own: ownOf(row, fleet), reason: 'withdrawal' }
  })
  await writeEvents(tx, { tenantId, now, changedIn }, writings)
}
