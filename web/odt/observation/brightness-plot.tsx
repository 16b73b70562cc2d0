import type { TrackPlace } from '@apsis/contract/odt/passprediction.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { type Area, BottomAxis, LeftAxis, lengthLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstantMs } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { placeAt } from '../pass/track.ts'
import type { TimedMagnitude } from './facts.ts'
import styles from './observation.module.css'
import { withoutGaps } from './patterns.ts'
import { type Period, periodOf } from './period.ts'
import { isInside, type Looking } from './selection.ts'
import { LEFT_PX, rightOf, spanBox, timeScale, timeTicks } from './time-scale.ts'
import { observationWords } from './words.data.ts'

type Props = {
  readonly magnitudes: readonly TimedMagnitude[]
  readonly provenance: string
  readonly looking: Looking
  /** The way of the pass over the sky, which gives the phase; empty where it is not known. */
  readonly track: readonly TrackPlace[]
  /** The period that the curve is folded by, s; undefined: it runs over time. */
  readonly foldS: number | undefined
  readonly onFold: (seconds: number | undefined) => void
}

const mag = (value: number): string => formatQuantity('magnitude', value).number
/** A peak that noise makes more often than this is no period. */
const MOST_FALSE_ALARM = 0.01
/** What folding begins with where no period was found, s. */
const USUAL_PERIOD_S = 30

/** The magnitudes over the time of the track, or of one turn of the object: the brighter the higher. */
export function BrightnessPlot(props: Props) {
  const { magnitudes, provenance, looking, track, foldS } = props
  const t = useWords(observationWords)
  const values = magnitudes.map(({ magnitude }) => magnitude)
  const found = periodOf(magnitudes)
  const period = found && found.falseAlarm < MOST_FALSE_ALARM ? found : undefined
  const phase = (atMs: number) => placeAt(track, atMs)?.phaseAngle
  return (
    <PlotFrame
      title={t('brightness')}
      note={t(foldS === undefined ? 'brightnessNote' : 'foldedNote')}
      actions={<Fold {...props} period={period} />}
      caption={`${t('brightnessCaption', {
        count: values.length,
        brightest: mag(Math.min(...values)),
        faintest: mag(Math.max(...values)),
        mean: mag(values.reduce((sum, value) => sum + value, 0) / values.length),
      })} ${
        period
          ? t('period', {
              seconds: formatNumber(period.seconds, { significant: 3 }),
              chance: formatNumber(period.falseAlarm, { significant: 1 }),
            })
          : t('noPeriod')
      }`}
      provenance={provenance}
      fileName="light-curve"
      heightPx={foldS === undefined && track.length > 0 ? 290 : 220}
      table={{
        columns: ['time, UTC', 'magnitude', 'phase angle, deg'],
        rows: magnitudes.map(({ atMs, magnitude }) => [formatInstantMs(atMs), magnitude, phase(atMs)]),
      }}
      onRead={(id) => looking.onRead(id === undefined ? undefined : Number(id))}
      onBrush={
        foldS === undefined
          ? (fromMs, toMs) => looking.onSpan({ fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) })
          : undefined
      }
      onPick={() => looking.onSpan(undefined)}
      plot={(size) => (foldS === undefined ? draw(props, size) : drawFolded(props, foldS, size))}
    />
  )
}

/** Over time, or folded by a period that is found or entered. */
function Fold({ foldS, onFold, period }: Props & { readonly period: Period | undefined }) {
  const t = useWords(observationWords)
  const begin = Math.round((period?.seconds ?? USUAL_PERIOD_S) * 10) / 10
  return (
    <span className={styles.fold}>
      {foldS === undefined ? null : (
        <NumberField
          label={t('foldBy')}
          unit="s"
          value={foldS}
          minValue={0.1}
          step={0.1}
          onChange={(seconds) => (seconds > 0 ? onFold(seconds) : undefined)}
        />
      )}
      <Segments
        label={t('foldChoice')}
        value={foldS === undefined ? 'time' : 'folded'}
        options={[
          { value: 'time', label: t('overTime') },
          { value: 'folded', label: t('folded') },
        ]}
        onChange={(next) => onFold(next === 'folded' ? begin : undefined)}
      />
    </span>
  )
}

const STRIP_PX = 62

function magnitudeScale(magnitudes: readonly TimedMagnitude[], area: Area): ScaleLinear<number, number> {
  const values = magnitudes.map(({ magnitude }) => magnitude)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(0.1, (high - low) / 10)
  // A small magnitude is bright, and bright is up.
  return scaleLinear([low - margin, high + margin], [area.top, area.bottom])
}

function MagnitudeAxis({ area, y }: { readonly area: Area; readonly y: ScaleLinear<number, number> }) {
  const steps = y.ticks(5)
  const step = Math.abs(tickStep(steps))
  const ticks = steps.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))
  return <LeftAxis area={area} title={observationWords('magnitude')} ticks={ticks} />
}

function draw({ magnitudes, looking, track }: Props, { width, height }: Size): Plot {
  const stripPx = track.length > 0 ? STRIP_PX : 0
  const right = rightOf(width)
  const area = { left: LEFT_PX, right, top: 10, bottom: height - 26 - stripPx }
  const y = magnitudeScale(magnitudes, area)
  const x = timeScale(magnitudes, right + 16)
  const ticks = timeTicks(x, right)
  const drawing = (
    <>
      {looking.span ? <rect {...spanBox(looking.span, x, area)} className={styles.span} /> : null}
      <BottomAxis area={area} ticks={stripPx > 0 ? ticks.map((tick) => ({ ...tick, label: '' })) : ticks} />
      <MagnitudeAxis area={area} y={y} />
      {withoutGaps(magnitudes).map((part) => (
        <polyline
          key={part[0]?.atMs}
          points={part.map(({ atMs, magnitude }) => `${x(atMs)},${y(magnitude)}`).join(' ')}
          className={`${chart.line} ${chart.one} ${chart.faint}`}
        />
      ))}
      {magnitudes.map(({ atMs, magnitude }) => (
        <g key={atMs}>
          <circle
            cx={x(atMs)}
            cy={y(magnitude)}
            r="2.2"
            className={isInside(atMs, looking.span) ? chart.dotOne : styles.outside}
          />
          {atMs === looking.readMs ? (
            <circle cx={x(atMs)} cy={y(magnitude)} r="7" className={chart.ring} data-readout />
          ) : null}
        </g>
      ))}
      {stripPx > 0 ? (
        <Phase area={{ ...area, top: area.bottom + 18, bottom: height - 26 }} {...{ x, ticks, track, magnitudes }} />
      ) : null}
    </>
  )
  const points = magnitudes.map(({ atMs, magnitude }) => ({
    x: x(atMs),
    y: y(magnitude),
    id: String(atMs),
    text: observationWords('magnitudePoint', { time: formatInstantMs(atMs), value: mag(magnitude) }),
  }))
  return { drawing, points, timeAt: (at) => x.invert(at).getTime() }
}

type PhaseProps = Pick<Props, 'track' | 'magnitudes'> & {
  readonly area: Area
  readonly x: ReturnType<typeof timeScale>
  readonly ticks: ReturnType<typeof timeTicks>
}

/** The angle at the object between Sun and sensor, below the brightness that it changes. */
function Phase({ area, x, ticks, track, magnitudes }: PhaseProps) {
  const angles = magnitudes.flatMap(({ atMs }) => {
    const place = placeAt(track, atMs)
    return place ? [{ atMs, angle: place.phaseAngle }] : []
  })
  const values = angles.map(({ angle }) => angle)
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))]
  const y = scaleLinear([low, Math.max(high, low + 1)], [area.bottom, area.top])
  return (
    <g>
      <BottomAxis area={area} ticks={ticks} />
      <LeftAxis area={area} ticks={[low, high].map((value) => ({ at: y(value), label: `${value}°` }))} />
      <polyline
        points={angles.map(({ atMs, angle }) => `${x(atMs)},${y(angle)}`).join(' ')}
        className={`${chart.line} ${chart.two}`}
      />
      <text x={area.right} y={area.top - 4} className={`${chart.end} ${chart.wordTwo}`}>
        {observationWords('phase')}
      </text>
    </g>
  )
}

/** Two turns side by side, so that none is cut where it begins. */
const TURNS = 2

function drawFolded({ magnitudes, looking }: Props, foldS: number, { width, height }: Size): Plot {
  const area = { left: LEFT_PX, right: width - 16, top: 10, bottom: height - 26 }
  const y = magnitudeScale(magnitudes, area)
  const x = scaleLinear([0, TURNS], [area.left + 8, area.right - 8])
  const beginS = magnitudes[0]?.atS ?? 0
  const placed = magnitudes.flatMap((one) => {
    const turn = ((one.atS - beginS) / foldS) % 1
    return Array.from({ length: TURNS }, (_, before) => ({ ...one, turn: turn + before }))
  })
  const drawing = (
    <>
      <BottomAxis
        area={area}
        title={observationWords('turns')}
        ticks={x.ticks(8).map((turn) => ({ at: x(turn), label: formatNumber(turn, { decimals: 2 }) }))}
      />
      <MagnitudeAxis area={area} y={y} />
      {placed.map(({ atMs, turn, magnitude }) => (
        <circle
          key={`${atMs} ${turn}`}
          cx={x(turn)}
          cy={y(magnitude)}
          r="2.2"
          className={isInside(atMs, looking.span) ? chart.dotOne : styles.outside}
        />
      ))}
    </>
  )
  const points = placed.map(({ atMs, turn, magnitude }) => ({
    x: x(turn),
    y: y(magnitude),
    id: String(atMs),
    text: observationWords('magnitudePoint', { time: formatInstantMs(atMs), value: mag(magnitude) }),
  }))
  return { drawing, points }
}
