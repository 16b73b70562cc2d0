import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { BottomAxis, LeftAxis, lengthLabel, TITLE_GAP_PX, TITLE_PX, timeLabel } from '../chart/axes.tsx'
import plot from '../chart/plot.module.css'
import { type Plot, PlotFrame } from '../chart/plot-frame.tsx'
import { tickStep } from '../chart/tick-step.ts'
import { formatInstant } from '../clock/format.ts'
import { formatNumber } from '../ui/format/number.ts'
import { formatProbabilityLine } from '../ui/format/probability.ts'
import { formatMiss } from '../ui/format/quantity.ts'
import type { ApiCall } from '../ui/page/pane-menu.tsx'
import type { Size } from '../ui/page/size.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { LEVELS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { tableOf } from '../ui/table/column.ts'
import { useWords } from '../ui/text/language.ts'
import { encounterColumns, idOf, tcaOf } from './columns.tsx'
import { encounterWords } from './words.data.ts'

type Props = {
  readonly encounters: readonly Encounter[]
  readonly fromMs: number
  readonly toMs: number
  /** The requested distance; undefined if a box was requested. */
  readonly limitKm: number | undefined
  readonly fileName: string
  readonly provenance: string
  readonly call: ApiCall
  readonly selected: string | undefined
  readonly onPick: (id: string) => void
}

const SYMBOL_PX = 12
const HEIGHT_PX = 200
const DAY_PX = 110

/** Draws the miss distance of each close approach over time, by level (like ux.md P2, without a history). */
export function MissPlot(props: Props) {
  const { encounters, fileName, provenance, call, onPick } = props
  const say = useWords(encounterWords)
  // The worst level is drawn last, so that nothing hides it.
  const ordered = encounters.toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <PlotFrame
      title={say('missOverTime')}
      caption={captionOfMiss(encounters, say)}
      provenance={provenance}
      fileName={`${fileName}-miss`}
      table={tableOf(encounterColumns(say), encounters)}
      call={call}
      heightPx={HEIGHT_PX}
      onPick={onPick}
      plot={(size) => drawn({ ...props, encounters: ordered }, size, say)}
    />
  )
}

const rankOf = (one: Encounter) => LEVELS.indexOf(meaningOf('risk', one.riskLevel).level)
const pairOf = (one: Encounter) => `${one.primary.name} × ${one.secondary.name}`

/** Returns the content of the plot as a sentence. */
export function captionOfMiss(encounters: readonly Encounter[], say: typeof encounterWords): string {
  const closest = encounters.reduce<Encounter | undefined>(
    (best, one) => (best === undefined || one.missM < best.missM ? one : best),
    undefined,
  )
  if (closest === undefined) return say('plotEmpty')
  return say('plotCaption', {
    count: encounters.length,
    pair: pairOf(closest),
    miss: formatMiss(closest.missM),
    tca: formatInstant(tcaOf(closest)),
  })
}

function drawn({ encounters, fromMs, toMs, limitKm, selected }: Props, size: Size, say: typeof encounterWords): Plot {
  const area = { left: 52, right: size.width - 18, top: TITLE_PX, bottom: size.height - 26 }
  const mostKm = limitKm ?? Math.max(0.1, ...encounters.map(({ missM }) => missM / 1_000))
  const x = scaleUtc([fromMs, toMs], [area.left, area.right])
  const y = scaleLinear([0, mostKm * 1.05], [area.bottom, area.top])
  const ticks = y.ticks(4)
  const step = tickStep(ticks)
  const points = encounters.map((one) => ({
    id: idOf(one),
    x: x(tcaOf(one)),
    y: y(one.missM / 1_000),
    text: `${pairOf(one)}, ${formatInstant(tcaOf(one))}: ${formatMiss(one.missM)} m, Pc ${formatProbabilityLine(one.probability ?? undefined)}`,
  }))
  const chosen = points.find(({ id }) => id === selected)
  const drawing = (
    <>
      <LeftAxis
        area={area}
        ticks={ticks.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))}
        title={say('missAxis')}
      />
      <BottomAxis
        area={area}
        ticks={x
          .ticks(Math.max(2, Math.floor((area.right - area.left) / DAY_PX)))
          .map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))}
      />
      {limitKm === undefined ? null : (
        <>
          <line x1={area.left} x2={area.right} y1={y(limitKm)} y2={y(limitKm)} className="stroke-line-3 crisp" />
          <text x={area.right} y={area.top - TITLE_GAP_PX} className={plot.end}>
            {say('threshold', { km: formatNumber(limitKm) })}
          </text>
        </>
      )}
      {encounters.map((one, place) => {
        const { x: cx = 0, y: cy = 0 } = points[place] ?? {}
        return (
          <g key={idOf(one)} transform={`translate(${cx - SYMBOL_PX / 2} ${cy - SYMBOL_PX / 2})`}>
            <StatusSymbol level={meaningOf('risk', one.riskLevel).level} />
          </g>
        )
      })}
      {chosen ? <circle cx={chosen.x} cy={chosen.y} r="10" className="fill-none stroke-accent stroke-w-1-5" /> : null}
    </>
  )
  return { drawing, points }
}
