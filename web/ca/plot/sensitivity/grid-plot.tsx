import { missing } from '@apsis/astro/missing.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { useMemo } from 'react'
import { type Area, BottomAxis, LeftAxis } from '../../../chart/axes.tsx'
import { boxOfText, freePlaces, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatNumber, formatPowerOfTen } from '../../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import styles from '../plot.module.css'
import { plotWords } from '../words.data.ts'
import { CIVIDIS } from './cividis.data.ts'
import { contourOf } from './contours.ts'
import { GRID, gridOf, type PlaneCase, scaledProbability } from './sensitivity.ts'

type Props = {
  readonly message: NumberedMessage
  readonly plane: PlaneCase
  readonly threshold: number | undefined
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}
type Values = readonly (readonly (number | undefined)[])[]

/** The number of decades below the peak that have colours of their own. */
const COLOURED_DECADES = 6
const LAST = GRID.length - 1

/** Draws Pc over factors on both covariances: a map with labelled contours (ux.md P8). */
export function GridPlot({ message, plane, threshold, actions, className }: Props) {
  const say = useWords(plotWords)
  const values = useMemo(() => gridOf(plane), [plane])
  const known = values.flat().filter((value) => value !== undefined)
  const line = (value: number | undefined) => formatProbabilityLine(value)
  return (
    <PlotFrame
      title={say('grid')}
      note={say('gridNote')}
      caption={say('gridCaption', {
        low: formatNumber(GRID[0] ?? missing()),
        high: formatNumber(GRID[LAST] ?? missing()),
        least: line(Math.min(...known)),
        most: line(Math.max(...known)),
        pc: line(scaledProbability(plane, 1, 1)),
      })}
      provenance={`${message.cdm.originator}, ${message.cdm.messageId}, Apsis ${message.cdm.assessment.version}`}
      fileName="pc-over-both-scales"
      table={{
        columns: ['factor_object_1', 'factor_object_2', 'pc'],
        rows: values.flatMap((row, y) =>
          row.map((pc, x) => [GRID[x], GRID[y], formatProbabilityPlain(pc) || undefined]),
        ),
      }}
      heightPx="fill"
      actions={actions}
      className={className}
      plot={(size) => drawGrid(values, threshold, size)}
    />
  )
}

export function drawGrid(values: Values, threshold: number | undefined, { width, height }: Size): Plot {
  const area = { left: 52, right: width - 18, top: 8, bottom: height - 26 }
  const x = scaleLinear([0, LAST], [area.left, area.right])
  const y = scaleLinear([0, LAST], [area.bottom, area.top])
  const scales = { area, x, y }
  const points = values.flatMap((row, j) =>
    row.map((pc, i) => ({
      x: x(i),
      y: y(j),
      text: plotWords('gridPoint', {
        one: formatNumber(GRID[i] ?? missing(), { significant: 2 }),
        two: formatNumber(GRID[j] ?? missing(), { significant: 2 }),
        pc: formatProbabilityLine(pc),
      }),
    })),
  )
  const drawing = (
    <>
      <BottomAxis area={area} ticks={ticksOf(x)} />
      <LeftAxis area={area} ticks={ticksOf(y)} />
      <Cells values={values} {...scales} />
      <Contours values={values} threshold={threshold} {...scales} />
      {/* The names of the axes are on the map, because an axis would draw its name below the map. */}
      <text x={area.right - 6} y={area.bottom - 6} className={`${chart.end} ${styles.onMap}`}>
        {plotWords('gridX')}
      </text>
      <text x={area.left + 6} y={area.top + 14} className={styles.onMap}>
        {plotWords('gridY')}
      </text>
      <circle cx={x(LAST / 2)} cy={y(LAST / 2)} r="6" className="fill-none stroke-white stroke-w-2" />
    </>
  )
  return { drawing, points }
}

type Scales = {
  readonly area: Area
  readonly x: ScaleLinear<number, number>
  readonly y: ScaleLinear<number, number>
}

/** Returns ticks from `0.01` to `100`: the grid has the same number of steps in each decade. */
function ticksOf(scale: ScaleLinear<number, number>) {
  const low = Math.log10(GRID[0] ?? 1)
  const high = Math.log10(GRID[LAST] ?? 1)
  const whole = Array.from({ length: Math.round(high - low) + 1 }, (_, i) => Math.round(low) + i)
  return whole.map((exponent) => ({
    at: scale(((exponent - low) / (high - low)) * LAST),
    label: formatNumber(10 ** exponent),
  }))
}

const logOf = (value: number) => Math.log10(Math.max(value, PROBABILITY_FLOOR))

function Cells({ values, x, y }: Scales & { readonly values: Values }) {
  const highest = Math.max(...values.flat().map((value) => logOf(value ?? 0)))
  const colour = scaleLinear<string>(
    CIVIDIS.map((_, i) => highest - COLOURED_DECADES + (COLOURED_DECADES * i) / (CIVIDIS.length - 1)),
    [...CIVIDIS],
  ).clamp(true)
  const [width, height] = [x(1) - x(0) + 0.5, y(0) - y(1) + 0.5]
  return (
    <g shapeRendering="crispEdges">
      {cellsOf(values).map(({ i, j, mean }) => (
        <rect key={`${i} ${j}`} x={x(i)} y={y(j + 1)} width={width} height={height} fill={colour(mean)} />
      ))}
    </g>
  )
}

/** Returns the cells between the values, each with the mean of its corners; cells with a missing corner are left out. */
function cellsOf(values: Values) {
  const places = Array.from({ length: LAST }, (_, place) => place)
  return places.flatMap((j) =>
    places.flatMap((i) => {
      const corners = [values[j]?.[i], values[j]?.[i + 1], values[j + 1]?.[i], values[j + 1]?.[i + 1]]
      const logs = corners.flatMap((corner) => (corner === undefined ? [] : [logOf(corner)]))
      const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
      return logs.length === corners.length ? [{ i, j, mean }] : []
    }),
  )
}

type ContoursProps = Scales & { readonly values: Values; readonly threshold: number | undefined }

/** Draws every power of ten with its label, and a thicker line for our own threshold. */
function Contours({ values, threshold, area, x, y }: ContoursProps) {
  const logs = values.map((row) => row.map((value) => (value === undefined ? undefined : logOf(value))))
  const known = logs.flat().filter((value) => value !== undefined)
  const [low, high] = [
    Math.ceil(Math.max(Math.min(...known), Math.max(...known) - COLOURED_DECADES)),
    Math.floor(Math.max(...known)),
  ]
  const levels = Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i)
  const own = threshold === undefined ? undefined : Math.log10(threshold)
  // The boxes of the names of the axes.
  const taken = [
    boxOfText(plotWords('gridX'), { x: area.right - 6, y: area.bottom - 6, align: 'end' }),
    boxOfText(plotWords('gridY'), { x: area.left + 6, y: area.top + 14, align: 'start' }),
  ]
  const lines = [...new Set([...(own === undefined ? [] : [own]), ...levels.toReversed()])].map((level) => {
    const pieces = contourOf(logs, level)
    return {
      level,
      path: pieces.map(([a, b, c, d]) => `M${x(a)} ${y(b)}L${x(c)} ${y(d)}`).join(''),
      text: Number.isInteger(level) ? formatPowerOfTen(level) : plotWords('ownThreshold'),
      // The label may be anywhere along the line that is free of other labels.
      wishes: pieces.map(([a, b]): Place => ({ x: x(a), y: y(b) + 4, align: 'middle' })),
    }
  })
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
    </g>
  )
}
