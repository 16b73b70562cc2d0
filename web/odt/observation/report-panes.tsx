import type { AssociationMetric, ObservationReport } from '@apsis/contract/odt/observation.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AssociationPane } from './association-pane.tsx'
import { BrightnessPlot } from './brightness-plot.tsx'
import { linesOf, magnitudesOf } from './facts.ts'
import { MeasurementsPane } from './measurements-pane.tsx'
import styles from './observation.module.css'
import { ResidualsPlot } from './residuals-plot.tsx'
import { UpdatePane } from './update-pane.tsx'
import { orbitText, Verdict } from './verdict.tsx'
import { observationWords } from './words.data.ts'

type Props = React.PropsWithChildren<{
  readonly report: ObservationReport
  readonly onMetric: (metric: AssociationMetric) => void
}>

/** The report in two columns: what was measured, and what it is of and gives. */
export function ReportPanes({ report, onMetric, children }: Props) {
  const t = useWords(observationWords)
  const orbit = orbitText(report, t)
  const provenance = t('provenance', { version: report.version, id: report.fileId, orbit })
  const magnitudes = magnitudesOf(linesOf(report))
  return (
    <>
      <div>
        <Verdict report={report} />
        <ResidualsPlot report={report} provenance={provenance} />
        {magnitudes.length > 0 ? (
          <BrightnessPlot magnitudes={magnitudes} provenance={provenance} />
        ) : (
          <Pane id="brightness" title={t('brightness')}>
            <p className={styles.note}>{t('noMagnitude')}</p>
          </Pane>
        )}
        <MeasurementsPane report={report} />
      </div>
      <div>
        <AssociationPane report={report} onMetric={onMetric} />
        <UpdatePane report={report} />
        {children}
      </div>
    </>
  )
}
