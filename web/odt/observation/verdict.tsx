import type { AssociationMetric, ObservationReport } from '@apsis/contract/odt/observation.ts'
import { formatAge } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { linesOf, shownCandidate, timedResiduals } from './facts.ts'
import styles from './observation.module.css'
import { patternsOf } from './patterns.ts'
import { arcsec } from './residuals-plot.tsx'
import { observationWords } from './words.data.ts'

type Say = typeof observationWords

/** A distance as its metric has it: arcseconds with four significant digits (spec §9), or a number without a unit. */
export function formatDistance(value: number, metric: AssociationMetric): string {
  const text = formatNumber(value, { significant: 4 })
  return metric === 'ANGULAR_DISTANCE' ? `${text}″` : text
}

/** The orbit that the track was compared with, and how old it was. */
export function orbitText(
  { associationResults: { orbitDataType: type, orbitDataAge } }: ObservationReport,
  t: Say,
): string {
  if (orbitDataAge === null) return t('orbitAgeUnknown', { type })
  return t('orbitAge', { type, age: formatAge(Math.abs(orbitDataAge) * 1_000) })
}

/** Whether the data is good, and of which object it is, in two sentences. */
export function Verdict({ report }: { readonly report: ObservationReport }) {
  const t = useWords(observationWords)
  const { isAmbiguous } = report.associationResults
  // That nothing fits is a result, not an error.
  const level: Level = report.isUncorrelated ? 'inactive' : isAmbiguous ? 'caution' : 'ok'
  return (
    <div className={styles.lead}>
      <p className={styles.sentence} role="status">
        <StatusSymbol level={level} size={14} />
        <b>{associationSentence(report, t)}</b>
      </p>
      <p className={styles.detail}>{qualityOf(report, t).join(' ')}</p>
      {report.isSimulated ? <p className={styles.detail}>{t('simulated')}</p> : null}
    </div>
  )
}

function associationSentence(report: ObservationReport, t: Say): string {
  const found = shownCandidate(report)
  if (report.isUncorrelated || found === undefined) return t('uncorrelated')
  const { associationMetric: metric, isAmbiguous } = report.associationResults
  const names = { name: found.objectName, id: found.catalogueId }
  if (isAmbiguous) return t('ambiguousWith', names)
  return t('associatedWith', {
    ...names,
    metric: t(metric),
    value: formatDistance(found.associationValue, metric),
    threshold: formatDistance(found.associationThreshold, metric),
  })
}

/** A time offset below this is that of the clocks, s. */
const TOLD_OFFSET_S = 0.02

function qualityOf(report: ObservationReport, t: Say): readonly string[] {
  const lines = linesOf(report)
  const spanS = Math.round((Date.parse(report.end) - Date.parse(report.start)) / 1_000)
  const span = t('span', { min: Math.floor(spanS / 60), s: spanS % 60 })
  const measured = t('measured', { count: lines.length, span, sensor: report.sensorCode })
  const found = shownCandidate(report)
  if (report.isUncorrelated || found === undefined || report.rms === null) return [measured]
  const { outliers, drift } = patternsOf(timedResiduals(lines))
  const offsetS = found.alongTrackTimeOffset
  const when = t(offsetS > 0 ? 'late' : 'early')
  const seconds = formatNumber(Math.abs(offsetS), { significant: 2 })
  return [
    measured,
    t('rmsOf', { ra: arcsec(report.rms.ra), dec: arcsec(report.rms.dec) }),
    ...(Math.abs(offsetS) > TOLD_OFFSET_S ? [t('timeOffset', { seconds, when })] : []),
    ...(drift === undefined ? [] : [t('drift', { size: arcsec(drift) })]),
    ...(outliers.length > 0 ? [t('outliers', { count: outliers.length })] : []),
    ...(drift === undefined && outliers.length === 0 ? [t('noPattern')] : []),
  ]
}
