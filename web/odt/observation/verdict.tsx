import type { AssociationMetric, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { measurementLinesOf, shownCandidate, timedResiduals } from './facts.ts'
import { brieflyOf, linesBy, statisticsOf } from './line-facts.ts'
import styles from './observation.module.css'
import { isWithoutOrbit } from './orbit-text.ts'
import { patternsOf } from './patterns.ts'
import { arcsec } from './residuals-plot.tsx'
import { observationWords } from './words.data.ts'

/** Returns a distance in the format of its metric: arcseconds with four significant digits (spec §9), or a number without a unit. */
export function formatDistance(value: number, metric: AssociationMetric): string {
  const text = formatNumber(value, { significant: 4 })
  return metric === 'ANGULAR_DISTANCE' ? `${text}″` : text
}

/** Shows two sentences: whether the data is good, and to which object it belongs. */
export function ObservationVerdict({ report }: { readonly report: ObservationReport }) {
  const t = useWords(observationWords)
  const { isAmbiguous } = report.associationResults
  // A track that fits no object is a result, not an error.
  const level: Level = report.isUncorrelated ? 'inactive' : isAmbiguous ? 'caution' : 'ok'
  return (
    <div className="flex-none pad-10 line-bottom">
      <p className="flex items-baseline gap-10 soft fs-20" role="status">
        <StatusSymbol level={level} size={14} />
        <span>
          <AssociationSentence report={report} />
        </span>
      </p>
      <p className={`pl-24 soft ${styles.detail}`}>
        <Quality report={report} />
      </p>
      {report.isSimulated ? <p className={`pl-24 soft ${styles.detail}`}>{t('simulated')}</p> : null}
    </div>
  )
}

type Props = { readonly report: ObservationReport }

/** Shows a sentence on the object to which the track belongs: its name and its distance are bold, because readers look for them first. */
function AssociationSentence({ report }: Props) {
  const t = useWords(observationWords)
  const found = shownCandidate(report)
  if (isWithoutOrbit(report)) return <b>{t('withoutOrbit')}</b>
  if (report.isUncorrelated || found === undefined) return <b>{t('uncorrelated')}</b>
  const { associationMetric: metric, isAmbiguous } = report.associationResults
  const { objectName: name, catalogueId: id } = found
  if (isAmbiguous) return <Said text={(marks) => t('ambiguousWith', { ...marks, id })} values={{ name }} />
  const threshold = formatDistance(found.associationThreshold, metric)
  const value = formatDistance(found.associationValue, metric)
  const rest = { id, metric: t(metric), threshold }
  return <Said text={(marks) => t('associatedWith', { ...marks, ...rest })} values={{ name, value }} />
}

/** A time offset below this is an error of the clocks, s. */
const TOLD_OFFSET_S = 0.02

/** Returns the sentences on the size of the residuals along the line of sight: from the corrected orbit, else from the known one. */
export const linesSaid = (report: ObservationReport): readonly string[] =>
  linesBy(report).flatMap(({ quantity, rows }) => {
    const [corrected, known] = [statisticsOf(rows, 'after'), statisticsOf(rows, 'before')]
    const found = corrected ?? known
    if (found === undefined) return []
    return [
      observationWords('lineOf', {
        quantity: observationWords(quantity),
        rms: brieflyOf(found.rms, quantity),
        times: formatNumber(found.times, { significant: 2 }),
        orbit: observationWords(corrected === undefined ? 'lineOfBefore' : 'lineOfAfter'),
      }),
    ]
  })

/** Shows a sentence on the quality of the measurements, and the patterns that they show. */
function Quality({ report }: Props) {
  const t = useWords(observationWords)
  const lines = measurementLinesOf(report)
  const spanS = Math.round((Date.parse(report.end) - Date.parse(report.start)) / 1_000)
  const span = t('span', { min: Math.floor(spanS / 60), s: spanS % 60 })
  const measured = [t('measured', { count: lines.length, span, sensor: report.sensorCode }), ...linesSaid(report)].join(
    ' ',
  )
  const found = shownCandidate(report)
  if (report.isUncorrelated || found === undefined || report.rms === null) return measured
  const { outliers, drift } = patternsOf(timedResiduals(lines))
  const offsetS = found.alongTrackTimeOffset
  const when = t(offsetS > 0 ? 'late' : 'early')
  const seconds = formatNumber(Math.abs(offsetS), { significant: 2 })
  const size = drift === undefined ? undefined : arcsec(drift)
  return (
    <>
      {measured}{' '}
      <Said text={(marks) => t('rmsOf', marks)} values={{ ra: arcsec(report.rms.ra), dec: arcsec(report.rms.dec) }} />
      {Math.abs(offsetS) > TOLD_OFFSET_S ? (
        <>
          {' '}
          <Said text={(marks) => t('timeOffset', { ...marks, when })} values={{ seconds }} />
        </>
      ) : null}
      {size === undefined ? null : (
        <>
          {' '}
          <Said text={(marks) => t('drift', marks)} values={{ size }} />
        </>
      )}
      {outliers.length > 0 ? ` ${t('outliers', { count: outliers.length })}` : null}
      {drift === undefined && outliers.length === 0 ? ` ${t('noPattern')}` : null}
    </>
  )
}
