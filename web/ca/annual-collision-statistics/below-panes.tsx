import type { AnnualStatistics, CovarianceRealism } from '@apsis/contract/ca/statistics/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatBriefly, formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { Scroll } from '../../ui/page/scroll.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { FiguresTable } from './figures-table.tsx'
import { PastEventsButton } from './loaded-history.tsx'
import { type AnnualQuestion, realismQuery } from './statistics-query.ts'
import { annualWords } from './words.data.ts'

type Props = { readonly found: AnnualStatistics; readonly call: ApiCall }

/** What happened, month by month of 30 days, the newest first. */
export function HistoryPane({ found, call, onPast }: Props & { readonly onPast: () => void }) {
  const t = useWords(annualWords)
  const months = found.months.toReversed()
  return (
    <Pane
      id="history"
      title={t('history')}
      exits={{
        csv: {
          name: 'own-history',
          table: () => ({
            columns: ['from', 'to', 'events', 'decidable', 'reached', 'largest_probability'],
            rows: months.map(({ from, to, events, decidable, reached, largestProbability }) => [
              ...[from, to, events, decidable, reached],
              largestProbability ?? undefined,
            ]),
          }),
        },
        call,
      }}
      className={`line-top ${styles.pane}`}
    >
      <Scroll className={`scroll ${styles.scroll}`}>
        <FiguresTable
          label={t('history')}
          head={[
            { text: t('from') },
            { text: t('events'), isNumber: true },
            { text: t('decidable'), isNumber: true },
            { text: t('reached'), isNumber: true },
            { text: t('largest'), isNumber: true },
          ]}
          rows={months.map(({ from, events, decidable, reached, largestProbability }) => ({
            key: from,
            cells: [
              formatDate(Date.parse(from)),
              formatNumber(events),
              formatNumber(decidable),
              formatNumber(reached),
              <Probability
                key="largest"
                value={largestProbability ?? undefined}
                approximate
                reason={t('nothingDecided')}
              />,
            ],
          }))}
        />
      </Scroll>
      <div className="pad-8">
        <PastEventsButton onOpen={onPast} />
      </div>
    </Pane>
  )
}

/** What both ways say at the own threshold, what was, and what the flux is counted from. */
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
      <FiguresTable
        label={t('fluxTable')}
        head={[
          { text: t('disc'), unit: 'km' },
          { text: t('crossings'), isNumber: true },
          { text: t('flux'), unit: '/km²/a', isNumber: true },
          { text: '95 %', isNumber: true },
        ]}
        rows={flux.discs.map(({ withinM, count, perM2Year, lower, upper }) => ({
          key: String(withinM),
          isOwn: withinM === flux.chosenM,
          cells: [
            formatNumber(withinM / 1000),
            formatNumber(count),
            formatBriefly(1e6 * perM2Year, 2),
            t('fromTo', { from: formatBriefly(1e6 * lower, 2), to: formatBriefly(1e6 * upper, 2) }),
          ],
        }))}
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

/** How honest the stated covariances are, by originator and kind of object. */
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
      exits={{
        csv: { name: 'covariance-realism', table: () => realismTable(query.data ?? []) },
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
  const scale = (value: number) => formatNumber(value, { decimals: 2 })
  return (
    <FiguresTable
      label={t('realism')}
      head={[
        { text: t('originator') },
        { text: t('kind') },
        { text: t('pairs'), isNumber: true },
        { text: t('scale'), unit: '× σ', isNumber: true },
        { text: '5–95 %', isNumber: true, isWide: true },
        { text: t('honest') },
      ]}
      rows={groups.map((one) => ({
        key: `${one.originator} ${one.kind}`,
        cells: [
          one.originator,
          one.kind,
          formatNumber(one.count),
          one.scale === null ? MISSING : scale(one.scale),
          one.low === null || one.high === null ? MISSING : t('fromTo', { from: scale(one.low), to: scale(one.high) }),
          t(honestyOf(one)),
        ],
      }))}
    />
  )
}

/** Whether the stated errors are honest: a scale above one says that the true errors were larger than stated. */
function honestyOf({ isRealistic, scale }: CovarianceRealism) {
  if (isRealistic === null) return 'tooFewPairs'
  if (isRealistic) return 'honestYes'
  return (scale ?? 1) > 1 ? 'tooSmall' : 'tooLarge'
}

const realismTable = (groups: readonly CovarianceRealism[]): PlotTable => ({
  columns: ['originator', 'kind', 'pairs', 'scale', 'low', 'median', 'high', 'is_realistic', 'skipped'],
  rows: groups.map((one) => [
    ...[one.originator, one.kind, one.count, one.scale ?? undefined, one.low ?? undefined],
    ...[one.median ?? undefined, one.high ?? undefined, String(one.isRealistic ?? ''), one.skipped],
  ]),
})
