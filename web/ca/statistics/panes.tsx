import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { typedNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './annual.module.css'
import { Assumptions } from './assumptions.tsx'
import { AgreementPane, HistoryPane, RealismPane } from './below-panes.tsx'
import { CompliancePane } from './compliance-pane.tsx'
import { StatisticsLead } from './lead.tsx'
import { GapSentence, LoadedSentence } from './loaded-history.tsx'
import { SensitivityPanes } from './sensitivity-panes.tsx'
import { CostPane, PartsPane, SolvedPane } from './side-panes.tsx'
import { ThresholdPlot } from './threshold-plot.tsx'
import type { StatisticsView } from './use-statistics.ts'
import { Wish } from './wish.tsx'
import { annualWords } from './words.data.ts'

type Props = { readonly found: AnnualStatistics; readonly view: StatisticsView }

/** Shows the complete year ahead: sentence, assumptions, plots, tables. */
export function AnnualPanes({ found, view }: Props) {
  return (
    <>
      <StatisticsLead found={found} onPast={view.past.open} />
      <Limits found={found} />
      <Assumptions found={found} search={view.search} onAsk={view.ask} />
      <div className={`grid one-column-desk ${styles.columns}`}>
        <div className="min-w-0">
          <Plots found={found} view={view} />
        </div>
        <div className={`min-w-0 line-left under-desk ${styles.side}`}>
          <Tables found={found} view={view} />
        </div>
      </div>
      <div className={`grid line-top halves one-column-desk ${styles.below}`}>
        <AgreementPane found={found} />
        <HistoryPane found={found} call={callOf(view)} onPast={view.past.open} />
        <RealismPane question={view.question} />
        <CompliancePane question={view.compliance} period={view.period} onPeriod={(period) => view.ask({ period })} />
      </div>
    </>
  )
}

const callOf = ({ question }: StatisticsView): ApiCall => ({
  method: 'GET',
  path: '/api/v1/ca/statistics/annual',
  query: question,
})

/** Draws the effect of each accepted probability, and how it depends on the assumptions. */
function Plots({ found, view: { query, engine, ask } }: Props) {
  return (
    <>
      <ThresholdPlot
        found={found}
        engine={engine}
        onEngine={(show) => ask({ show })}
        onThreshold={(threshold) => ask({ pacc: typedNumber(threshold) })}
        busy={query.isFetching}
      />
      {found.closed ? <SensitivityPanes found={found} closed={found.closed} /> : null}
    </>
  )
}

/** Shows the threshold that meets a limit, its cost, and the origin of the manoeuvres. */
function Tables({ found, view }: Props) {
  const { closed } = found
  const call = callOf(view)
  return (
    <>
      {closed ? (
        <SolvedPane found={found} closed={closed} call={call}>
          <Wish key={view.search.wish} closed={closed} search={view.search} onAsk={view.ask} />
        </SolvedPane>
      ) : null}
      <CostPane found={found} call={call} />
      {closed ? (
        <PartsPane
          found={found}
          closed={closed}
          call={call}
          split={view.split}
          onSplit={(split) => view.ask({ split })}
        />
      ) : null}
    </>
  )
}

/** Shows warnings about all numbers of the page. */
function Limits({ found: { limits, counts, loaded } }: Pick<Props, 'found'>) {
  const t = useWords(annualWords)
  return limits.map((limit) => {
    if (limit === 'short-history')
      return (
        <Banner key={limit} level="caution">
          {t('shortStrip')}
        </Banner>
      )
    if (limit === 'history-cut')
      return (
        <Banner key={limit} level="caution">
          {t('cutStrip')}
        </Banner>
      )
    if (limit === 'loaded-history' && loaded !== null)
      return (
        <Banner key={limit} level="inactive">
          <LoadedSentence loaded={loaded} />
        </Banner>
      )
    if (limit === 'history-gap' && loaded !== null)
      return (
        <Banner key={limit} level="caution">
          <GapSentence loaded={loaded} />
        </Banner>
      )
    if (limit === 'flux-disagrees')
      return (
        <Banner key={limit} level="inactive">
          {t('disagreeStrip')}
        </Banner>
      )
    if (limit === 'rough-errors')
      return (
        <Banner key={limit} level="inactive">
          {t('roughStrip', { count: counts.rough })}
        </Banner>
      )
    if (limit === 'simulated-messages')
      return (
        <Banner key={limit} level="inactive">
          {t('simulated')}
        </Banner>
      )
    return null
  })
}
