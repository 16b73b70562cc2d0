import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isDecided as isEventDecided } from '@apsis/contract/ca/event/duty.ts'
import { levelPcOf } from '@apsis/contract/ca/event/level-by.ts'
import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'

/** An event for comparing, sorting and drawing many times: its values are computed once. */
export type EventRow = {
  readonly id: string
  readonly event: Conjunction
  /** The own satellite, or the designator if object 1 is not an own satellite. */
  readonly satelliteKey: string
  readonly satellite: string
  readonly secondary: string
  readonly tcaMs: number
  readonly decideMs: number
  readonly newestMs: number
  readonly risk: RiskLevel
  /** The rank of the level, 0 to 4 (spec §4). */
  readonly rank: number
  /** True if a burn has removed the danger: the level stays, and no decision is needed. */
  readonly isMitigated: boolean
  /** The probability on which the level is based; if another estimate keeps the level up, the probability of that estimate. */
  readonly pc: number | undefined
  /** The probability of the newest estimate. */
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

/** Returns `SAT-3 × SIM DEB`. */
export function pairOf({ satellite, secondary }: Pick<EventRow, 'satellite' | 'secondary'>): string {
  return `${satellite} × ${secondary}`
}

/** True if somebody has decided, or a screening found the event mitigated: nobody needs to act. */
export const isDecided = ({ event }: Pick<EventRow, 'event'>): boolean => isEventDecided(event)

/** True if the level is high or critical: above the thresholds of the satellite. */
export const isAbove = ({ rank }: Pick<EventRow, 'rank'>) => rank >= RISK_LEVELS.indexOf('HIGH')

/** True if somebody has to decide: the event is above its thresholds, and nobody has decided. */
export const needsDecision = (row: EventRow): boolean => isAbove(row) && !isDecided(row)

/** Returns the number of letters of the longest name of another object. */
export const longestSecondary = (rows: readonly EventRow[]): number =>
  rows.reduce((most, { secondary }) => Math.max(most, secondary.length), 0)

export type EventLevel = Pick<EventRow, 'rank' | 'risk' | 'isMitigated'>

/** Returns the highest level of the events; the level of a mitigated event counts only if no other event is high. */
export function worstOf(rows: readonly EventRow[]): EventLevel {
  return rows.reduce((worst: EventLevel, row) => (weightOf(row) > weightOf(worst) ? row : worst), UNASSESSED)
}
const UNASSESSED = { rank: 0, risk: 'UNKNOWN', isMitigated: false } as const

/** The number of events of a level, and the number of mitigated ones among them. */
export type LevelCount = { readonly risk: RiskLevel; readonly count: number; readonly mitigated: number }

/** Returns the number of events of each level, the worst first; events that are not assessed are last. */
export function countByLevel(rows: readonly EventRow[]): readonly LevelCount[] {
  return RISK_LEVELS.toReversed().map((risk) => {
    const of = rows.filter((row) => row.risk === risk)
    return { risk, count: of.length, mitigated: mitigatedAmong(of) }
  })
}

/** Returns the number of mitigated events. */
export const mitigatedAmong = (rows: readonly EventRow[]): number =>
  rows.filter(({ isMitigated }) => isMitigated).length

/** Returns the state of an event: its outcome has priority over the progress of the decision. */
export function stateOf({ event: { state, decision } }: EventRow) {
  if (state === 'MITIGATED') return state
  return decision.state === 'NEW' && state !== 'OPEN' ? 'PASSED' : decision.state
}
