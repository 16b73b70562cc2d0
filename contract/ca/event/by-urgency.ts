import { compareText } from '../../compare-text.ts'
import { RISK_LEVELS } from '../message/cdm.ts'
import type { Conjunction } from './conjunction.ts'
import { dutyOf, isDecided } from './duty.ts'

/** Just below High: a mitigated event ranks above events of little danger, and never before an event that waits for somebody. */
const MOST_MITIGATED = RISK_LEVELS.indexOf('HIGH') - 0.5

/** An event with its sort keys, read once. */
export type UrgencyOrder = {
  readonly id: string
  readonly event: Pick<Conjunction, 'action' | 'state' | 'decision'>
  /** 0 to 4 (spec §4). */
  readonly rank: number
  readonly isMitigated: boolean
  readonly decideMs: number
  readonly tcaMs: number
}

/** Returns the rank of an event: by its level, unless it is mitigated. */
export const weightOf = ({ rank, isMitigated }: Pick<UrgencyOrder, 'rank' | 'isMitigated'>): number =>
  isMitigated ? Math.min(rank, MOST_MITIGATED) : rank

/**
 * Orders events by the required action, level, open decisions, time to decide, TCA, and the id, so that the order is always the same: on
 * pages, and in mails. A level may be capped while an action is needed: the action precedes it.
 */
export function byUrgency(a: UrgencyOrder, b: UrgencyOrder): number {
  return (
    dutyOf(a.event) - dutyOf(b.event) ||
    weightOf(b) - weightOf(a) ||
    Number(isDecided(a.event)) - Number(isDecided(b.event)) ||
    a.decideMs - b.decideMs ||
    a.tcaMs - b.tcaMs ||
    compareText(a.id, b.id)
  )
}
