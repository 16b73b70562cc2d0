import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { withdrawMessages } from '../../ca/event/withdraw-messages.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { EVENTS_EVERY_S, EVENTS_WORK, HISTORY_EVERY_S, HISTORY_WORK } from '../observation/events-work-name.ts'
import { findFile, markFileWithdrawn, type ShownObservation } from '../observation/observation.repository.ts'
import { type ObservationPlatform, present } from '../observation/observation.service.ts'
import * as repository from './conjunction.repository.ts'

type Withdrawing = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username'>
  readonly requestId: string
  readonly id: string
  readonly reason: string
}

/**
 * Withdraws one of the organisation's own files that was sent by mistake. The file and the messages that include it stay with a mark; neither
 * applies any more. Tracks that were added to an event after it are added again to the message that applies then.
 */
export async function withdrawObservation(
  { db, now }: Pick<ObservationPlatform, 'db' | 'now'>,
  { caller, requestId, id, reason }: Withdrawing,
): Promise<Observation> {
  const { tenantId, subject: actor, username } = caller
  const at = new Date(now())
  return db.tenant(tenantId, async (tx) => {
    await withdrawMessages(tx, {
      tenantId,
      now: at,
      async messages() {
        requireWithdrawable(await findFile(tx, id))
        const withdrawal = { at, by: actor, byName: username, reason }
        await markFileWithdrawn(tx, id, withdrawal)
        return listHolding(tx, id)
      },
    })
    const detail = { reason }
    await insertAudit(tx, tenantId, {
      actor,
      action: 'observation.withdraw',
      object: id,
      outcome: 'done',
      requestId,
      detail,
    })
    emit(tx, { tenantId, type: 'observation', data: { observationFileId: id } })
    await wakeRecurringWorkOf(tx, { name: EVENTS_WORK, tenantId }, EVENTS_EVERY_S)
    await wakeRecurringWorkOf(tx, { name: HISTORY_WORK, tenantId }, HISTORY_EVERY_S)
    const shown = requireKnown(await findFile(tx, id))
    return present(shown)
  })
}

function requireKnown(row: ShownObservation | undefined): ShownObservation {
  if (row === undefined) throw new ApiError('not-found', 'There is no such file.')
  return row
}

function requireWithdrawable(row: ShownObservation | undefined): void {
  const { request_id: requestId, withdrawn_at: at, withdrawn_by_name: by } = requireKnown(row)
  if (requestId !== null)
    throw new ApiError('conflict', 'A request brought this file: what was ordered and paid for is not withdrawn.')
  if (at !== null) throw new ApiError('conflict', `${by ?? ''} withdrew this file at ${at.toISOString()} already.`)
}

/** Returns the messages of events that include a track, by event: the messages to which it was added, and all messages based on these. */
async function listHolding(tx: TenantDb, observationId: string): Promise<Map<string, string[]>> {
  const ids = await repository.listEventsWith(tx, observationId)
  const updates = Map.groupBy(await repository.listOutcomes(tx, ids), ({ conjunction_id: event }) => event)
  return new Map([...updates].map(([event, all]) => [event, heldBy(all, observationId)]))
}

type UpdateOutcome = Pick<repository.OutcomeRow, 'observation_id' | 'prior_cdm_id' | 'cdm_id'>

function heldBy(updates: readonly UpdateOutcome[], observationId: string): string[] {
  const holding = new Set<string>()
  let before: number
  do {
    before = holding.size
    for (const { observation_id: track, prior_cdm_id: prior, cdm_id: made } of updates)
      if (made !== null && (track === observationId || holding.has(prior))) holding.add(made)
  } while (holding.size > before)
  return [...holding]
}
