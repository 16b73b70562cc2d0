import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { complianceWords } from './compliance-words.data.ts'
import { FiguresTable } from './figures-table.tsx'
import { type ComplianceQuestion, complianceQuery } from './statistics-query.ts'

/** The reporting periods that are offered, in days: a quarter of three months of 30 days, and a year. */
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

/** The question of a period that ends at the last full hour. */
export function complianceQuestion({ satelliteId, years, limit, period, nowMs }: ComplianceForm): ComplianceQuestion {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const from = new Date(toMs - PERIODS[period] * DAY_MS).toISOString()
  return { 'satellite-id': satelliteId, from, to: new Date(toMs).toISOString(), years, limit }
}

/** Which reporting period an address asks for. */
export const periodOf = (text: string | undefined): Period => PERIOD_NAMES.find((one) => one === text) ?? 'year'

type Props = {
  readonly question: ComplianceQuestion
  readonly period: Period
  readonly onPeriod: (period: Period) => void
}

/** What a licence asks: the probability of the mission, what was done about it, and what is ahead. */
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
      exits={{
        csv: { name: 'compliance', table: () => complianceTable(query.data) },
        call: { method: 'GET', path: '/api/v1/ca/statistics/compliance', query: question },
      }}
      className={`line-top ${styles.pane}`}
    >
      {(found) => <ComplianceBody found={found} />}
    </QueryPane>
  )
}

/** On paper: what has been read, under its own title. */
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

/** The same on the screen and on paper. */
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

/** Whether what was and what is ahead stay below the limit. */
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

/** The probability of a collision in the period and in the mission, by size of the other object. */
function ProbabilityTable({ found: { period, mission } }: FoundProps) {
  const t = useWords(complianceWords)
  return (
    <FiguresTable
      label={t('probabilities')}
      head={[
        { text: t('objects') },
        { text: t('periodDecided'), isNumber: true, isWide: true },
        { text: t('periodLast'), isNumber: true },
        { text: t('missionDecided'), isNumber: true, isWide: true },
        { text: t('missionLast'), isNumber: true },
      ]}
      rows={(['all', 'large', 'small', 'unknown'] as const).map((part) => ({
        key: part,
        isSum: part === 'all',
        cells: [
          t(part),
          chance(period.probability.asDecided[part]),
          chance(period.probability.asLastReported[part]),
          chance(mission.probability.asDecided[part]),
          chance(mission.probability.asLastReported[part]),
        ],
      }))}
    />
  )
}

/** The events that reached each threshold, and the manoeuvres that were flown for them. */
function CountTable({ found: { period, mission, threshold } }: FoundProps) {
  const t = useWords(complianceWords)
  return (
    <FiguresTable
      label={t('counts')}
      head={[
        { text: t('reachedAt') },
        { text: t('periodEvents'), isNumber: true },
        { text: t('periodBurns'), isNumber: true },
        { text: t('missionEvents'), isNumber: true, isWide: true },
        { text: t('missionBurns'), isNumber: true, isWide: true },
      ]}
      rows={[
        ...mission.byThreshold.map((one, place) => ({
          key: String(one.threshold),
          isOwn: one.threshold === threshold,
          cells: [
            chance(one.threshold),
            formatNumber(period.byThreshold[place]?.events ?? 0),
            formatNumber(period.byThreshold[place]?.manoeuvres ?? 0),
            formatNumber(one.events),
            formatNumber(one.manoeuvres),
          ],
        })),
        {
          key: 'all',
          isSum: true,
          cells: [
            t('allEvents'),
            formatNumber(period.counts.events),
            formatNumber(period.counts.manoeuvres),
            formatNumber(mission.counts.events),
            formatNumber(mission.counts.manoeuvres),
          ],
        },
      ]}
    />
  )
}

/** The dates that the tables cover, and what qualifies their numbers. */
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
