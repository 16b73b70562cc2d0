import { HOURS_PER_DAY, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { annualStatistics } from '@apsis/astro/statistics/annual.ts'
import type { DecisionTimes } from '@apsis/astro/statistics/commit-update.ts'
import { type ComplianceSpan, complianceOf } from '@apsis/astro/statistics/compliance.ts'
import { type DecidedHistory, decidedEventsOf } from '@apsis/astro/statistics/history-events.ts'
import { DAYS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseInstant } from '@apsis/astro/time/parse-time.ts'
import { type ExitCode, parseCommandLine, type Terminal, UsageError } from '../terminal/command.ts'
import { requireInstant, requirePositive } from '../terminal/options.ts'
import { formatColumns, formatTable, ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'
import { readAll } from './history.ts'

const MS_PER_S = 1_000
/** The seed is fixed, so that the same history always gives the same answer. */
const SEED = 27
/** By Poisson statistics, ten events are consistent with 4.8 to 18.4 (Garwood 1936); a rate from fewer events has hardly any meaning. */
const FEWEST_EVENTS = 10

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  'mission-from': { type: 'string' },
  hbr: { type: 'string' },
  threshold: { type: 'string', default: '1e-4' },
  years: { type: 'string', default: '5' },
  limit: { type: 'string', default: '1e-3' },
  decide: { type: 'string', default: '24' },
  consider: { type: 'string', default: '84' },
  ...ROW_FORM_OPTIONS,
} as const

/** The statement for one span, for programs; a member is null if it cannot be determined from messages alone. */
interface ComplianceRow {
  readonly span: 'period' | 'mission'
  readonly from: string
  readonly to: string
  readonly events: number
  readonly decidable: number
  readonly manoeuvres: number | null
  readonly undecided: number | null
  readonly asDecided: number
  readonly asDecidedLarge: number
  readonly asDecidedSmall: number
  readonly asDecidedUnknown: number
  readonly asLastReported: number
  readonly asLastReportedLarge: number
  readonly asLastReportedSmall: number
  readonly asLastReportedUnknown: number
  readonly byThreshold: ComplianceSpan['byThreshold']
  readonly ahead: number
  readonly aheadBy: 'closed-form' | 'bootstrap'
  readonly total: number
  readonly limit: number
  readonly isWithinLimit: boolean
}

/** Runs `apsis statistics compliance`: the licence conditions of a satellite, from its messages. */
export async function runCompliance(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, OPTIONS)
  const form = rowForm(values)
  const number = (name: keyof typeof values) => requirePositive(String(values[name]), `--${name}`)
  for (const name of ['threshold', 'limit'] as const)
    if (number(name) >= 1) throw new UsageError(`--${name} is below 1, not ${values[name]}`)
  const [threshold, limit, years] = [number('threshold'), number('limit'), number('years')]
  const [commitHours, considerHours] = [number('decide'), number('consider')]
  if (considerHours < commitHours) throw new UsageError('--consider is at least --decide')
  const times = { commitDays: commitHours / HOURS_PER_DAY, considerDays: considerHours / HOURS_PER_DAY }
  const to = values.to === undefined ? parseInstant(terminal.now().toISOString()) : requireInstant(values.to, '--to')
  const { messages, gap } = await readAll(terminal, positionals, values.hbr === undefined ? null : number('hbr'))
  const history = decidedEventsOf(messages)
  const { origin } = history
  if (origin === null) throw new UsageError('there is no message')
  const dayOf = (epoch: Epoch) => secondsBetween(origin, epoch) / SECONDS_PER_DAY
  const toDay = dayOf(to)
  const fromDay = values.from === undefined ? toDay - DAYS_PER_YEAR : dayOf(requireInstant(values.from, '--from'))
  if (fromDay >= toDay) throw new UsageError('--to is not after --from')
  // The first event is the origin of the days; a period that begins before it is still a part of the mission.
  const missionDay =
    values['mission-from'] === undefined
      ? Math.min(0, fromDay)
      : dayOf(requireInstant(values['mission-from'], '--mission-from'))
  const spans = [
    { name: 'period' as const, day: fromDay },
    { name: 'mission' as const, day: missionDay },
  ]
  const found = complianceOf(
    history.events,
    spans.map(({ day }) => ({ fromMs: msOf(day), toMs: msOf(toDay) })),
    { times, threshold },
  )
  const [, mission] = found
  if (mission === undefined) throw new RangeError('two times have two answers')
  const unknown = gap === null ? null : { fromDay: dayOf(gap.from), toDay: dayOf(gap.to) }
  const ahead = aheadOf(history, toDay, { unknown, times, threshold, years, limit })
  const total = 1 - (1 - mission.probability.asLastReported.all) * (1 - ahead.ahead)
  const rows = spans.flatMap(({ name, day }, place): ComplianceRow[] => {
    const span = found[place]
    if (span === undefined) return []
    const about = { span: name, from: utc(epochOf(origin, day), 3), to: utc(to, 3) }
    return [
      { ...about, ...figuresOf(span, history.hasDecisions), ...ahead, total, limit, isWithinLimit: total <= limit },
    ]
  })
  if (form !== 'text') await writeForPrograms(terminal, form, rows)
  else await terminal.write(`${describe(rows, { years, threshold })}\n`)
  return 0
}

const msOf = (day: number) => Math.round(day * SECONDS_PER_DAY * MS_PER_S)

function figuresOf({ probability, counts, byThreshold }: ComplianceSpan, hasDecisions: boolean) {
  const { asDecided, asLastReported } = probability
  return {
    events: counts.events,
    decidable: counts.decidable,
    // Messages do not contain decisions, but a table can.
    manoeuvres: hasDecisions ? counts.manoeuvres : null,
    undecided: hasDecisions ? counts.undecided : null,
    asDecided: asDecided.all,
    asDecidedLarge: asDecided.large,
    asDecidedSmall: asDecided.small,
    asDecidedUnknown: asDecided.unknown,
    asLastReported: asLastReported.all,
    asLastReportedLarge: asLastReported.large,
    asLastReportedSmall: asLastReported.small,
    asLastReportedUnknown: asLastReported.unknown,
    byThreshold,
  }
}

type Question = {
  readonly times: DecisionTimes
  readonly threshold: number
  readonly years: number
  readonly limit: number
  /** A period without data. */
  readonly unknown: { readonly fromDay: number; readonly toDay: number } | null
}

/** Projects the annual statistics of the previous year over the years ahead. */
function aheadOf({ events }: DecidedHistory, toDay: number, { times, threshold, years, limit, unknown }: Question) {
  const inYear = events
    .map(({ event }) => event)
    .filter(({ tcaDay }) => tcaDay >= toDay - DAYS_PER_YEAR && tcaDay < toDay)
  const firstDay = Math.min(toDay, ...inYear.map(({ tcaDay }) => tcaDay))
  const unknownDays =
    unknown === null ? 0 : Math.max(0, Math.min(unknown.toDay, toDay) - Math.max(unknown.fromDay, firstDay))
  if (inYear.length === 0) throw new UsageError('no event lies in the 365.25 days before --to')
  const { closed, bootstrap } = annualStatistics({
    events: inYear.map((event) => ({ ...event, tcaDay: event.tcaDay - firstDay })),
    historyDays: toDay - firstDay - unknownDays,
    thresholds: [threshold],
    ownThreshold: threshold,
    lifeYears: years,
    lifeLimit: limit,
    times,
    variation: {},
    random: seededRandom(SEED),
  })
  const drawn = bootstrap.rates.find((one) => one.threshold === threshold)?.residualOverLife.median ?? 0
  return closed === null
    ? { ahead: drawn, aheadBy: 'bootstrap' as const }
    : { ahead: closed.residualOverLife, aheadBy: 'closed-form' as const }
}

/** Writes the statement for people. */
function describe(rows: readonly ComplianceRow[], { years, threshold }: Pick<Question, 'years' | 'threshold'>): string {
  const [period, mission] = rows
  if (period === undefined || mission === undefined) return ''
  const short = (value: number) => (value === 0 ? '0' : value.toExponential(2))
  const count = (value: number | null) => (value === null ? 'not known' : String(value))
  const line = (title: string, of: (row: ComplianceRow) => string) => [title, of(period), of(mission)]
  const table = formatColumns([
    ['', 'period', 'mission'],
    line('from', ({ from }) => from),
    line('to', ({ to }) => to),
    line('events', ({ events }) => String(events)),
    line('  could be decided', ({ decidable }) => String(decidable)),
    line('  manoeuvres', ({ manoeuvres }) => count(manoeuvres)),
    line(`  undecided at ${threshold.toExponential(0)}`, ({ undecided }) => count(undecided)),
    line('as decided', ({ asDecided }) => short(asDecided)),
    line('  10 cm and more', ({ asDecidedLarge }) => short(asDecidedLarge)),
    line('  below 10 cm', ({ asDecidedSmall }) => short(asDecidedSmall)),
    line('  size not known', ({ asDecidedUnknown }) => short(asDecidedUnknown)),
    line('as last reported', ({ asLastReported }) => short(asLastReported)),
    ...period.byThreshold.map(({ threshold: at }, place) =>
      line(`reached ${at.toExponential(0)}`, ({ byThreshold }) => String(byThreshold[place]?.events ?? 0)),
    ),
  ])
  const { ahead, aheadBy, total, limit, isWithinLimit, decidable } = mission
  const few = decidable < FEWEST_EVENTS ? `, from ${decidable} decided: too few to rely on` : ''
  const by = aheadBy === 'closed-form' ? 'closed form' : `history drawn again${few}`
  const sums = formatTable([
    ['ahead', `${short(ahead)} over ${years} years of 365.25 days (${by})`],
    ['total', `${short(total)}: ${isWithinLimit ? 'within' : 'above'} the limit of ${limit}`],
    ['not in it', 'objects that nobody tracks; manoeuvres are counted by decisions, not by telemetry'],
  ])
  return `${table}\n\n${sums}`
}

const epochOf = (origin: Epoch, day: number): Epoch => addSeconds(origin, day * SECONDS_PER_DAY)
