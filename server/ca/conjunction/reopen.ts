import { randomUUID } from 'node:crypto'
import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import { PRODUCT } from '@apsis/contract/ca/conjunction/reopening.ts'
import type { DecisionEntry } from '@apsis/contract/ca/conjunction.ts'
import { rankOf } from '@apsis/contract/ca/risk-level.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { type ConjunctionRow, updateDecision } from './conjunction.repository.ts'
import { insertEntry } from './decision.repository.ts'
import type { EventFacts } from './event/fold-event.ts'

type Risen = {
  readonly tenantId: string
  readonly now: Date
  readonly changedIn: number
  /** The event before the change; undefined where it is new. */
  readonly before: ConjunctionRow | undefined
  /** The event after the change. */
  readonly facts: EventFacts
  readonly level: RiskLevel
}

/** What opens a decided event again; undefined: the decision holds, or there is none. */
function triggerOf({ before, facts, level, now }: Risen): NonNullable<DecisionEntry['trigger']> | undefined {
  if (before === undefined || before.decided_level === null) return undefined
  const { tca, probabilityOfCollision: probability } = facts.conjunctionData
  if (Date.parse(tca) < now.getTime()) return undefined
  if (rankOf(level) > before.decided_level) return 'level'
  const isAbove = before.reopen_above !== null && probability !== null && probability > before.reopen_above
  return isAbove ? 'probability' : undefined
}

/**
 * Opens a decided event again where it has risen above what it was decided on: a step of the record, signed by the product.
 * Answers what did it. Whoever calls holds the version of the list (raiseListVersion).
 */
export async function reopenRisen(tx: TenantDb, risen: Risen): Promise<DecisionEntry['trigger']> {
  const { tenantId, now, changedIn, before, facts, level } = risen
  const trigger = triggerOf(risen)
  if (before === undefined || trigger === undefined) return null
  const { id, decision: was } = before
  const at = now.toISOString()
  const decision = { ...was, at, by: PRODUCT, decision: null, state: stateBefore(was), snoozedUntil: null }
  await insertEntry(tx, {
    tenantId,
    conjunctionId: id,
    place: before.decision_version + 1,
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
    reopen_above: before.reopen_above,
    trigger,
    why: '',
    call: null,
  })
  await updateDecision(tx, { id, decision, decidedLevel: null, reopenAbove: null, changedIn })
  const detail = { version: before.decision_version + 1, trigger, level, decision: was.decision }
  const entry = { actor: PRODUCT, action: 'decision.reopen', object: id, outcome: 'done', requestId: '' } as const
  await insertAudit(tx, tenantId, { ...entry, detail })
  return trigger
}

/** Where people stand with an event that is open again. */
export function stateBefore({ owner }: Pick<ConjunctionRow['decision'], 'owner'>): 'ACKNOWLEDGED' | 'ASSIGNED' {
  return owner === null ? 'ACKNOWLEDGED' : 'ASSIGNED'
}
