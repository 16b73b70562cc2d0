import type { AssociationMetric, ObservationReport } from '@apsis/contract/odt/observation.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useSearchState } from '../../shell/search-state.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AssociationPane } from './association-pane.tsx'
import { BrightnessPlot } from './brightness-plot.tsx'
import { linesOf, magnitudesOf } from './facts.ts'
import { FileSky, usePassOf } from './file-sky.tsx'
import { MeasurementsPane } from './measurements-pane.tsx'
import styles from './observation.module.css'
import { RESIDUAL_VIEWS, ResidualsPlot } from './residuals-plot.tsx'
import { Selected } from './selected.tsx'
import { type Looking, spanOf, spanText } from './selection.ts'
import { UpdatePane } from './update-pane.tsx'
import { orbitText, Verdict } from './verdict.tsx'
import { observationWords } from './words.data.ts'

type Props = React.PropsWithChildren<{
  readonly report: ObservationReport
  /** The number of the object that was asked for; null: none. */
  readonly asked: number | null
  readonly onMetric: (metric: AssociationMetric) => void
}>

/** The report in two columns: what was measured, and what it is of and gives. */
export function ReportPanes({ report, asked, onMetric, children }: Props) {
  const t = useWords(observationWords)
  const [search, change] = useSearchState(`/protected${paths.observation}`)
  const [readMs, setRead] = useState<number>()
  const pass = usePassOf(report, asked)
  const orbit = orbitText(report, t)
  const provenance = t('provenance', { version: report.version, id: report.fileId, orbit })
  const magnitudes = magnitudesOf(linesOf(report))
  const looking: Looking = {
    span: spanOf(search.span),
    readMs,
    onSpan: (span) => change({ span: span && spanText(span) }),
    onRead: setRead,
  }
  const foldS = Number(search.fold) > 0 ? Number(search.fold) : undefined
  return (
    <>
      <div>
        <Verdict report={report} />
        <Selected report={report} looking={looking} />
        <ResidualsPlot
          report={report}
          beside={undefined}
          provenance={provenance}
          looking={looking}
          view={RESIDUAL_VIEWS.find((view) => view === search.residuals) ?? 'sky'}
          onView={(view) => change({ residuals: view === 'sky' ? undefined : view })}
        />
        {magnitudes.length > 0 ? (
          <BrightnessPlot
            magnitudes={magnitudes}
            provenance={provenance}
            looking={looking}
            track={pass.data?.track ?? []}
            foldS={foldS}
            onFold={(seconds) => change({ fold: seconds === undefined ? undefined : String(seconds) })}
          />
        ) : (
          <Pane id="brightness" title={t('brightness')}>
            <p className={styles.note}>{t('noMagnitude')}</p>
          </Pane>
        )}
        <MeasurementsPane report={report} looking={looking} />
      </div>
      <div>
        <FileSky report={report} query={pass} />
        <AssociationPane report={report} onMetric={onMetric} />
        <UpdatePane report={report} />
        {children}
      </div>
    </>
  )
}
