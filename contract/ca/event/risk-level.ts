import { RISK_LEVELS, type RiskLevel } from '../message/cdm.ts'
import type { Thresholds } from '../satellite/thresholds.ts'
import { LEVEL_CAUSES, type LevelCause } from './cause.ts'

/** The inputs of a message's level. */
export type Risk = {
  readonly probability: number | null
  readonly missM: number
  readonly radialM: number
  readonly isDiluted: boolean
}

/** A diluted probability of this size is conclusive: no better data could make it harmless to ignore. */
const UNDISPUTED_PROBABILITY = 0.01

/** A level, and its causes. */
export type JudgedRisk = { readonly level: RiskLevel; readonly causes: readonly LevelCause[] }

/**
 * Returns the level of one estimate of an event by the thresholds of its satellite (domain.md C7), with its causes; server and browser both
 * use it. Without a probability it is UNKNOWN. If the probability is diluted, neither it nor the miss distance makes an event CRITICAL by
 * itself: that requires data.
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

/** Returns the same for an object without its own covariance: no higher than the level that such an estimate may give. */
export function capWithoutCovariance({ level, causes: reached }: JudgedRisk, most: RiskLevel): JudgedRisk {
  return rankOf(level) > rankOf(most)
    ? { level: most, causes: [...reached, 'capped-without-covariance'] }
    : { level, causes: reached }
}

function causes(held: Partial<Record<LevelCause, boolean>>): LevelCause[] {
  return LEVEL_CAUSES.filter((cause) => held[cause] === true)
}

export const riskLevelOf = (risk: Risk, thresholds: Thresholds): RiskLevel => judgeRisk(risk, thresholds).level

/** Returns the rank, 0 to 4, as in the spec. */
export const rankOf = (level: RiskLevel): number => RISK_LEVELS.indexOf(level)
export const levelOf = (rank: number): RiskLevel => RISK_LEVELS[rank] ?? 'UNKNOWN'
