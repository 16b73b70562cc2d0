import { HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { type AnnualStatistics, annualStatistics } from '@apsis/astro/statistics/annual.ts'
import { decidedEventsOf } from '@apsis/astro/statistics/history-events.ts'
import { DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import { type SolvedRate, solveRate } from '@apsis/astro/statistics/solve-rate.ts'
import { type SolvedThreshold, solveThreshold } from '@apsis/astro/statistics/solve-threshold.ts'
import { probabilityOverLife, type ThresholdRates, thresholdRates } from '@apsis/astro/statistics/threshold-rates.ts'
import { type Command, type ExitCode, parseCommandLine, type Terminal, UsageError } from '../terminal/command.ts'
import { requirePositive } from '../terminal/options.ts'
import { ROW_FORM_OPTIONS, rowForm, writeForPrograms } from '../terminal/print.ts'
import { runCompliance } from './compliance.ts'
import { readAll, type WholeHistory } from './history.ts'
import { describeStatistics, type StatisticsAnswer, type StatisticsRow } from './statistics-text.ts'

export const statisticsCommand: Command = {
  help: `Usage: apsis statistics FILE... [--days DAYS] [--hbr METRES] [OPTIONS] [--json|--ndjson|--csv]
       apsis statistics --crossings N --within METRES --days DAYS --sigma MINORxMAJOR --hbr METRES [OPTIONS]
       apsis statistics compliance FILE... [--from TIME] [--to TIME] [--mission-from TIME] [OPTIONS]

  FILE              the messages of one satellite: Conjunction Data Messages (KVN, XML, JSON), or a table in CSV with
                    the columns event, created, tca, probability and, as far as known, sigmaMinorM, sigmaMajorM,
                    radiusM, radialM, horizontalM, otherRadiusM, kind. A message without a probability (an empty cell)
                    decides nothing; how many there are is said. - is standard input.
  --days DAYS       the length of the history; if it is not given, from the first closest approach to the last, without
                    a gap of more than 30 days between a table and the messages. Events of a table count up to the first
                    event of the messages
  --hbr METRES      combined hard-body radius; for messages, in place of the one that they state
  --crossings N     in place of messages: the number of objects that came nearer than --within
  --within METRES   the distance of --crossings
  --sigma AxB       the errors of --crossings along both axes of the conjunction plane, one sigma in metres: 60x200
  --threshold P     the accepted collision probability to look at; 1e-4 if it is not given
  --years YEARS     the life ahead; 5 if it is not given
  --limit P         the collision probability over the life that is allowed; 1e-3 if it is not given
  --manoeuvres-per-year N
                    which threshold takes no more manoeuvres a year than this: the smallest that does
  --growth FACTOR   the mean number of objects over the life, as a multiple of today's; 1 if it is not given
  --error-factor K  the true errors, as a multiple of the stated ones; 1 if it is not given
  --decide HOURS    decide this many hours before the closest approach; 24 if it is not given
  --consider HOURS  use messages from this many hours before the closest approach on; 84 if it is not given
  --json, --ndjson, --csv
                    for programs, an array of { "threshold", "role", "manoeuvresPerYear", "riskPerYear",
                    "avoidedPerYear", "residualPerYear", "residualOverLife", "manoeuvresPerCollisionAvoided",
                    "observed", "historyPerYear", "historyLower", "historyUpper" }; the role is curve, own (that of
                    --threshold), solved (the largest that meets --limit) or wished (that of --manoeuvres-per-year);
                    a value that is not known is null

Apsis computes the manoeuvres, the risk that they avoid and the risk that remains for each accepted probability, in two
ways: in closed form from the flux of the misses and the errors of the messages, and by drawing the history again 1000
times (95 %). An event is decided by its newest message between --consider and --decide; a manoeuvre leaves 0.03 of the
threshold. A year has 365.25 days. Objects that nobody tracks send no messages and are not in the numbers.

compliance answers what a licence asks: the collision probability of a reporting period and of the mission,
1 - prod(1-P), by the messages at the time of the decision and by the last messages, and by the size of the other
object; the events that reached each probability; and the years ahead beside --limit. In a table, the column decision
says what was decided (MANOEUVRE, or any other word). Messages do not say it: then the manoeuvres are not known.
  --from, --to      the reporting period; if they are not given, --to is now, and --from is 365.25 days before --to. If
                    --to is in the future, events count as their messages state them so far
  --mission-from    the beginning of the mission; if it is not given, the first event, or --from
  compliance also takes --hbr, --threshold, --years, --limit, --decide, --consider, --json, --ndjson and --csv;
  for programs an array with a row for the period and one for the mission: { "span", "from", "to", "events",
  "decidable", "manoeuvres", "undecided", "asDecided", "asDecidedLarge", "asDecidedSmall", "asDecidedUnknown",
  "asLastReported", "asLastReportedLarge", "asLastReportedSmall", "asLastReportedUnknown", "byThreshold", "ahead",
  "aheadBy", "total", "limit", "isWithinLimit" }

Examples:
  apsis statistics --crossings 47 --within 5000 --days 60 --sigma 60x200 --hbr 5
  apsis statistics conjunction.cdm --days 365.25 --years 10
  apsis statistics history.csv --manoeuvres-per-year 2
  apsis statistics conjunction.cdm --days 365.25 --json
  apsis statistics compliance conjunction.cdm --to 2026-12-01 --years 10`,
  run: (args, terminal) =>
    args[0] === 'compliance' ? runCompliance(args.slice(1), terminal) : runStatistics(args, terminal),
}

/** The thresholds of the curve, one for each power of ten. */
const THRESHOLDS = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3]
/** The seed is fixed, so that the same history always gives the same answer. */
const SEED = 27

/** Options that only `apsis statistics compliance` has: without the word compliance they are refused by name. */
const OF_COMPLIANCE = ['from', 'to', 'mission-from'] as const
const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  'mission-from': { type: 'string' },
  days: { type: 'string' },
  hbr: { type: 'string' },
  crossings: { type: 'string' },
  within: { type: 'string' },
  sigma: { type: 'string' },
  threshold: { type: 'string', default: '1e-4' },
  years: { type: 'string', default: '5' },
  limit: { type: 'string', default: '1e-3' },
  'manoeuvres-per-year': { type: 'string' },
  growth: { type: 'string', default: '1' },
  'error-factor': { type: 'string', default: '1' },
  decide: { type: 'string', default: '24' },
  consider: { type: 'string', default: '84' },
  ...ROW_FORM_OPTIONS,
} as const

async function runStatistics(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, OPTIONS)
  const foreign = OF_COMPLIANCE.find((name) => values[name] !== undefined)
  if (foreign !== undefined) throw new UsageError(`--${foreign} is an option of: apsis statistics compliance`)
  const form = rowForm(values)
  const number = (name: keyof typeof values) => requirePositive(String(values[name]), `--${name}`)
  const share = (name: 'threshold' | 'limit') => {
    if (number(name) >= 1) throw new UsageError(`--${name} is below 1, not ${values[name]}`)
    return number(name)
  }
  const [commitHours, considerHours] = [number('decide'), number('consider')]
  if (considerHours < commitHours) throw new UsageError('--consider is at least --decide')
  const question: Question = {
    ownThreshold: share('threshold'),
    lifeYears: number('years'),
    lifeLimit: share('limit'),
    wishedPerYear: values['manoeuvres-per-year'] === undefined ? undefined : number('manoeuvres-per-year'),
    variation: { growth: number('growth'), errorFactor: number('error-factor') },
    times: { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY },
  }
  const days = values.days === undefined ? null : number('days')
  const radiusM = values.hbr === undefined ? null : number('hbr')
  const { crossings, within, sigma } = values
  const answer =
    crossings === undefined && within === undefined && sigma === undefined
      ? fromHistory(await readAll(terminal, positionals, radiusM), days, question)
      : fromCounts(positionals, { crossings, within, sigma, days, radiusM }, question)
  if (form !== 'text') await writeForPrograms(terminal, form, answer.rows)
  else await terminal.write(`${describeStatistics(answer)}\n`)
  return 0
}

type Question = Pick<
  Parameters<typeof annualStatistics>[0],
  'ownThreshold' | 'lifeYears' | 'lifeLimit' | 'wishedPerYear' | 'variation' | 'times'
>

function fromHistory({ messages, gap }: WholeHistory, days: number | null, question: Question): StatisticsAnswer {
  const { events, spanDays } = decidedEventsOf(messages)
  const historyDays = days ?? spanDays - (gap?.days ?? 0)
  if (!(historyDays > 0)) throw new UsageError('--days is missing: all messages have the same closest approach')
  const found = annualStatistics({
    ...question,
    events: events.map(({ event }) => event),
    historyDays,
    thresholds: THRESHOLDS,
    random: seededRandom(SEED),
  })
  const { solved = null, solvedAround = [], wished = null } = found.closed ?? {}
  const rows = [
    ...rowsOf(found, question),
    ...answerRows(question, {
      solved: solvedAround.find(({ limit }) => limit === question.lifeLimit)?.rates ?? null,
      wished: wished?.rates ?? null,
    }),
  ]
  return {
    ...about(question),
    found,
    solved,
    wished: wished?.solved ?? null,
    historyDays,
    gap,
    isGiven: days !== null,
    rows,
  }
}

type Answers = { readonly solved: ThresholdRates | null; readonly wished: ThresholdRates | null }

/** Returns a row for the threshold that meets the limit, and one for the threshold with the wished number of manoeuvres, if there is one. */
function answerRows(question: Question, answers: Answers): StatisticsRow[] {
  return (['solved', 'wished'] as const).flatMap((role) => {
    const rates = answers[role]
    return rates === null ? [] : [rowOf(rates, rates.threshold, question, NO_HISTORY, role)]
  })
}

const about = ({ ownThreshold, lifeYears, lifeLimit, wishedPerYear }: Question) => ({
  ownThreshold,
  lifeYears,
  lifeLimit,
  wishedPerYear,
})

function rowsOf(found: AnnualStatistics, question: Question): StatisticsRow[] {
  return found.bootstrap.rates.map(({ threshold, observed, manoeuvresPerYear }) => {
    const rates = found.closed?.curve.find((each) => each.threshold === threshold) ?? null
    return rowOf(rates, threshold, question, {
      observed,
      historyPerYear: manoeuvresPerYear.median,
      historyLower: manoeuvresPerYear.lower,
      historyUpper: manoeuvresPerYear.upper,
    })
  })
}

const NO_HISTORY = { observed: null, historyPerYear: null, historyLower: null, historyUpper: null }

function rowOf(
  rates: ThresholdRates | null,
  threshold: number,
  { ownThreshold, lifeYears }: Question,
  history: Pick<StatisticsRow, 'observed' | 'historyPerYear' | 'historyLower' | 'historyUpper'> = NO_HISTORY,
  role: StatisticsRow['role'] = threshold === ownThreshold ? 'own' : 'curve',
): StatisticsRow {
  return {
    threshold,
    role,
    manoeuvresPerYear: rates?.manoeuvresPerYear ?? null,
    riskPerYear: rates?.riskPerYear ?? null,
    avoidedPerYear: rates?.avoidedPerYear ?? null,
    residualPerYear: rates?.residualPerYear ?? null,
    residualOverLife: rates === null ? null : probabilityOverLife(rates.residualPerYear, lifeYears),
    manoeuvresPerCollisionAvoided: rates?.manoeuvresPerCollisionAvoided ?? null,
    ...history,
  }
}

interface Counts {
  readonly crossings: string | undefined
  readonly within: string | undefined
  readonly sigma: string | undefined
  readonly days: number | null
  readonly radiusM: number | null
}

function fromCounts(files: readonly string[], counts: Counts, question: Question): StatisticsAnswer {
  if (files.length > 0) throw new UsageError('give files or --crossings, not both')
  const { crossings, within, sigma, days, radiusM } = counts
  if (crossings === undefined || within === undefined || sigma === undefined || days === null || radiusM === null)
    throw new UsageError('--crossings needs --within, --days, --sigma and --hbr')
  const [minor, major] = sigma.split('x').map((text) => requirePositive(text, '--sigma'))
  if (minor === undefined || major === undefined) throw new UsageError('--sigma has two numbers: 60x200')
  const withinM = requirePositive(within, '--within')
  const years = days / DAYS_PER_YEAR
  const fluxPerM2Year = requirePositive(crossings, '--crossings') / (Math.PI * withinM ** 2 * years)
  const [sigmaMinorM, sigmaMajorM] = [Math.min(minor, major), Math.max(minor, major)]
  const classes = [{ fluxPerM2Year, errors: [{ sigmaMinorM, sigmaMajorM, radiusM }] }]
  const rates = (threshold: number) => thresholdRates(classes, threshold, question.variation)
  const solved: SolvedThreshold = solveThreshold(question.lifeLimit, (threshold) =>
    probabilityOverLife(rates(threshold).residualPerYear, question.lifeYears),
  )
  const thresholds = [...new Set([...THRESHOLDS, question.ownThreshold])].sort((a, b) => a - b)
  const wished =
    question.wishedPerYear === undefined
      ? null
      : solveRate(question.wishedPerYear, (threshold) => rates(threshold).manoeuvresPerYear)
  const at = (answer: SolvedThreshold | SolvedRate | null) =>
    answer?.kind === 'threshold' ? rates(answer.threshold) : null
  const rows = [
    ...thresholds.map((threshold) => rowOf(rates(threshold), threshold, question)),
    ...answerRows(question, { solved: at(solved), wished: at(wished) }),
  ]
  return { ...about(question), found: null, solved, wished, historyDays: days, fluxPerM2Year, rows }
}
