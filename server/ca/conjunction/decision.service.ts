import { randomUUID } from 'node:crypto'
import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import { isUnseen, PRODUCT, standardReopening } from '@apsis/contract/ca/conjunction/reopening.ts'
import type { Decision, DecisionEntry, updateDecision as updateDecisionCall } from '@apsis/contract/ca/conjunction.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/risk-level.ts'
import type { Parsed } from '@apsis/contract/endpoint.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { findCdm } from '../message/message.repository.ts'
import * as conjunctions from './conjunction.repository.ts'
import * as repository from './decision.repository.ts'
import { levelAt } from './event/fold-event.ts'
import { stateBefore } from './reopen.ts'

type Step = Parsed<typeof updateDecisionCall>['body']
type Summary = Decision['summary']
type Owner = Pick<Caller, 'tenantId'>
type Person = Pick<Caller, 'tenantId' | 'subject' | 'username'>

/** The state of the decision on an event, and every step that led to it. */
export function getDecision(db: Database, { tenantId }: Owner, id: string): Promise<Decision> {
  return db.tenant(tenantId, (tx) => getDecisionWithin(tx, id))
}

/** The same within the transaction of the caller. */
export async function getDecisionWithin(tx: TenantDb, id: string): Promise<Decision> {
  return present(tx, await requireEvent(tx, id))
}

export type NewStep = {
  readonly id: string
  readonly step: Step
  readonly ifMatch: string | undefined
  readonly requestId: string
  readonly now: Date
  /** What it says of a call of a chain that is simulated; real calls are notes of the product. */
  readonly call?: DecisionEntry['call']
}

/** Adds a step to the record of an event. No step is ever changed. */
export function addStep(db: Database, person: Person, step: NewStep): Promise<Decision> {
  return db.tenant(person.tenantId, (tx) => addStepWithin(tx, person, step))
}

/** Adds a step within the transaction of the caller. */
export async function addStepWithin(
  tx: TenantDb,
  { tenantId, subject, username }: Person,
  { id, step, ifMatch, requestId, now, call = null }: NewStep,
): Promise<Decision> {
  requireContent(step, now)
  const expected = versionOf(ifMatch)
  await requireEvent(tx, id)
  if (expected === undefined && (step.action === 'DECIDE' || step.action === 'CLOSE'))
    throw new ApiError('version-missing', `${step.action} needs If-Match: the version of the event it is made on.`)
  // Nobody else changes the event from here to the end of the transaction.
  const changedIn = await conjunctions.raiseListVersion(tx, tenantId)
  const event = await requireEvent(tx, id)
  if (expected !== undefined && expected !== 'any' && expected !== event.version)
    throw new ApiError('version-stale', 'The event has moved in between, by a step of somebody or by a message.')
  requireAllowed(event.decision, step)
  const { cdmId, probability } = await basisOf(tx, event, step)
  const level = levelAt(event.facts, now.getTime())
  const decision = next(event.decision, step, { at: now.toISOString(), by: username })
  const isSettled = step.action === 'DECIDE' || step.action === 'CLOSE'
  const reopenAbove = isSettled ? reopeningOf(step, level, event.facts.conjunctionData.probabilityOfCollision) : null
  await repository.insertEntry(tx, {
    tenantId,
    conjunctionId: id,
    place: event.decision_version + 1,
    id: randomUUID(),
    at: now,
    bySubject: subject,
    by_name: username,
    action: step.action,
    cdm_id: cdmId,
    risk_level: rankOf(level),
    probability,
    owner: decision.owner,
    decision: decision.decision,
    snoozed_until: decision.snoozedUntil === null ? null : new Date(decision.snoozedUntil),
    reopen_above: reopenAbove,
    trigger: null,
    why: step.why,
    call,
  })
  const kept = { decidedLevel: event.decided_level, reopenAbove: event.reopen_above }
  const reopening = isSettled
    ? { decidedLevel: rankOf(level), reopenAbove }
    : step.action === 'REOPEN'
      ? { decidedLevel: null, reopenAbove: null }
      : kept
  await conjunctions.updateDecision(tx, { id, decision, ...reopening, changedIn })
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: `decision.${step.action.toLowerCase()}`,
    object: id,
    outcome: 'done',
    requestId,
    detail: { version: event.decision_version + 1, cdmId, level, decision: decision.decision },
  })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId: id, decision: decision.state } })
  return present(tx, await requireEvent(tx, id))
}

export type ProductNote = {
  readonly tenantId: string
  readonly id: string
  readonly why: string
  /** The same as data. */
  readonly call: NonNullable<DecisionEntry['call']>
  readonly now: Date
}

/** Adds a note to the record of an event that the product signs; where people stand with it does not change. */
export async function addProductNote(tx: TenantDb, { tenantId, id, why, call, now }: ProductNote): Promise<void> {
  const changedIn = await conjunctions.raiseListVersion(tx, tenantId)
  const { decision, decision_version, facts, decided_level, reopen_above } = await requireEvent(tx, id)
  await repository.insertEntry(tx, {
    tenantId,
    conjunctionId: id,
    place: decision_version + 1,
    id: randomUUID(),
    at: now,
    bySubject: PRODUCT,
    by_name: PRODUCT,
    action: 'NOTE',
    cdm_id: facts.newestCdmId,
    risk_level: rankOf(levelAt(facts, now.getTime())),
    probability: facts.conjunctionData.probabilityOfCollision,
    owner: decision.owner,
    decision: decision.decision,
    snoozed_until: null,
    reopen_above: null,
    trigger: null,
    why,
    call,
  })
  await conjunctions.updateDecision(tx, {
    id,
    decision,
    decidedLevel: decided_level,
    reopenAbove: reopen_above,
    changedIn,
  })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId: id, decision: decision.state } })
}

/** The version of the event as an entity tag: it rises with each step, and with each message. */
export const etagOf = ({ version }: Pick<Decision, 'version'>): string => `"${version}"`

async function requireEvent(tx: TenantDb, id: string): Promise<conjunctions.ConjunctionRow> {
  const event = await conjunctions.findConjunction(tx, id)
  if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
  return event
}

/** What each step must carry. */
function requireContent({ action, decision, why, owner, snoozedUntil }: Step, now: Date): void {
  const missing = (field: string, message: string) => ({ code: 'decision.incomplete', message, pointer: `#/${field}` })
  const isFuture = snoozedUntil !== undefined && Date.parse(snoozedUntil) > now.getTime()
  const errors = [
    ...(action === 'DECIDE' && decision === undefined ? [missing('decision', 'is needed to decide')] : []),
    ...((action === 'DECIDE' || action === 'CLOSE' || action === 'NOTE') && why === ''
      ? [missing('why', `is needed: ${action} says why`)]
      : []),
    ...(action === 'ASSIGN' && owner === undefined ? [missing('owner', 'is needed to assign')] : []),
    ...(action === 'SNOOZE' && !isFuture ? [missing('snoozedUntil', 'is needed, and has to be in the future')] : []),
  ]
  if (errors.length === 0) return
  const sentence = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ')
  throw new ApiError('unprocessable', sentence, { errors })
}

/** The steps that each state of the record allows. */
function requireAllowed(summary: Summary, { action }: Step): void {
  const { state } = summary
  const no = (message: string) => new ApiError('conflict', message)
  if (action === 'NOTE') return
  if (action === 'REOPEN') {
    if (state === 'DECIDED' || state === 'CLOSED') return
    throw no('The event is neither decided nor closed: there is nothing to reopen.')
  }
  if (state === 'CLOSED') throw no('The event is closed: reopen it first.')
  if (action === 'ACKNOWLEDGE' && !isUnseen(summary)) throw no('The event is acknowledged already.')
  if (action === 'UNACKNOWLEDGE' && state !== 'ACKNOWLEDGED')
    throw no('The event is not merely acknowledged: there is no acknowledgement to take back.')
}

/** The message that a step is based on: the one that counts, or another one of the event. */
async function basisOf(
  tx: TenantDb,
  { id, facts }: conjunctions.ConjunctionRow,
  { cdmId = facts.newestCdmId ?? undefined }: Step,
): Promise<{ cdmId: string | null; probability: number | null }> {
  if (cdmId === undefined) return { cdmId: null, probability: facts.conjunctionData.probabilityOfCollision }
  const cdm = await findCdm(tx, cdmId)
  if (cdm?.conjunction_id === id) return { cdmId, probability: cdm.derived.conjunctionData.probabilityOfCollision }
  const message = 'names no message of this event'
  const errors = [{ code: 'decision.unknown-message', message, pointer: '#/cdmId' }]
  throw new ApiError('unprocessable', `#/cdmId: ${message}`, { errors })
}

/** The probability above which the event reopens, given the one that it has now: as asked for, or the usual one. */
function reopeningOf({ reopenAbove }: Step, level: RiskLevel, probability: number | null): number | null {
  if (reopenAbove === undefined) return standardReopening(level, probability)
  if (reopenAbove === null || probability === null || reopenAbove > probability) return reopenAbove
  const message = 'has to be above the probability on which it is decided: it would reopen at once'
  const errors = [{ code: 'decision.reopens-at-once', message, pointer: '#/reopenAbove' }]
  throw new ApiError('unprocessable', `#/reopenAbove: ${message}`, { errors })
}

type Signature = { readonly at: string; readonly by: string }

/** The state of the decision after a step. */
function next(before: Summary, { action, owner, decision, snoozedUntil }: Step, signature: Signature): Summary {
  const after = { ...before, ...signature }
  const seen = before.state === 'NEW' ? 'ACKNOWLEDGED' : before.state
  switch (action) {
    case 'ACKNOWLEDGE':
      return { ...after, state: seen }
    case 'UNACKNOWLEDGE':
      return { ...after, state: 'NEW' }
    case 'ASSIGN':
      return { ...after, state: before.state === 'DECIDED' ? 'DECIDED' : 'ASSIGNED', owner: owner ?? null }
    case 'DECIDE':
      return { ...after, state: 'DECIDED', decision: decision ?? null, snoozedUntil: null }
    case 'CLOSE':
      return { ...after, state: 'CLOSED', snoozedUntil: null }
    case 'REOPEN':
      return { ...after, state: stateBefore(before), decision: null }
    case 'SNOOZE':
      return { ...after, state: seen, snoozedUntil: snoozedUntil ?? null }
    case 'NOTE':
      return before
  }
}

async function present(tx: TenantDb, event: conjunctions.ConjunctionRow): Promise<Decision> {
  const rows = await repository.listEntries(tx, event.id)
  const history = rows.map(({ id, at, by_name, action, cdm_id, risk_level, snoozed_until, reopen_above, ...row }) => ({
    entryId: id,
    at: at.toISOString(),
    by: by_name,
    action,
    cdmId: cdm_id,
    riskLevel: levelOf(risk_level),
    ...row,
    snoozedUntil: snoozed_until?.toISOString() ?? null,
    reopenAbove: reopen_above,
  }))
  return { conjunctionId: event.id, summary: event.decision, history, version: event.version }
}

/** A version in If-Match: a strong tag of ours; `*` asks for any. */
function versionOf(ifMatch: string | undefined): number | 'any' | undefined {
  if (ifMatch === undefined) return undefined
  if (ifMatch.trim() === '*') return 'any'
  const match = /^"(\d{1,9})"$/.exec(ifMatch.trim())
  if (match === null) throw new ApiError('version-stale', 'If-Match does not hold a version of this event.')
  return Number(match[1])
}
