import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isSettled as isEventSettled } from '@apsis/contract/ca/event/duty.ts'
import { levelPcOf } from '@apsis/contract/ca/event/level-by.ts'
import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'

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
  /** A burn has taken the danger away: the level stays, and nothing is to be decided. */
  readonly isMitigated: boolean
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
    isMitigated: event.state === 'MITIGATED',
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

/** Somebody has to decide about it: it is above its thresholds, and nobody has decided. */
export const needsDecision = (row: EventRow): boolean => isAbove(row) && !isSettled(row)

/** Letters of the longest name of another object. */
export const longestSecondary = (rows: readonly EventRow[]): number =>
  rows.reduce((most, { secondary }) => Math.max(most, secondary.length), 0)

export type EventLevel = Pick<EventRow, 'rank' | 'risk' | 'isMitigated'>

/** The highest level of them; one of an event that is mitigated only where no other is high. */
export function worstOf(rows: readonly EventRow[]): EventLevel {
  return rows.reduce((worst: EventLevel, row) => (weightOf(row) > weightOf(worst) ? row : worst), UNASSESSED)
}
const UNASSESSED = { rank: 0, risk: 'UNKNOWN', isMitigated: false } as const

/** How many events are of a level, and how many of those are mitigated. */
export type LevelCount = { readonly risk: RiskLevel; readonly count: number; readonly mitigated: number }

/** How many events there are of each level, worst first; what is not assessed stands at the end and is counted. */
export function countByLevel(rows: readonly EventRow[]): readonly LevelCount[] {
  return RISK_LEVELS.toReversed().map((risk) => {
    const of = rows.filter((row) => row.risk === risk)
    return { risk, count: of.length, mitigated: mitigatedAmong(of) }
  })
}

/** How many of them are mitigated. */
export const mitigatedAmong = (rows: readonly EventRow[]): number =>
  rows.filter(({ isMitigated }) => isMitigated).length

/** What became of it weighs more than how far people had come. */
export function stateOf({ event: { state, decision } }: EventRow) {
  if (state === 'MITIGATED') return state
  return decision.state === 'NEW' && state !== 'OPEN' ? 'PASSED' : decision.state
}
