import { axesOf, type Covariance } from '../../../chart/ellipse.ts'
import { type Box, boxOfText, freePlace, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { formatMiss } from '../../../ui/format/quantity.ts'
import styles from '../plot.module.css'
import { plotWords } from '../words.data.ts'
import { MOST_NUMBERED_MESSAGES, type PlaneScales, type PlaneScene } from './plane-scene.ts'
import type { Point } from './plane-view.ts'

type LabelsProps = {
  readonly scene: PlaneScene
  readonly scales: PlaneScales
  readonly taken: readonly Box[]
  readonly isNarrow: boolean
}
type Label = {
  readonly text: string
  readonly className: string
  /** What it points at; without it there is no leader. */
  readonly from?: readonly [number, number]
  readonly wishes: readonly Place[]
}

/** Names beside what they name, each where it lies on nothing else; one without room is left out. */
export function PlaneLabels({ scene, scales, taken, isNarrow }: LabelsProps) {
  const { area } = scales
  const inside = { left: 4, right: area.right + 12, top: area.top, bottom: area.bottom - 24 }
  const corner = boxOfText('2.12 × 10⁻⁴ recomputed', { x: area.right, y: area.top + 20, align: 'end' })
  const boxes: Box[] = [...taken, { ...corner, bottom: corner.bottom + 40 }, ...pointsOf(scene, scales)]
  const placed = labelsOf(scene, scales, isNarrow).flatMap((label) => {
    const at = freePlace(label.text, label.wishes, { inside, taken: boxes })
    if (!at) return []
    boxes.push(boxOfText(label.text, at))
    return [{ ...label, at }]
  })
  const anchors = { start: undefined, middle: chart.middle, end: chart.end }
  return (
    <g>
      {placed.map(({ text, className, from, at }) => (
        <g key={text}>
          {from ? <line x1={from[0]} y1={from[1]} x2={at.x} y2={at.y - 4} className={styles.leader} /> : null}
          <text
            x={at.x + (from ? (at.align === 'end' ? -4 : 4) : 0)}
            y={at.y}
            className={`${anchors[at.align]} ${className}`}
          >
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Points that no word may lie on. */
function pointsOf({ view, trail }: PlaneScene, { x, y }: PlaneScales): readonly Box[] {
  return [
    [0, 0] as const,
    ...[...trail.slice(-MOST_NUMBERED_MESSAGES), view].flatMap(({ missM }) => (missM ? [missM] : [])),
  ].map(([xM, yM]) => ({ left: x(xM) - 6, right: x(xM) + 6, top: y(yM) - 6, bottom: y(yM) + 6 }))
}

function labelsOf({ view, names }: PlaneScene, scales: PlaneScales, isNarrow: boolean): readonly Label[] {
  const { x, y, pxPerM } = scales
  const { missM, combined, first, second } = view
  const [ox, oy] = [x(0), y(0)]
  const own: Label = {
    text: first ? plotWords('sigmas1', { name: names[0] }) : names[0],
    className: chart.wordOne ?? '',
    from: [ox - 6, oy + 8],
    wishes: around([ox, oy], isNarrow ? [44, 60] : [60, 80]),
  }
  if (!missM) return [own]
  const [mx, my] = [x(missM[0]), y(missM[1])]
  const miss: Label = {
    text: `${formatMiss(Math.hypot(...missM))} m`,
    className: `${chart.strong} ${styles.bold}`,
    wishes: [
      { x: (ox + mx) / 2, y: (oy + my) / 2 - 8, align: 'middle' },
      { x: (ox + mx) / 2, y: (oy + my) / 2 + 18, align: 'middle' },
      { x: mx + 10, y: my + 4, align: 'start' },
      { x: mx - 10, y: my + 4, align: 'end' },
    ],
  }
  const reach = (covariance: Covariance | undefined, k: number) =>
    covariance ? k * Math.sqrt(Math.max(0, covariance.yy)) * pxPerM : 0
  const other: Label = {
    text: second ? plotWords('sigmas2', { name: names[1] }) : names[1],
    className: chart.wordTwo ?? '',
    from: [mx - 2, my + reach(second, 0.9)],
    wishes: around([mx - 16, my], [reach(combined, 3) + 24, reach(combined, 3) + 44, 40]),
  }
  const sum: Label = {
    text: plotWords('combined'),
    className: chart.wordInk ?? '',
    from: [mx + reach(combined, 0.4), my + reach(combined, 2.9)],
    wishes: around([mx + 40, my], [reach(combined, 3) + 24, reach(combined, 3) + 44]).filter(
      ({ align }) => align === 'start',
    ),
  }
  return [miss, own, other, ...(combined ? [sum, ...sigmaMarks(missM, combined, scales)] : [])]
}

/** `1σ` to `3σ` where each ellipse reaches farthest. */
function sigmaMarks(missM: Point, combined: Covariance, { x, y }: PlaneScales): readonly Label[] {
  const axes = axesOf(combined)
  if (!axes) return []
  const [c, s] = [Math.cos(axes.angleRad), Math.sin(axes.angleRad)]
  return [1, 2, 3].map((k) => {
    const end = (sign: number) =>
      [x(missM[0] + sign * k * axes.majorM * c), y(missM[1] + sign * k * axes.majorM * s)] as const
    const [right, left] = [end(1), end(-1)]
    return {
      text: `${k}σ`,
      className: (k === 1 ? chart.strong : chart.title) ?? '',
      wishes: [
        { x: right[0] + 5, y: right[1] + 4, align: 'start' },
        { x: left[0] - 5, y: left[1] + 4, align: 'end' },
      ],
    }
  })
}

/** Below left, below right, above left, above right, at growing distances. */
function around([cx, cy]: readonly [number, number], distances: readonly number[]): readonly Place[] {
  const side = (dx: number, dy: number): Place => ({ x: cx + dx, y: cy + dy, align: dx < 0 ? 'end' : 'start' })
  return distances.flatMap((distance) => [
    side(-28, distance + 4),
    side(28, distance + 4),
    side(-28, -distance),
    side(28, -distance),
  ])
}
