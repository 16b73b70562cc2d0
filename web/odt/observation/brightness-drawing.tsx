import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { type Area, BottomAxis, LeftAxis, lengthLabel, TITLE_PX } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import type { Plot } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstantMs } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import type { Size } from '../../ui/page/size.ts'
import { placeAt } from '../pass/track.ts'
import type { TimedMagnitude } from './facts.ts'
import { LEGEND_PX, Legend, Mark } from './legend.tsx'
import styles from './observation.module.css'
import { withoutGaps } from './patterns.ts'
import { isInside, type Looking } from './selection.ts'
import { LEFT_PX, rightOf, spanBox, type TrackTimes, trackTimes } from './time-scale.ts'
import { observationWords } from './words.data.ts'

/** The magnitudes of one file. */
export type Curve = {
  readonly name: string
  readonly magnitudes: readonly TimedMagnitude[]
  /** The track of the pass over the sky, from which distance and phase follow; empty if it is not known. */
  readonly track: readonly TrackPlace[]
  /** True while the track is being computed, so that it is not yet reported as unknown. */
  readonly isReading: boolean
}

/** Returns a magnitude, or a difference of two, as text. */
export const mag = (value: number): string => formatQuantity('magnitude', value).number

const STRIP_PX = 62

function magnitudeScale(curves: readonly Curve[], area: Area): ScaleLinear<number, number> {
  const values = curves
    .flatMap(({ magnitudes }) => magnitudes)
    .flatMap(({ magnitude, sigma = 0 }) => [magnitude - sigma, magnitude + sigma])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(0.1, (high - low) / 10)
  // A small magnitude is bright, and bright values are at the top.
  return scaleLinear([low - margin, high + margin], [area.top, area.bottom])
}

function MagnitudeAxis({ area, y }: { readonly area: Area; readonly y: ScaleLinear<number, number> }) {
  const steps = y.ticks(5)
  const step = Math.abs(tickStep(steps))
  const ticks = steps.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))
  return <LeftAxis area={area} title={observationWords('magnitude')} ticks={ticks} />
}

type BrightnessCurves = { readonly curves: readonly Curve[]; readonly looking: Looking }

/** Draws the magnitudes over the time of the track. */
export function draw({ curves, looking }: BrightnessCurves, { width, height }: Size): Plot {
  const head = curves.length > 1 ? LEGEND_PX : 0
  const stripPx = (curves[0]?.track.length ?? 0) > 0 ? STRIP_PX : 0
  const right = rightOf(width)
  const area = { left: LEFT_PX, right, top: TITLE_PX + head, bottom: height - 26 - stripPx }
  const y = magnitudeScale(curves, area)
  const times = trackTimes(
    curves.map(({ magnitudes }) => magnitudes),
    right,
  )
  const { ticks } = times
  const drawing = (
    <>
      {head > 0 ? <Legend names={curves.map(({ name }) => name)} /> : null}
      {looking.span ? (
        <rect {...spanBox(looking.span, (ms) => times.x(0, ms), area)} className={`fill-accent ${styles.span}`} />
      ) : null}
      <BottomAxis area={area} ticks={stripPx > 0 ? ticks.map((tick) => ({ ...tick, label: '' })) : ticks} />
      <MagnitudeAxis area={area} y={y} />
      {curves.map((curve, nth) => (
        <CurveLine key={curve.name} curve={curve} nth={nth} x={(ms) => times.x(nth, ms)} y={y} looking={looking} />
      ))}
      {stripPx > 0 ? (
        <Phase area={{ ...area, top: area.bottom + 18, bottom: height - 26 }} times={times} curves={curves} />
      ) : null}
    </>
  )
  const points = curves.flatMap(({ magnitudes, name }, nth) =>
    magnitudes.map((one) => ({
      x: times.x(nth, one.atMs),
      y: y(one.magnitude),
      ...pointOf(one, { curves, name, nth }),
    })),
  )
  return { drawing, points, timeAt: times.at }
}

type OfCurve = { readonly curves: readonly Curve[]; readonly name: string; readonly nth: number }

/** Returns a point with its text; it is linked to the other plots only for the file of the page. */
function pointOf({ atMs, magnitude, sigma }: TimedMagnitude, { curves, name, nth }: OfCurve) {
  const value = sigma === undefined ? mag(magnitude) : `${mag(magnitude)} ± ${mag(sigma)}`
  const text = observationWords('magnitudePoint', { time: formatInstantMs(atMs), value })
  return { id: nth === 0 ? String(atMs) : `${name} ${atMs}`, text: curves.length > 1 ? `${name}, ${text}` : text }
}

type LineProps = {
  readonly curve: Curve
  readonly nth: number
  readonly x: (atMs: number) => number
  readonly y: ScaleLinear<number, number>
  readonly looking: Looking
}

function CurveLine({ curve: { magnitudes }, nth, x, y, looking }: LineProps) {
  return (
    <g>
      {withoutGaps(magnitudes).map((part) => (
        <polyline
          key={part[0]?.atMs}
          points={part.map(({ atMs, magnitude }) => `${x(atMs)},${y(magnitude)}`).join(' ')}
          className={`${chart.line} ${nth === 0 ? 'stroke-series-1' : 'stroke-series-2'} ${chart.faint}`}
        />
      ))}
      {magnitudes.map(({ atMs, magnitude, sigma }) => (
        <g key={atMs}>
          <ErrorBar x={x(atMs)} y={y} magnitude={magnitude} sigma={sigma} nth={nth} />
          <Mark nth={nth} cx={x(atMs)} cy={y(magnitude)} isOff={!isInside(atMs, looking.span)} />
          {nth === 0 && atMs === looking.readMs ? (
            <circle
              cx={x(atMs)}
              cy={y(magnitude)}
              r="7"
              className="fill-none stroke-accent stroke-w-1-5"
              data-readout
            />
          ) : null}
        </g>
      ))}
    </g>
  )
}

type ErrorProps = Pick<TimedMagnitude, 'magnitude' | 'sigma'> & Pick<LineProps, 'y' | 'nth'> & { readonly x: number }

/** Draws one sigma to both sides of a magnitude; nothing if the noise is unknown. */
function ErrorBar({ x, y, magnitude, sigma, nth }: ErrorProps) {
  if (sigma === undefined) return null
  const [y1, y2] = [y(magnitude - sigma), y(magnitude + sigma)]
  return (
    <line
      x1={x}
      x2={x}
      y1={y1}
      y2={y2}
      className={`${chart.line} ${nth === 0 ? 'stroke-series-1' : 'stroke-series-2'} ${chart.faint}`}
    />
  )
}

type PhaseProps = { readonly area: Area; readonly times: TrackTimes; readonly curves: readonly Curve[] }

/** Draws the angle at the object between Sun and sensor, below the brightness that it changes. */
function Phase({ area, times, curves }: PhaseProps) {
  const lines = curves.map(({ magnitudes, track }) =>
    magnitudes.flatMap(({ atMs }) => {
      const place = placeAt(track, atMs)
      return place ? [{ atMs, angle: place.phaseAngle }] : []
    }),
  )
  const values = lines.flat().map(({ angle }) => angle)
  if (values.length === 0) return null
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))]
  const y = scaleLinear([low, Math.max(high, low + 1)], [area.bottom, area.top])
  return (
    <g>
      <BottomAxis area={area} ticks={times.ticks} />
      <LeftAxis area={area} ticks={[low, high].map((value) => ({ at: y(value), label: `${value}°` }))} />
      {lines.map((angles, nth) => (
        <polyline
          key={curves[nth]?.name}
          points={angles.map(({ atMs, angle }) => `${times.x(nth, atMs)},${y(angle)}`).join(' ')}
          className={`${chart.line} ${nth === 0 && lines.length > 1 ? 'stroke-series-1' : 'stroke-series-2'}`}
        />
      ))}
      <text x={area.right} y={area.top - 4} className={chart.end}>
        {observationWords('phase')}
      </text>
    </g>
  )
}

/** Two rotations are side by side, so that no rotation is cut at its beginning. */
const TURNS_SHOWN = 2

/** Draws the magnitudes over one rotation of the object. */
export function drawFolded({ curves, looking }: BrightnessCurves, foldS: number, { width, height }: Size): Plot {
  const head = curves.length > 1 ? LEGEND_PX : 0
  const area = { left: LEFT_PX, right: width - 16, top: TITLE_PX + head, bottom: height - 26 }
  const y = magnitudeScale(curves, area)
  const x = scaleLinear([0, TURNS_SHOWN], [area.left + 8, area.right - 8])
  const placed = curves.flatMap(({ magnitudes, name }, nth) =>
    magnitudes.flatMap((one) => {
      const turn = ((one.atS - (magnitudes[0]?.atS ?? 0)) / foldS) % 1
      return Array.from({ length: TURNS_SHOWN }, (_, before) => ({ ...one, name, nth, turn: turn + before }))
    }),
  )
  const drawing = (
    <>
      {head > 0 ? <Legend names={curves.map(({ name }) => name)} /> : null}
      <BottomAxis
        area={area}
        title={observationWords('turns')}
        ticks={x.ticks(8).map((turn) => ({ at: x(turn), label: formatNumber(turn, { decimals: 2 }) }))}
      />
      <MagnitudeAxis area={area} y={y} />
      {placed.map(({ atMs, turn, magnitude, sigma, nth }) => (
        <g key={`${nth} ${atMs} ${turn}`}>
          <ErrorBar x={x(turn)} y={y} magnitude={magnitude} sigma={sigma} nth={nth} />
          <Mark nth={nth} cx={x(turn)} cy={y(magnitude)} isOff={!isInside(atMs, looking.span)} />
        </g>
      ))}
    </>
  )
  const points = placed.map(({ turn, name, nth, ...one }) => ({
    x: x(turn),
    y: y(one.magnitude),
    ...pointOf(one, { curves, name, nth }),
  }))
  return { drawing, points }
}
