import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { DecisionEntry } from '@apsis/contract/ca/conjunction.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/risk-level.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { hasGrown, hasMoved, type Measured } from '@apsis/contract/notifications/news.ts'
import { CALL } from '../../delivery/outbox.service.ts'
import { lastToldOf, type Told as Notified, notify } from '../../notifications/notification.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { ConjunctionRow } from './conjunction.repository.ts'
import { type Described, eventValues } from './describe-event.ts'
import type { EventFacts } from './event/fold-event.ts'

/** An event is no failed request: no code stands before its title (spec §8), and its level says how urgent it is. */
const NOTICE_CODE = 200

export type Told = {
  readonly tenantId: string
  readonly conjunctionId: string
  readonly now: Date
  /** The event before the change; undefined where it is new. */
  readonly before:
    | Pick<ConjunctionRow, 'risk_level' | 'facts' | 'decision' | 'decided_level' | 'reopen_above' | 'decided_tca'>
    | undefined
  /** The rank of the level until now: it may have fallen by time since it was last written. */
  readonly stood: number
  readonly facts: EventFacts
  readonly level: RiskLevel
  readonly satellite: { readonly id: string; readonly name: string } | undefined
  /** What opened the event again after a decision; null where nothing did. */
  readonly reopenedBy: DecisionEntry['trigger']
}

/** The urgency of a decided event that is open again. */
const URGENCY = {
  CRITICAL: 'critical',
  HIGH: 'serious',
  MEDIUM: 'caution',
  LOW: 'caution',
  UNKNOWN: 'caution',
} as const

/**
 * Tells the organisation of an event that rose to HIGH or CRITICAL, fell from there, began to need data, was decided and is
 * open again, or of which message and own screening contradict each other; not of every message, and not of what is past.
 */
export async function tellLevel(tx: TenantDb, told: Told): Promise<void> {
  const { facts, now } = told
  if (Date.parse(facts.conjunctionData.tca) < now.getTime()) return
  const change = changeOf(told) ?? (await newsInsideLevel(tx, told))
  const to = addressOf(told)
  if (change !== undefined) {
    const finding = { code: change.code, values: { ...eventValues(describedOf(told)), ...change.values } }
    await notify(tx, { ...to, level: change.level, finding })
  }
  for (const { code, values, level } of alarmsOf(told)) {
    const finding = { code, values: { ...eventValues(describedOf(told)), ...values } }
    await notify(tx, { ...to, level, finding })
  }
}

type Reopened = Pick<Told, 'tenantId' | 'conjunctionId' | 'facts' | 'level' | 'satellite'> & {
  readonly before: NonNullable<Told['before']>
  readonly trigger: NonNullable<DecisionEntry['trigger']>
  readonly dueAt: Date
}

/** Tells the organisation that a decided event is open again because a time has come. */
export async function tellReopened(tx: TenantDb, reopened: Reopened): Promise<void> {
  const { level, trigger, dueAt } = reopened
  const values = { ...eventValues(describedOf(reopened)), ...reopeningOf({ ...reopened, reopenedBy: trigger }) }
  const finding = { code: 'decision-reopened', values: { ...values, dueAt: dueAt.toISOString() } } as const
  await notify(tx, { ...addressOf(reopened), level: URGENCY[level], finding })
}

/** To whom what happened to an event is told, and where it is shown. */
function addressOf({ tenantId, conjunctionId, satellite }: Pick<Told, 'tenantId' | 'conjunctionId' | 'satellite'>) {
  const link =
    satellite === undefined
      ? {}
      : { link: `/ca/conjunction/${satellite.id}/${conjunctionId}`, satelliteId: satellite.id }
  return { tenantId, subject: undefined, audience: 'ca', code: NOTICE_CODE, matter: conjunctionId, ...link } as const
}

type Mitigated = { readonly event: ConjunctionRow; readonly level: RiskLevel; readonly plan: string }

/** Tells the organisation that a burn left nothing of an event that is not accepted. */
export async function tellMitigated(tx: TenantDb, tenantId: string, { event, level, plan }: Mitigated): Promise<void> {
  const { id, satellite_id: satelliteId, facts } = event
  const values = { ...eventValues({ facts, level, satelliteName: undefined }), plan }
  const link = satelliteId === null ? {} : { link: `/ca/conjunction/${satelliteId}/${id}`, satelliteId }
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    code: NOTICE_CODE,
    matter: id,
    level: 'ok',
    ...link,
    finding: { code: 'event-mitigated', values },
  })
}

/** What a notification tells, and how urgent it is. */
type Change = Required<Pick<Notified, 'level'>> & Finding

/** Faults of an event beside its level. */
function alarmsOf({ before, facts, level }: Told): Change[] {
  const { comparison, ownScreening } = facts
  const alarms: ReturnType<typeof alarmsOf> = []
  if (comparison?.isDisagreement === true && before?.facts.comparison?.isDisagreement !== true) {
    const values = { distanceM: comparison.distanceM, sigma: comparison.mahalanobis }
    alarms.push({ level: 'serious', code: 'estimates-contradict', values })
  }
  // An event that drops out of a newer screening may be harmless, or the orbit may be wrong: an alarm of its own (flight rule F30), as
  // urgent as the event, so that no quiet hours hold that of a CRITICAL one.
  const isGone = ownScreening?.state === 'WITHDRAWN' && before?.facts.ownScreening?.state === 'COUNTS'
  if (isGone && rankOf(level) >= rankOf('HIGH'))
    alarms.push({ level: URGENCY[level], code: 'not-found-again', values: {} })
  return alarms
}

function changeOf(told: Told): Change | undefined {
  const { before, stood, facts, level, reopenedBy } = told
  if (reopenedBy !== null) return { level: URGENCY[level], code: 'decision-reopened', values: reopeningOf(told) }
  const was = before?.risk_level ?? rankOf('UNKNOWN')
  return stepOf({ was, stood, level, isDataNeeded: facts.needsData && before?.facts.needsData !== true })
}

export type Step = {
  /** The rank of the level that was last written, and of the one that it has fallen to by time since. */
  readonly was: number
  readonly stood: number
  readonly level: RiskLevel
  readonly isDataNeeded: boolean
}

/** The notification of a change of level; undefined where there is none. */
export function stepOf({ was, stood, level, isDataNeeded }: Step): Change | undefined {
  const [is, high] = [rankOf(level), rankOf('HIGH')]
  const raised = { code: 'risk-raised', values: {} } as const
  if (is > stood && level === 'CRITICAL') return { level: 'critical', ...raised }
  // Data that would settle the level is worth more than the level.
  if (isDataNeeded) return { level: 'caution', code: 'data-needed', values: {} }
  if (is > stood && is >= high) return { level: 'serious', ...raised }
  // Nobody was notified when the level fell by time.
  const lowered = { code: 'risk-lowered', values: { from: levelOf(was) } } as const
  if (is < was && was >= high) return { level: 'ok', ...lowered }
  return undefined
}

/** Whatever is told of an event as it was measured has its miss distance (eventValues). */
export const OF_EVENT = 'missM'

/** What is new of an open event that stays HIGH or CRITICAL, beside what was last told of it (flight-dynamics rule F29). */
async function newsInsideLevel(tx: TenantDb, told: Told): Promise<Change | undefined> {
  const { before, conjunctionId, facts, level } = told
  if (before === undefined || before.decided_level !== null || rankOf(level) < rankOf('HIGH')) return undefined
  // A call of the on-call chain is told to one person: to all others its figures are news.
  const last = await lastToldOf(tx, conjunctionId, { figure: OF_EVENT, but: [CALL] })
  return last && newsSince(last.values, measuredOf(facts), level)
}

const measuredOf = ({ conjunctionData: { probabilityOfCollision, tca } }: EventFacts) => ({
  probability: probabilityOfCollision ?? undefined,
  tcaMs: Date.parse(tca),
})

/** The notification of a change inside a level; undefined where the figures are those of the last notification. */
export function newsSince(
  last: Finding['values'],
  now: Measured & { readonly tcaMs: number },
  risk: RiskLevel,
): Change | undefined {
  const { probability, tcaAt } = last
  const told = {
    probability: typeof probability === 'number' ? probability : undefined,
    tcaMs: typeof tcaAt === 'string' ? Date.parse(tcaAt) : undefined,
  }
  const level = URGENCY[risk]
  if (hasGrown(now, told)) {
    const values = told.probability === undefined ? {} : { before: told.probability }
    return { level, code: 'risk-grew', values }
  }
  if (told.tcaMs === undefined || !hasMoved(now, told)) return undefined
  const values = { movedS: Math.round((now.tcaMs - told.tcaMs) / 1_000) }
  return { level, code: 'tca-moved', values }
}

const describedOf = ({ facts, level, satellite }: Pick<Told, 'facts' | 'level' | 'satellite'>): Described => ({
  facts,
  level,
  satelliteName: satellite?.name,
})

/** The decision, and why the event is open again. */
function reopeningOf({ before, facts, reopenedBy }: Pick<Told, 'before' | 'facts' | 'reopenedBy'>): Finding['values'] {
  const decision = before?.decision
  const above = before?.reopen_above ?? before?.facts.conjunctionData.probabilityOfCollision ?? 0
  const movedMs = Date.parse(facts.conjunctionData.tca) - (before?.decided_tca?.getTime() ?? 0)
  return {
    decision: decision?.decision ?? decision?.state ?? '',
    by: decision?.by ?? '',
    owner: decision?.owner ?? '',
    trigger: reopenedBy ?? '',
    ...(reopenedBy === 'probability' ? { above } : {}),
    ...(reopenedBy === 'tca-moved' ? { movedS: Math.round(movedMs / 1_000) } : {}),
  }
}
