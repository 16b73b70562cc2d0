import { missing } from '@apsis/astro/missing.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { type Area, BottomAxis, LeftAxis, lengthLabel } from '../../chart/axes.tsx'
import { boxOfText } from '../../chart/label-places.ts'
import chart from '../../chart/plot.module.css'
import type { Plot } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import type { Size } from '../../ui/page/size.ts'
import { LEGEND_PX, Legend, Mark } from './legend.tsx'
import styles from './observation.module.css'
import { isInside, type Looking } from './selection.ts'
import { hasHistogram, LEFT_PX, rightOf, spanBox, type TrackTimes, trackTimes } from './time-scale.ts'
import { observationWords } from './words.data.ts'

/** A measurement with its residual along each drawn axis. */
export type ResidualPoint = {
  readonly atMs: number
  readonly values: readonly number[]
  readonly text: string
  readonly isExcluded?: boolean
}

/** The residuals of one file. */
export type Series = {
  readonly name: string
  readonly shown: readonly ResidualPoint[]
  readonly outliers: ReadonlySet<number | undefined>
}

/** One axis: its name, and the format of its values. */
export type Axis = {
  readonly title: string
  readonly threshold?: number | undefined
  /** The kind of the threshold; if absent, the threshold of the association. */
  readonly limit?: keyof typeof LIMIT_WORDS
  /** True if its values are distances: none is below 0, and their median says more than their RMS. */
  readonly isDistance?: boolean
}

export type ResidualCurves = {
  /** The file of the page, and the compared file if there is one. */
  readonly series: readonly Series[]
  readonly axes: readonly Axis[]
  readonly write: (value: number) => string
  /** Writes a size, without a sign. */
  readonly writeSize: (value: number) => string
  readonly looking: Looking
}

/** The texts for the thresholds, the longest first. */
const LIMIT_WORDS = {
  association: { far: ['beyond', 'beyondShort', 'threshold'], near: ['threshold'] },
  noise: { far: ['beyondNoise', 'noise'], near: ['noise'] },
} as const

const HEAD_PX = 18
const FOOT_PX = 26
/** If the threshold is more than this many times the largest residual, it is not drawn, because all points would be on one line. */
const NEAR_TIMES = 3

/** Returns the measurements of a file that the user has not left out. */
const fittedOf = ({ shown }: Series) => shown.filter(({ isExcluded }) => isExcluded !== true)

/** Returns the root mean square of the residuals of a file along an axis. */
export function rmsAlong(series: Series, axis: number): number {
  const fitted = fittedOf(series)
  return Math.sqrt(
    fitted.reduce((sum, { values }) => sum + (values[axis] ?? missing()) ** 2, 0) / Math.max(1, fitted.length),
  )
}

/** Returns the median of a file along an axis; for an even number the mean of the two in the middle. */
export function medianAlong(series: Series, axis: number): number {
  const sorted = fittedOf(series)
    .map(({ values }) => values[axis] ?? missing())
    .toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? missing()
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? missing()) + upper) / 2
}

function panelsOf({ series, axes }: ResidualCurves, { width, height }: Size) {
  const head = series.length > 1 ? LEGEND_PX : 0
  const part = (height - FOOT_PX - head) / axes.length
  return axes.map((axis, place) => {
    const top = head + place * part
    const area = { left: LEFT_PX, right: rightOf(width), top: top + HEAD_PX, bottom: top + part - 8 }
    const sizes = series.flatMap(({ shown }) => shown.map(({ values }) => Math.abs(values[place] ?? missing())))
    const reach = 1.15 * Math.max(...sizes, 1e-3)
    const near = axis.threshold !== undefined && axis.threshold <= NEAR_TIMES * reach ? axis.threshold : undefined
    const most = Math.max(reach, 1.1 * (near ?? 0))
    return { ...axis, place, area, y: scaleLinear([axis.isDistance ? 0 : -most, most], [area.bottom, area.top]), near }
  })
}

/** Draws each axis in its own panel, with its histogram; two files are drawn over the time since their first measurement. */
export function drawResiduals(drawn: ResidualCurves, size: Size): Plot {
  const { series } = drawn
  const panels = panelsOf(drawn, size)
  const right = rightOf(size.width)
  const times = trackTimes(
    series.map(({ shown }) => shown),
    right,
  )
  const drawing = (
    <>
      {series.length > 1 ? <Legend names={series.map(({ name }) => name)} /> : null}
      {panels.map((panel) => (
        <g key={panel.title}>
          <Panel {...drawn} {...panel} times={times} isLast={panel.place === panels.length - 1} />
          {hasHistogram(size.width) && !panel.isDistance
            ? series.map((one, nth) => (
                <ResidualHistogram
                  key={one.name}
                  values={fittedOf(one).map(({ values }) => values[panel.place] ?? missing())}
                  sigma={rmsAlong(one, panel.place)}
                  y={panel.y}
                  area={{ ...panel.area, left: right + 14, right: size.width - 10 }}
                  counts={nth > 0 ? undefined : series.map((each) => fittedOf(each).length)}
                />
              ))
            : null}
        </g>
      ))}
    </>
  )
  const points = panels.flatMap(({ place, y }) =>
    series.flatMap(({ shown, name }, nth) =>
      shown.map(({ atMs, values, text }) => ({
        x: times.x(nth, atMs),
        y: y(values[place] ?? missing()),
        // Only the measurements of the page's file are linked to the other plots.
        id: nth === 0 ? String(atMs) : `${name} ${atMs}`,
        text: series.length > 1 ? `${name}, ${text}` : text,
      })),
    ),
  )
  return { drawing, points, timeAt: times.at }
}

type PanelProps = ResidualCurves &
  ReturnType<typeof panelsOf>[number] & { readonly times: TrackTimes; readonly isLast: boolean }

function Panel({ times, isLast, ...drawn }: PanelProps) {
  const { series, writeSize, looking, place, area, y, near, threshold } = drawn
  const steps = y.ticks(5)
  const step = tickStep(steps)
  const isDistance = drawn.isDistance === true
  const sizes = series.map((one) => writeSize((isDistance ? medianAlong : rmsAlong)(one, place)))
  const title = `${drawn.title}, ${isDistance ? observationWords('middle') : 'RMS'} ${sizes.join(' | ')}`
  return (
    <g>
      {looking.span ? (
        <rect {...spanBox(looking.span, (ms) => times.x(0, ms), area)} className={`fill-accent ${styles.span}`} />
      ) : null}
      <BottomAxis area={area} ticks={times.ticks.map((tick) => (isLast ? tick : { ...tick, label: '' }))} />
      <LeftAxis area={area} ticks={steps.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))} />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="stroke-line-3 crisp" />
      <text x={area.left + 2} y={area.top - 5} className={chart.strong}>
        {title}
      </text>
      {threshold === undefined ? null : (
        <ThresholdName
          texts={LIMIT_WORDS[drawn.limit ?? 'association'][near === undefined ? 'far' : 'near'].map((word) =>
            observationWords(word, { value: `${isDistance ? '' : '±'}${writeSize(threshold)}` }),
          )}
          title={title}
          area={area}
        />
      )}
      {near === undefined
        ? null
        : (isDistance ? [near] : [near, -near]).map((value) => (
            <line
              key={value}
              x1={area.left}
              x2={area.right}
              y1={y(value)}
              y2={y(value)}
              className="stroke-soft crisp dash-5-3"
            />
          ))}
      {series.map(({ name }, nth) => (
        <Points key={name} {...drawn} nth={nth} times={times} />
      ))}
    </g>
  )
}

type PointsProps = Omit<PanelProps, 'isLast'> & { readonly nth: number }

function Points({ series, nth, times, place, y, looking, write }: PointsProps) {
  const { shown = [], outliers } = series[nth] ?? {}
  return shown.map(({ atMs, values, isExcluded = false }) => {
    const value = values[place] ?? missing()
    const [cx, cy] = [times.x(nth, atMs), y(value)]
    const isOff = nth === 0 && !isInside(atMs, looking.span)
    return (
      <g key={atMs}>
        <Mark nth={nth} cx={cx} cy={cy} isOff={isOff} isExcluded={isExcluded} />
        {outliers?.has(atMs) ? (
          <g>
            <circle cx={cx} cy={cy} r="6" className="fill-none stroke-ink" />
            <text x={cx - 10} y={cy + 4} className={`${chart.end} ${chart.strong}`}>
              {write(value)}
            </text>
          </g>
        ) : null}
        {nth === 0 && atMs === looking.readMs ? (
          <circle cx={cx} cy={cy} r="7" className="fill-none stroke-accent stroke-w-1-5" data-readout />
        ) : null}
      </g>
    )
  })
}

/** The texts to choose from, the longest first. */
type NameProps = { readonly texts: readonly string[]; readonly title: string; readonly area: Area }

/**
 * Shows the text beside the title of the panel, a shorter one if a narrow drawing has no room for the longest. It is at the bottom, where
 * points may be, only if no text fits there.
 */
function ThresholdName({ texts, title, area }: NameProps) {
  const titleBox = boxOfText(title, { x: area.left + 2, y: area.top - 5, align: 'start' })
  const beside = texts.find(
    (text) => titleBox.right < boxOfText(text, { x: area.right, y: area.top - 5, align: 'end' }).left,
  )
  return (
    <text x={area.right} y={beside === undefined ? area.bottom - 5 : area.top - 5} className={chart.end}>
      {beside ?? texts.at(-1)}
    </text>
  )
}

const BINS = 16
const CURVE_STEPS = 48

type Bin = { readonly from: number; readonly to: number; readonly count: number }

/** Returns the number of values in each of several equally wide bins between −top and top. */
export function binsOf(values: readonly number[], top: number): readonly Bin[] {
  const width = (2 * top) / BINS
  return Array.from({ length: BINS }, (_, place) => {
    const from = -top + place * width
    const isLast = place === BINS - 1
    const count = values.filter((value) => value >= from && (value < from + width || (isLast && value <= top))).length
    return { from, to: from + width, count }
  })
}

type HistogramProps = {
  readonly values: readonly number[]
  /** The root mean square of the values. */
  readonly sigma: number
  readonly y: ScaleLinear<number, number>
  readonly area: Area
  /** The number of values of each file; undefined if the histogram is for the compared file, which is drawn as outlines over the bars. */
  readonly counts: readonly number[] | undefined
}

/** Draws the frequency of the residuals on the same axis as the drawing beside it, with the normal curve of the same RMS. */
function ResidualHistogram({ values, sigma, y, area, counts }: HistogramProps) {
  const top = y.domain()[1] ?? missing()
  const bins = binsOf(values, top)
  const normal = (value: number) =>
    ((values.length * (2 * top)) / BINS / (sigma * Math.sqrt(2 * Math.PI))) * Math.exp(-0.5 * (value / sigma) ** 2)
  const most = Math.max(1, normal(0), ...bins.map(({ count }) => count))
  const x = (count: number) => area.left + (count / most) * (area.right - area.left)
  const curve = Array.from({ length: CURVE_STEPS + 1 }, (_, place) => -top + (2 * top * place) / CURVE_STEPS)
  return (
    <g>
      <line x1={area.left} x2={area.left} y1={area.top} y2={area.bottom} className="stroke-line-3 crisp" />
      {bins.map(({ from, to, count }) =>
        count === 0 ? null : (
          <rect
            key={from}
            x={area.left}
            width={x(count) - area.left}
            y={y(to) + 0.5}
            height={Math.max(1, y(from) - y(to) - 1)}
            className={counts === undefined ? `stroke-series-2 ${chart.line}` : `fill-series-1 ${styles.bin}`}
          />
        ),
      )}
      <polyline
        points={curve.map((value) => `${x(normal(value))},${y(value)}`).join(' ')}
        className="fill-none stroke-soft"
      />
      {counts === undefined ? null : (
        <text x={area.right} y={area.top - 5} className={chart.end}>
          n {counts.join(' | ')}
        </text>
      )}
    </g>
  )
}
