import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { PositionResiduals } from '@apsis/contract/odt/observation/position-residuals.ts'
import { useQuery } from '@tanstack/react-query'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import { formatInstantMs, formatMinute } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { positionsQuery, reportQuery } from '../request/state/queries.ts'
import { type Line, measurementLinesOf, shownCandidate, timedResiduals } from './facts.ts'
import { captionOfFiles } from './legend.tsx'
import { patternsOf } from './patterns.ts'
import { drawResiduals, medianAlong, rmsAlong, type Series } from './residual-drawing.tsx'
import type { Looking } from './selection.ts'
import { observationWords } from './words.data.ts'

/** The views of residuals: along axes of the sky, along axes of the orbit, or relative to their expected size. */
export const RESIDUAL_VIEWS = ['sky', 'orbit', 'mahalanobis'] as const
export type ResidualView = (typeof RESIDUAL_VIEWS)[number]

type Props = {
  readonly report: ObservationReport
  /** Another file of the same object, with which it is compared. */
  readonly beside: ObservationReport | undefined
  readonly provenance: string
  readonly looking: Looking
  readonly view: ResidualView
  readonly onView: (view: ResidualView) => void
}
type LineWithResidual = Line & { readonly residual: NonNullable<Line['residual']> }

/** Returns arcseconds with four significant digits (spec §9). */
export const arcsec = (value: number): string => `${formatQuantity('associationThreshold', value).number}″`
const signed = (value: number): string => `${formatQuantity('residual', value).number}″`
/** Returns metres with one decimal: a direction of an arcsecond is five metres at 1,000 km. */
const metres = (value: number): string => `${formatNumber(value, { decimals: 1, signed: true })} m`
const inMetres = (value: number): string => `${formatNumber(value, { decimals: 1 })} m`

/** Returns the name of a file: its time and its sensor. */
export const fileText = ({ start, sensorCode }: ObservationReport): string =>
  `${formatMinute(Date.parse(start))} ${sensorCode}`

export function ResidualsPlot(props: Props) {
  if (props.view === 'mahalanobis') return <SigmaDistances {...props} />
  return props.view === 'orbit' ? <OrbitResiduals {...props} /> : <SkyResiduals {...props} />
}

const VIEW_WORDS = { sky: 'raDec', orbit: 'ric', mahalanobis: 'sigmaDistance' } as const

function Axes({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const t = useWords(observationWords)
  return (
    <Segments
      label={t('residualAxes')}
      value={view}
      options={RESIDUAL_VIEWS.map((value) => ({ value, label: t(VIEW_WORDS[value]) }))}
      onChange={onView}
    />
  )
}

const measuredOf = (report: ObservationReport) =>
  measurementLinesOf(report).filter((line): line is LineWithResidual => line.residual !== undefined)

function outliersOf(lines: readonly LineWithResidual[]): ReadonlySet<number | undefined> {
  const fitted = lines.filter(({ isExcluded }) => !isExcluded)
  return new Set(patternsOf(timedResiduals(fitted)).outliers.map((place) => fitted[place]?.atMs))
}

/** Returns the text of a point, which states if the point is left out. */
const marked = (text: string, isExcluded: boolean): string =>
  isExcluded ? `${text}, ${observationWords('leftOut')}` : text

function skySeries(report: ObservationReport): Series {
  const lines = measuredOf(report)
  return {
    name: fileText(report),
    outliers: outliersOf(lines),
    shown: lines.map(({ atMs, isExcluded, residual: { ra, dec } }) => ({
      atMs,
      values: [ra, dec],
      isExcluded,
      text: marked(
        observationWords('residualPoint', { time: formatInstantMs(atMs), ra: signed(ra), dec: signed(dec) }),
        isExcluded,
      ),
    })),
  }
}

/** Draws right ascension times cos δ above, declination below, each with the threshold of the association and its histogram. */
function SkyResiduals(props: Props) {
  const { report, beside, looking } = props
  const t = useWords(observationWords)
  const candidate = shownCandidate(report)
  const own = skySeries(report)
  if (own.shown.length === 0 || candidate === undefined) return <NotComputed>{t('noResiduals')}</NotComputed>
  const series = [own, ...(beside && measuredOf(beside).length > 0 ? [skySeries(beside)] : [])]
  const missing = beside && series.length < 2 ? [t('besideNoResiduals', { file: fileText(beside) })] : []
  // The threshold of a Mahalanobis distance is not an angle, so it is not in this drawing.
  const isAngle = report.associationResults.associationMetric === 'ANGULAR_DISTANCE'
  const threshold = isAngle ? candidate.associationThreshold : undefined
  const axes = [
    { title: t('raAxis'), threshold },
    { title: t('decAxis'), threshold },
  ]
  return (
    <PlotFrame
      {...frameOf(props, series, ['RA x cos(Dec), arcsec', 'Dec, arcsec'])}
      title={t('residuals')}
      note={t('residualsNote')}
      actions={<Axes {...props} />}
      caption={captionOfFiles(series.map(saidOfSky), missing)}
      heightPx={series.length > 1 ? 376 : 340}
      plot={(size) => drawResiduals({ series, axes, write: signed, writeSize: arcsec, looking }, size)}
    />
  )
}

/** Returns the text of a measurement of a report, which states if it is left out. */
function markedIn({ excluded }: ObservationReport, epoch: string, text: string) {
  const isExcluded = excluded?.includes(epoch) === true
  return { isExcluded, text: marked(text, isExcluded) }
}

const countOf = ({ shown }: Series): number => shown.filter(({ isExcluded }) => isExcluded !== true).length

/** Returns the number and the size of the residuals of a file. */
export function saidOfSky(series: Series) {
  const [ra = 0, dec = 0] = [0, 1].map((axis) => rmsAlong(series, axis))
  const values = { count: countOf(series), ra: arcsec(ra), dec: arcsec(dec) }
  return { name: series.name, said: [observationWords('residualsOf', values)] }
}

/** Returns the properties that both views share: the files, the window of time, the measurement that is read. */
function frameOf({ provenance, looking }: Props, series: readonly Series[], columns: readonly string[]) {
  return {
    provenance,
    fileName: 'residuals',
    table: {
      columns: ['time, UTC', ...columns, 'outlier', 'left out', ...(series.length > 1 ? ['file'] : [])],
      rows: series.flatMap(({ name, shown, outliers }) =>
        shown.map(({ atMs, values, isExcluded }) => [
          ...[formatInstantMs(atMs), ...values, outliers.has(atMs) ? 'yes' : 'no', isExcluded ? 'yes' : 'no'],
          ...(series.length > 1 ? [name] : []),
        ]),
      ),
    },
    onRead: (id: string | undefined) => looking.onRead(Number.isFinite(Number(id)) ? Number(id) : undefined),
    onBrush: (fromMs: number, toMs: number) =>
      looking.onSpan({ fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) }),
    onPick: () => looking.onSpan(undefined),
  }
}

/** Returns the sentences on the number of residuals of a file, and their components along the line of sight and along the orbit. */
export function saidOfOrbit({ measurements, alongTrackOffset }: PositionResiduals): readonly string[] {
  const t = observationWords
  return [
    t('positionsOf', { count: measurements.length }),
    t(measurements.every(({ isRangeMeasured }) => isRangeMeasured) ? 'withRange' : 'acrossOnly'),
    ...(alongTrackOffset === null ? [] : [t('offsetTaken', { offset: metres(alongTrackOffset) })]),
  ]
}

/** Returns the reason why the compared file is not drawn; nothing if it is drawn. */
function missingOf(beside: ObservationReport | undefined, { data }: { readonly data: unknown }): readonly string[] {
  const why = data === undefined ? 'besidePositionsFailed' : 'besideNoResiduals'
  return beside ? [observationWords(why, { file: fileText(beside) })] : []
}

/** Draws the same residuals as displacements of the object along the radial, in-track and cross-track axes of the orbit that was used. */
function OrbitResiduals(props: Props) {
  const { report, beside, looking } = props
  const t = useWords(observationWords)
  const query = useQuery(positionsQuery(report, report.excluded && looking.leavingOut?.text))
  const other = useQuery({ ...positionsQuery(beside ?? report), enabled: beside !== undefined })
  const found = query.data
  const isWaiting = beside !== undefined && other.isPending
  if (!found || isWaiting)
    return (
      <QueryPane
        title={t('residuals')}
        query={found ? other : query}
        skeletonRows={8}
        failed={t('positionsFailed')}
        actions={<Axes {...props} />}
      >
        {() => null}
      </QueryPane>
    )
  if (found.measurements.length === 0)
    return (
      <Pane title={t('residuals')} actions={<Axes {...props} />}>
        <NotComputed>{t('noPositions')}</NotComputed>
      </Pane>
    )
  const seriesOf = (of: ObservationReport, { measurements }: typeof found): Series => ({
    name: fileText(of),
    outliers: outliersOf(measuredOf(of)),
    shown: measurements.map(({ epoch, radial, inTrack, crossTrack }) => {
      const [r, i, c] = [metres(radial), metres(inTrack), metres(crossTrack)]
      const atMs = Date.parse(epoch)
      return {
        atMs,
        values: [radial, inTrack, crossTrack],
        ...markedIn(of, epoch, t('positionPoint', { time: formatInstantMs(atMs), r, i, c })),
      }
    }),
  })
  const own = seriesOf(report, found)
  const second = beside && other.data && other.data.measurements.length > 0 ? [seriesOf(beside, other.data)] : []
  const series = [own, ...second]
  const axes = [{ title: t('radial') }, { title: t('inTrack') }, { title: t('crossTrack') }]
  const said = [found, ...(second.length > 0 && other.data ? [other.data] : [])].map((one, place) => ({
    name: series[place]?.name ?? '',
    said: saidOfOrbit(one),
  }))
  return (
    <PlotFrame
      {...frameOf(props, series, ['radial, m', 'in-track, m', 'cross-track, m'])}
      title={t('residuals')}
      note={t('positionsNote')}
      actions={<Axes {...props} />}
      caption={captionOfFiles(said, [...(second.length > 0 ? [] : missingOf(beside, other)), t('positionsHow')])}
      fileName="residuals-along-the-orbit"
      heightPx={series.length > 1 ? 466 : 430}
      plot={(room) => drawResiduals({ series, axes, write: metres, writeSize: inMetres, looking }, room)}
    />
  )
}

const METRIC = 'MAHALANOBIS_DISTANCE'
const SIGMA_DIGITS = 3
const sigmas = (value: number): string => formatNumber(value, { significant: SIGMA_DIGITS })

/** Returns the Mahalanobis distances of a report that uses this metric. */
export function distanceSeries(report: ObservationReport): Series {
  const lines = measuredOf(report)
  return {
    name: fileText(report),
    outliers: outliersOf(lines),
    shown: lines.map(({ atMs, isExcluded, value = 0 }) => ({
      atMs,
      values: [value],
      isExcluded,
      text: marked(
        observationWords('distancePoint', { time: formatInstantMs(atMs), value: sigmas(value) }),
        isExcluded,
      ),
    })),
  }
}

/** Draws the residual of each measurement relative to the noise of the sensor and the covariance of the orbit. */
function SigmaDistances(props: Props) {
  const { report, beside, looking } = props
  const t = useWords(observationWords)
  const query = useQuery(reportQuery(report['file-id'], METRIC, report.excluded && looking.leavingOut?.text))
  const other = useQuery({ ...reportQuery(beside?.['file-id'] ?? '', METRIC), enabled: beside !== undefined })
  const found = query.data
  if (!found || (beside !== undefined && other.isPending))
    return (
      <QueryPane
        title={t('residuals')}
        query={found ? other : query}
        skeletonRows={8}
        failed={t('distancesFailed')}
        actions={<Axes {...props} />}
      >
        {() => null}
      </QueryPane>
    )
  const own = distanceSeries(found)
  const candidate = shownCandidate(found)
  if (own.shown.length === 0 || candidate === undefined)
    return (
      <Pane title={t('residuals')} actions={<Axes {...props} />}>
        <NotComputed>{t('noResiduals')}</NotComputed>
      </Pane>
    )
  const second = beside && other.data && measuredOf(other.data).length > 0 ? [distanceSeries(other.data)] : []
  const series = [own, ...second]
  const missing = beside && second.length === 0 ? [t('besideNoResiduals', { file: fileText(beside) })] : []
  const axes = [{ title: t('distanceAxis'), threshold: candidate.associationThreshold, isDistance: true }]
  const saidOf = (one: Series) => ({
    name: one.name,
    said: [t('distancesOf', { count: countOf(one), median: sigmas(medianAlong(one, 0)) })],
  })
  return (
    <PlotFrame
      {...frameOf(props, series, ['Mahalanobis distance'])}
      title={t('residuals')}
      note={t('distanceNote')}
      actions={<Axes {...props} />}
      caption={captionOfFiles(series.map(saidOf), [...missing, t('distancesHow')])}
      fileName="residuals-in-sigmas"
      heightPx={series.length > 1 ? 236 : 200}
      plot={(size) => drawResiduals({ series, axes, write: sigmas, writeSize: sigmas, looking }, size)}
    />
  )
}
