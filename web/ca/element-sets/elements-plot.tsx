import { DAY_MS } from '@apsis/astro/constants.ts'
import { type ElementSetHistory, getElementSetHistory, type HistoricSet } from '@apsis/contract/tle/history.ts'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { useState } from 'react'
import { timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatDate, formatMinute } from '../../clock/format.ts'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import { type Size, useMedia } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './element-sets.module.css'
import { ELEMENTS, type Element, elementsTable, idOf, isConstant, stretchesOf, valueText } from './elements.ts'
import { elementSetWords } from './words.data.ts'

type Props = {
  readonly history: ElementSetHistory
  readonly days: number
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly actions: React.ReactNode
}

const [PANEL_PX, HEAD_PX, FOOT_PX, LEFT_PX, RIGHT_PX] = [148, 18, 22, 74, 12]
const DATE_PX = 110
/** The label of a date is left out if less than half of it fits. */
const HALF_LABEL_PX = 18

/**
 * Draws all elements of all sets and B*, each in a small plot on the same axis of time. The chosen set, and the set under the pointer, are
 * marked in each plot.
 */
export function ElementsPlot({ history, days, chosenId, onChoose, actions }: Props) {
  const t = useWords(elementSetWords)
  const columns = useMedia('(width <= 760px)') ? 1 : 3
  const [readId, setReadId] = useState<string>()
  const { sets, noradId, name } = history
  return (
    <PlotFrame
      title={t('elements')}
      note={t('elementsNote', { name: name ?? String(noradId), count: sets.length })}
      actions={actions}
      caption={captionOf(sets)}
      provenance={[...new Set(sets.map(({ source }) => source))].join(', ')}
      fileName={`element-sets-${noradId}`}
      heightPx={(PANEL_PX * ELEMENTS.length) / columns}
      table={() => elementsTable(sets)}
      call={{ method: getElementSetHistory.method, path: getElementSetHistory.path, query: { noradId, days } }}
      onRead={(id) => setReadId(id?.slice(id.indexOf(':') + 1))}
      onPick={(id) => onChoose(id.slice(id.indexOf(':') + 1))}
      plot={(size) => drawn({ sets, columns, marked: [chosenId, readId] }, size)}
    />
  )
}

function captionOf(sets: readonly HistoricSet[]): string {
  const [first, last] = [sets[0], sets.at(-1)]
  if (first === undefined || last === undefined) return elementSetWords('noSets')
  const change = (last.semiMajorAxisM ?? Number.NaN) - (first.semiMajorAxisM ?? Number.NaN)
  return elementSetWords('caption', {
    from: formatMinute(Date.parse(first.epoch)),
    to: formatMinute(Date.parse(last.epoch)),
    change: formatNumber(change, { decimals: 0, signed: true }),
  })
}

/** Returns the text of a set; the element under the pointer comes first. */
function setText(element: Element, set: HistoricSet): string {
  const others = ELEMENTS.filter(({ id }) => id !== element.id)
  const said = [element, ...others].map((one) => `${elementSetWords(`short_${one.id}`)} ${valueText(one, set)}`)
  return `${formatMinute(Date.parse(set.epoch))}: ${said.join('; ')}`
}

type SetCurves = {
  readonly sets: readonly HistoricSet[]
  readonly columns: number
  readonly marked: readonly (string | undefined)[]
}

function drawn({ sets, columns, marked }: SetCurves, { width }: Size): Plot {
  const times = sets.map(({ epoch }) => Date.parse(epoch))
  const span = [Math.min(...times), Math.max(...times)] as const
  const panelWidth = width / columns
  const panels = ELEMENTS.map((element, place) => {
    const left = (place % columns) * panelWidth + LEFT_PX
    const top = Math.floor(place / columns) * PANEL_PX + HEAD_PX
    const area = {
      left,
      right: left - LEFT_PX + panelWidth - RIGHT_PX,
      top,
      bottom: top - HEAD_PX + PANEL_PX - FOOT_PX,
    }
    return { element, area, ...scalesOf(element, sets, span, area) }
  })
  return {
    drawing: panels.map((panel) => <Panel key={panel.element.id} {...panel} sets={sets} marked={marked} />),
    points: panels.flatMap(({ element, x, y }) =>
      sets.flatMap((set) => {
        const value = element.of(set)
        if (value === undefined) return []
        return [
          { id: `${element.id}:${idOf(set)}`, x: x(Date.parse(set.epoch)), y: y(value), text: setText(element, set) },
        ]
      }),
    ),
  }
}

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

function scalesOf(element: Element, sets: readonly HistoricSet[], [from, to]: readonly [number, number], area: Area) {
  const values = sets.flatMap((set) => element.of(set) ?? [])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // A single value is drawn in the middle of its plot; a very small range around it is enough, and hides rounding errors.
  const room = isConstant(element, values) ? Math.max(Math.abs(most) * 1e-3, 1e-9) : (most - least) * 0.08
  return {
    x: scaleUtc(from === to ? [from - 1, to + 1] : [from, to], [area.left, area.right]),
    y: scaleLinear(values.length === 0 ? [0, 1] : [least - room, most + room], [area.bottom, area.top]),
  }
}

type PanelProps = ReturnType<typeof scalesOf> & {
  readonly element: Element
  readonly area: Area
  readonly sets: readonly HistoricSet[]
  readonly marked: readonly (string | undefined)[]
}

function Panel({ element, area, x, y, sets, marked }: PanelProps) {
  const { left, right, top, bottom } = area
  const stretches = stretchesOf(element, sets)
  // A year has a thousand sets, so their dots are one path of lines without length instead of single elements.
  const dots = stretches.flat()
  const path = line<(typeof stretches)[number][number]>(
    ({ atMs }) => x(atMs),
    ({ value }) => y(value),
  )
  const atAll = new Set(dots.map(({ atMs }) => atMs))
  const times = (
    atAll.size === 1 ? [...atAll].map((ms) => new Date(ms)) : x.ticks(Math.max(1, Math.floor((right - left) / DATE_PX)))
  ).filter((time) => x(time) <= right - HALF_LABEL_PX)
  const values = dots.map(({ value }) => value)
  // A constant value has one label, not several ticks that are almost equal.
  const ticks = isConstant(element, values) ? values.slice(0, 1) : y.ticks(3)
  const isLong = (times.at(-1)?.getTime() ?? 0) - (times[0]?.getTime() ?? 0) > 300 * DAY_MS
  const title = [elementSetWords(element.id), element.unit].filter(Boolean).join(', ')
  return (
    <g>
      <text x={left} y={top - 6} className={chart.strong}>
        {title}
      </text>
      {ticks.map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={y(value)} y2={y(value)} className={chart.grid} />
          <text x={left - 6} y={y(value) + 4} className={chart.end}>
            {ticks.length === 1 ? constantText(element, value) : tickText(value, ticks)}
          </text>
        </g>
      ))}
      {times.map((time) => (
        <g key={time.getTime()}>
          <line x1={x(time)} x2={x(time)} y1={top} y2={bottom} className={chart.grid} />
          <text x={x(time)} y={bottom + 15} className={chart.middle}>
            {isLong ? formatDate(time.getTime()).slice(0, 7) : timeLabel(time.getTime())}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} className="stroke-line-3 crisp" />
      {stretches.map((stretch) => (
        <path key={stretch[0]?.id} d={path(stretch) ?? ''} className={`stroke-series-1 ${chart.line}`} />
      ))}
      <path
        d={dots.map(({ atMs, value }) => `M${x(atMs)},${y(value)}h0`).join('')}
        className={`fill-none stroke-series-1 ${styles.dots}`}
      />
      {dots
        .filter(({ id }) => marked.includes(id))
        .map(({ id, atMs, value }) => (
          <circle key={id} cx={x(atMs)} cy={y(value)} r="6" className="fill-none stroke-accent stroke-w-1-5" />
        ))}
    </g>
  )
}

const constantText = ({ decimals }: Element, value: number) =>
  decimals === undefined ? formatBriefly(value, 3) : formatNumber(value, { decimals: Math.min(decimals, 4) })

/** Returns a tick with enough digits to distinguish the ticks. */
function tickText(value: number, ticks: readonly number[]): string {
  const step = Math.abs((ticks[1] ?? value * 1.1) - (ticks[0] ?? value)) || 1
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  return decimals > 6 ? formatBriefly(value, 3) : formatNumber(value, { decimals })
}
