import type { AnnualStatistics } from '@apsis/astro/statistics/annual.ts'
import { DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import type { SolvedRate } from '@apsis/astro/statistics/solve-rate.ts'
import type { SolvedThreshold } from '@apsis/astro/statistics/solve-threshold.ts'
import { formatColumns, formatTable, utc } from '../terminal/print.ts'
import type { HistoryGap } from './history.ts'

/** The consequences of one threshold; unknown values are null. */
export interface StatisticsRow {
  readonly threshold: number
  readonly role: 'curve' | 'own' | 'solved' | 'wished'
  readonly manoeuvresPerYear: number | null
  readonly riskPerYear: number | null
  readonly avoidedPerYear: number | null
  readonly residualPerYear: number | null
  readonly residualOverLife: number | null
  readonly manoeuvresPerCollisionAvoided: number | null
  readonly observed: number | null
  readonly historyPerYear: number | null
  readonly historyLower: number | null
  readonly historyUpper: number | null
}

/** The answer of the command. */
export interface StatisticsAnswer {
  readonly rows: readonly StatisticsRow[]
  /** Null if only counts were given. */
  readonly found: AnnualStatistics | null
  readonly solved: SolvedThreshold | null
  /** Null if no number of manoeuvres was requested, or if the threshold for it is not known. */
  readonly wished: SolvedRate | null
  readonly wishedPerYear?: number | undefined
  readonly historyDays: number
  /** A period without data; absent if there is none. */
  readonly gap?: HistoryGap | null
  /** True if the length of the history was given on the command line; it then includes the gap. */
  readonly isGiven?: boolean
  readonly fluxPerM2Year?: number
  readonly ownThreshold: number
  readonly lifeYears: number
  readonly lifeLimit: number
}

/** The mark at the beginning of the row. */
const MARKS = { curve: '', own: '*', solved: 'limit', wished: 'wish' }

/** Writes the statistics for people. */
export function describeStatistics(answer: StatisticsAnswer): string {
  const { rows, lifeYears } = answer
  const titles = ['', 'accepted', 'man./year', 'removed (%)', `left in ${lifeYears} y`, 'history/year', '95 %']
  const lines = rows.map((row) => [
    MARKS[row.role],
    row.threshold.toExponential(row.role === 'curve' || row.role === 'own' ? 0 : 2),
    shortOf(row.manoeuvresPerYear),
    row.avoidedPerYear === null || row.riskPerYear === null
      ? '-'
      : ((100 * row.avoidedPerYear) / row.riskPerYear).toFixed(1),
    row.residualOverLife?.toExponential(2) ?? '-',
    shortOf(row.historyPerYear),
    row.historyLower === null || row.historyUpper === null
      ? '-'
      : `${shortOf(row.historyLower)} to ${shortOf(row.historyUpper)}`,
  ])
  return `${formatTable(headOf(answer))}\n\n${formatColumns([titles, ...lines])}`
}

function headOf(answer: StatisticsAnswer) {
  const { found, solved, wished, wishedPerYear, historyDays, fluxPerM2Year, lifeYears, lifeLimit } = answer
  const rows: [string, string][] = [
    ['history', `${historyDays.toFixed(1)} days, ${(historyDays / DAYS_PER_YEAR).toFixed(3)} years of 365.25 days`],
  ]
  const { gap, isGiven } = answer
  if (gap != null)
    rows.push([
      'gap',
      `${gap.days.toFixed(1)} days from ${utc(gap.from, 0)} to ${utc(gap.to, 0)}, of which nothing is known: ${isGiven === true ? '--days is taken as it was given' : 'not counted'}`,
    ])
  if (found !== null) {
    const { events, decidable, withErrors, flux, closed } = found
    rows.push(['events', `${events}, of which ${decidable} could be decided, ${withErrors} of them with errors`])
    const disc = flux.discs[flux.chosen?.index ?? -1]
    if (disc === undefined) rows.push(['flux', 'not known: ten crossings within 10 km are needed'])
    else {
      const { perM2Year, interval, discM } = disc
      const band = `95 %: ${interval.lower.toExponential(2)} to ${interval.upper.toExponential(2)}`
      const doubt = flux.chosen?.doDisagree ? '; larger discs disagree' : ''
      rows.push(['flux', `${perM2Year.toExponential(2)} /m2/year within ${discM / 1000} km (${band}${doubt})`])
    }
    if (closed !== null) rows.push(['agreement', AGREEMENTS[closed.agreement.verdict]])
  } else if (fluxPerM2Year !== undefined) rows.push(['flux', `${fluxPerM2Year.toExponential(2)} /m2/year`])
  rows.push(['limit', `${lifeLimit} over ${lifeYears} years: ${solvedText(solved)}`])
  if (wishedPerYear !== undefined) rows.push(['wish', `${wishedPerYear} manoeuvres a year: ${wishedText(wished)}`])
  return rows
}

const AGREEMENTS = {
  inside: 'the closed form is within what the history allows',
  'prediction-higher': 'the closed form is above what the history allows at 95 %',
  'prediction-lower': 'the closed form is below what the history allows at 95 %',
}

function solvedText(solved: SolvedThreshold | null): string {
  if (solved === null) return 'not known'
  if (solved.kind === 'none-needed') return 'met without a manoeuvre'
  if (solved.kind === 'out-of-reach') return 'met by no threshold'
  return `met up to a threshold of ${solved.threshold.toExponential(2)}`
}

function wishedText(wished: SolvedRate | null): string {
  if (wished === null) return 'not known'
  if (wished.kind === 'always-fewer') return 'answering everything takes fewer'
  return `met from a threshold of ${wished.threshold.toExponential(2)} on`
}

function shortOf(value: number | null): string {
  if (value === null) return '-'
  return value === 0 || value >= 0.01 ? value.toFixed(2) : value.toExponential(1)
}
