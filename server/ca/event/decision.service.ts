import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import type {
  Decision,
  DecisionEntry,
  updateDecision as updateDecisionCall,
} from '@apsis/contract/ca/event/conjunction.ts'
import { COORDINATION_CLOCK_MS, newestStepOf } from '@apsis/contract/ca/event/coordination.ts'
import {
  type DecidedOn,
  isUnseen,
  isWaiting,
  mostReopening,
  PRODUCT,
  standardLook,
  standardReopening,
} from '@apsis/contract/ca/event/reopening.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { STANDARD_LEAD_H } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import { beforeCommit, type Database, type TenantDb } from '../../platform/database/database.ts'
import { expectedVersion } from '../../platform/http/etag.ts'
import { wakeListedWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { findCdm, listCame } from '../message/record/message.repository.ts'
import { expectedFrom } from '../message/record/rhythm.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { decideMsOf } from './commit.ts'
import * as repository from './decision.repository.ts'
import type { ConjunctionRow } from './event.repository.ts'
import * as conjunctions from './event.repository.ts'
import { levelAt } from './fold-event.ts'
import { stateBefore } from './reopen.ts'

type Step = ParsedRequest<typeof updateDecisionCall>['body']
type Summary = Decision['summary']
type Owner = Pick<Caller, 'tenantId'>
type Person = Pick<Caller, 'tenantId' | 'subject' | 'username'>

type DecisionQuestion = { readonly id: string; readonly now: Date }

/** Returns the state of the decision on an event, and every step that led to it. */
export function getDecision(db: Database, { tenantId }: Owner, asked: DecisionQuestion): Promise<Decision> {
  return db.tenant(tenantId, (tx) => getDecisionWithin(tx, asked))
}

/** Returns the decision within the transaction of the caller. */
export async function getDecisionWithin(tx: TenantDb, { id, now }: DecisionQuestion): Promise<Decision> {
  return present(tx, await requireEvent(tx, id), now)
}

export type NewStep = {
  readonly id: string
  readonly step: Step
  readonly ifMatch: string | undefined
  readonly requestId: string
  readonly now: Date
  /** The call, in a step of a simulated chain; the product records real calls as notes. */
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
  const expected = expectedVersion(ifMatch, 'this event')
  await requireEvent(tx, id)
  if (ifMatch === undefined && (step.action === 'DECIDE' || step.action === 'CLOSE'))
    throw new ApiError('version-missing', `${step.action} needs If-Match: the version of the event it is made on.`)
  // The lock keeps others from changing the event until the end of the transaction.
  const changedIn = await conjunctions.raiseListVersion(tx, tenantId)
  const event = await requireEvent(tx, id)
  if (expected !== undefined && expected !== event.version)
    throw new ApiError('version-stale', 'The event has moved in between, by a step of somebody or by a message.')
  requireAllowed(event.decision, step)
  const { cdmId, probability } = await basisOf(tx, event, step)
  const level = levelAt(event.facts, now.getTime())
  const decision = next(event.decision, step, { at: now.toISOString(), by: username })
  const isDecided = step.action === 'DECIDE' || step.action === 'CLOSE'
  const basis = isDecided ? decisionBasisOf(step, event, await defaultsOf(tx, event, now.getTime())) : undefined
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
    reopen_above: basis?.reopen_above ?? null,
    look_again_at: basis?.look_again_at ?? null,
    trigger: null,
    why: step.why,
    call,
    coordination: step.coordination ?? null,
  })
  const stored =
    basis === undefined
      ? step.action === 'REOPEN'
        ? conjunctions.UNDECIDED
        : event
      : { ...basis, decided_level: rankOf(level) }
  await conjunctions.updateDecision(tx, { id, decision, basis: stored, changedIn })
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: `decision.${step.action.toLowerCase()}`,
    object: id,
    outcome: 'done',
    requestId,
    detail: {
      version: event.decision_version + 1,
      cdmId,
      level,
      decision: decision.decision,
      ...(step.coordination === undefined ? {} : { coordination: step.coordination }),
    },
  })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId: id, decision: decision.state } })
  beforeCommit(tx, () => wakeListedWorkOf(tx, FOLLOWED_BY, tenantId))
  return present(tx, await requireEvent(tx, id), now)
}

/** The work that calls people, and the on-call system, for events: it runs at once, since a call may be due in the next seconds. */
const FOLLOWED_BY = ['duty.paging', 'duty.escalation']

export type ProductNote = {
  readonly tenantId: string
  readonly id: string
  readonly why: string
  /** The call that the note reports, as data. */
  readonly call: NonNullable<DecisionEntry['call']>
  readonly now: Date
}

/** Adds a note of the product to the record of an event; the state of the decision does not change. */
export async function addProductNote(tx: TenantDb, { tenantId, id, why, call, now }: ProductNote): Promise<void> {
  const changedIn = await conjunctions.raiseListVersion(tx, tenantId)
  const event = await requireEvent(tx, id)
  const { decision, decision_version, facts } = event
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
    look_again_at: null,
    trigger: null,
    why,
    call,
    coordination: null,
  })
  await conjunctions.updateDecision(tx, { id, decision, basis: event, changedIn })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId: id, decision: decision.state } })
}

async function requireEvent(tx: TenantDb, id: string): Promise<conjunctions.ConjunctionRow> {
  const event = await conjunctions.findConjunction(tx, id)
  if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
  return event
}

/** Checks the required content of each step. */
function requireContent(
  { action, decision, why, owner, snoozedUntil, lookAgainAt, coordination }: Step,
  now: Date,
): void {
  const missing = (field: string, message: string) => ({ code: 'decision.incomplete', message, pointer: `#/${field}` })
  const isAhead = (at: string) => Date.parse(at) > now.getTime()
  const isFuture = snoozedUntil !== undefined && isAhead(snoozedUntil)
  const isLookPast = action === 'DECIDE' && lookAgainAt !== undefined && !isAhead(lookAgainAt)
  const isAgreedAhead =
    coordination !== undefined && Date.parse(coordination.at) > now.getTime() + COORDINATION_CLOCK_MS
  const errors = [
    ...(action === 'DECIDE' && decision === undefined ? [missing('decision', 'is needed to decide')] : []),
    ...((action === 'DECIDE' || action === 'CLOSE' || (action === 'NOTE' && coordination === undefined)) && why === ''
      ? [missing('why', `is needed: ${action} says why`)]
      : []),
    ...(action === 'ASSIGN' && owner === undefined ? [missing('owner', 'is needed to assign')] : []),
    ...(action === 'SNOOZE' && !isFuture ? [missing('snoozedUntil', 'is needed, and has to be in the future')] : []),
    ...(coordination !== undefined && action !== 'NOTE' ? [missing('coordination', 'is told by a NOTE')] : []),
    ...(isAgreedAhead ? [missing('coordination/at', 'has to be in the past')] : []),
    ...(isLookPast ? [missing('lookAgainAt', 'has to be in the future')] : []),
  ]
  if (errors.length === 0) return
  const sentence = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ')
  throw new ApiError('unprocessable', sentence, { errors })
}

/** Checks that the state of the record allows the step. */
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

/** Returns the message that a step is based on: the message that counts, or another message of the event. */
async function basisOf(
  tx: TenantDb,
  { id, facts }: conjunctions.ConjunctionRow,
  { cdmId = facts.newestCdmId ?? undefined }: Step,
): Promise<{ cdmId: string | null; probability: number | null }> {
  if (cdmId === undefined) return { cdmId: null, probability: facts.conjunctionData.probabilityOfCollision }
  const cdm = await findCdm(tx, cdmId)
  if (cdm?.conjunction_id === id) return { cdmId, probability: cdm.derived.conjunctionData.probabilityOfCollision }
  throw refused('cdmId', 'decision.unknown-message', 'names no message of this event')
}

type DecisionEvent = Pick<conjunctions.ConjunctionRow, 'facts'>

/** Returns the condition that reopens an event after it was decided or closed: the requested condition, or the default. */
function decisionBasisOf(
  step: Step,
  { facts: { conjunctionData } }: DecisionEvent,
  defaults: Decision['defaults'],
): Omit<conjunctions.DecisionBasis, 'decided_level'> {
  const { tca, probabilityOfCollision } = conjunctionData
  const look = step.action === 'DECIDE' ? lookOf(step, tca, defaults) : null
  return {
    reopen_above: reopeningOf(step, probabilityOfCollision, defaults),
    look_again_at: look === null ? null : new Date(look),
    decided_tca: new Date(tca),
  }
}

/** Returns the probability above which the event reopens, given its present probability. */
function reopeningOf(
  { reopenAbove }: Step,
  probability: number | null,
  { reopenAbove: usual, mostReopenAbove: most }: Decision['defaults'],
): number | null {
  if (reopenAbove === undefined) return usual
  if (most !== null && (reopenAbove === null || reopenAbove > most))
    throw refused(
      'reopenAbove',
      'decision.reopens-too-late',
      `has to be at most ${most}: at or above what the satellite accepts an event reopens on any rise by a fifth`,
    )
  if (reopenAbove === null || probability === null || reopenAbove > probability) return reopenAbove
  const message = 'has to be above the probability on which it is decided: it would reopen at once'
  throw refused('reopenAbove', 'decision.reopens-at-once', message)
}

/** Returns when the event is reviewed again; null if no review is planned. */
function lookOf(
  { decision, lookAgainAt }: Step,
  tca: string,
  { lookAgainAt: usual }: Decision['defaults'],
): string | null {
  if (lookAgainAt === undefined) return isWaiting(decision) ? usual : null
  if (Date.parse(lookAgainAt) < Date.parse(tca)) return lookAgainAt
  throw refused('lookAgainAt', 'decision.looks-too-late', `has to be before TCA, ${tca}`)
}

function refused(field: keyof Step, code: string, message: string): ApiError {
  const pointer = `#/${field}`
  return new ApiError('unprocessable', `${pointer}: ${message}`, { errors: [{ code, message, pointer }] })
}

type Signature = { readonly at: string; readonly by: string }

/** Returns the state of the decision after a step. */
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

async function present(tx: TenantDb, event: conjunctions.ConjunctionRow, now: Date): Promise<Decision> {
  const rows = await repository.listEntries(tx, event.id)
  const history = rows.map(({ snoozed_until, reopen_above, look_again_at, ...row }) => ({
    entryId: row.id,
    at: row.at.toISOString(),
    by: row.by_name,
    action: row.action,
    cdmId: row.cdm_id,
    riskLevel: levelOf(row.risk_level),
    probability: row.probability,
    owner: row.owner,
    decision: row.decision,
    snoozedUntil: snoozed_until?.toISOString() ?? null,
    reopenAbove: reopen_above,
    lookAgainAt: look_again_at?.toISOString() ?? null,
    trigger: row.trigger,
    why: row.why,
    call: row.call,
    ...(row.coordination === null ? {} : { coordination: row.coordination }),
  }))
  const newestStep = newestStepOf(history)
  const defaults = await defaultsOf(tx, event, now.getTime())
  return {
    conjunctionId: event.id,
    summary: event.decision,
    history,
    ...(newestStep === undefined ? {} : { coordination: { ...newestStep.coordination, by: newestStep.by } }),
    defaults,
    version: event.version,
  }
}

type Deciding = Pick<ConjunctionRow, 'id' | 'facts' | 'satellite_id' | 'other_satellite_id' | 'created_at'>

/** Returns the defaults of a decision on an event at a time. */
async function defaultsOf(tx: TenantDb, event: Deciding, nowMs: number): Promise<Decision['defaults']> {
  const { facts, created_at } = event
  const { configuration } = (await satelliteOf(tx, event)) ?? {}
  const { thresholds = STANDARD_THRESHOLDS, propulsion } = configuration ?? {}
  const [came] = await listCame(tx, [event.id])
  const { tca, probabilityOfCollision: probability } = facts.conjunctionData
  const decideMs = decideMsOf(facts)
  const leadH = propulsion !== undefined && 'leadTimeH' in propulsion ? propulsion.leadTimeH : STANDARD_LEAD_H
  const times = { nowMs, tcaMs: Date.parse(tca), decideMs, leadMs: leadH * HOUR_MS }
  const expectedMs = came && expectedFrom({ ...came, knownMs: created_at.getTime() })
  const isByContact = facts.commit?.source === 'LAST_CONTACT'
  const lookMs = standardLook({ ...times, isByContact, expectedMs })
  const on: DecidedOn = {
    level: levelAt(facts, nowMs),
    probability,
    acceptedProbability: thresholds.acceptedCollisionProbability,
  }
  return {
    lookAgainAt: lookMs === undefined ? null : new Date(lookMs).toISOString(),
    isLookByContact: isByContact && lookMs !== standardLook({ ...times, isByContact: false, expectedMs }),
    reopenAbove: standardReopening(on),
    mostReopenAbove: mostReopening(on),
  }
}

/** Returns the satellite of the organisation whose thresholds an event has. */
async function satelliteOf(tx: TenantDb, { satellite_id, other_satellite_id }: Deciding) {
  const own = satellite_id === null ? undefined : await findSatellite(tx, satellite_id)
  if (own !== undefined || other_satellite_id === null) return own
  return findSatellite(tx, other_satellite_id)
}
