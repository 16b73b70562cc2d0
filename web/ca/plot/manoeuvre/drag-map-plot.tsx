import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { DragMap } from '@apsis/contract/ca/plan/drag-map.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { useId } from 'react'
import { type Area, LeftAxis } from '../../../chart/axes.tsx'
import { boxOfText, freePlaces, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatInstant } from '../../../clock/format.ts'
import { formatBriefly, formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import styles from '../plot.module.css'
import { contourOf } from '../sensitivity/contours.ts'
import { ColourScale, coloursOf } from './colour-scale.tsx'
import { dragMapWords } from './drag-map-words.data.ts'
import { levelName, levelsWithin } from './shown.ts'
import { placeShut, ShutTimes } from './shut-times.tsx'
import space from './trade-space.module.css'

/** The quantities of the colours and contours of the map. */
export const MAPPED = ['pc', 'worst', 'total', 'others', 'miss'] as const
export type MapQuantity = (typeof MAPPED)[number]
/** The target of a change. */
export type MapGoal = { readonly kind: 'PROBABILITY' | 'MISS_DISTANCE'; readonly value: number }
/** A cell, by its place in the map. */
export type MapCell = { readonly row: number; readonly column: number }

type Props = {
  readonly map: DragMap
  readonly show: MapQuantity
  readonly goal: MapGoal
  /** The change in the form; undefined if it is not on the map. */
  readonly chosen: { readonly areaM2: number; readonly startMs: number } | undefined
  readonly provenance: string
  readonly busy: boolean
  readonly call: ApiCall
  readonly actions: React.ReactNode
  readonly onPick: (cell: MapCell) => void
}

/** A plan is still sufficient if it exceeds its target by up to this factor (flight rule F2). */
const MARGIN = 1.01
const M_PER_KM = 1_000
const MS_PER_HOUR = 1_000 * SECONDS_PER_HOUR

/** Returns the hours before TCA of each start. */
const leadsOf = ({ starts, tca }: DragMap) => starts.map(({ at }) => (Date.parse(tca) - Date.parse(at)) / MS_PER_HOUR)

/** Returns the numbers of a quantity of the map; rows from the smallest area, columns from the earliest start. */
export function numbersOf(map: DragMap, show: MapQuantity): readonly (readonly number[])[] {
  if (show === 'pc') return map.probability
  if (show === 'miss') return map.missM
  if (show === 'others') return map.others ?? missing()
  return map[show]
}

/** True if a change is sufficient and possible: by the rule for a plan by drag, and in no blackout. */
export function isEnoughAt(map: DragMap, { kind, value }: MapGoal, { row, column }: MapCell): boolean {
  const start = map.starts[column] ?? missing()
  if (start.blackout !== null) return false
  if (kind === 'MISS_DISTANCE') return (map.missM[row]?.[column] ?? missing()) >= value
  return (
    (map.probability[row]?.[column] ?? missing()) <= MARGIN * value &&
    (map.worst[row]?.[column] ?? missing()) < map.target.accepted
  )
}

/** Draws the result of each area against the flow, for each start; a click, or Enter, chooses a cell. */
export function DragMapPlot(props: Props) {
  const { map, show, goal, provenance, busy, call, actions, onPick } = props
  const t = useWords(dragMapWords)
  const hatchId = useId()
  const leads = leadsOf(map)
  const known = numbersOf(map, show).flat()
  const text = (value: number) => (show === 'miss' ? `${formatMiss(value)} m` : formatProbabilityLine(value))
  const cells = map.heldAreasM2.flatMap((_, row) => map.starts.map((_start, column) => ({ row, column })))
  const number = (value: number | undefined) => formatBriefly(value ?? missing(), 3)
  const counted = map.counted.length
  return (
    <PlotFrame
      id="drag-map"
      title={t('title')}
      note={t('note')}
      caption={[
        t('caption', {
          what: t(`of-${show}`),
          least: number(map.heldAreasM2[0]),
          most: number(map.heldAreasM2.at(-1)),
          first: number(leads[0]),
          last: number(leads.at(-1)),
          low: text(Math.min(...known)),
          high: text(Math.max(...known)),
          enough: cells.filter((cell) => isEnoughAt(map, goal, cell)).length,
          cells: cells.length,
        }),
        t('countedOthers', { count: counted }),
        ...(map.notCounted.length === 0
          ? []
          : [
              t('notCounted', {
                events: map.notCounted.map(({ object, reason }) => `${object} (${reason})`).join('; '),
              }),
            ]),
        t('pick'),
      ].join(' ')}
      provenance={provenance}
      fileName="area-and-start"
      table={{
        columns: [
          ...['area_m2', 'area_over_usual', 'start_utc', 'hours_before_tca', 'hold_h', 'pc', 'pc_95th_percentile'],
          ...['miss_m', 'along_track_m', 'pc_any_event', 'pc_others', 'blackout', 'is_enough'],
        ],
        rows: cells.map((cell) => {
          const { row, column } = cell
          const start = map.starts[column] ?? missing()
          const area = map.heldAreasM2[row] ?? missing()
          const plain = (all: readonly (readonly number[])[] | null) =>
            formatProbabilityPlain(all?.[row]?.[column]) || undefined
          return [
            area,
            area / map.usualAreaM2,
            start.at,
            leads[column],
            start.holdS / SECONDS_PER_HOUR,
            plain(map.probability),
            plain(map.worst),
            map.missM[row]?.[column],
            map.alongTrackM[row]?.[column],
            plain(map.total),
            plain(map.others),
            start.blackout ?? undefined,
            String(isEnoughAt(map, goal, cell)),
          ]
        }),
      }}
      heightPx={HEIGHT_PX}
      busy={busy}
      call={call}
      actions={actions}
      onPick={(id) => onPick(cellOf(map, Number(id)))}
      plot={(size) => drawDragMap(props, hatchId, size)}
    />
  )
}

const HEIGHT_PX = 380

const cellOf = ({ starts }: DragMap, place: number): MapCell => ({
  row: Math.floor(place / starts.length),
  column: place % starts.length,
})

type Scales = {
  readonly area: Area
  readonly x: ScaleLinear<number, number>
  readonly y: ScaleLinear<number, number>
}
type DragMapDrawing = Pick<Props, 'map' | 'show' | 'goal' | 'chosen'>

/** Returns the first and the last of some numbers. */
const endsOf = (numbers: readonly number[]): [number, number] => [numbers[0] ?? missing(), numbers.at(-1) ?? missing()]

const logOf = (value: number) => Math.log10(Math.max(value, PROBABILITY_FLOOR))

export function drawDragMap(props: DragMapDrawing, hatchId: string, { width, height }: Size): Plot {
  const { map, show, goal } = props
  const { heldAreasM2, starts } = map
  const leads = leadsOf(map)
  // The colours are for a power of ten, or for kilometres.
  const values = numbersOf(map, show).map((row) =>
    row.map((value) => (show === 'miss' ? value / M_PER_KM : logOf(value))),
  )
  const shown = show === 'miss' ? 'miss' : 'pc'
  const colours = coloursOf(shown, values.flat())
  const area = { left: 62, right: width - 64, top: 14, bottom: height - 38 }
  const x = scaleLinear(endsOf(leads), [area.left, area.right])
  const y = scaleLinear(endsOf(heldAreasM2), [area.bottom, area.top])
  const scales = { area, x, y }
  const own = ownLevel(props)
  const points = heldAreasM2.flatMap((held, row) =>
    starts.map((_, column) => ({
      x: x(leads[column] ?? missing()),
      y: y(held),
      text: cellText(map, goal, { row, column }),
      id: String(row * starts.length + column),
    })),
  )
  const yTitle = boxOfText(dragMapWords('y'), { x: area.left + 6, y: area.top + 14, align: 'start' })
  const placed = placeShut({
    shut: shutOf(map, leads),
    area,
    x,
    taken: [yTitle],
    legendOf: (reasons) => dragMapWords('hatched', { reasons }),
  })
  const drawing = (
    <>
      <defs>
        <pattern id={hatchId} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" className={space.shade} />
          <line x1="0" y1="0" x2="0" y2="7" className={`stroke-white ${space.hatch}`} />
        </pattern>
      </defs>
      <Cells values={values} leads={leads} areas={heldAreasM2} colour={colours.colour} {...scales} />
      <ShutTimes placed={placed} area={area} fill={`url(#${hatchId})`} />
      <Contours
        {...props}
        values={values}
        leads={leads}
        taken={[yTitle, ...placed.labels.map(({ box }) => box)]}
        {...scales}
      />
      <Axes map={map} {...scales} />
      <ColourScale colours={colours} show={shown} own={own} area={area} />
      <Chosen {...props} {...scales} />
    </>
  )
  return { drawing, points, columns: starts.length }
}

/** Returns the target if the map shows its quantity. */
function ownLevel({ show, goal }: DragMapDrawing): number | undefined {
  if (goal.kind === 'PROBABILITY') return show === 'pc' ? Math.log10(goal.value) : undefined
  return show === 'miss' ? goal.value / M_PER_KM : undefined
}

/** Returns the starts whose attitude meets a blackout, as spans of hours before TCA that extend half way to the neighbouring starts. */
export function shutOf({ starts }: DragMap, leads: readonly number[]) {
  const edge = (place: number, to: 1 | -1) => {
    const [here, there] = [leads[place] ?? missing(), leads[place + to]]
    return there === undefined ? here : (here + there) / 2
  }
  return starts.flatMap(({ blackout }, place) =>
    blackout === null
      ? []
      : [{ from: edge(place, -1), to: edge(place, 1), reason: dragMapWords(`blackout-${blackout}`) }],
  )
}

/** Returns the text of a cell. */
export function cellText(map: DragMap, goal: MapGoal, cell: MapCell): string {
  const { row, column } = cell
  const t = dragMapWords
  const start = map.starts[column] ?? missing()
  const areaM2 = map.heldAreasM2[row] ?? missing()
  const at = (all: readonly (readonly number[])[]) => all[row]?.[column] ?? missing()
  const along = at(map.alongTrackM)
  const moved = `${along < 0 ? '−' : '+'}${formatMiss(Math.abs(along))}`
  const worst = map.worstOther?.[row]?.[column] ?? -1
  const name = map.counted[worst]?.object
  return [
    t('point', {
      area: formatBriefly(areaM2, 3),
      factor: formatBriefly(areaM2 / map.usualAreaM2, 3),
      time: formatInstant(Date.parse(start.at)),
      lead: formatNumber(leadsOf(map)[column] ?? missing(), { decimals: 1 }),
      hold: formatNumber(start.holdS / SECONDS_PER_HOUR, { decimals: 1 }),
      pc: formatProbabilityLine(at(map.probability)),
      worst: formatProbabilityLine(at(map.worst)),
      miss: formatMiss(at(map.missM)),
      along: moved,
    }),
    ...(map.others === null ? [] : [t('pointTotal', { total: formatProbabilityLine(at(map.total)) })]),
    ...(map.others === null || name === undefined
      ? []
      : [t('pointOthers', { name, pc: formatProbabilityLine(at(map.others)) })]),
    start.blackout === null
      ? t(isEnoughAt(map, goal, cell) ? 'pointEnough' : 'pointNotEnough')
      : t('pointShut', { reason: t(`blackout-${start.blackout}`) }),
  ].join(' ')
}

type CellsProps = Scales & {
  readonly values: readonly (readonly number[])[]
  readonly leads: readonly number[]
  readonly areas: readonly number[]
  readonly colour: (value: number) => string
}

function Cells({ values, leads, areas, colour, area, x, y }: CellsProps) {
  // Cells extend half way to their neighbours; the cells at the ends of the map are half as large.
  const edges = (all: readonly number[], scale: ScaleLinear<number, number>, [low, high]: [number, number]) =>
    [...all.keys(), all.length].map((place) => {
      const [a, b] = [all[place - 1], all[place]]
      return a === undefined ? low : b === undefined ? high : scale((a + b) / 2)
    })
  const xs = edges(leads, x, [area.left, area.right])
  const ys = edges(areas, y, [area.bottom, area.top])
  return (
    <g shapeRendering="crispEdges">
      {values.flatMap((row, j) =>
        row.map((value, i) => {
          const [left = 0, right = 0, bottom = 0, top = 0] = [xs[i], xs[i + 1], ys[j], ys[j + 1]]
          return (
            <rect
              key={`${leads[i]} ${areas[j]}`}
              x={left}
              y={top}
              width={right - left + 0.5}
              height={bottom - top + 0.5}
              fill={colour(value)}
            />
          )
        }),
      )}
    </g>
  )
}

type ContoursProps = DragMapDrawing &
  Scales & {
    readonly values: readonly (readonly number[])[]
    readonly leads: readonly number[]
    readonly taken: Parameters<typeof freePlaces>[1]['taken']
  }

/** Draws contours at round values with their labels, and a thick contour around the sufficient changes. */
function Contours({ map, show, goal, values, leads, taken, area, x, y }: ContoursProps) {
  const shown = show === 'miss' ? 'miss' : 'pc'
  const known = values.flat()
  const highest = Math.floor(Math.max(...known))
  const levels = shown === 'miss' ? levelsWithin(known) : Array.from({ length: SHOWN_DECADES }, (_, i) => highest - i)
  const enough = values.map((row, j) => row.map((_, i) => Number(isEnoughAt(map, goal, { row: j, column: i }))))
  const between = (scale: ScaleLinear<number, number>, all: readonly number[], place: number) => {
    const low = Math.floor(place)
    const a = all[low] ?? missing()
    return scale(a + ((all[low + 1] ?? a) - a) * (place - low))
  }
  const lineOf = (grid: readonly (readonly number[])[], level: number, text: string, isOwn: boolean) => {
    const pieces = contourOf(grid, level).map(
      ([a, b, c, d]) =>
        [
          between(x, leads, a),
          between(y, map.heldAreasM2, b),
          between(x, leads, c),
          between(y, map.heldAreasM2, d),
        ] as const,
    )
    return {
      id: isOwn ? 'enough' : String(level),
      isOwn,
      text,
      path: pieces.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join(''),
      wishes: pieces.map(([a, b]): Place => ({ x: a, y: b + 4, align: 'middle' })),
    }
  }
  const lines = [
    lineOf(enough, 0.5, dragMapWords('enough'), true),
    ...levels.map((level) => lineOf(values, level, levelName(level, shown), false)),
  ]
  const places = freePlaces(lines, { inside: area, taken })
  return (
    <g>
      {lines.map(({ id, isOwn, path, text }, number) => {
        const place = places[number]
        return (
          <g key={id}>
            <path
              d={path}
              className={
                isOwn ? `fill-none stroke-white ${styles.ownContour}` : `fill-none stroke-white ${styles.contour}`
              }
            />
            {place ? (
              <text x={place.x} y={place.y} className={`${chart.middle} ${styles.onMap}`}>
                {text}
              </text>
            ) : null}
          </g>
        )
      })}
    </g>
  )
}

/** The number of powers of ten that have a contour. */
const SHOWN_DECADES = 6

/** Draws hours before TCA below, areas at the left, and a line at the usual area. */
function Axes({ map, area, x, y }: Scales & Pick<DragMapDrawing, 'map'>) {
  const usualY = y(map.usualAreaM2)
  return (
    <g>
      {x.ticks(Math.max(2, Math.floor((area.right - area.left) / TICK_PX))).map((hours) => (
        <text key={hours} x={x(hours)} y={area.bottom + 16} className={chart.middle}>
          {formatNumber(hours)}
        </text>
      ))}
      <text x={(area.left + area.right) / 2} y={area.bottom + 32} className={`${chart.middle} ${chart.title}`}>
        {dragMapWords('x')}
      </text>
      <LeftAxis
        area={{ ...area, right: area.left }}
        ticks={y.ticks(6).map((value) => ({ at: y(value), label: formatNumber(value) }))}
      />
      <text x={area.left + 6} y={area.top + 14} className={styles.onMap}>
        {dragMapWords('y')}
      </text>
      {usualY >= area.top && usualY <= area.bottom ? (
        <>
          <line x1={area.left} x2={area.right} y1={usualY} y2={usualY} className={`stroke-white ${space.cursor}`} />
          <text x={area.right - 6} y={usualY - 4} className={`${chart.end} ${styles.onMap}`}>
            {dragMapWords('usual')}
          </text>
        </>
      ) : null}
    </g>
  )
}

const TICK_PX = 70

const EDGE_PX = 2

/** Draws the change in the form, as a diamond; a change off the map is not drawn. */
function Chosen({ map, chosen, area, x, y }: DragMapDrawing & Scales) {
  if (chosen === undefined) return null
  const px = x((Date.parse(map.tca) - chosen.startMs) / MS_PER_HOUR)
  const py = y(chosen.areaM2)
  // A typed time has whole seconds, so it may be slightly outside the map.
  const isBeside = px < area.left - EDGE_PX || px > area.right + EDGE_PX || py < area.top - EDGE_PX
  if (!Number.isFinite(px) || isBeside || py > area.bottom + EDGE_PX) return null
  return <path d={`M${px} ${py - 9}l9 9l-9 9l-9 -9z`} className={`stroke-white stroke-w-2 ${space.chosen}`} />
}
