import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { PowerOfTen, TITLE_GAP_PX, TITLE_PX } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { useNow } from '../../../clock/clock.ts'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { estimateWords } from '../../event/estimates-words.data.ts'
import { TimeAxis, type TimeFrame, TimeGround, TimeMarks } from '../time-ground.tsx'
import { atOf, estimateScales, estimatesCaption, estimatesTable, estimateText } from './estimates.ts'

type Props = {
  readonly conjunction: Conjunction
  /** The estimates, oldest first. */
  readonly estimates: readonly Estimate[]
  readonly threshold: number | undefined
  readonly call: ApiCall
  readonly className?: string | undefined
}
type Source = Estimate['source']

const LEGEND_HEIGHT_PX = 24
const HEIGHT_PX = 350
const SOURCES: readonly Source[] = ['PROVIDER', 'RECOMPUTED', 'OWN_SCREENING', 'REPORTED']
const LINES: Readonly<Record<Source, string | undefined>> = {
  PROVIDER: 'fill-none stroke-muted',
  RECOMPUTED: 'stroke-ink',
  OWN_SCREENING: 'stroke-series-1',
  REPORTED: 'fill-none stroke-series-2',
}

/** Draws probability and miss of all estimates of an event over the time at which each was made, by source. */
export function EstimatesPlot({ conjunction, estimates, threshold, call, className }: Props) {
  const say = useWords(estimateWords)
  const nowMs = useNow('minute')
  const plot = (size: Size): Plot => {
    const frame = frameOf({ conjunction, estimates, nowMs, size })
    const scales = estimateScales(estimates, frame, threshold)
    const places = estimates.flatMap((one) => {
      const [x, text, id] = [frame.x(atOf(one)), estimateText(one, say), one.estimateId]
      const ofMiss = { x, y: scales.atMiss(one.missM), text, id }
      return one.probability === null ? [ofMiss] : [{ x, y: scales.atPc(one.probability), text, id }, ofMiss]
    })
    return { drawing: <Drawing {...{ estimates, frame, threshold, say }} />, points: places }
  }
  return (
    <PlotFrame
      title={say('byTime')}
      caption={estimatesCaption(estimates, say)}
      provenance={[
        ...new Set(estimates.map(({ originator, fileName }) => originator ?? fileName ?? say('elementSet'))),
      ].join(', ')}
      table={estimatesTable(estimates)}
      fileName="estimates"
      call={call}
      heightPx={HEIGHT_PX}
      className={className}
      plot={plot}
    />
  )
}

type FrameInput = Pick<Props, 'conjunction' | 'estimates'> & { readonly nowMs: number; readonly size: Size }

function frameOf({ conjunction, estimates, nowMs, size }: FrameInput): TimeFrame {
  const endMs = Date.parse(conjunction.conjunctionData.tca)
  const decideMs = Date.parse(conjunction.decideBefore)
  const first = Math.min(decideMs, ...estimates.map(atOf))
  const area = { left: 52, right: size.width - 18, top: LEGEND_HEIGHT_PX + TITLE_PX, bottom: size.height - 26 }
  const fromMs = first - Math.max(0, endMs - first) * 0.06
  return { area, x: scaleUtc([fromMs, endMs], [area.left, area.right]), decideMs, endMs, nowMs }
}

type DrawingProps = {
  readonly estimates: readonly Estimate[]
  readonly frame: TimeFrame
  readonly threshold: number | undefined
  readonly say: typeof estimateWords
}

function Drawing({ estimates, frame, threshold, say }: DrawingProps) {
  const { area, x } = frame
  const { pc, miss, middle, atPc, atMiss } = estimateScales(estimates, frame, threshold)
  const panels = [
    { id: 'pc', scale: pc, at: atPc, of: ({ probability }: Estimate) => probability, title: say('pc') },
    { id: 'miss', scale: miss, at: atMiss, of: ({ missM }: Estimate) => missM, title: say('missAxis') },
  ] as const
  return (
    <>
      <Legend area={area} say={say} />
      {panels.map(({ id, scale, at, of, title }) => {
        const [bottom = 0, top = 0] = scale.range()
        return (
          <g key={id}>
            <TimeGround frame={frame} top={top} bottom={bottom} />
            {scale
              .ticks(Math.max(2, Math.floor((bottom - top) / 26)))
              .filter(Number.isInteger)
              .map((exponent) => (
                <g key={exponent}>
                  <line
                    x1={area.left}
                    x2={area.right}
                    y1={scale(exponent)}
                    y2={scale(exponent)}
                    className={chart.grid}
                  />
                  <text x={area.left - 8} y={scale(exponent) + 4} className={chart.end}>
                    <PowerOfTen exponent={exponent} />
                  </text>
                </g>
              ))}
            <text x={area.left} y={top - TITLE_GAP_PX} className={chart.title}>
              {title}
            </text>
            {id === 'pc' && threshold !== undefined ? (
              <line
                x1={area.left}
                x2={area.right}
                y1={at(threshold)}
                y2={at(threshold)}
                className={`dash-5-3 ${chart.critical}`}
              />
            ) : null}
            {SOURCES.map((source) => {
              const known = estimates.filter((one) => one.source === source && of(one) !== null)
              const path = line<Estimate>(
                (one) => x(atOf(one)),
                (one) => at(of(one) ?? 0),
              )(known)
              return (
                <g key={source}>
                  <path d={path ?? ''} className={`${chart.line} ${LINES[source]} ${chart.faint}`} />
                  {known.map((one) => (
                    <Mark key={one.estimateId} one={one} x={x(atOf(one))} y={at(of(one) ?? 0)} />
                  ))}
                </g>
              )
            })}
            <TimeMarks frame={frame} top={top} bottom={bottom} />
          </g>
        )
      })}
      <line x1={area.left} x2={area.right} y1={middle} y2={middle} className="crisp stroke-line-2" />
      <TimeAxis frame={frame} />
    </>
  )
}

type MarkProps = { readonly one: Pick<Estimate, 'source' | 'state'>; readonly x: number; readonly y: number }

/** Draws a shape for each source: open if the estimate does not count, crossed if its approach is no longer found. */
function Mark({ one: { source, state }, x, y }: MarkProps) {
  if (source === 'PROVIDER') return <circle cx={x} cy={y} r="4.5" className="fill-none stroke-muted" />
  if (source === 'RECOMPUTED') return <circle cx={x} cy={y} r="2.6" className="fill-ink" />
  const shape = `M${x} ${y - 5}l5 5 -5 5 -5 -5z`
  return (
    <>
      <path
        d={shape}
        className={
          state === 'WEAK' || state === 'BEFORE_BURN' || state === 'WITHDRAWN'
            ? 'fill-panel stroke-w-1-4 stroke-series-1'
            : 'fill-series-1'
        }
      />
      {state === 'WITHDRAWN' ? (
        <path d={`M${x - 6} ${y - 6}l12 12m0 -12l-12 12`} className={`stroke-series-1 ${chart.line}`} />
      ) : null}
    </>
  )
}

const LEGEND_PX = 130

function Legend({ area, say }: { readonly area: TimeFrame['area']; readonly say: typeof estimateWords }) {
  const step = Math.min(LEGEND_PX, (area.right - area.left) / SOURCES.length)
  return (
    <g>
      {SOURCES.map((source, place) => (
        <g key={source}>
          <Mark one={{ source, state: 'COUNTS' }} x={area.left + 8 + place * step} y={14} />
          <text x={area.left + 18 + place * step} y={18} className={chart.title}>
            {say(source)}
          </text>
        </g>
      ))}
    </g>
  )
}
