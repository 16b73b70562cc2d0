import type { Area } from '../../../chart/axes.tsx'
import { type Box, boxOfText, freePlaces, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import styles from '../plot.module.css'

/** A span of leads in which no burn is possible, from early to late, with the reason. */
export type ShutSpan = { readonly from: number; readonly to: number; readonly reason: string }
type Label = { readonly text: string; readonly place: Place; readonly box: Box }
type ShutBar = { readonly left: number; readonly right: number; readonly reason: string }

type ShutPlacing = {
  readonly shut: readonly ShutSpan[]
  readonly area: Area
  readonly x: (lead: number) => number
  /** The labels that are already on the map. */
  readonly taken: readonly Box[]
  readonly legendOf: (reasons: string) => string
}

/**
 * Returns the drawing of the times without burns: the reason is in each span that is wide enough; a reason that fits in no span is at the
 * foot.
 */
export function placeShut({ shut, area, x, taken, legendOf }: ShutPlacing): {
  spans: readonly ShutBar[]
  labels: Label[]
} {
  const spans = shut.flatMap(({ from, to, reason }) => {
    const [left, right] = [Math.max(area.left, x(from)), Math.min(area.right, x(to))]
    return right > left ? [{ left, right, reason }] : []
  })
  const wished = spans.map(({ left, right, reason }) => {
    const wish: Place = { x: (left + right) / 2, y: area.top + 16, align: 'middle' }
    const box = boxOfText(reason, wish)
    return { text: reason, wishes: box.left >= left && box.right <= right ? [wish] : [] }
  })
  const places = freePlaces(wished, { inside: area, taken })
  const labels = spans.flatMap(({ reason }, k) => labelAt(reason, places[k]))
  const untold = [...new Set(spans.map(({ reason }) => reason))].filter(
    (reason) => !labels.some(({ text }) => text === reason),
  )
  if (untold.length === 0) return { spans, labels }
  const foot: Place = { x: area.right - 8, y: area.bottom - 8, align: 'end' }
  return { spans, labels: [...labels, ...labelAt(legendOf(untold.join(', ')), foot)] }
}

const labelAt = (text: string, place: Place | undefined): Label[] =>
  place === undefined ? [] : [{ text, place, box: boxOfText(text, place) }]

type Props = { readonly placed: ReturnType<typeof placeShut>; readonly area: Area; readonly fill: string }

/** Draws the times at which no burn is possible, hatched. */
export function ShutTimes({ placed: { spans, labels }, area, fill }: Props) {
  return (
    <g>
      {spans.map(({ left, right, reason }) => (
        <rect
          key={`${reason} ${left}`}
          x={left}
          y={area.top}
          width={right - left}
          height={area.bottom - area.top}
          fill={fill}
        />
      ))}
      {labels.map(({ text, place: { x, y, align } }) => (
        <text
          key={`${text} ${x}`}
          x={x}
          y={y}
          className={`${align === 'end' ? chart.end : chart.middle} ${styles.onMap}`}
        >
          {text}
        </text>
      ))}
    </g>
  )
}
