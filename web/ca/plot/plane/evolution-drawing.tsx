import chart from '../../../chart/plot.module.css'
import styles from '../plot.module.css'
import { PlaneAxes, Ring } from './plane-drawing.tsx'
import type { PlaneScales } from './plane-scene.ts'
import type { PlaneView } from './plane-view.ts'

export type EvolutionScene = {
  readonly shown: readonly PlaneView[]
  readonly selected: PlaneView
  readonly comparedId: string | undefined
  readonly hoveredId: string | undefined
  /** Measured in the uncertainty of the selected message. */
  readonly isWhite: boolean
}
type Props = { readonly scene: EvolutionScene; readonly scales: PlaneScales; readonly clipId: string }

/** Numbers that would lie on each other are left out: the selected one and the one compared with always stand. */
const NUMBER_PX = 14

/** The way of the miss through the plane, message by message. */
export function EvolutionDrawing({ scene, scales, clipId }: Props) {
  const { shown, selected, comparedId, hoveredId, isWhite } = scene
  const { area, x, y } = scales
  const strong = (view: PlaneView) => view.id === selected.id || view.id === comparedId
  const points = shown.flatMap((view) => (view.missM ? [{ view, px: x(view.missM[0]), py: y(view.missM[1]) }] : []))
  const age = (view: PlaneView) => 0.25 + (0.55 * view.number) / Math.max(1, selected.number)
  return (
    <>
      <clipPath id={clipId}>
        <rect x={0} y={0} width={area.right + 16} height={area.bottom} />
      </clipPath>
      <PlaneAxes scales={scales} keepFree={undefined} isPreview={false} isWhite={isWhite} />
      <g clipPath={`url(#${clipId})`}>
        {points.map(({ view }) =>
          view.combined && view.missM ? (
            <g key={view.id} opacity={strong(view) ? 1 : age(view)}>
              <Ring at={view.missM} of={view.combined} scales={scales} className={lineOf(scene, view)} />
            </g>
          ) : null,
        )}
        <polyline
          points={points.map(({ px, py }) => `${px},${py}`).join(' ')}
          className={`${chart.line} ${chart.trail}`}
        />
        {points.map(({ view, px, py }) => (
          <circle
            key={view.id}
            cx={px}
            cy={py}
            r={strong(view) ? 4 : 2.6}
            opacity={strong(view) ? 1 : age(view)}
            className={chart.dotInk}
          />
        ))}
        {points
          .filter(({ view }) => view.id === selected.id || view.id === hoveredId)
          .map(({ view, px, py }) => (
            <circle key={view.id} cx={px} cy={py} r="8" className={chart.ring} />
          ))}
        <circle cx={x(0)} cy={y(0)} r="3" className={chart.dotOne} />
        <circle cx={x(0)} cy={y(0)} r="7" className={styles.bodyRing} />
      </g>
      {numbered(points, strong).map(({ view, px, py }) => (
        <text key={view.id} x={px} y={py + 19} className={`${chart.middle} ${strong(view) ? chart.strong : ''}`}>
          {view.number}
        </text>
      ))}
    </>
  )
}

function lineOf({ selected, comparedId }: EvolutionScene, { id }: PlaneView): string {
  if (id === selected.id) return styles.first ?? ''
  return (id === comparedId ? styles.compared : styles.older) ?? ''
}

type Placed = { readonly view: PlaneView; readonly px: number; readonly py: number }

function numbered(points: readonly Placed[], isStrong: (view: PlaneView) => boolean): readonly Placed[] {
  const first = points.filter(({ view }) => isStrong(view))
  const rest = points.filter(({ view }) => !isStrong(view)).toReversed()
  const kept: Placed[] = []
  for (const point of [...first, ...rest])
    if (kept.every(({ px, py }) => Math.hypot(px - point.px, py - point.py) >= NUMBER_PX)) kept.push(point)
  return kept
}
