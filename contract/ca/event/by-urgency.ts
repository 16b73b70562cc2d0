import { compareText } from '../../compare-text.ts'
import { RISK_LEVELS } from '../message/cdm.ts'
import type { Conjunction } from './conjunction.ts'
import { dutyOf, isDecided } from './duty.ts'

/**
 * The highest rank of a mitigated event, just below High: it ranks above events with little risk, and never before an event that waits for somebody.
 */
const MOST_MITIGATED = RISK_LEVELS.indexOf('HIGH') - 0.5

/** An event with its sort keys, which are computed once. */
export type UrgencyOrder = {
  readonly id: string
  readonly event: Pick<Conjunction, 'action' | 'state' | 'decision'>
  /** The rank from 0 to 4 (spec §4). */
  readonly rank: number
  readonly isMitigated: boolean
  readonly decideMs: number
  readonly tcaMs: number
}

/** Returns the rank of an event for sorting: the rank of its level, unless it is mitigated. */
export const weightOf = ({ rank, isMitigated }: Pick<UrgencyOrder, 'rank' | 'isMitigated'>): number =>
  isMitigated ? Math.min(rank, MOST_MITIGATED) : rank

/**
 * Orders events by the required action, the level, open decisions, the time to decide, TCA, and the id, so that the order is the same on pages and in
 * mails. The action comes first, because the level may be capped although an action is needed.
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
