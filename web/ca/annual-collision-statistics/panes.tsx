import type { AnnualStatistics } from '@apsis/contract/ca/statistics.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './annual.module.css'
import { AgreementPane, HistoryPane, RealismPane } from './below-panes.tsx'
import { Lead } from './lead.tsx'
import { SensitivityPanes } from './sensitivity-panes.tsx'
import { CostPane, PartsPane, SolvedPane, type Split } from './side-panes.tsx'
import type { AnnualQuestion } from './statistics-query.ts'
import { ThresholdPlot } from './threshold-plot.tsx'
import type { Engine } from './threshold-scene.ts'
import { annualWords } from './words.data.ts'

type Props = {
  readonly found: AnnualStatistics
  readonly question: AnnualQuestion
  readonly busy: boolean
  readonly engine: Engine
  readonly split: Split
  readonly onEngine: (engine: Engine) => void
  readonly onSplit: (split: Split) => void
  readonly onThreshold: (threshold: number) => void
  readonly assumptions: React.ReactNode
  readonly compliance: React.ReactNode
}

/** All that is said of the year ahead: sentence, assumptions, plots, tables. */
export function AnnualPanes({ found, question, busy, engine, split, assumptions, compliance, ...on }: Props) {
  const call = { method: 'GET', path: '/api/v1/ca/statistics/annual', query: question }
  const { closed } = found
  return (
    <>
      <Lead found={found} />
      <Limits found={found} />
      {assumptions}
      <div className={styles.columns}>
        <div className={styles.main}>
          <ThresholdPlot
            found={found}
            engine={engine}
            onEngine={on.onEngine}
            onThreshold={on.onThreshold}
            busy={busy}
          />
          {closed ? <SensitivityPanes found={found} closed={closed} /> : null}
        </div>
        <div className={styles.side}>
          {closed ? <SolvedPane found={found} closed={closed} call={call} /> : null}
          <CostPane found={found} call={call} />
          {closed ? <PartsPane found={found} closed={closed} call={call} split={split} onSplit={on.onSplit} /> : null}
        </div>
      </div>
      <div className={styles.below}>
        <AgreementPane found={found} />
        <HistoryPane found={found} call={call} />
        <RealismPane question={question} />
        {compliance}
      </div>
    </>
  )
}

/** What qualifies all numbers of the page. */
function Limits({ found: { limits, counts } }: Pick<Props, 'found'>) {
  const t = useWords(annualWords)
  return limits.map((limit) => {
    if (limit === 'short-history')
      return (
        <Strip key={limit} level="caution">
          {t('shortStrip')}
        </Strip>
      )
    if (limit === 'history-cut')
      return (
        <Strip key={limit} level="caution">
          {t('cutStrip')}
        </Strip>
      )
    if (limit === 'flux-disagrees')
      return (
        <Strip key={limit} level="inactive">
          {t('disagreeStrip')}
        </Strip>
      )
    if (limit === 'rough-errors')
      return (
        <Strip key={limit} level="inactive">
          {t('roughStrip', { count: counts.rough })}
        </Strip>
      )
    if (limit === 'simulated-messages')
      return (
        <Strip key={limit} level="inactive">
          {t('simulated')}
        </Strip>
      )
    return null
  })
}
