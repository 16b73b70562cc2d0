import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { LevelCause } from '@apsis/contract/ca/conjunction/cause.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/risk-level.ts'
import { decideMsOf } from '../commit/commit.ts'
import { ACTION_RULES, type ActionRule, type Situation } from './action.data.ts'
import type { ConjunctionRow } from './conjunction.repository.ts'
import { type EventFacts, heldIn, levelAt } from './event/fold-event.ts'

/** Past events stay in the list for so long, then they are archived (domain.md C5). */
const ARCHIVED_AFTER_MS = 7 * 24 * HOUR_MS
/** The longest time before a deadline that a rule reads. */
const SOON_MS = 24 * HOUR_MS

/** The event as the API shows it at a time, without the time that is left, which changes while the answer is kept. */
export type TimelessConjunction = Omit<Conjunction, 'conjunctionData'> & {
  readonly conjunctionData: Omit<Conjunction['conjunctionData'], 'timeToTca'>
}

/** The event as it stands at a time. */
export function presentConjunction(row: ConjunctionRow, now: number): TimelessConjunction {
  const { facts } = row
  const { newestCdmId, conjunctionData, held: _held, ownHeld: _ownHeld, judged, ...rest } = facts
  const {
    isBeyondAccepted,
    commitHours,
    commit,
    considerHours,
    levelFrom,
    ownScreening,
    comparison,
    lastDrivingDate: _driving,
    toleranceS: _tolerance,
    ...shown
  } = rest
  const tca = Date.parse(conjunctionData.tca)
  const [considerFrom, decideBefore] = [tca - considerHours * HOUR_MS, decideMsOf(facts)]
  const level = levelAt(facts, now)
  const state = stateOf(row, now)
  const situation: Situation = {
    state,
    level,
    isBeyondAccepted,
    isCoOrbiting: facts.isCoOrbiting,
    needsData: facts.needsData,
    trend: facts.trend,
    isDecided: row.decided_level !== null && rankOf(level) <= row.decided_level,
    secondsToDecide: (decideBefore - now) / 1000,
    secondsToConsider: (considerFrom - now) / 1000,
  }
  const { action, rule } = ruleFor(situation)
  return {
    conjunctionId: row.id,
    satelliteId: row.satellite_id,
    conjunctionData: { ...conjunctionData, riskLevel: level },
    ...shown,
    activeCdmId: isMitigated(row) ? null : newestCdmId,
    considerFrom: new Date(considerFrom).toISOString(),
    decideBefore: new Date(decideBefore).toISOString(),
    commit: { source: commit?.source ?? 'NO_CONTACTS', hours: commitHours, contact: commit?.contact ?? null },
    action,
    rule,
    levelCauses: judged === undefined ? [] : causesAt(judged, level),
    reopens: reopeningOf(row),
    state,
    levelFrom: levelFrom ?? 'MESSAGE',
    ownScreening: ownScreening ?? null,
    comparison: comparison ?? null,
    decision: row.decision,
    version: row.version,
  }
}

function ruleFor(situation: Situation): ActionRule {
  const rule = ACTION_RULES.find(({ applies }) => applies(situation))
  if (rule === undefined) throw new TypeError('the last rule applies to every situation')
  return rule
}

/** The reason of the level: that of the message that counts, and whether the event is held above it. */
function causesAt({ level: own, causes }: NonNullable<EventFacts['judged']>, level: RiskLevel): LevelCause[] {
  return rankOf(level) > rankOf(own) ? [...causes, 'held-higher'] : [...causes]
}

/** What reopens a decided or closed event by itself. */
export function reopeningOf({ decided_level, reopen_above }: ConjunctionRow): Conjunction['reopens'] {
  return decided_level === null ? null : { aboveLevel: levelOf(decided_level), aboveProbability: reopen_above }
}

/** The times at which an event looks different without anybody changing it. */
export function turningPoints({ facts }: ConjunctionRow): number[] {
  const tca = Date.parse(facts.conjunctionData.tca)
  const decideBefore = decideMsOf(facts)
  const lower = heldIn(facts).flatMap(({ lower: next }) => (next === null ? [] : [next.at]))
  // A comparison with "before" changes one millisecond later.
  return [
    tca - facts.considerHours * HOUR_MS,
    decideBefore - SOON_MS + 1,
    tca + 1,
    tca + ARCHIVED_AFTER_MS + 1,
    ...lower,
  ]
}

function stateOf(row: ConjunctionRow, now: number): Conjunction['state'] {
  const since = now - Date.parse(row.facts.conjunctionData.tca)
  if (since > ARCHIVED_AFTER_MS) return 'ARCHIVED'
  if (since > 0) return 'PASSED'
  return isMitigated(row) ? 'MITIGATED' : 'OPEN'
}

/** The event was found mitigated, and neither a message nor a screening that finds it has come since. */
export function isMitigated(row: ConjunctionRow): boolean {
  return row.mitigated_until !== null && newestOf(row) <= row.mitigated_until
}

/** The time of the newest message that drives the level, or of the newest screening that finds the event. */
export function newestOf({ facts }: Pick<ConjunctionRow, 'facts'>): Date {
  const { ownScreening, lastCreationDate, lastDrivingDate = lastCreationDate } = facts
  const found = ownScreening?.state === 'COUNTS' ? Date.parse(ownScreening.madeAt) : Number.NEGATIVE_INFINITY
  return new Date(Math.max(Date.parse(lastDrivingDate), found))
}
