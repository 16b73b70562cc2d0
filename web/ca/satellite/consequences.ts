import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { levelPcOf } from '@apsis/contract/ca/event/level-by.ts'
import { type Risk, rankOf, riskLevelOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Cdm, RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { planarProbability, planeInputOf } from '../message/influence.ts'
import { radiusThatCounts } from './body.ts'

/** An open event whose level a change of the configuration would change. */
export type EventChange = {
  readonly event: Conjunction
  readonly levels: readonly [RiskLevel, RiskLevel]
  readonly probabilities: readonly [number | undefined, number | undefined]
}
export type Consequences = {
  /** The numbers of events whose probability would rise, and fall. */
  readonly raised: number
  readonly lowered: number
  /** The number of events whose probability would rise above the threshold for acting. */
  readonly above: number
  /** The events whose level would change, the worst first. */
  readonly moved: readonly EventChange[]
  /** The number of events whose probability cannot be computed here, because the message has no covariance in the plane. */
  readonly unknown: number
}
type Config = SatelliteInput['configuration']
type Open = { readonly event: Conjunction; readonly cdm: Cdm | undefined }

/**
 * Returns the effect of a changed radius and changed thresholds on the open events. The planar probability with the new radius, and the
 * level with the new thresholds, are computed for the estimate that sets the event's level (domain.md C7). They are compared with the
 * current ones by the same rules.
 */
export function consequencesOf(before: Config, after: Config, open: readonly Open[]): Consequences {
  const radii = [radiusThatCounts(before), radiusThatCounts(after)] as const
  const isOther = radii[0] !== radii[1]
  const all = open.map(({ event, cdm }) => {
    const now = levelPcOf(event) ?? undefined
    const then = isOther ? withRadius(cdm, radii[1]) : now
    const risk = riskOf(event, before.thresholds)
    const levels = [levelWith(before.thresholds, risk, now), levelWith(after.thresholds, risk, then ?? now)] as const
    return { event, levels, probabilities: [now, then] as const }
  })
  const grows = all.map(({ probabilities: [now = Number.NaN, then = Number.NaN] }) => then / now)
  return {
    raised: grows.filter((factor) => factor > 1.005).length,
    lowered: grows.filter((factor) => factor < 0.995).length,
    above: all.filter(
      ({ probabilities: [now = Number.NaN, then = Number.NaN] }) =>
        now < before.thresholds.acceptedCollisionProbability && then >= after.thresholds.acceptedCollisionProbability,
    ).length,
    moved: all
      .filter(({ levels: [from, to] }) => from !== to)
      .toSorted((a, b) => rankOf(b.levels[1]) - rankOf(a.levels[1])),
    unknown: isOther ? all.filter(({ probabilities: [, then] }) => then === undefined).length : 0,
  }
}

/** Returns the planar probability of a message with another radius of object 1, m. */
function withRadius(cdm: Cdm | undefined, radiusM: number | undefined): number | undefined {
  const input = cdm && planeInputOf(cdm)
  const other = cdm?.object2.hardBodyRadius ?? undefined
  if (!input || radiusM === undefined || other === undefined) return undefined
  const probability = planarProbability({ ...input, hardBody: radiusM + other })
  return Number.isFinite(probability) ? probability : undefined
}

/**
 * Returns the message that sets the level of an event, whose probability with another radius can be computed; null if a screening of our
 * own orbit sets it, or if no message is left.
 */
export function levelCdmIdOf({ levelBy, levelFrom, activeCdmId }: Conjunction): string | null {
  if (activeCdmId === null || levelBy === null) return levelFrom === 'MESSAGE' ? activeCdmId : null
  return levelBy.source === 'MESSAGE' ? levelBy.id : null
}

/** Returns the inputs of the level of an event besides its probability: distances and dilution of the estimate that sets it. */
export function riskOf(event: Conjunction, { acceptedCollisionProbability }: Thresholds): Omit<Risk, 'probability'> {
  const { levelBy, conjunctionData, isDiluted } = event
  const { totalMissDistance: missM, radialSeparation: radialM, riskLevel } = conjunctionData
  if (levelBy === null || levelBy.isShown) return { missM, radialM: radialM ?? Number.POSITIVE_INFINITY, isDiluted }
  // The dilution of this estimate is not given: it is diluted if its probability is critical, but its level is not.
  const isCapped = riskLevel !== 'CRITICAL' && (levelBy.probability ?? 0) >= acceptedCollisionProbability
  const unknown = Number.POSITIVE_INFINITY
  return { missM: levelBy.missM ?? unknown, radialM: unknown, isDiluted: isCapped }
}

/** Returns the level of an estimate with a probability; undefined if it has none. */
export const levelWith = (
  thresholds: Thresholds,
  risk: Omit<Risk, 'probability'>,
  probability: number | undefined,
): RiskLevel => riskLevelOf({ ...risk, probability: probability ?? null }, thresholds)
