import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/cdm.ts'
import { levelPcOf } from '@apsis/contract/ca/conjunction/level-by.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { dutyOf, isSettled as isEventSettled } from '../../shell/status/duty.ts'

/** An event with what is compared, sorted and drawn again and again, read once. */
export type EventRow = {
  readonly id: string
  readonly event: Conjunction
  /** The satellite of ours, or the designator where object 1 is none. */
  readonly satelliteKey: string
  readonly satellite: string
  readonly secondary: string
  readonly tcaMs: number
  readonly decideMs: number
  readonly newestMs: number
  readonly risk: RiskLevel
  /** 0 to 4 (spec §4). */
  readonly rank: number
  /** The probability that the level rests on; where another estimate holds the level, that of the other one. */
  readonly pc: number | undefined
  /** Of the newest estimate. */
  readonly newestPc: number | undefined
  readonly previousPc: number | undefined
  readonly missM: number
}

export function rowOf(event: Conjunction): EventRow {
  const { conjunctionData: data, object1, object2 } = event
  return {
    id: event.conjunctionId,
    event,
    satelliteKey: event.satelliteId ?? object1.designator,
    satellite: object1.name || object1.designator,
    secondary: object2.name || object2.designator,
    tcaMs: Date.parse(data.tca),
    decideMs: Date.parse(event.decideBefore),
    newestMs: Date.parse(event.lastCreationDate),
    risk: data.riskLevel,
    rank: RISK_LEVELS.indexOf(data.riskLevel),
    pc: levelPcOf(event) ?? undefined,
    newestPc: data.probabilityOfCollision ?? undefined,
    previousPc: event.previousProbability ?? undefined,
    missM: data.totalMissDistance,
  }
}

/** `SAT-3 × SIM DEB`. */
export function pairOf({ satellite, secondary }: Pick<EventRow, 'satellite' | 'secondary'>): string {
  return `${satellite} × ${secondary}`
}

/** Somebody has decided, or a screening found it mitigated: nothing waits for anybody. */
export const isSettled = ({ event }: Pick<EventRow, 'event'>): boolean => isEventSettled(event)

/** High or critical: above the thresholds of the satellite. */
export const isAbove = ({ rank }: Pick<EventRow, 'rank'>) => rank >= RISK_LEVELS.indexOf('HIGH')

/**
 * What must be done, level, what still waits for somebody, time to decide, TCA, and the id, so that the order is always the
 * same. A level may be capped while one has to act: the action goes before it.
 */
export function byUrgency(a: EventRow, b: EventRow): number {
  return (
    dutyOf(a.event) - dutyOf(b.event) ||
    b.rank - a.rank ||
    Number(isSettled(a)) - Number(isSettled(b)) ||
    a.decideMs - b.decideMs ||
    a.tcaMs - b.tcaMs ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  )
}

/** Letters of the longest name of another object. */
export const longestSecondary = (rows: readonly EventRow[]): number =>
  rows.reduce((most, { secondary }) => Math.max(most, secondary.length), 0)

/** The highest level of them. */
export function worstOf(rows: readonly EventRow[]): Pick<EventRow, 'rank' | 'risk'> {
  return rows.reduce((worst: Pick<EventRow, 'rank' | 'risk'>, row) => (row.rank > worst.rank ? row : worst), UNASSESSED)
}
const UNASSESSED = { rank: 0, risk: 'UNKNOWN' } as const

export type LevelCount = { readonly risk: RiskLevel; readonly count: number }

/** How many events there are of each level, worst first; what is not assessed stands at the end and is counted. */
export function countByLevel(rows: readonly EventRow[]): readonly LevelCount[] {
  return RISK_LEVELS.toReversed().map((risk) => ({ risk, count: rows.filter((row) => row.risk === risk).length }))
}

/** What became of it weighs more than how far people had come. */
export function stateOf({ event: { state, decision } }: EventRow) {
  if (state === 'MITIGATED') return 'MITIGATED'
  return decision.state === 'NEW' && state !== 'OPEN' ? 'PASSED' : decision.state
}
