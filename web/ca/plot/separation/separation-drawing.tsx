import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { area as areaOf, line } from 'd3-shape'
import { lengthLabel } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { tickStep } from '../../../chart/tick-step.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss, formatSeparation } from '../../../ui/format/quantity.ts'
import styles from '../plot.module.css'
import { TimeAxis, type TimeFrame, TimeGround, TimeMarks, wordsEndAt } from '../time-ground.tsx'
import { plotWords } from '../words.data.ts'
import {
  domainOf,
  drawnIn,
  PARTS,
  type Part,
  type SeparationPoint,
  type SeparationUnit,
  type SeparationValue,
} from './separation.ts'

export type SeparationScene = {
  readonly points: readonly SeparationPoint[]
  readonly unit: SeparationUnit
  readonly radiusM: number | undefined
  readonly selectedId: string | undefined
  readonly hoveredId: string | undefined
}
type Panel = {
  readonly part: Part
  readonly top: number
  readonly bottom: number
  readonly y: ScaleLinear<number, number>
}

const GAP_PX = 7
/** Numbers at the left that are closer than this would touch. */
const ROW_PX = 17
/** The width of name and value. */
const WORDS_PX = 84

/** Returns the four panels one above the other, on the one axis of time. */
export function panelsOf({ points, unit }: SeparationScene, { area }: TimeFrame): readonly Panel[] {
  const height = (area.bottom - 4 - GAP_PX * (PARTS.length - 1)) / PARTS.length
  return PARTS.map((part, place) => {
    const top = 4 + place * (height + GAP_PX)
    const [low, high] = domainOf(points, part, unit)
    const room = (high - low) * 0.08
    return {
      part,
      top,
      bottom: top + height,
      y: scaleLinear([low - (low < 0 ? room : 0), high + room], [top + height, top]),
    }
  })
}

type Props = { readonly scene: SeparationScene; readonly frame: TimeFrame; readonly clipId: string }

export function SeparationDrawing({ scene, frame, clipId }: Props) {
  return (
    <>
      {panelsOf(scene, frame).map((panel) => (
        <PanelDrawing key={panel.part} panel={panel} scene={scene} frame={frame} clipId={`${clipId}${panel.part}`} />
      ))}
      <TimeAxis frame={frame} />
    </>
  )
}

type PanelProps = Props & { readonly panel: Panel }
type SeparationMark = {
  readonly point: SeparationPoint
  readonly value: number
  readonly low: number
  readonly high: number
}

function PanelDrawing({ panel, scene, frame, clipId }: PanelProps) {
  const { part, top, bottom, y } = panel
  const { points, unit, radiusM } = scene
  const { area, x } = frame
  const drawn: readonly SeparationMark[] = points.flatMap((point) => {
    const values = drawnIn(unit, point[part])
    return values ? [{ point, ...values }] : []
  })
  const at = ({ point }: SeparationMark) => x(point.atMs)
  const band = areaOf<SeparationMark>(
    at,
    ({ low }) => y(low),
    ({ high }) => y(high),
  )(drawn)
  const path = line<SeparationMark>(at, ({ value }) => y(value))(drawn)
  return (
    <g>
      <TimeGround frame={frame} top={top} bottom={bottom} />
      <Rows panel={panel} frame={frame} />
      <clipPath id={clipId}>
        <rect x={area.left} y={top} width={Math.max(0, area.right - area.left)} height={bottom - top} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <path d={band ?? ''} className={`fill-ink ${styles.band}`} />
        <path d={path ?? ''} className={`stroke-ink ${chart.line}`} />
        {part === 'total' && unit === 'm' && radiusM !== undefined ? (
          <line x1={area.left} x2={area.right} y1={y(radiusM)} y2={y(radiusM)} className="stroke-series-1 dash-2-3" />
        ) : null}
      </g>
      <Dots drawn={drawn} scene={scene} panel={panel} frame={frame} />
      <Value panel={panel} scene={scene} frame={frame} />
      <TimeMarks frame={frame} top={top} bottom={bottom} />
    </g>
  )
}

function Rows({
  panel: { y, top, bottom, part },
  frame: { area },
}: {
  readonly panel: Panel
  readonly frame: TimeFrame
}) {
  const all = y.ticks(3)
  const step = tickStep(all)
  const every = Math.ceil(ROW_PX / Math.abs(y(step) - y(0)))
  const ticks = all.filter((value) => Math.round(value / step) % every === 0)
  return (
    <>
      {ticks.map((value) => (
        <g key={value}>
          <line
            x1={area.left}
            x2={area.right}
            y1={y(value)}
            y2={y(value)}
            className={value === 0 && part !== 'total' ? 'crisp stroke-line-2' : chart.grid}
          />
          <text x={area.left - 8} y={Math.max(top + 9, Math.min(bottom, y(value) + 4))} className={chart.end}>
            {lengthLabel(value, step)}
          </text>
        </g>
      ))}
    </>
  )
}

type DotsProps = Omit<PanelProps, 'clipId'> & { readonly drawn: readonly SeparationMark[] }

function Dots({ drawn, scene: { selectedId, hoveredId }, panel: { y }, frame: { x } }: DotsProps) {
  return (
    <>
      {drawn.map(({ point: { id, atMs }, value }) => (
        <g key={id}>
          {id === selectedId || id === hoveredId ? (
            <circle cx={x(atMs)} cy={y(value)} r="6.5" className="fill-none stroke-accent stroke-w-1-5" />
          ) : null}
          <circle cx={x(atMs)} cy={y(value)} r={id === selectedId ? 3 : 2.2} className="fill-ink" />
        </g>
      ))}
    </>
  )
}

/** Draws the name of the part and its value; if data is in the way, on one line at the free side. */
function Value({ panel: { part, top, bottom, y }, scene, frame }: Omit<PanelProps, 'clipId'>) {
  const { points, selectedId, unit } = scene
  const right = wordsEndAt(frame)
  const name = part === 'total' ? plotWords('total') : part.toUpperCase()
  const value = valueText(points.find(({ id }) => id === selectedId)?.[part] ?? points.at(-1)?.[part], unit, part)
  const inTheWay = points.flatMap((point) => {
    const drawn = drawnIn(unit, point[part])
    const x = frame.x(point.atMs)
    return drawn && x > right - WORDS_PX && x < right + 10 ? [y(drawn.value)] : []
  })
  if (inTheWay.length > 0) {
    const mean = inTheWay.reduce((sum, at) => sum + at, 0) / inTheWay.length
    const isHigh = mean < (top + bottom) / 2
    return (
      <text x={right} y={isHigh ? bottom - 4 : top + 12} className={`${chart.end} ${chart.strong}`}>
        {name} {value}
      </text>
    )
  }
  return (
    <>
      <text x={right} y={top + 13} className={`${chart.end} ${chart.title}`}>
        {name}
      </text>
      <text x={right} y={top + 29} className={`${chart.end} ${chart.strong}`}>
        {value}
      </text>
    </>
  )
}

function valueText(separated: SeparationValue | undefined, unit: SeparationUnit, part: Part): string {
  const { value = 0, sigma } = separated ?? {}
  const isTotal = part === 'total'
  if (unit === 'sigma') return sigma ? `${formatNumber(value / sigma, { decimals: 1, signed: !isTotal })} σ` : '–'
  const spread = sigma === undefined ? '' : ` ±${formatNumber(sigma, { decimals: 0 })}`
  return `${isTotal ? formatMiss(value) : formatSeparation(value)}${spread}`
}
