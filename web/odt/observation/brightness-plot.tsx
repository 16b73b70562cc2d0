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
import { captionOf, LEGEND_PX, Legend, Mark } from './legend.tsx'
import styles from './observation.module.css'
import { withoutGaps } from './patterns.ts'
import { type Period, periodOf } from './period.ts'
import { isInside, type Looking } from './selection.ts'
import { standardOf } from './standard-magnitude.ts'
import { LEFT_PX, rightOf, spanBox, type TrackTimes, trackTimes } from './time-scale.ts'
import { observationWords } from './words.data.ts'

/** The magnitudes of one file. */
export type Curve = {
  readonly name: string
  readonly magnitudes: readonly TimedMagnitude[]
  /** The way of the pass over the sky, which gives distance and phase; empty where it is not known. */
  readonly track: readonly TrackPlace[]
  /** The way is being computed: that it is not known cannot be said yet. */
  readonly isReading: boolean
}

type Props = {
  /** Of the file of the page, which has magnitudes, and of the one beside it. */
  readonly curves: readonly Curve[]
  readonly provenance: string
  readonly looking: Looking
  /** The period that the curve is folded by, s; undefined: it runs over time. */
  readonly foldS: number | undefined
  readonly onFold: (seconds: number | undefined) => void
  /** Magnitudes at 1,000 km and full phase are wanted in place of those that were measured. */
  readonly isStandard: boolean
  readonly onStandard: (isStandard: boolean) => void
}

const mag = (value: number): string => formatQuantity('magnitude', value).number
/** A peak that noise makes more often than this is no period. */
const MOST_FALSE_ALARM = 0.01
/** What folding begins with where no period was found, s. */
const USUAL_PERIOD_S = 30

/** The magnitudes over the time of the track, or of one turn of the object: the brighter the higher. */
export function BrightnessPlot(props: Props) {
  const { provenance, looking, foldS } = props
  const t = useWords(observationWords)
  const measured = props.curves.filter(({ magnitudes }) => magnitudes.length > 0)
  const standard = measured.map((curve) => ({ ...curve, magnitudes: standardOf(curve.magnitudes, curve.track) }))
  const canStandard = (standard[0]?.magnitudes.length ?? 0) > 0
  const isStandard = props.isStandard && canStandard
  const curves = isStandard ? standard.filter(({ magnitudes }) => magnitudes.length > 0) : measured
  const period = stablePeriodOf(curves[0]?.magnitudes ?? [])
  const drawn = { curves, looking, foldS }
  const rest = [...notDrawn(props.curves, isStandard), ...(isStandard ? [t('standardFormula')] : [])]
  const hasPhase = foldS === undefined && (curves[0]?.track.length ?? 0) > 0
  return (
    <PlotFrame
      title={t('brightness')}
      note={t(isStandard ? 'standardNote' : foldS === undefined ? 'brightnessNote' : 'foldedNote')}
      actions={
        <span className={styles.fold}>
          {canStandard ? <Standard isStandard={isStandard} onStandard={props.onStandard} /> : null}
          <Fold {...props} period={period} />
        </span>
      }
      caption={captionOf(curves.map(saidOf), rest)}
      provenance={provenance}
      fileName={isStandard ? 'standard-light-curve' : 'light-curve'}
      heightPx={(hasPhase ? 290 : 220) + (curves.length > 1 ? LEGEND_PX : 0)}
      table={() => brightnessTable(measured)}
      onRead={(id) => looking.onRead(Number.isFinite(Number(id)) ? Number(id) : undefined)}
      onBrush={
        foldS === undefined
          ? (fromMs, toMs) => looking.onSpan({ fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) })
          : undefined
      }
      onPick={() => looking.onSpan(undefined)}
      plot={(size) => (foldS === undefined ? draw(drawn, size) : drawFolded(drawn, foldS, size))}
    />
  )
}

/** A period that noise alone hardly makes; undefined where none stands out. */
function stablePeriodOf(magnitudes: readonly TimedMagnitude[]): Period | undefined {
  const found = periodOf(magnitudes)
  return found && found.falseAlarm < MOST_FALSE_ALARM ? found : undefined
}

/** How bright an object was in a file, and whether it turned. */
function saidOf({ name, magnitudes }: Curve) {
  const t = observationWords
  const values = magnitudes.map(({ magnitude }) => magnitude)
  const period = stablePeriodOf(magnitudes)
  const said = [
    t('brightnessCaption', {
      count: values.length,
      brightest: mag(Math.min(...values)),
      faintest: mag(Math.max(...values)),
      mean: mag(values.reduce((sum, value) => sum + value, 0) / values.length),
    }),
    period
      ? t('period', {
          seconds: formatNumber(period.seconds, { significant: 3 }),
          chance: formatNumber(period.falseAlarm, { significant: 1 }),
        })
      : t('noPeriod'),
  ]
  return { name, said }
}

/** Which of the files beside is not drawn, and why. */
export function notDrawn([, ...others]: readonly Curve[], isStandard: boolean): readonly string[] {
  return others.flatMap(({ name: file, magnitudes, track, isReading }) => {
    if (magnitudes.length === 0) return [observationWords('besideNoMagnitude', { file })]
    if (!isStandard || isReading || standardOf(magnitudes, track).length > 0) return []
    return [observationWords('besideNoStandard', { file })]
  })
}

/** What was measured, with what it was reduced by where that is known. */
function brightnessTable(curves: readonly Curve[]) {
  const isCompared = curves.length > 1
  return {
    columns: [
      ...['time, UTC', 'magnitude', 'phase angle, deg', 'range, m', 'magnitude at 1000 km and full phase'],
      ...(isCompared ? ['file'] : []),
    ],
    rows: curves.flatMap(({ name, magnitudes, track }) => {
      const standard = new Map(standardOf(magnitudes, track).map(({ atMs, magnitude }) => [atMs, magnitude]))
      return magnitudes.map(({ atMs, magnitude }) => {
        const place = placeAt(track, atMs)
        return [
          ...[formatInstantMs(atMs), magnitude, place?.phaseAngle, place?.range, standard.get(atMs)],
          ...(isCompared ? [name] : []),
        ]
      })
    }),
  }
}

/** As it was measured, or as it would be at 1,000 km and full phase. */
function Standard({ isStandard, onStandard }: Pick<Props, 'isStandard' | 'onStandard'>) {
  const t = useWords(observationWords)
  return (
    <Segments
      label={t('magnitudeChoice')}
      value={isStandard ? 'standard' : 'apparent'}
      options={[
        { value: 'apparent', label: t('apparent') },
        { value: 'standard', label: t('standard') },
      ]}
      onChange={(next) => onStandard(next === 'standard')}
    />
  )
}

/** Over time, or folded by a period that is found or entered. */
function Fold({ foldS, onFold, period }: Props & { readonly period: Period | undefined }) {
  const t = useWords(observationWords)
  const begin = Math.round((period?.seconds ?? USUAL_PERIOD_S) * 10) / 10
  return (
    <>
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
    </>
  )
}

const STRIP_PX = 62

function magnitudeScale(curves: readonly Curve[], area: Area): ScaleLinear<number, number> {
  const values = curves.flatMap(({ magnitudes }) => magnitudes).map(({ magnitude }) => magnitude)
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

type Drawn = Pick<Props, 'curves' | 'looking'>

function draw({ curves, looking }: Drawn, { width, height }: Size): Plot {
  const head = curves.length > 1 ? LEGEND_PX : 0
  const stripPx = (curves[0]?.track.length ?? 0) > 0 ? STRIP_PX : 0
  const right = rightOf(width)
  const area = { left: LEFT_PX, right, top: 10 + head, bottom: height - 26 - stripPx }
  const y = magnitudeScale(curves, area)
  const times = trackTimes(
    curves.map(({ magnitudes }) => magnitudes),
    right,
  )
  const { ticks } = times
  const drawing = (
    <>
      {head > 0 ? <Legend names={curves.map(({ name }) => name)} /> : null}
      {looking.span ? <rect {...spanBox(looking.span, (ms) => times.x(0, ms), area)} className={styles.span} /> : null}
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

/** What a point says; only of the file of the page is the measurement found in the other plots. */
function pointOf({ atMs, magnitude }: TimedMagnitude, { curves, name, nth }: OfCurve) {
  const text = observationWords('magnitudePoint', { time: formatInstantMs(atMs), value: mag(magnitude) })
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
          className={`${chart.line} ${nth === 0 ? chart.one : chart.two} ${chart.faint}`}
        />
      ))}
      {magnitudes.map(({ atMs, magnitude }) => (
        <g key={atMs}>
          <Mark nth={nth} cx={x(atMs)} cy={y(magnitude)} isOff={!isInside(atMs, looking.span)} />
          {nth === 0 && atMs === looking.readMs ? (
            <circle cx={x(atMs)} cy={y(magnitude)} r="7" className={chart.ring} data-readout />
          ) : null}
        </g>
      ))}
    </g>
  )
}

type PhaseProps = { readonly area: Area; readonly times: TrackTimes; readonly curves: readonly Curve[] }

/** The angle at the object between Sun and sensor, below the brightness that it changes. */
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
          className={`${chart.line} ${nth === 0 && lines.length > 1 ? chart.one : chart.two}`}
        />
      ))}
      <text x={area.right} y={area.top - 4} className={chart.end}>
        {observationWords('phase')}
      </text>
    </g>
  )
}

/** Two turns side by side, so that none is cut where it begins. */
const TURNS_SHOWN = 2

function drawFolded({ curves, looking }: Drawn, foldS: number, { width, height }: Size): Plot {
  const head = curves.length > 1 ? LEGEND_PX : 0
  const area = { left: LEFT_PX, right: width - 16, top: 10 + head, bottom: height - 26 }
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
      {placed.map(({ atMs, turn, magnitude, nth }) => (
        <Mark
          key={`${nth} ${atMs} ${turn}`}
          nth={nth}
          cx={x(turn)}
          cy={y(magnitude)}
          isOff={!isInside(atMs, looking.span)}
        />
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
