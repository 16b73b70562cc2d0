import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { countByLevel, type EventRow, type LevelCount } from '../conjunctions/event-row.ts'
import { type Completeness, completenessOf } from '../satellite/completeness.ts'

/** What is missing or too old, so that an approach may be missed or judged wrongly. */
export const GAPS = ['radius', 'noEphemeris', 'shortEphemeris', 'noElements', 'oldElements', 'propulsion'] as const
export type Gap = (typeof GAPS)[number]

/** A satellite with what threatens it and what is known of it. */
export type Asset = {
  readonly id: string
  readonly satellite: Satellite
  readonly worst: RiskLevel | undefined
  readonly worstRank: number
  readonly tcas: readonly number[]
  readonly nextTcaMs: number | undefined
  readonly counts: readonly LevelCount[]
  readonly coveredUntilMs: number | undefined
  readonly elementAgeMs: number | undefined
  readonly completeness: Completeness
  readonly gaps: readonly Gap[]
  /** The more is missing and the worse what is ahead, the more it is exposed. */
  readonly exposure: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Defaults of ux.md §5: an ephemeris has to reach a day ahead, element sets age faster in low orbits. */
const SHORT_MS = DAY_MS
const OLD_LOW_MS = 3 * DAY_MS
const OLD_HIGH_MS = 14 * DAY_MS

export function assetOf(satellite: Satellite, rows: readonly EventRow[], nowMs: number): Asset {
  const ahead = rows
    .filter(({ satelliteKey, tcaMs }) => satelliteKey === satellite.satelliteId && tcaMs >= nowMs)
    .toSorted((a, b) => a.tcaMs - b.tcaMs)
  const [next] = ahead
  const worst = ahead.toSorted((a, b) => b.rank - a.rank)[0]
  const { ephemerisUntil, elementSetEpoch } = satellite.derived
  const facts = {
    nextTcaMs: next?.tcaMs,
    coveredUntilMs: ephemerisUntil === null ? undefined : Date.parse(ephemerisUntil),
    elementAgeMs: elementSetEpoch === null ? undefined : nowMs - Date.parse(elementSetEpoch),
  }
  const gaps = gapsOf(satellite, facts, nowMs)
  return {
    id: satellite.satelliteId,
    satellite,
    worst: worst?.risk,
    worstRank: worst?.rank ?? -1,
    tcas: ahead.map(({ tcaMs }) => tcaMs),
    counts: countByLevel(ahead),
    completeness: completenessOf(satellite, nowMs),
    gaps,
    exposure: gaps.length * (2 + (worst?.rank ?? -1)),
    ...facts,
  }
}

type Facts = Pick<Asset, 'nextTcaMs' | 'coveredUntilMs' | 'elementAgeMs'>

function gapsOf({ configuration, derived }: Satellite, facts: Facts, nowMs: number): readonly Gap[] {
  const { nextTcaMs, coveredUntilMs, elementAgeMs } = facts
  const isCovered = coveredUntilMs !== undefined && coveredUntilMs > nowMs
  const isShort = isCovered && (coveredUntilMs - nowMs < SHORT_MS || coveredUntilMs < (nextTcaMs ?? 0))
  const is: Readonly<Record<Gap, boolean>> = {
    radius: derived.hardBodyRadius === null,
    noEphemeris: !isCovered,
    shortEphemeris: isShort,
    noElements: elementAgeMs === undefined,
    oldElements: elementAgeMs !== undefined && elementAgeMs > oldFrom(derived.regime),
    propulsion: configuration.propulsion.type === 'UNKNOWN',
  }
  return GAPS.filter((gap) => is[gap])
}

/** From this age on an element set is older than it should be. */
export function oldFrom(regime: string | null): number {
  return regime?.startsWith('LEO') === false ? OLD_HIGH_MS : OLD_LOW_MS
}

/** How grave it is that something is missing: that depends on what is ahead. */
export function levelOfExposure({ gaps, worstRank }: Pick<Asset, 'gaps' | 'worstRank'>) {
  if (gaps.length === 0) return 'ok'
  return worstRank >= 3 ? 'serious' : worstRank >= 1 ? 'caution' : 'inactive'
}
