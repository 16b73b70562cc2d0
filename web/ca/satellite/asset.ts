import { DAY_MS } from '@apsis/astro/constants.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { countByLevel, type EventLevel, type EventRow, type LevelCount, worstOf } from '../event/event-row.ts'
import { type Completeness, completenessOf } from './completeness.ts'
import { isCurrent, merged, type Span, usableSpans } from './coverage.ts'

/** Missing or old data that may cause an approach to be missed or misjudged. */
export const GAPS = ['radius', 'noEphemeris', 'shortEphemeris', 'noElements', 'oldElements', 'propulsion'] as const
export type Gap = (typeof GAPS)[number]

/** A future closest approach, and whether an operational ephemeris covers it. */
export type Tca = { readonly atMs: number; readonly isCovered: boolean }

/** A satellite with its events and the data known about it. */
export type Asset = {
  readonly id: string
  readonly satellite: Satellite
  readonly worst: EventLevel | undefined
  /** The weight of the worst future event; -1 if there is none. */
  readonly worstWeight: number
  readonly tcas: readonly Tca[]
  readonly nextTcaMs: number | undefined
  readonly counts: readonly LevelCount[]
  /** The spans of the operational ephemerides of the satellite, from now on. */
  readonly spans: readonly Span[]
  /** The end of the gapless coverage from now on; undefined if now is not covered. */
  readonly coveredUntilMs: number | undefined
  readonly elementAgeMs: number | undefined
  readonly completeness: Completeness
  readonly gaps: readonly Gap[]
  /** The exposure, which grows with the number of gaps and the level of the future events. */
  readonly exposure: number
}

/** The defaults of ux.md §5: an ephemeris must extend a day ahead, and element sets age faster in low orbits. */
const SHORT_MS = DAY_MS
const OLD_LOW_MS = 3 * DAY_MS
const OLD_HIGH_MS = 14 * DAY_MS

type FleetAnswers = {
  readonly satellites: readonly Satellite[]
  readonly rows: readonly EventRow[]
  /** Operational files; without them a satellite counts as covered until the end that the server states. */
  readonly files?: readonly EphemerisFile[] | undefined
}

/** Returns each satellite with the data known about it; it iterates over events and files once. */
export function assetsOf({ satellites, rows, files = [] }: FleetAnswers, nowMs: number): readonly Asset[] {
  const ahead = Map.groupBy(
    rows.filter(({ tcaMs }) => tcaMs >= nowMs),
    ({ satelliteKey }) => satelliteKey,
  )
  const current = Map.groupBy(files.filter(isCurrent), ({ satelliteId }) => satelliteId)
  return satellites.map((satellite) => {
    const own = { rows: ahead.get(satellite.satelliteId) ?? [], files: current.get(satellite.satelliteId) ?? [] }
    return assetOf(satellite, own, nowMs)
  })
}

type Own = { readonly rows: readonly EventRow[]; readonly files: readonly EphemerisFile[] }

function assetOf(satellite: Satellite, own: Own, nowMs: number): Asset {
  const rows = own.rows.toSorted((a, b) => a.tcaMs - b.tcaMs)
  const worst = rows.length === 0 ? undefined : worstOf(rows)
  const worstWeight = worst === undefined ? -1 : weightOf(worst)
  const { elementSetEpoch } = satellite.derived
  const spans = spansOf(satellite, own.files, nowMs)
  const tcas = rows.map(({ tcaMs: atMs }) => ({
    atMs,
    isCovered: spans.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs),
  }))
  const facts = {
    tcas,
    coveredUntilMs: spans.find(({ fromMs, toMs }) => fromMs <= nowMs && toMs > nowMs)?.toMs,
    elementAgeMs: elementSetEpoch === null ? undefined : nowMs - Date.parse(elementSetEpoch),
  }
  const gaps = gapsOf(satellite, facts, nowMs)
  return {
    id: satellite.satelliteId,
    satellite,
    worst,
    worstWeight,
    nextTcaMs: rows[0]?.tcaMs,
    counts: countByLevel(rows),
    spans,
    completeness: completenessOf(satellite, nowMs),
    gaps,
    exposure: gaps.length * (2 + worstWeight),
    ...facts,
  }
}

function spansOf({ derived }: Satellite, files: readonly EphemerisFile[], nowMs: number): readonly Span[] {
  if (files.length > 0) return merged(files.flatMap(usableSpans)).filter(({ toMs }) => toMs > nowMs)
  const untilMs = derived.ephemerisUntil === null ? 0 : Date.parse(derived.ephemerisUntil)
  return untilMs > nowMs ? [{ fromMs: nowMs, toMs: untilMs }] : []
}

type Facts = Pick<Asset, 'tcas' | 'coveredUntilMs' | 'elementAgeMs'>

function gapsOf({ configuration, derived }: Satellite, facts: Facts, nowMs: number): readonly Gap[] {
  const { tcas, coveredUntilMs, elementAgeMs } = facts
  const isCovered = coveredUntilMs !== undefined
  const is: Readonly<Record<Gap, boolean>> = {
    radius: derived.hardBodyRadius === null,
    noEphemeris: !isCovered,
    shortEphemeris: isCovered && (coveredUntilMs - nowMs < SHORT_MS || tcas[0]?.isCovered === false),
    noElements: elementAgeMs === undefined,
    oldElements: elementAgeMs !== undefined && elementAgeMs > oldFrom(derived.regime),
    propulsion: configuration.propulsion.type === 'UNKNOWN',
  }
  return GAPS.filter((gap) => is[gap])
}

/** Returns the age from which an element set is older than it should be. */
export function oldFrom(regime: string | null): number {
  return regime?.startsWith('LEO') === false ? OLD_HIGH_MS : OLD_LOW_MS
}

/** Returns the severity of missing data, which depends on the future events. */
export function levelOfExposure({ gaps, worstWeight }: Pick<Asset, 'gaps' | 'worstWeight'>) {
  if (gaps.length === 0) return 'ok'
  return worstWeight >= 3 ? 'serious' : worstWeight >= 1 ? 'caution' : 'inactive'
}
