import { randomUUID } from 'node:crypto'
import type { DecisionEntry } from '@apsis/contract/ca/event/conjunction.ts'
import { PRODUCT } from '@apsis/contract/ca/event/reopening.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { hasMoved } from '@apsis/contract/notifications/news.ts'
import { emit } from '../../events/event.service.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { insertEntry } from './decision.repository.ts'
import {
  type ConjunctionRow,
  findConjunction,
  raiseListVersion,
  UNDECIDED,
  updateDecision,
} from './event.repository.ts'
import { type EventFacts, levelAt } from './fold-event.ts'
import { isMitigated } from './present-event.ts'
import { type LevelNews, tellReopened } from './tell-level.ts'

type ReopenQuestion = {
  readonly tenantId: string
  readonly now: Date
  readonly changedIn: number
  /** The event before the change; undefined if it is new. */
  readonly before: ConjunctionRow | undefined
  /** The event after the change. */
  readonly facts: EventFacts
  readonly level: RiskLevel
}

type Trigger = NonNullable<DecisionEntry['trigger']>

/** Returns the trigger that opens a decided event again; undefined if the event is not decided, or the decision holds. */
function triggerOf({ before, facts, level, now }: ReopenQuestion): Trigger | undefined {
  if (before === undefined || before.decided_level === null) return undefined
  const { tca, probabilityOfCollision: probability } = facts.conjunctionData
  if (Date.parse(tca) < now.getTime()) return undefined
  if (rankOf(level) > before.decided_level) return 'level'
  if (before.reopen_above !== null && probability !== null && probability > before.reopen_above) return 'probability'
  // Below HIGH no action is taken on an event, whatever its TCA; a mitigated event waits for no decision.
  if (rankOf(level) < rankOf('HIGH') || isMitigated({ ...before, facts })) return undefined
  const decidedOn = { tcaMs: before.decided_tca?.getTime(), probability: undefined }
  return hasMoved({ tcaMs: Date.parse(tca), probability: undefined }, decidedOn) ? 'tca-moved' : undefined
}

/**
 * Opens a decided event again if it has risen above its value at the decision, or has another TCA. This is a step of the record, signed by the
 * product. Returns the trigger. The caller holds the lock on the version of the list (raiseListVersion).
 */
export async function reopenRisen(tx: TenantDb, risen: ReopenQuestion): Promise<DecisionEntry['trigger']> {
  const { before, facts, level, ...at } = risen
  const trigger = triggerOf(risen)
  if (before === undefined || trigger === undefined) return null
  await reopen(tx, { ...at, event: before, facts, level, trigger })
  return trigger
}

export type Due = {
  readonly tenantId: string
  readonly now: Date
  readonly event: Pick<ConjunctionRow, 'id' | 'decision_version'>
  readonly trigger: 'look' | 'message-late'
  /** The time at which the review was due, or the message was expected. */
  readonly dueAt: Date
  readonly satellite: LevelNews['satellite']
}

/** Opens a decided event again when its review is due, and sends a notice; does nothing if a person made a step since the event was read. */
export async function reopenDue(tx: TenantDb, { tenantId, now, event, trigger, dueAt, satellite }: Due): Promise<void> {
  const changedIn = await raiseListVersion(tx, tenantId)
  const before = await findConjunction(tx, event.id)
  if (before === undefined || before.decision_version !== event.decision_version) return
  const { facts } = before
  const level = levelAt(facts, now.getTime())
  await reopen(tx, { tenantId, now, changedIn, event: before, facts, level, trigger })
  await tellReopened(tx, {
    tenantId,
    conjunctionId: event.id,
    now,
    before,
    facts,
    level,
    satellite,
    trigger,
    dueAt,
  })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId: event.id, decision: stateBefore(before.decision) } })
}

type Reopening = Pick<ReopenQuestion, 'tenantId' | 'now' | 'changedIn' | 'facts' | 'level'> & {
  readonly event: ConjunctionRow
  readonly trigger: Trigger
}

async function reopen(
  tx: TenantDb,
  { tenantId, now, changedIn, event, facts, level, trigger }: Reopening,
): Promise<void> {
  const { id, decision: was, decision_version, reopen_above, look_again_at } = event
  const at = now.toISOString()
  const decision = { ...was, at, by: PRODUCT, decision: null, state: stateBefore(was), snoozedUntil: null }
  await insertEntry(tx, {
    tenantId,
    conjunctionId: id,
    place: decision_version + 1,
    id: randomUUID(),
    at: now,
    bySubject: PRODUCT,
    by_name: PRODUCT,
    action: 'REOPEN',
    cdm_id: facts.newestCdmId,
    risk_level: rankOf(level),
    probability: facts.conjunctionData.probabilityOfCollision,
    owner: was.owner,
    decision: null,
    snoozed_until: null,
    reopen_above,
    look_again_at,
    trigger,
    why: '',
    call: null,
    coordination: null,
  })
  await updateDecision(tx, { id, decision, basis: UNDECIDED, changedIn })
  const detail = { version: decision_version + 1, trigger, level, decision: was.decision }
  const entry = { actor: PRODUCT, action: 'decision.reopen', object: id, outcome: 'done', requestId: '' } as const
  await insertAudit(tx, tenantId, { ...entry, detail })
}

/** Returns the state of the decision on an event that is open again. */
export function stateBefore({ owner }: Pick<ConjunctionRow['decision'], 'owner'>): 'ACKNOWLEDGED' | 'ASSIGNED' {
  return owner === null ? 'ACKNOWLEDGED' : 'ASSIGNED'
}
