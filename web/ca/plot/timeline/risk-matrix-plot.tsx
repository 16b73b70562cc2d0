import { HOUR_MS } from '@apsis/astro/constants.ts'
import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import { scaleLinear } from 'd3-scale'
import { useMemo } from 'react'
import { type Area, BottomAxis, LeftAxis, PowerOfTen, TITLE_PX } from '../../../chart/axes.tsx'
import { formatInstant } from '../../../clock/format.ts'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { EventRow } from '../../event/event-row.ts'
import { EventMark, SelectedMark } from './event-mark.tsx'
import { type FleetDrawing, FleetPlot, type FleetProps, textOf } from './fleet-plot.tsx'
import { fleetPlotWords } from './words.data.ts'

const LOWEST_EXPONENT = -10
const HIGHEST_EXPONENT = -2
/** If there are more events than this, only the serious ones get an arrow, because arrows for all would hide the marks. */
const MOST_ARROWS = 120

/** Draws probability over the time until TCA: events that rise towards the left edge need a decision (ux.md P2). */
export function RiskMatrixPlot({ lanes, rows, domain, nowMs, selected, ...frame }: FleetProps) {
  const say = useWords(fleetPlotWords)
  const inside = useMemo(
    () =>
      rows
        .filter(({ tcaMs }) => tcaMs >= domain.fromMs && tcaMs <= domain.toMs)
        .toSorted((a, b) => weightOf(a) - weightOf(b) || a.tcaMs - b.tcaMs),
    [rows, domain.fromMs, domain.toMs],
  )
  const thresholds = [...new Set(lanes.flatMap(({ threshold }) => threshold ?? []))]
  const span = { from: formatInstant(domain.fromMs), to: formatInstant(domain.toMs) }
  const caption =
    inside.length === 0
      ? say('captionNone', span)
      : say('caption', { ...span, count: inside.length, satellites: lanes.length, levels: say('matrix') })
  return (
    <FleetPlot
      {...frame}
      id="risk-matrix"
      title={say('matrix')}
      note={say('matrixNote')}
      caption={caption}
      rows={inside}
      draw={(size) => draw({ rows: inside, thresholds, domain, nowMs, selected, say }, size)}
    />
  )
}

type Data = Pick<FleetProps, 'rows' | 'domain' | 'nowMs' | 'selected'> & {
  readonly thresholds: readonly number[]
  readonly say: typeof fleetPlotWords
}

function draw(data: Data, size: Size): FleetDrawing {
  const scene = sceneOf(data, size)
  const points = data.rows
    .toSorted((a, b) => a.tcaMs - b.tcaMs)
    .map((row) => ({
      ...scene.placeOf(row),
      id: row.id,
      get text() {
        return textOf(row, data.say)
      },
    }))
  return { drawing: <Drawing data={data} scene={scene} />, points }
}

/** Returns the scales of hours and probabilities; events without a probability are at the bottom. */
function sceneOf({ domain, nowMs }: Data, { width, height }: Size) {
  const area: Area = { left: 52, right: width - 20, top: TITLE_PX, bottom: height - 26 }
  const x = scaleLinear([(domain.fromMs - nowMs) / HOUR_MS, (domain.toMs - nowMs) / HOUR_MS], [area.left, area.right])
  const y = scaleLinear([LOWEST_EXPONENT - 0.4, HIGHEST_EXPONENT], [area.bottom, area.top])
  const heightOf = (pc: number | undefined) =>
    pc === undefined
      ? area.bottom - 6
      : y(Math.min(HIGHEST_EXPONENT, Math.max(LOWEST_EXPONENT, Math.log10(Math.max(pc, 1e-30)))))
  const placeOf = (row: EventRow) => ({ x: x((row.tcaMs - nowMs) / HOUR_MS), y: heightOf(row.pc) })
  const hours = x.ticks(Math.max(3, Math.floor(width / 120)))
  return { area, x, y, hours, heightOf, placeOf }
}

type DrawingProps = { readonly data: Data; readonly scene: ReturnType<typeof sceneOf> }

function Drawing({ data, scene }: DrawingProps) {
  const { rows, nowMs, selected } = data
  const { area, placeOf } = scene
  return (
    <>
      <Lines data={data} scene={scene} />
      <Arrows rows={rows} scene={scene} />
      {rows.map((row) => {
        const { id, risk, isMitigated, tcaMs } = row
        return <EventMark key={id} {...{ risk, isMitigated }} {...placeOf(row)} isPast={tcaMs < nowMs} />
      })}
      {selected && rows.includes(selected) ? (
        <SelectedMark
          row={selected}
          at={placeOf(selected)}
          others={rows.map(placeOf)}
          left={area.left}
          right={area.right}
        />
      ) : null}
    </>
  )
}

/** Draws both axes, the accepted probabilities, and now. */
function Lines({ data: { thresholds, say }, scene: { area, x, y, hours, heightOf } }: DrawingProps) {
  return (
    <>
      <LeftAxis
        area={area}
        ticks={[-10, -8, -6, -4, -2].map((exponent) => ({
          at: y(exponent),
          label: <PowerOfTen exponent={exponent} />,
        }))}
        title={say('pc')}
      />
      <BottomAxis
        area={area}
        ticks={hours.map((one) => ({ at: x(one), label: String(one) }))}
        title={say('hours')}
        isTitleBelow
      />
      {thresholds.map((value) => (
        <line
          key={value}
          x1={area.left}
          x2={area.right}
          y1={heightOf(value)}
          y2={heightOf(value)}
          className="stroke-line-3 dash-5-3"
        />
      ))}
      <line x1={x(0)} x2={x(0)} y1={area.top} y2={area.bottom + 4} className="stroke-accent crisp" />
    </>
  )
}

function Arrows({ rows, scene: { heightOf, placeOf } }: Pick<DrawingProps, 'scene'> & Pick<Data, 'rows'>) {
  const drawn = rows.length <= MOST_ARROWS ? rows : rows.filter(({ rank }) => rank >= 3)
  return drawn.map((row) => (
    <Arrow key={row.id} at={placeOf(row)} from={row.previousPc === undefined ? undefined : heightOf(row.previousPc)} />
  ))
}

const ARROW_HEAD_PX = 4

/** Draws an arrow from the probability of the previous message to the probability of the newest one. */
function Arrow({ at, from }: { readonly at: { x: number; y: number }; readonly from: number | undefined }) {
  if (from === undefined || Math.abs(from - at.y) < 18) return null
  const tip = at.y + (from > at.y ? 7 : -7)
  const back = tip + (from > at.y ? ARROW_HEAD_PX : -ARROW_HEAD_PX)
  return (
    <g>
      <line x1={at.x} x2={at.x} y1={from} y2={back} className="fill-none stroke-muted" />
      <path d={`M${at.x} ${tip}L${at.x - 3} ${back}H${at.x + 3}Z`} className="fill-muted" />
    </g>
  )
}
