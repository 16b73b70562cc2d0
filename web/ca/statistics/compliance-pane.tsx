import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { complianceWords } from './compliance-words.data.ts'
import { type ComplianceQuestion, complianceQuery } from './statistics-query.ts'

/** The possible reporting periods, in days: a quarter of three months of 30 days, and a year. */
const PERIODS = { quarter: 90, year: 365.25 } as const
export type Period = keyof typeof PERIODS
const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

type ComplianceForm = {
  readonly satelliteId: string
  readonly years: number
  readonly limit: number
  readonly period: Period
  readonly nowMs: number
}

/** Returns the query for a period that ends at the last full hour. */
export function complianceQuestion({ satelliteId, years, limit, period, nowMs }: ComplianceForm): ComplianceQuestion {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const from = new Date(toMs - PERIODS[period] * DAY_MS).toISOString()
  return { 'satellite-id': satelliteId, from, to: new Date(toMs).toISOString(), years, limit }
}

/** Returns the reporting period in an address. */
export const periodOf = (text: string | undefined): Period => PERIOD_NAMES.find((one) => one === text) ?? 'year'

type Props = {
  readonly question: ComplianceQuestion
  readonly period: Period
  readonly onPeriod: (period: Period) => void
}

/** Shows the figures for a licence: the probability over the mission, the actions against it, and the outlook. */
export function CompliancePane({ question, period, onPeriod }: Props) {
  const t = useWords(complianceWords)
  const query = useQuery(complianceQuery(question))
  return (
    <QueryPane
      id="compliance"
      title={t('title')}
      query={query}
      skeletonRows={8}
      failed={t('failed')}
      actions={
        <Segments
          label={t('period')}
          value={period}
          options={PERIOD_NAMES.map((value) => ({ value, label: t(value) }))}
          onChange={onPeriod}
        />
      }
      exports={{
        csv: { name: 'compliance', table: () => complianceTable(query.data) },
        call: { method: 'GET', path: '/api/v1/ca/statistics/compliance', query: question },
      }}
      className={`line-top ${styles.pane}`}
    >
      {(found) => <ComplianceBody found={found} />}
    </QueryPane>
  )
}

/** Shows the data that was read on paper, under a separate title. */
export function CompliancePart({ question }: { readonly question: ComplianceQuestion }) {
  const t = useWords(complianceWords)
  const { data } = useQuery(complianceQuery(question))
  return data ? (
    <section>
      <h2>{t('title')}</h2>
      <ComplianceBody found={data} />
    </section>
  ) : null
}

type FoundProps = { readonly found: Compliance }

/** Shows the content that screen and paper share. */
function ComplianceBody({ found }: FoundProps) {
  return (
    <>
      <Verdict found={found} />
      <ProbabilityTable found={found} />
      <CountTable found={found} />
      <Spans found={found} />
    </>
  )
}

const chance = (value: number) => <Probability value={value} reason="" />

/** States whether the past and the future stay below the limit. */
function Verdict({ found }: FoundProps) {
  const t = useWords(complianceWords)
  const { mission, ahead, limit, total, isWithinLimit } = found
  return (
    <p className={styles.note}>
      <StatusSymbol level={isWithinLimit ? 'ok' : 'caution'} />{' '}
      <Said
        text={(marks) => t(isWithinLimit ? 'within' : 'above', { ...marks, years: formatNumber(ahead.years) })}
        values={{
          past: chance(mission.probability.asLastReported.all),
          ahead: chance(ahead.probability),
          total: chance(total),
          limit: chance(limit),
        }}
      />
    </p>
  )
}

const PARTS = ['all', 'large', 'small', 'unknown'] as const
type Part = (typeof PARTS)[number]

/** Lists the probability of a collision in the period and in the mission, by size of the other object. */
function ProbabilityTable({ found }: FoundProps) {
  const t = useWords(complianceWords)
  const column = (
    id: 'periodDecided' | 'periodLast' | 'missionDecided' | 'missionLast',
    priority: number,
    of: Readonly<Record<Part, number>>,
  ): PlainColumn<Part> => ({ id, title: t(id), align: 'end', priority, cell: (part) => chance(of[part]) })
  const { period, mission } = found
  return (
    <PlainTable
      label={t('probabilities')}
      rows={PARTS}
      columns={[
        { id: 'objects', title: t('objects'), cell: (part) => t(part) },
        column('periodDecided', 2, period.probability.asDecided),
        column('periodLast', 1, period.probability.asLastReported),
        column('missionDecided', 2, mission.probability.asDecided),
        column('missionLast', 1, mission.probability.asLastReported),
      ]}
      idOf={(part) => part}
      rowClass={(part) => (part === 'all' ? styles.sum : undefined)}
    />
  )
}

type Counts = Compliance['period']['counts']
type CountLine = Record<'period' | 'mission', Pick<Counts, 'events' | 'manoeuvres'>> & {
  /** The threshold of the line; undefined for the line with all events. */
  readonly at: number | undefined
}

/** Lists the events that reached each threshold, and the manoeuvres that were made for them. */
function CountTable({ found: { period, mission, threshold } }: FoundProps) {
  const t = useWords(complianceWords)
  const none = { events: 0, manoeuvres: 0 }
  const column = (
    id: 'periodEvents' | 'periodBurns' | 'missionEvents' | 'missionBurns',
    priority: number,
    of: (line: CountLine) => number,
  ): PlainColumn<CountLine> => ({ id, title: t(id), align: 'end', priority, cell: (line) => formatNumber(of(line)) })
  return (
    <PlainTable
      label={t('counts')}
      rows={mission.byThreshold.map(
        (one, place): CountLine => ({
          at: one.threshold,
          period: period.byThreshold[place] ?? none,
          mission: one,
        }),
      )}
      foot={[{ at: undefined, period: period.counts, mission: mission.counts }]}
      columns={[
        { id: 'at', title: t('reachedAt'), cell: ({ at }) => (at === undefined ? t('allEvents') : chance(at)) },
        column('periodEvents', 1, (line) => line.period.events),
        column('periodBurns', 1, (line) => line.period.manoeuvres),
        column('missionEvents', 2, (line) => line.mission.events),
        column('missionBurns', 2, (line) => line.mission.manoeuvres),
      ]}
      idOf={({ at }) => String(at)}
      isSelected={({ at }) => at === threshold}
    />
  )
}

/** Shows the dates that the tables cover, and warnings about their numbers. */
function Spans({ found: { period, mission, limits } }: FoundProps) {
  const t = useWords(complianceWords)
  const { undecided } = period.counts
  const days = ({ from, to }: Compliance['period']) =>
    t('span', { from: formatDate(Date.parse(from)), to: formatDate(Date.parse(to)) })
  return (
    <p className={styles.note}>
      {t('spans', { period: days(period), mission: days(mission) })}{' '}
      {undecided > 0 ? t('undecided', { count: undecided }) : null} {limits.map((one) => t(one)).join(' ')}
    </p>
  )
}

function complianceTable(found: Compliance | undefined): PlotTable {
  const spans = found ? [['period', found.period] as const, ['mission', found.mission] as const] : []
  const columns = ['span', 'from', 'to', 'quantity', 'of', 'value']
  const rows = spans.flatMap(([name, span]) => {
    const at = [name, span.from, span.to] as const
    const { asDecided, asLastReported } = span.probability
    return [
      ...Object.entries(asDecided).map(([of, value]) => [...at, 'probability_as_decided', of, value]),
      ...Object.entries(asLastReported).map(([of, value]) => [...at, 'probability_as_last_reported', of, value]),
      ...Object.entries(span.counts).map(([of, value]) => [...at, 'count', of, value]),
      ...span.byThreshold.flatMap(({ threshold, events, manoeuvres }) => [
        [...at, 'events', String(threshold), events],
        [...at, 'manoeuvres', String(threshold), manoeuvres],
      ]),
    ]
  })
  const sums = found
    ? [
        ['ahead', found.period.to, '', 'probability', found.ahead.by, found.ahead.probability],
        ['total', found.mission.from, '', 'probability', 'all', found.total],
        ['limit', '', '', 'probability', 'all', found.limit],
      ]
    : []
  return { columns, rows: [...rows, ...sums] }
}
