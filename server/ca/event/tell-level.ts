import type { DecisionEntry } from '@apsis/contract/ca/event/conjunction.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { moreUrgent, urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { hasGrown, hasMoved, type MeasuredEvent } from '@apsis/contract/notifications/news.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import { CALL } from '../../delivery/outbox.service.ts'
import { lastNoticeOf, notify } from '../../notifications/notification.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { eventValues } from './describe-event.ts'
import type { ConjunctionRow } from './event.repository.ts'
import type { EventFacts } from './fold-event.ts'
import { actionAt } from './present-event.ts'

export type LevelNews = {
  readonly tenantId: string
  readonly conjunctionId: string
  readonly now: Date
  /** The event before the change; undefined if it is new. */
  readonly before:
    | Pick<
        ConjunctionRow,
        'risk_level' | 'facts' | 'decision' | 'decided_level' | 'reopen_above' | 'decided_tca' | 'mitigated_until'
      >
    | undefined
  /** The rank of the level until now: it may have fallen by time since it was last written. */
  readonly stood: number
  readonly facts: EventFacts
  readonly level: RiskLevel
  readonly satellite: { readonly id: string; readonly name: string } | undefined
  /** The trigger that opened the event again after a decision; null if there was none. */
  readonly reopenedBy: DecisionEntry['trigger']
}

/**
 * Notifies the organisation of an event that rose to HIGH or CRITICAL, fell from there, calls for action now, or began to need data. It
 * also notifies if a decided event is open again, if a message and an own screening contradict each other, or if the level stays because
 * the screening after a track failed. It does not notify of every message, nor of past events.
 */
export async function tellLevel(tx: TenantDb, told: LevelNews): Promise<void> {
  const { facts, now, conjunctionId, before, level } = told
  if (Date.parse(facts.conjunctionData.tca) < now.getTime()) return
  const mayBeNews = before !== undefined && (rankOf(level) >= rankOf('HIGH') || facts.needsData)
  // A call of the on-call chain reaches one person, so for all others its figures are news.
  const last = mayBeNews ? await lastNoticeOf(tx, conjunctionId, { figure: OF_EVENT, but: [CALL] }) : undefined
  // A failed screening is requested again every ten minutes, and may fail each time.
  const kept =
    facts.track?.screening === 'FAILED' ? await lastNoticeOf(tx, conjunctionId, { figure: KEPT_FOR }) : undefined
  const known = { last: last?.values, keptFor: kept?.values[KEPT_FOR] }
  for (const notice of noticesOf(told, known)) await notify(tx, { ...addressOf(told), ...notice })
}

/** The message with the track whose failed screening keeps up the level; it is reported once for each message. */
const KEPT_FOR = 'keptForCdmId'

type ReopenNews = Pick<LevelNews, 'tenantId' | 'conjunctionId' | 'facts' | 'level' | 'satellite' | 'now'> & {
  readonly before: NonNullable<LevelNews['before']>
  readonly trigger: NonNullable<DecisionEntry['trigger']>
  readonly dueAt: Date
}

/** Notifies the organisation that a decided event is open again because its review is due. */
export async function tellReopened(tx: TenantDb, reopened: ReopenNews): Promise<void> {
  const { before, facts, level, now, trigger, dueAt, satellite } = reopened
  const { action } = actionAt({ ...before, decided_level: null }, now.getTime())
  const values = {
    ...eventValues({ facts, level, action, now, satelliteName: satellite?.name }),
    ...reopeningOf({ ...reopened, reopenedBy: trigger }),
    dueAt: dueAt.toISOString(),
  }
  const urgency = moreUrgent('caution', urgencyOf({ level, action }))
  await notify(tx, { ...addressOf(reopened), level: urgency, finding: { code: 'decision-reopened', values } })
}

/** Returns the recipients of a notice of an event, and its page. */
function addressOf({
  tenantId,
  conjunctionId,
  satellite,
}: Pick<LevelNews, 'tenantId' | 'conjunctionId' | 'satellite'>) {
  const link =
    satellite === undefined
      ? {}
      : { link: `/ca/conjunction/${satellite.id}/${conjunctionId}`, satelliteId: satellite.id }
  return { tenantId, subject: undefined, audience: 'ca', matter: conjunctionId, ...link } as const
}

export type Notice = { readonly level: NotificationLevel; readonly finding: Finding }

/** The earlier notices of an event. */
type KnownOf = {
  /** The figures of the last notice; undefined if there was none. */
  readonly last?: Finding['values'] | undefined
  /** The message with the track for which its level was last reported as kept. */
  readonly keptFor?: Finding['values'][string] | undefined
}

/**
 * Returns the notices of a changed event. No notice is less urgent than the page of the event, whose urgency is the higher one of its level
 * and its suggested action.
 */
export function noticesOf(told: LevelNews, { last, keptFor }: KnownOf): Notice[] {
  const { before, facts, level, now, reopenedBy, satellite } = told
  const after = {
    facts,
    decided_level: reopenedBy === null ? (before?.decided_level ?? null) : null,
    mitigated_until: before?.mitigated_until ?? null,
  }
  const { action } = actionAt(after, now.getTime())
  const actionBefore = before && actionAt(before, now.getTime()).action
  const isActNew = action === 'ACT' && (actionBefore !== 'ACT' || last?.action !== 'ACT')
  const change = changeOf(told, isActNew) ?? newsInsideLevel(told, last)
  const values = eventValues({ facts, level, action, now, satelliteName: satellite?.name })
  const isKept = values.anew === 'FAILED' && rankOf(level) >= rankOf('HIGH')
  const kept = isKept ? keptOf(facts, keptFor) : []
  return [...(change === undefined ? [] : [change]), ...alarmsOf(told), ...kept].map((one) => ({
    level: moreUrgent(one.least, urgencyOf({ level, action })),
    finding: { code: one.code, values: { ...values, ...one.values } },
  }))
}

type MitigationNews = {
  readonly event: ConjunctionRow
  readonly level: RiskLevel
  readonly plan: string
  readonly now: Date
  readonly accepted: number
}

/** Notifies the organisation that a burn has mitigated an event. */
export async function tellMitigated(
  tx: TenantDb,
  tenantId: string,
  { event, level, plan, accepted, now }: MitigationNews,
): Promise<void> {
  const { id, satellite_id: satelliteId, facts } = event
  const values = {
    ...eventValues({ facts, level, action: 'NONE', now, satelliteName: undefined }),
    plan,
    accepted,
  }
  const link = satelliteId === null ? {} : { link: `/ca/conjunction/${satelliteId}/${id}`, satelliteId }
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    matter: id,
    level: 'ok',
    ...link,
    finding: { code: 'event-mitigated', values },
  })
}

/** The content of a notification, and its minimum urgency; the notification is at least as urgent as the event on its page. */
type Change = Finding & { readonly least: NotificationLevel }

/** Returns the alarms about an event that are not about its level. */
function alarmsOf({ before, facts, level }: LevelNews): Change[] {
  const { comparison, ownScreening } = facts
  const alarms: Change[] = []
  if (comparison?.isDisagreement === true && before?.facts.comparison?.isDisagreement !== true) {
    const values = { distanceM: comparison.distanceM, sigma: comparison.mahalanobis }
    alarms.push({ least: 'serious', code: 'estimates-contradict', values })
  }
  // An event that disappears from a newer screening may be harmless, or the orbit may be wrong, so it has its own alarm (flight rule F30).
  // The alarm is as urgent as the event, so that quiet hours do not delay the alarm of a CRITICAL event.
  const isGone = ownScreening?.state === 'WITHDRAWN' && before?.facts.ownScreening?.state === 'COUNTS'
  if (isGone && rankOf(level) >= rankOf('HIGH')) alarms.push({ least: 'ok', code: 'not-found-again', values: {} })
  return alarms
}

/** Returns the notice that data from before a track keep up a level, because no screening shows the effect of the track's orbit on the event. */
function keptOf({ track }: EventFacts, keptFor: KnownOf['keptFor']): Change[] {
  if (track === undefined || track.cdmId === keptFor) return []
  return [{ least: 'ok', code: 'level-kept', values: { [KEPT_FOR]: track.cdmId } }]
}

function changeOf(told: LevelNews, isActNew: boolean): Change | undefined {
  const { before, stood, facts, level, reopenedBy } = told
  if (reopenedBy !== null) return { least: 'caution', code: 'decision-reopened', values: reopeningOf(told) }
  const was = before?.risk_level ?? rankOf('UNKNOWN')
  const isDataNeeded = facts.needsData && before?.facts.needsData !== true
  const step = stepOf({ was, stood, level, isDataNeeded, isActNew })
  return step?.code === 'risk-lowered' ? { ...step, values: { ...step.values, ...releaseOf(told) } } : step
}

/** Returns the track whose orbit is now screened, if that has lowered the level. */
function releaseOf({ before, facts: { track } }: LevelNews): Finding['values'] {
  const known = before?.facts.track
  const isReleased = track?.screening === 'DONE' && !(known?.cdmId === track.cdmId && known.screening === 'DONE')
  return isReleased ? { byTrackAt: track.at } : {}
}

type Step = {
  /** The rank of the level that was last written, and the rank to which it has fallen since then because time passed. */
  readonly was: number
  readonly stood: number
  readonly level: RiskLevel
  readonly isDataNeeded: boolean
  /** True if action is needed now, and nobody was notified. */
  readonly isActNew: boolean
}

/** Returns the notification of a change of level or action; undefined if there is none. */
export function stepOf({ was, stood, level, isDataNeeded, isActNew }: Step): Change | undefined {
  const [is, high] = [rankOf(level), rankOf('HIGH')]
  if (is > stood && is >= high) return { least: 'ok', code: 'risk-raised', values: {} }
  // Nobody was notified when the level fell by time.
  if (is < was && was >= high) return { least: 'ok', code: 'risk-lowered', values: { from: levelOf(was) } }
  if (isActNew) return { least: 'critical', code: 'act-before', values: {} }
  if (isDataNeeded) return { least: 'caution', code: 'data-needed', values: {} }
  return undefined
}

/** Every notice with the figures of an event has its miss distance (eventValues). */
export const OF_EVENT = 'missM'

/** Returns the news of an open event that stays HIGH or CRITICAL, compared with its last notification (flight-dynamics rule F29). */
function newsInsideLevel({ before, facts, level }: LevelNews, last: Finding['values'] | undefined): Change | undefined {
  if (before === undefined || before.decided_level !== null || rankOf(level) < rankOf('HIGH')) return undefined
  return last && newsSince(last, measuredOf(facts))
}

const measuredOf = ({ conjunctionData: { probabilityOfCollision, tca } }: EventFacts) => ({
  probability: probabilityOfCollision ?? undefined,
  tcaMs: Date.parse(tca),
})

/** Returns the notification of a change while the level stays the same; undefined if the figures are those of the last notification. */
export function newsSince(
  last: Finding['values'],
  now: MeasuredEvent & { readonly tcaMs: number },
): Change | undefined {
  const { probability, tcaAt } = last
  const told = {
    probability: typeof probability === 'number' ? probability : undefined,
    tcaMs: typeof tcaAt === 'string' ? Date.parse(tcaAt) : undefined,
  }
  if (hasGrown(now, told)) {
    const values = told.probability === undefined ? {} : { before: told.probability }
    return { least: 'ok', code: 'risk-grew', values }
  }
  if (told.tcaMs === undefined || !hasMoved(now, told)) return undefined
  const values = { movedS: Math.round((now.tcaMs - told.tcaMs) / 1_000) }
  return { least: 'ok', code: 'tca-moved', values }
}

/** Returns the decision, and the reason why the event is open again. */
function reopeningOf({
  before,
  facts,
  reopenedBy,
}: Pick<LevelNews, 'before' | 'facts' | 'reopenedBy'>): Finding['values'] {
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
