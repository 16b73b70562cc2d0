import { formatInstant } from '../clock/format.ts'
import { formatProbabilityLine } from '../ui/format/probability.ts'
import { chartWords } from './words.data.ts'

/** The value of one message; undefined if it was not computed, which is not zero. */
export type SeriesPoint = { readonly atMs: number; readonly value: number | undefined }
export type Series = {
  readonly name: string
  readonly points: readonly SeriesPoint[]
  /** Ink for totals and for the reported value; a series colour for an object or a source. */
  readonly colour: 'ink' | 1 | 2
  /** True for a guide, which is drawn as a dotted line; measured values have a solid line. */
  readonly isGuide?: boolean
  /** True for single marks that no line may join. */
  readonly isLoose?: boolean
}
export type Threshold = {
  readonly value: number
  readonly owner: string
  readonly level: 'caution' | 'serious' | 'critical'
}

/** Returns a sentence that sums up a series of probabilities. */
export function captionOfSeries({ name, points }: Series, threshold: Threshold | undefined): string {
  const known = points.filter(isKnown)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return chartWords('noValue', { name })
  const missing = points.length - known.length
  const rest = missing > 0 ? ` ${chartWords('without', { missing, all: points.length })}` : ''
  const to = formatProbabilityLine(last.value)
  if (known.length === 1) return chartWords('oneValue', { name, to, rest })
  const crossed = threshold ? `; ${crossing(known, threshold)}` : ''
  const values = { name, to, from: formatProbabilityLine(first.value), messages: known.length, crossed, rest }
  return chartWords(last.value > first.value ? 'rose' : last.value < first.value ? 'fell' : 'stayed', values)
}

type KnownPoint = { readonly atMs: number; readonly value: number }

/** True for a point that has a value. */
export function isKnown(point: SeriesPoint): point is KnownPoint {
  return point.value !== undefined
}

function crossing(known: readonly KnownPoint[], { value, owner }: Threshold): string {
  const threshold = `${owner} ${formatProbabilityLine(value)}`
  const isAbove = (point: KnownPoint | undefined) => point !== undefined && point.value >= value
  const at = known.findLastIndex((point, place) => place > 0 && isAbove(point) !== isAbove(known[place - 1]))
  const last = known[at]
  if (!last) return chartWords(isAbove(known[0]) ? 'alwaysAbove' : 'alwaysBelow', { threshold })
  return chartWords(isAbove(last) ? 'crossedUp' : 'crossedDown', { threshold, time: formatInstant(last.atMs) })
}

/** Returns the decades that contain all values and thresholds; values below the floor count as the floor. */
export function decadesOf(values: readonly number[], floor: number): readonly [number, number] {
  const logs = values.filter((value) => value > 0).map((value) => Math.log10(Math.max(value, floor)))
  if (logs.length === 0) return [Math.log10(floor), Math.log10(floor) + 1]
  const low = Math.floor(Math.min(...logs))
  return [low, Math.max(low + 1, Math.ceil(Math.max(...logs)))]
}
