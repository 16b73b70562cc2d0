import { RISK_LEVELS, type RiskLevel } from '../message/cdm.ts'
import type { Thresholds } from '../satellite/thresholds.ts'
import { LEVEL_CAUSES, type LevelCause } from './cause.ts'

/** The inputs from which the level of a message is computed. */
export type Risk = {
  readonly probability: number | null
  readonly missM: number
  readonly radialM: number
  readonly isDiluted: boolean
}

/** A diluted probability above this is conclusive: better data could not show that the event may be ignored. */
const UNDISPUTED_PROBABILITY = 0.01

/** A level and its causes. */
export type JudgedRisk = { readonly level: RiskLevel; readonly causes: readonly LevelCause[] }

/**
 * Returns the level of one estimate of an event by the thresholds of its satellite (domain.md C7), with its causes; server and browser both use it.
 * Without a probability the level is UNKNOWN. If the probability is diluted, neither the probability nor the miss distance alone makes an event
 * CRITICAL, because better data are needed first.
 */
export function judgeRisk({ probability, missM, radialM, isDiluted }: Risk, thresholds: Thresholds): JudgedRisk {
  if (probability === null) return { level: 'UNKNOWN', causes: ['no-probability'] }
  const critical = causes({
    'probability-accepted': probability >= thresholds.acceptedCollisionProbability,
    'miss-accepted': missM < thresholds.acceptedMinimumDistanceM,
  })
  if (critical.length > 0)
    return isDiluted && probability < UNDISPUTED_PROBABILITY
      ? { level: 'HIGH', causes: [...critical, 'capped-by-dilution'] }
      : { level: 'CRITICAL', causes: critical }
  const high = causes({
    'probability-high': probability >= thresholds.highCollisionProbability,
    'radial-accepted': radialM < thresholds.acceptedRadialDistanceM,
  })
  if (high.length > 0) return { level: 'HIGH', causes: high }
  return probability >= thresholds.mediumCollisionProbability
    ? { level: 'MEDIUM', causes: ['probability-medium'] }
    : { level: 'LOW', causes: ['below-all'] }
}

/**
 * Returns the judged risk for an object without a covariance of its own: the level is capped at `most`, the maximum level of an estimate without one.
 */
export function capWithoutCovariance({ level, causes: reached }: JudgedRisk, most: RiskLevel): JudgedRisk {
  return rankOf(level) > rankOf(most)
    ? { level: most, causes: [...reached, 'capped-without-covariance'] }
    : { level, causes: reached }
}

function causes(held: Partial<Record<LevelCause, boolean>>): LevelCause[] {
  return LEVEL_CAUSES.filter((cause) => held[cause] === true)
}

export const riskLevelOf = (risk: Risk, thresholds: Thresholds): RiskLevel => judgeRisk(risk, thresholds).level

/** Returns the rank of a level, 0 to 4, as in the spec. */
export const rankOf = (level: RiskLevel): number => RISK_LEVELS.indexOf(level)
export const levelOf = (rank: number): RiskLevel => RISK_LEVELS[rank] ?? 'UNKNOWN'
