import type { AnnualStatistics, CovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { formatBriefly, formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { Scroll } from '../../ui/page/scroll.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { PastEventsButton } from './loaded-history.tsx'
import { type AnnualQuestion, realismQuery } from './statistics-query.ts'
import { annualWords } from './words.data.ts'

type Props = { readonly found: AnnualStatistics; readonly call: ApiCall }

/** Lists the past events, by months of 30 days, the newest first. */
export function HistoryPane({ found, call, onPast }: Props & { readonly onPast: () => void }) {
  const t = useWords(annualWords)
  const months = found.months.toReversed()
  return (
    <Pane
      id="history"
      title={t('history')}
      exports={{
        csv: {
          name: 'own-history',
          table: () => fileOf(monthColumns(t), months),
        },
        call,
      }}
      className={`line-top ${styles.pane}`}
    >
      <Scroll className={`scroll ${styles.scroll}`}>
        <PlainTable label={t('history')} rows={months} columns={monthColumns(t)} idOf={({ from }) => from} />
      </Scroll>
      <div className="pad-8">
        <PastEventsButton onOpen={onPast} />
      </div>
    </Pane>
  )
}

type Month = AnnualStatistics['months'][number]

function monthColumns(t: typeof annualWords): readonly PlainColumn<Month>[] {
  const count = (id: 'events' | 'decidable' | 'reached'): PlainColumn<Month> => ({
    id,
    title: t(id),
    align: 'end',
    value: id,
    cell: (month) => formatNumber(month[id]),
  })
  return [
    { id: 'from', title: t('from'), value: 'from', cell: ({ from }) => formatDate(Date.parse(from)) },
    { id: 'to', value: 'to' },
    count('events'),
    count('decidable'),
    count('reached'),
    {
      id: 'largest_probability',
      title: t('largest'),
      align: 'end',
      value: 'largestProbability',
      cell: ({ largestProbability }) => (
        <Probability value={largestProbability ?? undefined} approximate reason={t('nothingDecided')} />
      ),
    },
  ]
}

/** Shows the results of both methods at the satellite's threshold, the observed history, and the source of the flux. */
export function AgreementPane({ found }: { readonly found: AnnualStatistics }) {
  const t = useWords(annualWords)
  const { closed, flux, counts, assumptions } = found
  const agreement = closed?.agreement
  return (
    <Pane id="agreement" title={t('agreement')} className={`line-top ${styles.pane}`}>
      <div className={styles.text}>
        {agreement ? (
          <p>
            {t(agreement.verdict, {
              predicted: formatBriefly(agreement.predictedPerYear, 2),
              observed: formatNumber(agreement.observed),
              lower: formatBriefly(agreement.lower, 2),
              upper: formatBriefly(agreement.upper, 2),
            })}
          </p>
        ) : (
          <p>{t('noClosed', { events: formatNumber(counts.withErrors) })}</p>
        )}
        <p>
          {t('countsText', {
            ...countsText(found),
            commit: formatNumber(assumptions.commitHours),
            consider: formatNumber(assumptions.considerHours),
          })}
        </p>
        {flux.chosenM === null ? null : (
          <p>{t(flux.doDisagree ? 'fluxDisagrees' : 'fluxAgrees', { disc: formatNumber(flux.chosenM / 1000) })}</p>
        )}
      </div>
      <PlainTable
        label={t('fluxTable')}
        rows={flux.discs}
        columns={[
          { id: 'disc', title: t('disc'), unit: 'km', cell: ({ withinM }) => formatNumber(withinM / 1000) },
          { id: 'crossings', title: t('crossings'), align: 'end', cell: ({ count }) => formatNumber(count) },
          {
            id: 'flux',
            title: t('flux'),
            unit: '/km²/a',
            align: 'end',
            cell: ({ perM2Year }) => formatBriefly(1e6 * perM2Year, 2),
          },
          {
            id: 'span',
            title: '95 %',
            align: 'end',
            cell: ({ lower, upper }) =>
              t('fromTo', { from: formatBriefly(1e6 * lower, 2), to: formatBriefly(1e6 * upper, 2) }),
          },
        ]}
        idOf={({ withinM }) => String(withinM)}
        isSelected={({ withinM }) => withinM === flux.chosenM}
      />
    </Pane>
  )
}

const countsText = ({ counts: { events, decidable, withErrors, rough } }: AnnualStatistics) => ({
  events: formatNumber(events),
  decidable: formatNumber(decidable),
  withErrors: formatNumber(withErrors),
  rough: formatNumber(rough),
})

/** Shows how realistic the stated covariances are, by originator and kind of object. */
export function RealismPane({ question }: { readonly question: AnnualQuestion }) {
  const t = useWords(annualWords)
  const asked = {
    'satellite-id': question['satellite-id'],
    ...(question['history-days'] === undefined ? {} : { 'history-days': question['history-days'] }),
  }
  const query = useQuery(realismQuery(asked))
  return (
    <QueryPane
      id="realism"
      title={t('realism')}
      note={t('realismNote')}
      query={query}
      skeletonRows={3}
      failed={t('failed')}
      exports={{
        csv: { name: 'covariance-realism', table: () => fileOf(realismColumns(t), query.data ?? []) },
        call: { method: 'GET', path: '/api/v1/ca/statistics/realism', query: asked },
      }}
      className={`line-top ${styles.pane}`}
    >
      {(groups) =>
        groups.length === 0 ? (
          <Empty title={t('noPairs')}>{t('noPairsText')}</Empty>
        ) : (
          <>
            <RealismFigures groups={groups} />
            <p className={styles.note}>{t('realismHow')}</p>
          </>
        )
      }
    </QueryPane>
  )
}

function RealismFigures({ groups }: { readonly groups: readonly CovarianceRealism[] }) {
  const t = useWords(annualWords)
  return (
    <PlainTable
      label={t('realism')}
      rows={groups}
      columns={realismColumns(t)}
      idOf={({ originator, kind }) => `${originator} ${kind}`}
    />
  )
}

function realismColumns(t: typeof annualWords): readonly PlainColumn<CovarianceRealism>[] {
  const written = (value: number) => formatNumber(value, { decimals: 2 })
  return [
    { id: 'originator', title: t('originator'), value: 'originator' },
    { id: 'kind', title: t('kind'), value: 'kind' },
    { id: 'pairs', title: t('pairs'), align: 'end', value: 'count', cell: ({ count }) => formatNumber(count) },
    {
      id: 'scale',
      title: t('scale'),
      unit: '× σ',
      align: 'end',
      value: 'scale',
      cell: ({ scale }) => (scale === null ? MISSING : written(scale)),
    },
    {
      id: 'span',
      title: '5–95 %',
      align: 'end',
      priority: 2,
      cell: ({ low, high }) =>
        low === null || high === null ? MISSING : t('fromTo', { from: written(low), to: written(high) }),
    },
    { id: 'honest', title: t('honest'), cell: (one) => t(honestyOf(one)) },
    ...fileColumns<CovarianceRealism>({
      low: 'low',
      median: 'median',
      high: 'high',
      is_realistic: 'isRealistic',
      skipped: 'skipped',
    }),
  ]
}

/** Returns how realistic the stated errors are: a scale above one means that the true errors were larger than the stated ones. */
function honestyOf({ isRealistic, scale }: CovarianceRealism) {
  if (isRealistic === null) return 'tooFewPairs'
  if (isRealistic) return 'honestYes'
  return (scale ?? 1) > 1 ? 'tooSmall' : 'tooLarge'
}
