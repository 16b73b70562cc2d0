import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import { capWithoutCovariance, judgeRisk } from '@apsis/contract/ca/risk-level.ts'
import { Thresholds } from '@apsis/contract/ca/satellite.ts'

/** How many encounters have each level. */
export type Levels = Record<RiskLevel, number>

/** As much of an encounter as its level depends on. */
export type JudgedRow = {
  primary_id: string
  probability: number | null
  probability_reason: string
  miss_m: number
  miss_r_m: number
  is_diluted: boolean
}

export type Judged = {
  readonly probability: number | null
  readonly reason: string
  readonly missM: number
  readonly radialM: number
  readonly isDiluted: boolean
}

/** Reasons of a covariance of a class of orbits: good for sorting a list, and for no decision. */
const OF_A_CLASS = ['class-table', 'slow']
export const NO_LEVELS: Levels = { UNKNOWN: 0, LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 }
/** Where nobody has set any. */
export const STANDARD_THRESHOLDS = Thresholds.parse({})

/** The level of an encounter by the thresholds of its primary; TLE-grade covariance never makes it CRITICAL (domain.md C11). */
export function judgeEncounter(
  { probability, reason, missM, radialM, isDiluted }: Judged,
  thresholds: Thresholds,
): RiskLevel {
  const judged = judgeRisk({ probability, missM, radialM: Math.abs(radialM), isDiluted }, thresholds)
  return OF_A_CLASS.includes(reason) ? capWithoutCovariance(judged, 'HIGH').level : judged.level
}

/** Encounters by level, and the largest probability. */
export function countLevels(
  rows: readonly JudgedRow[],
  thresholdsOf: (objectId: string) => Thresholds,
): { levels: Levels; worst: number | null } {
  const levels = { ...NO_LEVELS }
  let worst: number | null = null
  for (const {
    primary_id,
    probability,
    probability_reason: reason,
    miss_m: missM,
    miss_r_m: radialM,
    is_diluted: isDiluted,
  } of rows) {
    levels[judgeEncounter({ probability, reason, missM, radialM, isDiluted }, thresholdsOf(primary_id))] += 1
    if (probability !== null) worst = Math.max(worst ?? 0, probability)
  }
  return { levels, worst }
}
