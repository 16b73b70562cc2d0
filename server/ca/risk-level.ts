import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite.ts'

/** What the level of a message depends on. */
export type Risk = {
  readonly probability: number | null
  readonly missM: number
  readonly radialM: number
  readonly isDiluted: boolean
}

/** A diluted probability as large as this is beyond argument: no better data could make it harmless to ignore. */
const BEYOND_DILUTION = 0.01

/**
 * The level of one message by the thresholds of its satellite (domain.md C7). Without a probability it is UNKNOWN. Where
 * the probability is diluted, neither it nor the miss distance makes an event CRITICAL by itself: that asks for data.
 */
export function riskLevelOf({ probability, missM, radialM, isDiluted }: Risk, thresholds: Thresholds): RiskLevel {
  if (probability === null) return 'UNKNOWN'
  const isHigh = probability >= thresholds.highCollisionProbability || radialM < thresholds.acceptedRadialDistanceM
  const isCritical =
    probability >= thresholds.acceptedCollisionProbability || missM < thresholds.acceptedMinimumDistanceM
  if (isCritical) return isDiluted && probability < BEYOND_DILUTION ? 'HIGH' : 'CRITICAL'
  if (isHigh) return 'HIGH'
  return probability >= thresholds.mediumCollisionProbability ? 'MEDIUM' : 'LOW'
}

/** 0 to 4, as the spec ranks them. */
export const rankOf = (level: RiskLevel): number => RISK_LEVELS.indexOf(level)
export const levelOf = (rank: number): RiskLevel => RISK_LEVELS[rank] ?? 'UNKNOWN'
