import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { memo, useId } from 'react'
import { type Area, LeftAxis, lengthLabel } from '../../../chart/axes.tsx'
import { type Box, boxOfText, freePlaces, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { tickStep } from '../../../chart/tick-step.ts'
import { formatTime } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import styles from '../plot.module.css'
import { contourOf } from '../sensitivity/contours.ts'
import { COLOURED_DECADES, ColourScale, type Colours, coloursOf } from './colour-scale.tsx'
import { type BurnMark, namePlaces, togetherWhereNear } from './near-marks.ts'
import {
  type Goal,
  isByDecades,
  levelName,
  levelOf,
  levelsWithin,
  type ShownQuantity,
  smallestRow,
  type TradeMap,
  valuesOf,
} from './shown.ts'
import { placeShut, ShutTimes } from './shut-times.tsx'
import space from './trade-space.module.css'

type Props = {
  readonly map: TradeMap
  readonly show: ShownQuantity
  readonly goal: Goal
  readonly marks: readonly BurnMark[]
  readonly words: {
    readonly [K in 'title' | 'note' | 'caption' | 'x' | 'y' | 'decideBy' | 'raises' | 'lowers' | 'target']: string
  } & { readonly hatched: (reasons: string) => string }
  readonly textOf: (column: number) => string
  /** Returns, as text, the last time to command a burn at this time. */
  readonly decideBy: (ignitionMs: number) => string
  readonly provenance: string
  readonly busy: boolean
  readonly actions?: React.ReactNode
  readonly onPick: (lead: number) => void
  /** Is called with the time under the pointer during a drag, and with undefined when the drag ends. */
  readonly onDrag?: ((lead: number | undefined) => void) | undefined
}

/** The room beside the map: the sizes at its left, and the scale of its colours at its right. */
export const [MAP_LEFT_PX, MAP_RIGHT_PX] = [78, 64]
const MS_PER_S = 1_000
/** These columns are empty if the mass of the satellite is unknown, or if no other object is counted. */
const ADDED_COLUMNS = ['propellant_kg', 'pc_others']

/** Draws the result of each time and size of a burn along the track. A click, Enter, or a drag over the map chooses the time. */
export function TradeSpacePlot(props: Props) {
  const { map, words, provenance, busy, actions, onPick, onDrag } = props
  const hatchId = useId()
  return (
    <PlotFrame
      title={words.title}
      note={words.note}
      caption={words.caption}
      provenance={provenance}
      fileName="trade-space"
      table={{
        columns: ['orbits_before_tca', 'delta_v_mps', 'pc', 'miss_m', ...ADDED_COLUMNS],
        rows: map.deltaVs.flatMap((deltaV, row) =>
          map.leads.map((lead, column) => [
            lead,
            deltaV,
            formatProbabilityPlain(map.pc[row]?.[column] ?? undefined) || undefined,
            map.missM[row]?.[column],
            map.propellantKg?.[row],
            formatProbabilityPlain(map.othersPc?.[row]?.[column]) || undefined,
          ]),
        ),
      }}
      heightPx="fill"
      busy={busy}
      actions={actions}
      className={space.pane}
      onPick={(id) => onPick(Number(id))}
      {...(onDrag === undefined ? {} : { onDrag: (id) => onDrag(id === undefined ? undefined : Number(id)) })}
      plot={(size) => draw(props, hatchId, size)}
    />
  )
}

type Scales = {
  readonly area: Area
  readonly x: ScaleLinear<number, number>
  readonly y: ScaleLinear<number, number>
}

function draw(props: Props, hatchId: string, { width, height }: Size): Plot {
  const { map, show, goal, textOf } = props
  const { leads, deltaVs } = map
  const values = valuesOf(map, show)
  const coloured = {
    values,
    colours: coloursOf(
      show,
      values.flat().filter((value) => value !== undefined),
    ),
  }
  const area = { left: MAP_LEFT_PX, right: width - MAP_RIGHT_PX, top: 42, bottom: height - 38 }
  const x = scaleLinear(endsOf(leads), [area.left, area.right])
  const y = scaleLinear(endsOf(deltaVs), [area.bottom, area.top])
  const scales = { area, x, y }
  const points = leads.map((lead, column) => {
    const row = smallestRow(map, goal, column)
    return {
      x: x(lead),
      y: y(row === undefined ? 0 : (deltaVs[row] ?? missing())),
      text: textOf(column),
      id: String(lead),
    }
  })
  const corners = cornersOf(props.words, area)
  const placed = placeShut({ shut: map.shut, area, x, taken: corners, legendOf: props.words.hatched })
  const drawing = (
    <>
      <defs>
        <pattern id={hatchId} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" className={space.shade} />
          <line x1="0" y1="0" x2="0" y2="7" className={`stroke-white ${space.hatch}`} />
        </pattern>
      </defs>
      <Cells {...props} {...scales} {...coloured} />
      <Shut {...props} {...scales} placed={placed} hatchId={hatchId} />
      <Contours {...props} {...scales} shutLabels={placed.labels.map(({ box }) => box)} />
      <Axes {...props} {...scales} />
      <ColourScale colours={coloured.colours} show={show} own={levelOf(goal, show)} area={area} />
      <Marks {...props} {...scales} />
    </>
  )
  return { drawing, points }
}

/** Returns the first and the last of some numbers. */
const endsOf = (numbers: readonly number[]): [number, number] => [numbers[0] ?? missing(), numbers.at(-1) ?? missing()]

type CellColours = { readonly values: ReturnType<typeof valuesOf>; readonly colours: Colours }

const isSameGoal = (a: Goal, b: Goal) => a.show === b.show && a.value === b.value

/** True if cells and contours are the same drawing, because a drag over the map does not change them. */
function isSameMap(before: Props & Scales, now: Props & Scales): boolean {
  const [a, b] = [before.area, now.area]
  const isSameArea = a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom
  return isSameArea && before.map === now.map && before.show === now.show && isSameGoal(before.goal, now.goal)
}

const Cells = memo(function Cells({ map, area, x, y, values, colours }: Props & Scales & CellColours) {
  const { colour } = colours
  const { leads, deltaVs } = map
  const [first] = endsOf(leads)
  const [width, height] = [x(leads[1] ?? missing()) - x(first), y(deltaVs[0] ?? missing()) - y(deltaVs[1] ?? missing())]
  return (
    <g shapeRendering="crispEdges">
      {values.flatMap((row, j) =>
        row.map((value, i) => {
          const [lead, deltaV] = [leads[i] ?? missing(), deltaVs[j] ?? missing()]
          // The cells at the ends of the map are half as wide and half as high, so that they do not cover the labels beside the map.
          const [left, top] = [Math.max(area.left, x(lead) - width / 2), Math.max(area.top, y(deltaV) - height / 2)]
          return value === undefined ? null : (
            <rect
              key={`${lead} ${deltaV}`}
              x={left}
              y={top}
              width={Math.min(area.right, x(lead) + width / 2 + 0.5) - left}
              height={Math.min(area.bottom, y(deltaV) + height / 2 + 0.5) - top}
              fill={colour(value)}
            />
          )
        }),
      )}
    </g>
  )
}, isSameMap)

/** Returns the boxes of the texts at the left of the map: the direction in which a burn moves the orbit. */
const cornersOf = ({ raises, lowers }: Props['words'], area: Area): Box[] => [
  boxOfText(raises, { x: area.left + 8, y: area.top + 16, align: 'start' }),
  boxOfText(lowers, { x: area.left + 8, y: area.bottom - 8, align: 'start' }),
]

/** Draws every power of ten with its label, and a thicker line for the target. */
const Contours = memo(function Contours(props: Props & Scales & { readonly shutLabels: readonly Box[] }) {
  const { map, show, goal, words, area, x, y, shutLabels } = props
  const values = valuesOf(map, show)
  const known = values.flat().filter((value) => value !== undefined)
  const highest = Math.floor(Math.max(...known))
  const own = levelOf(goal, show)
  const decades = isByDecades(show)
    ? Array.from({ length: COLOURED_DECADES - 1 }, (_, i) => highest - i)
    : levelsWithin(known)
  const at = (scale: ScaleLinear<number, number>, all: readonly number[], place: number) => {
    const low = Math.floor(place)
    const a = all[low] ?? missing()
    // On the last line of the map there is no next value.
    const b = all[low + 1] ?? a
    return scale(a + (b - a) * (place - low))
  }
  const lines = [...new Set([...(own === undefined ? [] : [own]), ...decades])].map((level) => {
    const pieces = contourOf(values, level).map(
      ([a, b, c, d]) =>
        [at(x, map.leads, a), at(y, map.deltaVs, b), at(x, map.leads, c), at(y, map.deltaVs, d)] as const,
    )
    return {
      level,
      path: pieces.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join(''),
      text: level === own ? words.target : levelName(level, show),
      wishes: pieces.map(([a, b]): Place => ({ x: a, y: b + 4, align: 'middle' })),
    }
  })
  const taken = [...cornersOf(words, area), ...shutLabels]
  const places = freePlaces(lines, { inside: area, taken })
  return (
    <g>
      {lines.map(({ level, path, text }, number) => {
        const place = places[number]
        return (
          <g key={level}>
            <path
              d={path}
              className={
                level === own
                  ? `fill-none stroke-white ${styles.ownContour}`
                  : `fill-none stroke-white ${styles.contour}`
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
      <text x={area.left + 8} y={area.top + 16} className={styles.onMap}>
        {words.raises}
      </text>
      <text x={area.left + 8} y={area.bottom - 8} className={styles.onMap}>
        {words.lowers}
      </text>
    </g>
  )
}, isSameMap)

/** Hatches the parts where no burn is possible: too late, in a blackout, or below the smallest burn. */
function Shut(props: Props & Scales & { readonly placed: ReturnType<typeof placeShut>; readonly hatchId: string }) {
  const { map, area, y, placed, hatchId } = props
  const fill = `url(#${hatchId})`
  const bit = map.minDeltaVMps
  // The smallest burn may be larger than every burn on the map.
  const [top, bottom] = [Math.max(area.top, y(bit)), Math.min(area.bottom, y(-bit))]
  return (
    <>
      <ShutTimes placed={placed} area={area} fill={fill} />
      {bit > 0 ? <rect x={area.left} y={top} width={area.right - area.left} height={bottom - top} fill={fill} /> : null}
    </>
  )
}

const TICK_PX = 90
/** The place of the name of the sizes, beside their axis: on the map the name would cover contours and hatches. */
const TITLE_PX = 15
const LABEL_PX = 30

/** Draws orbits below the map, and the ignition time and the last time to decide above it. */
function Axes({ map, words, decideBy, area, x, y }: Props & Scales) {
  const { tcaMs, periodS } = map
  const [first, last] = endsOf(map.leads)
  const leads = Array.from({ length: Math.floor(first) - Math.ceil(last) + 1 }, (_, i) => Math.ceil(last) + i)
  const msOf = (lead: number) => tcaMs - lead * periodS * MS_PER_S
  const hours = Math.max(1, Math.ceil((TICK_PX / (area.right - area.left)) * ((msOf(last) - msOf(first)) / HOUR_MS)))
  const stepMs = hours * HOUR_MS
  const start = Math.ceil(msOf(first) / stepMs) * stepMs
  const times = Array.from({ length: Math.floor((msOf(last) - start) / stepMs) + 1 }, (_, i) => start + i * stepMs)
  const labels = y.ticks(7)
  return (
    <g>
      {times.map((ms) => {
        const at = x((tcaMs - ms) / MS_PER_S / periodS)
        // The name of the upper row is at this place.
        if (at < area.left + LABEL_PX) return null
        return (
          <g key={ms}>
            <line x1={at} x2={at} y1={area.top - 4} y2={area.top} className="stroke-line-3 crisp" />
            <text x={at} y={area.top - 8} className={chart.middle}>
              {formatTime(ms).slice(0, 5)}
            </text>
            <text x={at} y={area.top - 25} className={`${chart.middle} ${chart.title}`}>
              {decideBy(ms)}
            </text>
          </g>
        )
      })}
      <text x={area.left - 8} y={area.top - 25} className={`${chart.end} ${chart.title}`}>
        {words.decideBy}
      </text>
      {leads.map((lead) => (
        <text key={lead} x={x(lead)} y={area.bottom + 16} className={chart.middle}>
          {formatNumber(lead)}
        </text>
      ))}
      <text x={(area.left + area.right) / 2} y={area.bottom + 32} className={`${chart.middle} ${chart.title}`}>
        {words.x}
      </text>
      <LeftAxis
        area={{ ...area, right: area.left }}
        ticks={labels.map((value) => ({ at: y(value), label: lengthLabel(value, tickStep(labels), { signed: true }) }))}
      />
      <text
        x={TITLE_PX}
        y={(area.top + area.bottom) / 2}
        transform={`rotate(-90 ${TITLE_PX} ${(area.top + area.bottom) / 2})`}
        className={`${chart.middle} ${chart.title}`}
      >
        {words.y}
      </text>
    </g>
  )
}

/** Draws the chosen burn as a diamond, and the suggested ones as rings; a burn off the map is at its border. */
function Marks({ marks, area, x, y }: Props & Scales) {
  const drawn = togetherWhereNear(marks, x, y).map((mark) => ({
    ...mark,
    px: Math.max(area.left, Math.min(area.right, x(mark.lead))),
    py: Math.max(area.top, Math.min(area.bottom, y(mark.deltaV))),
  }))
  const names = namePlaces(drawn, area)
  return (
    <g>
      {drawn.map(({ px, py, label, isChosen, isGhost }, k) => {
        const { align, ...place } = names[k] ?? missing()
        return (
          <g key={isGhost ? 'ghost' : label}>
            {isGhost ? (
              <path
                d={`M${px} ${py - 9}l9 9l-9 9l-9 -9z`}
                className={`fill-none stroke-white stroke-w-2 ${space.ghost}`}
              />
            ) : isChosen ? (
              <>
                <line x1={px} x2={px} y1={area.top} y2={area.bottom} className={`stroke-white ${space.cursor}`} />
                <path d={`M${px} ${py - 9}l9 9l-9 9l-9 -9z`} className={`stroke-white stroke-w-2 ${space.chosen}`} />
              </>
            ) : (
              <circle cx={px} cy={py} r="6" className={`stroke-white stroke-w-2 ${space.suggested}`} />
            )}
            <text {...place} className={`${styles.onMap} ${align === 'end' ? chart.end : ''}`}>
              {label}
            </text>
          </g>
        )
      })}
    </g>
  )
}
