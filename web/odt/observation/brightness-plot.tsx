import { PlotFrame } from '../../chart/plot-frame.tsx'
import { formatInstantMs } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { placeAt } from '../pass/track.ts'
import { type Curve, draw, drawFolded, mag } from './brightness-drawing.tsx'
import type { TimedMagnitude } from './facts.ts'
import { captionOfFiles, LEGEND_PX } from './legend.tsx'
import { type Period, periodOf } from './period.ts'
import type { Looking } from './selection.ts'
import { standardOf } from './standard-magnitude.ts'
import { observationWords } from './words.data.ts'

type Props = {
  /** The curve of the file of the page, which has magnitudes, and the curve of the other file. */
  readonly curves: readonly Curve[]
  readonly provenance: string
  readonly looking: Looking
  /** The period by which the curve is folded, s; undefined if the curve is drawn over time. */
  readonly foldS: number | undefined
  readonly onFold: (seconds: number | undefined) => void
  /** True to show magnitudes at 1,000 km and full phase instead of the measured ones. */
  readonly isStandard: boolean
  readonly onStandard: (isStandard: boolean) => void
}

/** A peak that noise causes more often than this does not count as a period. */
const MOST_FALSE_ALARM = 0.01
/** The initial period for folding if no period was found, s. */
const USUAL_PERIOD_S = 30

/** Draws the magnitudes over the time of the track, or over one rotation of the object; brighter values are higher. */
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
        <span className="flex wrap gap-10 pad-4 items-end">
          {canStandard ? <Standard isStandard={isStandard} onStandard={props.onStandard} /> : null}
          <Fold {...props} period={period} />
        </span>
      }
      caption={captionOfFiles(curves.map(saidOf), rest)}
      provenance={provenance}
      fileName={isStandard ? 'standard-light-curve' : 'light-curve'}
      heightPx={(hasPhase ? 300 : 230) + (curves.length > 1 ? LEGEND_PX : 0)}
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

/** Returns a period that noise alone would hardly cause; undefined if there is none. */
function stablePeriodOf(magnitudes: readonly TimedMagnitude[]): Period | undefined {
  const found = periodOf(magnitudes)
  return found && found.falseAlarm < MOST_FALSE_ALARM ? found : undefined
}

/** Returns the sentence on the brightness of an object in a file and on its rotation. */
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
    ...errorSaid(magnitudes),
    period
      ? t('period', {
          seconds: formatNumber(period.seconds, { significant: 3 }),
          chance: formatNumber(period.falseAlarm, { significant: 1 }),
        })
      : t('noPeriod'),
  ]
  return { name, said }
}

/** Returns the sentence on the size of the error bars; nothing if the sensor states no noise. */
function errorSaid(magnitudes: readonly TimedMagnitude[]): readonly string[] {
  // A file has one sensor, so all of its magnitudes have the same noise.
  const sigma = magnitudes[0]?.sigma
  return sigma === undefined ? [] : [observationWords('magnitudeError', { sigma: mag(sigma) })]
}

/** Returns the sentence that names the compared file that is not drawn, and the reason. */
export function notDrawn([, ...others]: readonly Curve[], isStandard: boolean): readonly string[] {
  return others.flatMap(({ name: file, magnitudes, track, isReading }) => {
    if (magnitudes.length === 0) return [observationWords('besideNoMagnitude', { file })]
    if (!isStandard || isReading || standardOf(magnitudes, track).length > 0) return []
    return [observationWords('besideNoStandard', { file })]
  })
}

/** Returns the table of the measured magnitudes, with their reduction if it is known. */
function brightnessTable(curves: readonly Curve[]) {
  const isCompared = curves.length > 1
  return {
    columns: [
      ...['time, UTC', 'magnitude', 'sigma of magnitude', 'phase angle, deg', 'range, m'],
      'magnitude at 1000 km and full phase',
      ...(isCompared ? ['file'] : []),
    ],
    rows: curves.flatMap(({ name, magnitudes, track }) => {
      const standard = new Map(standardOf(magnitudes, track).map(({ atMs, magnitude }) => [atMs, magnitude]))
      return magnitudes.map(({ atMs, magnitude, sigma }) => {
        const place = placeAt(track, atMs)
        return [
          ...[formatInstantMs(atMs), magnitude, sigma, place?.phaseAngle, place?.range, standard.get(atMs)],
          ...(isCompared ? [name] : []),
        ]
      })
    }),
  }
}

/** Lets the reader choose between the magnitude as measured and the magnitude at 1,000 km and full phase. */
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

/** Lets the reader choose between a curve over time and a curve folded by a found or entered period. */
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
