import { radToDeg } from '@apsis/astro/units.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { PlotTable } from '../ui/file/csv.ts'
import { formatNumber } from '../ui/format/number.ts'
import { partsOfProbability } from '../ui/format/probability.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import type { ApiCall } from '../ui/page/pane-menu.tsx'
import type { Size } from '../ui/page/size.ts'
import { useWords } from '../ui/text/language.ts'
import { type Area, BottomAxis, LeftAxis, lengthLabel, PowerOfTen, TITLE_PX } from './axes.tsx'
import { axesOf, equalAspect } from './ellipse.ts'
import { extentOf, type Plane, planeCaption, type Uncertainty } from './plane.ts'
import styles from './plot.module.css'
import { type Plot, PlotFrame } from './plot-frame.tsx'
import { tickStep } from './tick-step.ts'
import { chartWords } from './words.data.ts'

type Props = {
  readonly title: string
  readonly note?: string
  readonly plane: Plane
  readonly provenance: string
  readonly fileName: string
  readonly heightPx?: number
  readonly call?: ApiCall | undefined
}
type Scale = ScaleLinear<number, number>
type Scales = { readonly area: Area; readonly x: Scale; readonly y: Scale; readonly pxPerM: number }

const LINES = { ink: 'stroke-ink', 1: 'stroke-series-1', 2: 'stroke-series-2' }
const WORDS = { ink: styles.wordInk, 1: styles.wordOne, 2: styles.wordTwo }
const TICK_PX = 90
/** A hard body smaller than this is drawn as a dot with a ring, because it would be invisible to scale. */
const VISIBLE_PX = 2

/** Draws the conjunction plane to scale: a metre has the same length on both axes (ux.md P3). */
export function EllipsePlot({ title, note, plane, provenance, fileName, heightPx = 420, call }: Props) {
  useWords(chartWords)
  return (
    <PlotFrame
      title={title}
      note={note}
      caption={planeCaption(plane)}
      provenance={provenance}
      fileName={fileName}
      heightPx={heightPx}
      call={call}
      table={tableOf(plane)}
      plot={(size) => drawn(plane, scalesOf(plane, size))}
    />
  )
}

function tableOf({ uncertainties }: Plane): PlotTable {
  const which = ['ξξ', 'ζξ', 'ζζ']
  return {
    columns: ['ellipse', 'ξ, m', 'ζ, m', ...which.map((one) => `covariance ${one}, m²`)],
    heads: [chartWords('ellipse'), 'ξ, m', 'ζ, m', ...which.map((one) => chartWords('covariance', { which: one }))],
    rows: uncertainties.map(({ name, centre, covariance: { xx, yx, yy } }) => [name, ...centre, xx, yx, yy]),
  }
}

function scalesOf(plane: Plane, { width, height }: Size): Scales {
  const area = { left: 52, right: width - 18, top: TITLE_PX, bottom: height - 26 }
  const box = { widthPx: area.right - area.left, heightPx: area.bottom - area.top }
  const extent = equalAspect(extentOf(plane), box)
  return {
    area,
    x: scaleLinear(extent.x, [area.left, area.right]),
    y: scaleLinear(extent.y, [area.bottom, area.top]),
    pxPerM: box.widthPx / (extent.x[1] - extent.x[0]),
  }
}

function drawn(plane: Plane, scales: Scales): Plot {
  const { x, y } = scales
  const read = ([xM, yM]: readonly [number, number], what: string) => {
    const along = (value: number) => formatNumber(value, { decimals: 0, signed: true })
    const miss = formatQuantity('missDistance', Math.hypot(xM, yM))
    const values = { what, x: along(xM), y: along(yM), miss: `${miss.number} ${miss.unit}` }
    return { x: x(xM), y: y(yM), text: chartWords('pointRead', values) }
  }
  const points = [
    ...plane.trail.map((point, place) => read(point, chartWords('messageAt', { number: place + 1 }))),
    read(plane.missM, chartWords('latest', { number: plane.trail.length + 1 })),
    ...plane.uncertainties.filter(({ isHypothetical }) => isHypothetical).map(({ centre, name }) => read(centre, name)),
  ]
  return { drawing: <Drawing plane={plane} scales={scales} />, points }
}

function Drawing({ plane, scales }: { readonly plane: Plane; readonly scales: Scales }) {
  const { area, x, y, pxPerM } = scales
  const steps = Math.max(2, Math.floor((area.right - area.left) / TICK_PX))
  const ticks = x.ticks(steps)
  const step = tickStep(ticks)
  const [low = 0, high = 0] = y.domain()
  const rows = scaleLinear([low, high], [0, 1]).ticks(Math.max(2, Math.round((high - low) / step)))
  return (
    <>
      <BottomAxis
        area={area}
        title={chartWords('xi')}
        ticks={ticks.map((value) => ({ at: x(value), label: lengthLabel(value, step) }))}
      />
      <LeftAxis
        area={area}
        title={chartWords('zeta')}
        ticks={rows.filter((v) => v !== high).map((value) => ({ at: y(value), label: lengthLabel(value, step) }))}
      />
      <line x1={x(0)} x2={x(0)} y1={area.top} y2={area.bottom} className="crisp stroke-line-2" />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="crisp stroke-line-2" />
      {plane.uncertainties.map((one) => (
        <Ellipses key={one.name} one={one} scales={scales} />
      ))}
      <Trail plane={plane} scales={scales} />
      <HardBody x={x(0)} y={y(0)} radiusPx={plane.hardBodyRadiusM * pxPerM} />
      <Figure plane={plane} area={area} />
    </>
  )
}

function Ellipses({ one, scales: { x, y, pxPerM } }: { readonly one: Uncertainty; readonly scales: Scales }) {
  const axes = axesOf(one.covariance)
  if (!axes) return null
  const [cx, cy] = [x(one.centre[0]), y(one.centre[1])]
  // y grows downwards on the screen, so the sign of the angle is reversed.
  const degrees = -radToDeg(axes.angleRad)
  const widest = Math.max(...one.sigmas)
  const reach = widest * Math.sqrt(one.covariance.yy) * pxPerM
  const line = one.isHypothetical ? 'stroke-accent dash-4-3' : LINES[one.colour]
  const word = one.isHypothetical ? styles.afterWord : WORDS[one.colour]
  return (
    <g>
      {one.sigmas.map((sigma, place) => (
        <ellipse
          key={sigma}
          cx={cx}
          cy={cy}
          rx={sigma * axes.majorM * pxPerM}
          ry={sigma * axes.minorM * pxPerM}
          transform={`rotate(${degrees} ${cx} ${cy})`}
          className={`${styles.line} ${line} ${place > 0 ? styles.faint : ''}`}
        />
      ))}
      <text
        x={cx}
        y={one.colour === 'ink' && !one.isHypothetical ? cy + reach + 16 : cy - reach - 6}
        className={`${styles.middle} ${word}`}
      >
        {one.name}, {one.sigmas.join(', ')}σ
      </text>
    </g>
  )
}

function Trail({ plane: { trail, missM }, scales: { x, y } }: { readonly plane: Plane; readonly scales: Scales }) {
  const all = [...trail, missM].map(([xM, yM]) => [x(xM), y(yM)] as const)
  const [endX, endY] = all.at(-1) ?? [0, 0]
  return (
    <g>
      <polyline points={all.map((point) => point.join(',')).join(' ')} className={`stroke-line-3 ${styles.line}`} />
      {all.slice(0, -1).map(([px, py], place) => (
        <g key={`${px} ${py}`}>
          <circle cx={px} cy={py} r="2" className="fill-ink" />
          <text x={px} y={py + 16} className={styles.middle}>
            {place + 1}
          </text>
        </g>
      ))}
      <line x1={x(0)} y1={y(0)} x2={endX} y2={endY} className={`stroke-ink ${styles.line}`} />
      <circle cx={endX} cy={endY} r="4" className="fill-series-2" />
      <text x={endX + 10} y={endY + 4} className={styles.strong}>
        {formatQuantity('missDistance', Math.hypot(...missM)).number} m
      </text>
    </g>
  )
}

function HardBody({ x, y, radiusPx }: { readonly x: number; readonly y: number; readonly radiusPx: number }) {
  if (radiusPx >= VISIBLE_PX) return <circle cx={x} cy={y} r={radiusPx} className={styles.body} />
  return (
    <g>
      <circle cx={x} cy={y} r="2" className="fill-series-1" />
      <circle cx={x} cy={y} r="6" className={`stroke-series-1 ${styles.line}`} />
    </g>
  )
}

/** Draws the one large figure of the pane: the probability, with its method. */
function Figure({ plane: { probability, method }, area }: { readonly plane: Plane; readonly area: Area }) {
  const parts = partsOfProbability(probability)
  return (
    <g>
      <text x={area.right} y={area.top + 18} className={`${styles.end} ${styles.large}`}>
        {parts.kind === 'missing' ? '–' : `${parts.kind === 'below' ? '< ' : ''}${parts.mantissa} × `}
        {parts.kind === 'missing' ? null : <PowerOfTen exponent={parts.power} />}
      </text>
      <text x={area.right} y={area.top + 36} className={styles.end}>
        {method}
      </text>
    </g>
  )
}
