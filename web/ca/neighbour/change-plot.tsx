import type { Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { type ScaleLinear, scaleLinear, scaleUtc } from 'd3-scale'
import { type Area, BottomAxis, lengthLabel, timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstant } from '../../clock/format.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import type { Size } from '../../ui/page/size.ts'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { largestText, metresOf, type NeighbourChange } from './neighbours.ts'
import { neighbourWords } from './words.data.ts'

type Props = {
  readonly file: NonNullable<Neighbour['file']>
  readonly change: NeighbourChange
  readonly tcaMs: number
  readonly call: ApiCall
}
/** A difference of positions at a time, along R, T and N, m, with 1σ if it is known. Files have square marks, messages round ones. */
export type DrawnSample = NeighbourChange['samples'][number] & {
  readonly sigmaM?: readonly [number, number, number] | undefined
  readonly isSquare?: boolean
}

const PARTS = [
  { part: 'R', place: 0 },
  { part: 'T', place: 1 },
  { part: 'N', place: 2 },
] as const
const HEIGHT_PX = 320
/** The height above each panel for its title. */
const TITLE_PX = 18
const LEFT_PX = 64
const RIGHT_PX = 18
const FOOT_PX = 26
const TICK_PX = 110
const ROW_PX = 28
/** A smaller change counts as no change, m: published files state metres to the millimetre. */
const LEAST_M = 0.001

/** Draws the distance between the newer and the older version of a published ephemeris, along R, T, N over time. */
export function ChangePlot({ file, change, tcaMs, call }: Props) {
  const t = useWords(neighbourWords)
  return (
    <PlotFrame
      title={t('plot')}
      note={t('plotNote')}
      caption={changeCaption(file.name, change, t)}
      provenance={`${file.source}: ${file.name}`}
      table={changeTable(change)}
      fileName="neighbour-change"
      heightPx={HEIGHT_PX}
      call={call}
      plot={(size) => drawChange({ change, tcaMs, envelopeFrom: file.envelopeFrom }, size, t)}
    />
  )
}

/** Returns the content of the plot as a sentence. */
export function changeCaption(newer: string, change: NeighbourChange, say: typeof neighbourWords): string {
  const [r, t, n] = PARTS.map(({ place }) =>
    metresOf(Math.max(0, ...change.samples.map(({ rtnM }) => Math.abs(rtnM[place])))),
  )
  return say('plotCaption', {
    newer,
    older: change.from,
    rms: metresOf(change.rmsM),
    largest: largestText(change),
    r: r ?? '',
    t: t ?? '',
    n: n ?? '',
  })
}

export const changeTable = ({ samples }: NeighbourChange) =>
  fileTable(samples, {
    at_utc: 'at',
    r_m: ({ rtnM }) => rtnM[0],
    t_m: ({ rtnM }) => rtnM[1],
    n_m: ({ rtnM }) => rtnM[2],
    total_m: ({ rtnM }) => Math.hypot(...rtnM),
  })

type Scene = {
  readonly change: { readonly samples: readonly DrawnSample[] }
  readonly tcaMs: number
  readonly envelopeFrom: string | null
}
type Panel = {
  readonly part: (typeof PARTS)[number]['part']
  readonly place: (typeof PARTS)[number]['place']
  readonly area: Area
  readonly y: ScaleLinear<number, number>
}

const msOf = ({ at }: DrawnSample) => Date.parse(at)

/** Returns the three panels, one above the other, each with its own scale that contains zero. */
export function changePanels(samples: readonly DrawnSample[], { width, height }: Size): readonly Panel[] {
  const each = (height - FOOT_PX) / PARTS.length
  return PARTS.map(({ part, place }) => {
    const area = {
      left: LEFT_PX,
      right: width - RIGHT_PX,
      top: place * each + TITLE_PX,
      bottom: (place + 1) * each - 4,
    }
    const values = samples.flatMap(({ rtnM, sigmaM = [0, 0, 0] }) => [
      rtnM[place] - sigmaM[place],
      rtnM[place] + sigmaM[place],
    ])
    return {
      part,
      place,
      area,
      y: scaleLinear([Math.min(-LEAST_M, ...values), Math.max(LEAST_M, ...values)], [area.bottom, area.top]).nice(3),
    }
  })
}

/** Returns the drawing of the change and its points, at a size. */
export function drawChange({ change, tcaMs, envelopeFrom }: Scene, size: Size, say: typeof neighbourWords): Plot {
  const { samples } = change
  const panels = changePanels(samples, size)
  const span = [Math.min(...samples.map(msOf)), Math.max(...samples.map(msOf))] as const
  const whole = { left: LEFT_PX, right: size.width - RIGHT_PX, top: TITLE_PX, bottom: size.height - FOOT_PX }
  const x = scaleUtc(span, [whole.left, whole.right])
  const isInside = (ms: number) => ms >= span[0] && ms <= span[1]
  const marks = [
    { id: 'tca', ms: tcaMs, word: say('tca'), line: 'stroke-soft' },
    { id: 'envelope', ms: Date.parse(envelopeFrom ?? ''), word: say('envelopeMark'), line: 'stroke-soft dash-2-3' },
  ].filter(({ ms }) => isInside(ms))
  const drawing = (
    <>
      <BottomAxis
        area={whole}
        ticks={x
          .ticks(Math.max(2, Math.floor((whole.right - whole.left) / TICK_PX)))
          .map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))}
      />
      {panels.map((panel) => (
        <PanelDrawing
          key={panel.part}
          panel={panel}
          points={samples.map((sample) => {
            const [value, sigma] = [sample.rtnM[panel.place], sample.sigmaM?.[panel.place]]
            const bar = sigma === undefined ? undefined : [panel.y(value - sigma), panel.y(value + sigma)]
            return {
              id: `${sample.at} ${value}`,
              x: x(msOf(sample)),
              y: panel.y(value),
              bar,
              isSquare: sample.isSquare,
            }
          })}
          unitM={unitOf(panel).lengthM}
          title={say('axis', { part: panel.part, unit: unitOf(panel).name })}
        />
      ))}
      {marks.map(({ id, ms, word, line }) => (
        <g key={id}>
          <line x1={x(ms)} x2={x(ms)} y1={whole.top} y2={whole.bottom} className={`crisp ${line}`} />
          <text
            x={x(ms) > (whole.left + whole.right) / 2 ? x(ms) - 4 : x(ms) + 4}
            y={whole.top - 5}
            className={x(ms) > (whole.left + whole.right) / 2 ? chart.end : chart.title}
          >
            {word}
          </text>
        </g>
      ))}
    </>
  )
  const points = panels.toReversed().flatMap(({ y, place }) =>
    samples.map((sample) => ({
      x: x(msOf(sample)),
      y: y(sample.rtnM[place]),
      text: sampleText(sample, say),
    })),
  )
  return { drawing, points, columns: samples.length }
}

/** An axis that reaches this length, m, is in kilometres, because five digits and a sign fill the room beside it. */
const FROM_KM_M = 10_000
const unitOf = ({ y }: Panel) => (Math.max(...y.domain().map(Math.abs)) < FROM_KM_M ? M : KM)
const [M, KM] = [
  { name: 'm', lengthM: 1 },
  { name: 'km', lengthM: 1_000 },
] as const

type PanelProps = {
  readonly panel: Panel
  /** The length of the axis's unit, m. */
  readonly unitM: number
  readonly points: readonly {
    readonly id: string
    readonly x: number
    readonly y: number
    readonly bar: readonly number[] | undefined
    readonly isSquare: boolean | undefined
  }[]
  readonly title: string
}

function PanelDrawing({ panel: { area, y }, unitM, points, title }: PanelProps) {
  const ticks = y.ticks(Math.max(3, Math.floor((area.bottom - area.top) / ROW_PX)))
  const step = tickStep(ticks)
  return (
    <g>
      {ticks.map((value) => (
        <g key={value}>
          <line x1={area.left} x2={area.right} y1={y(value)} y2={y(value)} className={chart.grid} />
          <text x={area.left - 8} y={y(value) + 4} className={chart.end}>
            {lengthLabel(value / unitM, step / unitM)}
          </text>
        </g>
      ))}
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="crisp stroke-line-3" />
      <text x={area.left} y={area.top - 5} className={chart.title}>
        {title}
      </text>
      <polyline
        points={points.flatMap((point) => (point.isSquare ? [] : [`${point.x},${point.y}`])).join(' ')}
        className={`${chart.line} stroke-series-2`}
      />
      {points.map(({ id, x, y: at, bar, isSquare }) => (
        <g key={id}>
          {bar === undefined ? null : <line x1={x} x2={x} y1={bar[0]} y2={bar[1]} className="stroke-series-2" />}
          {isSquare === true ? (
            <rect x={x - 3} y={at - 3} width="6" height="6" className="fill-series-2" />
          ) : (
            <circle cx={x} cy={at} r="2" className="fill-series-2" />
          )}
        </g>
      ))}
    </g>
  )
}

/** Returns one sample as text for a screen reader. */
export function sampleText(sample: DrawnSample, say: typeof neighbourWords): string {
  const [r, t, n] = sample.rtnM.map((value) => metresOf(value, { signed: true }))
  return say('point', {
    time: formatInstant(msOf(sample)),
    r: r ?? '',
    t: t ?? '',
    n: n ?? '',
    total: metresOf(Math.hypot(...sample.rtnM)),
  })
}
