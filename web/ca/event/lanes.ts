import { HOUR_MS } from '@apsis/astro/constants.ts'
import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { type EventRow, isAbove } from './event-row.ts'

/** A satellite's line in the plot. */
export type Lane = {
  readonly key: string
  readonly name: string
  readonly regime: string | undefined
  /** Events are critical from this value on. */
  readonly threshold: number | undefined
}

const names = new Intl.Collator('en', { numeric: true })
/** The number of lanes that can be distinguished in the height of the pane. */
const MOST_LANES = 12

/** Returns a lane for each satellite by name, and one for each own object that messages name but nobody has added yet. */
export function lanesOf(satellites: readonly Satellite[], rows: readonly EventRow[]): readonly Lane[] {
  const lanes = new Map<string, Lane>()
  for (const { satelliteId, name, derived, configuration } of satellites)
    lanes.set(satelliteId, {
      key: satelliteId,
      name,
      regime: derived.regime?.replace(/(?<!\d)\d+$/, ''),
      threshold: configuration.thresholds.acceptedCollisionProbability,
    })
  for (const { satelliteKey, satellite } of rows)
    if (!lanes.has(satelliteKey))
      lanes.set(satelliteKey, { key: satelliteKey, name: satellite, regime: undefined, threshold: undefined })
  return [...lanes.values()].toSorted((a, b) => names.compare(a.name, b.name))
}

/** Returns the lanes to draw: all lanes of a small fleet; for a large one the lanes with the worst events, also sorted by name. */
export function shownLanes(lanes: readonly Lane[], rows: readonly EventRow[], most = MOST_LANES): readonly Lane[] {
  if (lanes.length <= most) return lanes
  const worst = new Map<string, number>()
  for (const row of rows) {
    // Half of the probability is added, so that it never raises a mitigated event, half a level below High,
    // to High.
    const score = weightOf(row) + Math.min(row.pc ?? 0, 0.9) / 2
    worst.set(row.satelliteKey, Math.max(worst.get(row.satelliteKey) ?? -1, score))
  }
  const scoreOf = ({ key }: Lane) => worst.get(key) ?? -1
  const kept = new Set(lanes.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, most))
  return lanes.filter((lane) => kept.has(lane))
}

export type Scale = 'pc' | 'miss'

/** The range of each scale from the bottom to the top of a lane, as powers of ten: a worse value is higher. */
const RANGES: Readonly<Record<Scale, readonly [low: number, high: number]>> = {
  pc: [-10, -3.3],
  miss: [5, 1.3],
}

/** Returns the height in the lane, 0 to 1; an event without a value is at the bottom. */
export function heightOf(scale: Scale, value: number | undefined): number {
  if (value === undefined || value <= 0) return scale === 'miss' && value !== undefined ? 1 : 0
  const [low, high] = RANGES[scale]
  return Math.min(1, Math.max(0, (Math.log10(value) - low) / (high - low)))
}

export const shownValue = (scale: Scale, { pc, missM }: EventRow) => (scale === 'pc' ? pc : missM)

/** With more events than this, single marks would hide each other. */
export const DENSE_FROM = 500
const BIN_MS = 6 * HOUR_MS

/** The events of one lane and level in six hours. */
export type Bin = {
  readonly lane: string
  readonly fromMs: number
  readonly toMs: number
  readonly counts: ReadonlyMap<RiskLevel, number>
  readonly total: number
}

/** Counts all events that are not drawn as separate marks. */
export function binsOf(rows: readonly EventRow[]): readonly Bin[] {
  const bins = new Map<
    string,
    { lane: string; fromMs: number; toMs: number; counts: Map<RiskLevel, number>; total: number }
  >()
  for (const { satelliteKey: lane, tcaMs, risk } of rows) {
    const fromMs = Math.floor(tcaMs / BIN_MS) * BIN_MS
    const key = `${lane} ${fromMs}`
    const bin = bins.get(key) ?? { lane, fromMs, toMs: fromMs + BIN_MS, counts: new Map(), total: 0 }
    bin.counts.set(risk, (bin.counts.get(risk) ?? 0) + 1)
    bin.total += 1
    bins.set(key, bin)
  }
  return [...bins.values()]
}

/** Returns the marks in the order of drawing, the worst last and on top; if there are too many events, lower ones are only counted. */
export function drawnOf(rows: readonly EventRow[]): {
  readonly marks: readonly EventRow[]
  readonly bins: readonly Bin[]
} {
  const upwards = (list: readonly EventRow[]) => list.toSorted((a, b) => weightOf(a) - weightOf(b) || a.tcaMs - b.tcaMs)
  if (rows.length <= DENSE_FROM) return { marks: upwards(rows), bins: [] }
  return { marks: upwards(rows.filter(isAbove)), bins: binsOf(rows.filter((row) => !isAbove(row))) }
}
