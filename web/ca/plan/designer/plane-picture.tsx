import { radToDeg } from '@apsis/astro/units.ts'
import { axesOf, equalAspect, reachOfEllipse } from '../../../chart/ellipse.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { useSize } from '../../../ui/page/size.ts'
import type { Passing, PlaneAfter } from './plane-after.ts'
import styles from './plane-picture.module.css'
import { designWords } from './words.data.ts'

type Props = {
  readonly plane: PlaneAfter
  readonly missBeforeM: number
  readonly missM: number
  /** The name of the satellite that moves. */
  readonly name: string
}

const HEIGHT_PX = 116
/** The margin around the drawing, and the height of the scale below it. */
const [MARGIN_PX, SCALE_PX] = [10, 14]
/** The scale has a round length that is not above this share of the width. */
const MOST_SCALE_SHARE = 0.25

/** Draws the places where the other object passes without and with the burn, to scale, each with the ellipse of one sigma. */
export function PlanePicture({ plane: { now, after }, missBeforeM, missM, name }: Props) {
  const [measure, { width }] = useSize<HTMLDivElement>()
  const view = viewOf([now, after], width)
  const [fromM, toM] = view.extent.x
  const scaleM = roundLength((toM - fromM) * MOST_SCALE_SHARE)
  return (
    <figure className={`line-top fs-12 pad-8 ${styles.picture}`}>
      <figcaption className="flex wrap gap-4-16">
        {designWords('planePicture', { name })}
        <Legend className="fill-none stroke-soft stroke-w-1-5">
          {designWords('planeNow', { miss: formatMiss(missBeforeM) })}
        </Legend>
        <Legend className="fill-none stroke-accent stroke-w-1-5 dash-4-3">
          {designWords('planeAfter', { miss: formatMiss(missM) })}
        </Legend>
      </figcaption>
      <div ref={measure}>
        <svg className="block" width={width} height={HEIGHT_PX} role="img">
          <title>
            {designWords('planeCaption', { name, before: formatMiss(missBeforeM), after: formatMiss(missM) })}
          </title>
          <line
            x1={view.x(now.at[0])}
            y1={view.y(now.at[1])}
            x2={view.x(after.at[0])}
            y2={view.y(after.at[1])}
            className={`fill-none stroke-accent dash-2-3 ${styles.way}`}
          />
          <Ellipse of={now} view={view} line="fill-none stroke-soft stroke-w-1-5" dot="fill-soft" />
          <Ellipse of={after} view={view} line="fill-none stroke-accent stroke-w-1-5 dash-4-3" dot="fill-accent" />
          <path d={`M${view.x(0)} ${view.y(0) - 5}l5 5l-5 5l-5 -5z`} className="fill-ink" />
          <line
            x1={width - MARGIN_PX - scaleM * view.pxPerM}
            x2={width - MARGIN_PX}
            y1={HEIGHT_PX - 3}
            y2={HEIGHT_PX - 3}
            className="stroke-muted"
          />
          <text className="fill-soft" x={width - MARGIN_PX} y={HEIGHT_PX - 7} textAnchor="end">
            {formatNumber(scaleM)} m
          </text>
        </svg>
      </div>
    </figure>
  )
}

function Legend({ className, children }: { readonly className: string | undefined; readonly children: string }) {
  return (
    <span className="inline-row gap-6 soft nowrap">
      <svg className="block" width="20" height="8" aria-hidden="true">
        <line x1="0" x2="20" y1="4" y2="4" className={className} />
      </svg>
      {children}
    </span>
  )
}

type View = ReturnType<typeof viewOf>
type EllipseProps = {
  readonly of: Passing
  readonly view: View
  readonly line: string | undefined
  readonly dot: string | undefined
}

function Ellipse({ of: { at, covariance }, view, line, dot }: EllipseProps) {
  const axes = axesOf(covariance)
  const [x, y] = [view.x(at[0]), view.y(at[1])]
  return (
    <>
      {axes === undefined ? null : (
        <ellipse
          cx={x}
          cy={y}
          rx={axes.majorM * view.pxPerM}
          ry={axes.minorM * view.pxPerM}
          transform={`rotate(${-radToDeg(axes.angleRad)} ${x} ${y})`}
          className={line}
        />
      )}
      <circle cx={x} cy={y} r="3" className={dot} />
    </>
  )
}

/** Returns a view of both ellipses and the satellite, with equal scales in both directions. */
function viewOf(all: readonly Passing[], width: number) {
  const box = { widthPx: Math.max(1, width - 2 * MARGIN_PX), heightPx: HEIGHT_PX - 2 * MARGIN_PX - SCALE_PX }
  const reach = (axis: 0 | 1, side: 1 | -1) =>
    all.map(({ at, covariance }) => at[axis] + side * reachOfEllipse(covariance, 1)[axis])
  const span = (axis: 0 | 1) => [Math.min(0, ...reach(axis, -1)), Math.max(0, ...reach(axis, 1))] as const
  const extent = equalAspect({ x: span(0), y: span(1) }, box)
  const pxPerM = box.widthPx / (extent.x[1] - extent.x[0])
  return {
    extent,
    pxPerM,
    x: (metres: number) => MARGIN_PX + (metres - extent.x[0]) * pxPerM,
    y: (metres: number) => MARGIN_PX + (extent.y[1] - metres) * pxPerM,
  }
}

/** Returns 1, 2 or 5 times a power of ten, the largest that is not above a length. */
export function roundLength(mostM: number): number {
  const power = 10 ** Math.floor(Math.log10(mostM))
  return ([5, 2, 1].find((digit) => digit * power <= mostM) ?? 1) * power
}
