import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { PassPrediction, PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import { timeLabel } from '../../chart/axes.tsx'
import { calendarOf } from '../../chart/calendar.ts'
import { typedTime } from '../../clock/typed-instant.ts'

/** The lengths of time to which the plot of a search can zoom, shortest first. */
const PRESETS = [
  { zoom: '6h', label: '6 h', ms: 6 * HOUR_MS },
  { zoom: '1d', label: '1 d', ms: DAY_MS },
  { zoom: '3d', label: '3 d', ms: 3 * DAY_MS },
  { zoom: '7d', label: '7 d', ms: 7 * DAY_MS },
] as const

export type Span = { readonly fromMs: number; readonly toMs: number }
/** The drawn part of the passes in the address: its length, its start, and if only sunlit passes are drawn. */
export const VIEW_NAMES = ['zoom', 'at', 'light'] as const
export type ViewSearch = { readonly [K in (typeof VIEW_NAMES)[number]]?: string | undefined }

const lengthOf = ({ fromMs, toMs }: Span) => toMs - fromMs
const presetOf = (zoom: string | undefined) => PRESETS.find((preset) => preset.zoom === zoom)

/** Returns the zooms of a search: each part that is shorter than the search, and the complete search under the name undefined. */
export function zoomsOf(
  search: Span,
): readonly { readonly zoom: string | undefined; readonly label: string | undefined }[] {
  const whole = PRESETS.find(({ ms }) => Math.abs(ms - lengthOf(search)) < MINUTE_MS)
  const shorter = PRESETS.filter(({ ms }) => ms < lengthOf(search) - MINUTE_MS)
  return [...shorter.map(({ zoom, label }) => ({ zoom, label })), { zoom: undefined, label: whole?.label }]
}

/** Returns the drawn part of a search; a part that would extend beyond its ends is moved inside. */
export function windowOf(search: Span, { zoom, at }: ViewSearch): Span {
  const ms = presetOf(zoom)?.ms
  if (ms === undefined || ms >= lengthOf(search)) return search
  const wantedMs = (at === undefined ? undefined : typedTime(at)) ?? search.fromMs
  const fromMs = Math.min(search.toMs - ms, Math.max(search.fromMs, wantedMs))
  return { fromMs, toMs: fromMs + ms }
}

/** Returns a time for the address, to the minute, which is as exact as a reading from a plot. */
const written = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`

/** Zooms: around the marked moment if it is in view, otherwise from the start of the previous view. */
export function zoomedTo(
  zoom: string | undefined,
  { from, aroundMs }: { readonly from: Span; readonly aroundMs: number | undefined },
): ViewSearch {
  const ms = presetOf(zoom)?.ms
  if (ms === undefined) return { zoom: undefined, at: undefined }
  return { zoom, at: written(aroundMs === undefined ? from.fromMs : aroundMs - ms / 2) }
}

/** Returns the part before or after the drawn one; undefined at the end of the search. */
export function steppedFrom(drawn: Span, search: Span, direction: 1 | -1): ViewSearch | undefined {
  const isAtEnd = direction > 0 ? drawn.toMs >= search.toMs : drawn.fromMs <= search.fromMs
  return isAtEnd ? undefined : { at: written(drawn.fromMs + direction * lengthOf(drawn)) }
}

/** Returns the change of the view that shows a moment: none if it is already drawn, else the part around it. */
export function followed(drawn: Span, search: ViewSearch, atMs: number): ViewSearch {
  if (atMs >= drawn.fromMs && atMs <= drawn.toMs) return {}
  return zoomedTo(search.zoom, { from: drawn, aroundMs: atMs })
}

/**
 * True if a telescope has the object in full sunlight at some time of a pass; a radar needs no light. For a sensor that is down only that
 * reason is known, so the light at the culmination counts.
 */
function isLit({ isSunlit, reasons }: PredictedPass, { sensorType }: PassPrediction): boolean {
  if (sensorType === 'RADAR_ACTIVE') return true
  return reasons.includes('sensor-down') ? isSunlit : !reasons.includes('object-in-shadow')
}

/** The filter of passes: only passes in sunlight, and the minimum length. */
export type PassFilter = { readonly isLitOnly: boolean; readonly leastMs: number }

const withPasses = (
  predictions: readonly PassPrediction[],
  isShown: (pass: PredictedPass, prediction: PassPrediction) => boolean,
): readonly PassPrediction[] =>
  predictions.map((one) => ({ ...one, passes: one.passes.filter((pass) => isShown(pass, one)) }))

export const matching = (predictions: readonly PassPrediction[], { isLitOnly, leastMs }: PassFilter) =>
  withPasses(
    predictions,
    (pass, prediction) =>
      (!isLitOnly || isLit(pass, prediction)) && Date.parse(pass.end) - Date.parse(pass.start) >= leastMs,
  )

/** Returns the passes that are drawn in part or completely. */
export const drawnIn = (predictions: readonly PassPrediction[], { fromMs, toMs }: Span) =>
  withPasses(predictions, ({ start, end }) => Date.parse(end) > fromMs && Date.parse(start) < toMs)

/** The width of a label of hours with the space between labels. */
const LABEL_PX = 76
/** Longer spans have labels of days. */
const MOST_HOURS_MS = 3 * DAY_MS

/** Returns the ticks of a span of time: hours if they have room, else days. */
export function ticksOf(span: Span, widthPx: number): readonly { readonly ms: number; readonly text: string }[] {
  const hourPx = (widthPx / lengthOf(span)) * HOUR_MS
  const step = [1, 2, 3, 6, 12].find((hours) => hours * hourPx >= LABEL_PX)
  if (step === undefined || lengthOf(span) > MOST_HOURS_MS) {
    const dayPx = 24 * hourPx
    return calendarOf({ ...span, dayPx, labelPx: LABEL_PX, isShort: dayPx < 90 }).labels
  }
  const stepMs = step * HOUR_MS
  const first = Math.ceil(span.fromMs / stepMs)
  const last = Math.floor(span.toMs / stepMs)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const ms = (first + at) * stepMs
    return { ms, text: timeLabel(ms) }
  })
}
