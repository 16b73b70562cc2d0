import { missing } from '@apsis/astro/missing.ts'
import type { DragChange } from '@apsis/contract/ca/plan/drag-change.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { BottomAxis, LeftAxis, PowerOfTen } from '../../../chart/axes.tsx'
import { decadesOf } from '../../../chart/log-series.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Still } from '../still.tsx'
import { burnPlotWords } from './words.data.ts'

type Props = {
  readonly drag: DragChange
  readonly target: number | undefined
  readonly provenance: string
}

const S_PER_H = 3_600
/** The plot shows this number of decades below the peak: lower values matter for no decision. */
const SHOWN_DECADES = 8

/** Draws the probability over the time in the attitude, from zero to the longest: turning back early can be worse than no change. */
export function DragCurvePlot(props: Props) {
  const t = useWords(burnPlotWords)
  const points = pointsOf(props.drag)
  const hours = formatNumber(props.drag.holdS / S_PER_H, { decimals: 1 })
  return (
    <PlotFrame
      title={t('curve')}
      note={t('curveNote')}
      caption={t('curveCaption', { hours })}
      provenance={props.provenance}
      fileName="pc-over-time-in-attitude"
      table={{
        columns: ['hold_h', 'pc'],
        rows: points.map(({ hours: at, pc }) => [at, formatProbabilityPlain(pc)]),
      }}
      heightPx={260}
      plot={(size) => drawn(props, size)}
    />
  )
}

const PAPER_PX = { width: 640, height: 240 } as const

/** Draws the curve on paper, with a caption below. */
export function DragCurveOnPaper({ drag, target }: Omit<Props, 'provenance'>) {
  const t = useWords(burnPlotWords)
  const caption = t('curveCaption', { hours: formatNumber(drag.holdS / S_PER_H, { decimals: 1 }) })
  const draw = (size: Size) => drawn({ drag, target }, size).drawing
  return (
    <figure className="my-6 whole">
      <Still label={caption} heightPx={PAPER_PX.height} widthPx={PAPER_PX.width} draw={draw} />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

type Point = { readonly hours: number; readonly pc: number }

/** The plot extends to this multiple of the planned time: beyond it nothing changes. */
const SHOWN_TIMES = 4

const pointsOf = ({ curve, holdS: held }: DragChange): Point[] =>
  curve.flatMap(({ holdS, probability }) =>
    probability === null || (held > 0 && holdS > SHOWN_TIMES * held)
      ? []
      : [{ hours: holdS / S_PER_H, pc: probability }],
  )

function drawn({ drag, target }: Omit<Props, 'provenance'>, { width, height }: Size): Plot {
  const points = pointsOf(drag)
  const area = { left: 52, right: width - 18, top: 12, bottom: height - 26 }
  const values = [...points.map(({ pc }) => pc), ...(target === undefined ? [] : [target])]
  const [low, high] = decadesOf(values, PROBABILITY_FLOOR)
  const x = scaleLinear([0, points.at(-1)?.hours ?? 1], [area.left, area.right])
  const y = scaleLinear([Math.max(low, high - SHOWN_DECADES), high], [area.bottom, area.top])
  const [least = missing()] = y.domain()
  const place = ({ hours, pc }: Point): readonly [number, number] => [
    x(hours),
    y(Math.max(least, Math.log10(Math.max(pc, PROBABILITY_FLOOR)))),
  ]
  const path = line<Point>(
    (point) => place(point)[0],
    (point) => place(point)[1],
  )(points)
  const exponents = Array.from({ length: Math.floor(high) - Math.ceil(least) + 1 }, (_, i) => Math.ceil(least) + i)
  const heldX = x(drag.holdS / S_PER_H)
  const drawing = (
    <>
      <BottomAxis
        area={area}
        title={burnPlotWords('hours')}
        ticks={x.ticks(6).map((at) => ({ at: x(at), label: formatNumber(at) }))}
      />
      <LeftAxis
        area={area}
        ticks={exponents.map((exponent) => ({ at: y(exponent), label: <PowerOfTen exponent={exponent} /> }))}
      />
      {target === undefined || Math.log10(target) < least ? null : (
        <line
          x1={area.left}
          x2={area.right}
          y1={y(Math.log10(target))}
          y2={y(Math.log10(target))}
          className={`dash-5-3 ${chart.critical}`}
        />
      )}
      <line x1={heldX} x2={heldX} y1={area.top} y2={area.bottom} className="dash-5-3" />
      <path d={path ?? ''} className={`stroke-ink ${chart.line}`} />
    </>
  )
  return {
    drawing,
    points: points.map((point) => {
      const [px, py] = place(point)
      const text = burnPlotWords('curvePoint', {
        hours: formatNumber(point.hours, { decimals: 1 }),
        pc: formatProbabilityLine(point.pc),
      })
      return { x: px, y: py, text }
    }),
  }
}
