import type { AssociationMetric, Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../clock/format.ts'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { reportQuery } from '../request/state/queries.ts'
import { AnewBanner } from './anew-banner.tsx'
import { AssociationPane } from './association-pane.tsx'
import { BesideChoice, BesidePane } from './beside-pane.tsx'
import type { Curve } from './brightness-drawing.tsx'
import { BrightnessPlot } from './brightness-plot.tsx'
import { changedExclusion, exclusionOf } from './exclusion.ts'
import { magnitudesOf, measurementLinesOf } from './facts.ts'
import { FileCourse, FileSky, type MeasuredFile, usePassOf } from './file-sky.tsx'
import { InitialOrbitsPane } from './initial-pane.tsx'
import { LinePlots } from './line-plots.tsx'
import { LinesPane } from './lines-pane.tsx'
import { MeasurementsPane } from './measurements-pane.tsx'
import { orbitText } from './orbit-text.ts'
import { arcsec, fileText, RESIDUAL_VIEWS, ResidualsPlot } from './residuals-plot.tsx'
import { isInside, type Looking, rmsOf, spanText, windowOfAddress } from './selection.ts'
import { UpdatePane } from './update-pane.tsx'
import { ObservationVerdict } from './verdict.tsx'
import { observationWords } from './words.data.ts'

const ROUTE = `/protected${paths.observation}` as const

type Props = React.PropsWithChildren<{
  readonly report: ObservationReport
  /** The number of the requested object; null if there is none. */
  readonly asked: number | null
  /** The place of the sensor; null if it is no longer known. */
  readonly place: SensorPlace | null
  /** True if the file was withdrawn and is no longer used. */
  readonly isWithdrawn: boolean
  /** The other files that can be compared with this one. */
  readonly others: readonly Observation[]
  readonly onMetric: (metric: AssociationMetric) => void
}>

/** Shows the report in two columns: the measurements, and their object with the results. */
export function ReportPanes({ report: whole, asked, place, isWithdrawn, others, onMetric, children }: Props) {
  const t = useWords(observationWords)
  const [search, change] = useSearchState(ROUTE)
  const anew = useAnew(whole)
  const report = anew.report ?? whole
  const pass = usePassOf({ report, asked, place })
  const beside = useBeside(report, others)
  const provenance = provenanceOf([report, ...(beside.report ? [beside.report] : [])], t)
  const looking = useLooking(whole, anew.exclude)
  const isUnknown = whole.isUncorrelated || whole.associationResults.isAmbiguous
  return (
    <>
      <div>
        {anew.exclude === undefined ? null : (
          <AnewBanner
            report={whole}
            anew={anew.report}
            error={anew.error}
            onWhole={() => change({ exclude: undefined })}
          />
        )}
        <ObservationVerdict report={report} />
        <BesideChoice others={others} chosen={beside.fileId} onChoose={(fileId) => change({ beside: fileId })} />
        {beside.isFailed ? <Banner level="serious">{t('besideFailed')}</Banner> : null}
        <Selected report={report} looking={looking} />
        {isUnknown ? <InitialOrbitsPane fileId={whole['file-id']} isWithdrawn={isWithdrawn} /> : null}
        <LinePlots report={report} {...{ provenance, looking }} />
        <ResidualsPlot
          report={report}
          beside={beside.report}
          provenance={provenance}
          looking={looking}
          view={RESIDUAL_VIEWS.find((view) => view === search.residuals) ?? 'sky'}
          onView={(view) => change({ residuals: view === 'sky' ? undefined : view })}
        />
        <Brightness
          measured={{ report, asked, place }}
          beside={beside.report && { report: beside.report, asked, place: beside.place }}
          {...{ provenance, looking }}
        />
        {beside.report ? <BesidePane report={report} beside={beside.report} /> : null}
        <MeasurementsPane report={report} looking={looking} />
        {report.lineResiduals === undefined ? null : (
          <LinesPane
            report={report}
            rows={report.lineResiduals}
            title={t('linesMeasured')}
            note={t('linesNote', { count: report.lineResiduals.length })}
          />
        )}
      </div>
      <div>
        <FileSky report={report} pass={pass} />
        <AssociationPane report={report} onMetric={onMetric} />
        {isUnknown ? null : <UpdatePane report={report} />}
        <FileCourse report={report} pass={pass} />
        {children}
      </div>
    </>
  )
}

function provenanceOf(reports: readonly ObservationReport[], t: typeof observationWords): string {
  const said = reports.map((one) =>
    t('provenance', { version: one.version, id: one['file-id'], orbit: orbitText(one, t) }),
  )
  return said.join(' ')
}

/** Returns the window of time that is shown, the measurement that is read, and the measurements left out. */
function useLooking(whole: ObservationReport, exclude: string | undefined): Looking {
  const [search, change] = useSearchState(ROUTE)
  const [readMs, setRead] = useState<number>()
  return {
    span: windowOfAddress(search.span),
    readMs,
    onSpan: (span) => change({ span: span && spanText(span) }),
    onRead: setRead,
    leavingOut: {
      text: exclude,
      onChange: (atMs, isOut) => {
        const times = measurementLinesOf(whole).map((line) => line.atMs)
        change({ exclude: changedExclusion(exclude, times, { atMs, isOut }) })
      },
    },
  }
}

/**
 * Returns the report without the measurements that the address leaves out; undefined if none are left out, or while it is being computed.
 */
function useAnew({ 'file-id': fileId, associationResults }: ObservationReport) {
  const [search] = useSearchState(ROUTE)
  const exclude = exclusionOf(search.exclude)
  const query = useQuery({
    ...reportQuery(fileId, associationResults.associationMetric, exclude),
    enabled: exclude !== undefined,
    placeholderData: (before) => before,
  })
  const found = query.data?.['file-id'] === fileId ? query.data : undefined
  return { exclude, report: exclude === undefined || query.error ? undefined : found, error: query.error }
}

/** Returns the report of the file with which the address compares, by the same metric; a file that is not in the list is not requested. */
function useBeside({ associationResults }: ObservationReport, others: readonly Observation[]) {
  const [search] = useSearchState(ROUTE)
  const file = others.find(({ observationFileId }) => observationFileId === search.beside)
  const fileId = file?.observationFileId
  const query = useQuery({
    ...reportQuery(fileId ?? '', associationResults.associationMetric),
    enabled: fileId !== undefined,
  })
  const found = fileId === undefined ? undefined : query.data
  return { fileId, report: found, place: file?.sensorPlace ?? null, isFailed: query.error !== null }
}

type BrightnessProps = {
  readonly measured: MeasuredFile
  readonly beside: MeasuredFile | undefined
  readonly provenance: string
  readonly looking: Looking
}

/** Shows the light curve, if magnitudes were measured. */
function Brightness({ measured, beside, provenance, looking }: BrightnessProps) {
  const t = useWords(observationWords)
  const [search, change] = useSearchState(ROUTE)
  const passes = [usePassOf(measured), usePassOf(beside ?? measured)]
  const curves = [measured, ...(beside ? [beside] : [])].map(
    ({ report }, nth): Curve => ({
      name: fileText(report),
      magnitudes: magnitudesOf(measurementLinesOf(report)),
      track: passes[nth]?.query.data?.track ?? [],
      isReading: passes[nth]?.isReading ?? false,
    }),
  )
  // A radar does not measure light, so its report does not mention magnitudes.
  if (curves[0]?.magnitudes.length === 0 && measured.report.lineResiduals !== undefined) return null
  if (curves[0]?.magnitudes.length === 0)
    return (
      <Pane id="brightness" title={t('brightness')}>
        <p className="pad-6 muted fs-13">{t('noMagnitude')}</p>
      </Pane>
    )
  return (
    <BrightnessPlot
      curves={curves}
      provenance={provenance}
      looking={looking}
      foldS={Number(search.fold) > 0 ? Number(search.fold) : undefined}
      onFold={(seconds) => change({ fold: seconds === undefined ? undefined : String(seconds) })}
      isStandard={search.magnitude === 'standard'}
      onStandard={(isStandard) => change({ magnitude: isStandard ? 'standard' : undefined })}
    />
  )
}

/**
 * Shows the statistics of the measurements in the window, and of the others. The measurements in the window can be left out of the fit; the
 * new fit is only on this page.
 */
function Selected({ report, looking }: { readonly report: ObservationReport; readonly looking: Looking }) {
  const t = useWords(observationWords)
  const { span, onSpan } = looking
  if (!span) return null
  const lines = measurementLinesOf(report)
  const inside = lines.filter(({ atMs }) => isInside(atMs, span))
  const isOut = inside.length > 0 && inside.every(({ isExcluded }) => isExcluded)
  const isAll = lines.every(({ atMs, isExcluded }) => isExcluded || isInside(atMs, span))
  const [within, without] = [rmsOf(inside), rmsOf(lines.filter(({ atMs }) => !isInside(atMs, span)))]
  const said = [
    t('selected', {
      count: inside.length,
      all: lines.length,
      from: formatTime(span.fromMs),
      to: formatTime(span.toMs),
    }),
    ...(within ? [t('rmsOf', { ra: arcsec(within.ra), dec: arcsec(within.dec) })] : []),
    ...(without ? [t('selectedWithout', { ra: arcsec(without.ra), dec: arcsec(without.dec) })] : []),
  ]
  return (
    <Banner
      level="pending"
      action={
        <>
          {looking.leavingOut && inside.length > 0 ? (
            <Button
              look="quiet"
              disabledReason={isAll && !isOut ? t('leavesNone') : undefined}
              onClick={() => {
                looking.leavingOut?.onChange(
                  inside.map(({ atMs }) => atMs),
                  !isOut,
                )
                onSpan(undefined)
              }}
            >
              {t(isOut ? 'takeThemIn' : 'leaveThemOut')}
            </Button>
          ) : null}
          <Button look="quiet" onClick={() => onSpan(undefined)}>
            {t('wholeTrack')}
          </Button>
        </>
      }
    >
      {said.join(' ')}
    </Banner>
  )
}
