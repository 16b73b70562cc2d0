import { DAY_MS, HOURS_PER_DAY } from '@apsis/astro/constants.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import type { ScreeningBox } from '@apsis/astro/screening/screening-box.ts'
import { type AnnualQuestion, annualStatistics, type WishedRate } from '@apsis/astro/statistics/annual.ts'
import type { AnnualEvent } from '@apsis/astro/statistics/annual-event.ts'
import { type BurnCost, type Costs, costsOf } from '@apsis/astro/statistics/burn-costs.ts'
import { commitUpdate } from '@apsis/astro/statistics/commit-update.ts'
import { DAYS_PER_MONTH } from '@apsis/astro/statistics/periods.ts'
import type { SolvedThreshold } from '@apsis/astro/statistics/solve-threshold.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { eventsOf } from './history.ts'
import type { PastEvent } from './loaded-history-task.ts'
import type { MessageFacts } from './statistics.repository.ts'

/** The task of the annual statistics: the messages of a satellite, and the question. */
export type AnnualTask = Omit<AnnualQuestion, 'events' | 'historyDays' | 'random' | 'thresholds'> & {
  readonly messages: readonly MessageFacts[]
  /** Events from a table, which are older than the messages, and the number of days without data between the two. */
  readonly past: readonly PastEvent[]
  readonly gapDays: number
  /** True: there were more messages than are used. */
  readonly isCut: boolean
  readonly from: Date
  readonly to: Date
  readonly box: ScreeningBox | null
  readonly burn: Pick<BurnCost, 'deltaVMps' | 'outageHours'> & {
    readonly massKg: number | null
    readonly specificImpulseS: number | null
  }
}

/** The part of the answer that follows from the messages and the question alone. */
export type AnnualAnswer = Pick<
  AnnualStatistics,
  'closed' | 'flux' | 'bootstrap' | 'costs' | 'months' | 'isShort' | 'limits'
> & { readonly counts: Omit<AnnualStatistics['counts'], 'messages'> }

/** The thresholds of the curves: five per decade from 1e-8 to 1e-2. */
const THRESHOLDS = Array.from({ length: 31 }, (_, i) => 10 ** (i / 5 - 8))
/** The seed is fixed, so that the same question has the same answer. */
const SEED = 27

/** Computes the annual statistics of a history. Runs in the worker pool: the bootstrap of a long history takes a second. */
export function computeAnnual(task: AnnualTask): AnnualAnswer {
  const { messages, past, gapDays, isCut, from, to, box, burn, ...question } = task
  const daysOf = (tcaMs: number) => (tcaMs - from.getTime()) / DAY_MS
  const events = [
    ...past.map(({ event, tcaMs }) => ({ ...event, tcaDay: daysOf(tcaMs) })),
    ...eventsOf(messages, { from, box }),
  ]
  const spanDays = daysOf(to.getTime())
  const historyDays = spanDays - gapDays
  const random = seededRandom(SEED)
  const found = annualStatistics({ ...question, events, historyDays, thresholds: THRESHOLDS, random })
  const { closed, flux, bootstrap } = found
  const own = bootstrap.rates.find(({ threshold }) => threshold === question.ownThreshold)
  const perYear = closed?.own.manoeuvresPerYear ?? own?.manoeuvresPerYear.median ?? 0
  const isShort = historyDays < DAYS_PER_MONTH
  return {
    counts: { events: found.events, decidable: found.decidable, withErrors: found.withErrors, rough: found.rough },
    isShort,
    flux: {
      discs: flux.discs.map(({ discM, ...rest }) => ({ withinM: discM, ...flat(rest) })),
      slices: flux.slices.map(({ fromM, toM, ...rest }) => ({ fromM, toM, ...flat(rest) })),
      chosenM: flux.discs[flux.chosen?.index ?? -1]?.discM ?? null,
      doDisagree: flux.chosen?.doDisagree ?? false,
    },
    closed: closed === null ? null : presentClosed(closed),
    bootstrap: { ...bootstrap, rates: [...bootstrap.rates], solved: found.solvedFromHistory },
    costs: {
      perYear: costs(perYear, burn),
      overLife: costs(perYear * question.lifeYears, burn),
    },
    months: monthsOf(events, { from, historyDays: spanDays, question }),
    limits: [
      'untracked-objects',
      ...(isShort ? (['short-history'] as const) : []),
      ...(isCut ? (['history-cut'] as const) : []),
      ...(past.length > 0 ? (['loaded-history'] as const) : []),
      ...(gapDays > 0 ? (['history-gap'] as const) : []),
      ...(flux.chosen?.doDisagree === true ? (['flux-disagrees'] as const) : []),
      ...(found.rough > 0 ? (['rough-errors'] as const) : []),
      ...(messages.some(({ isSimulated }) => isSimulated) ? (['simulated-messages'] as const) : []),
    ],
  }
}

function flat<T extends { readonly interval: { readonly lower: number; readonly upper: number } }>({
  interval,
  ...rest
}: T) {
  return { ...rest, lower: interval.lower, upper: interval.upper }
}

function presentClosed(
  closed: NonNullable<ReturnType<typeof annualStatistics>['closed']>,
): NonNullable<AnnualStatistics['closed']> {
  const { sensitivity, solved, solvedAround, agreement, curve, byKind, bySize, wished, ...rest } = closed
  return {
    ...rest,
    curve: [...curve],
    byKind: [...byKind],
    bySize: [...bySize],
    sensitivity: {
      radius: [...sensitivity.radius],
      errors: [...sensitivity.errors],
      sigmas: [...sensitivity.sigmas],
      growth: [...sensitivity.growth],
      commit: sensitivity.commit.map(({ value, rates }) => ({ value: value * HOURS_PER_DAY, rates })),
    },
    solved: presentSolved(solved),
    solvedAround: solvedAround.map(({ limit, rates, ...around }) => ({
      limit,
      ...presentSolved(around.solved),
      rates,
    })),
    ...(wished === null ? {} : { wished: presentWished(wished) }),
    agreement: flat(agreement),
  }
}

const presentSolved = (solved: SolvedThreshold) => ({
  kind: solved.kind,
  threshold: solved.kind === 'threshold' ? solved.threshold : null,
})

const presentWished = ({ perYear, solved, rates }: WishedRate) => ({
  manoeuvresPerYear: perYear,
  kind: solved.kind,
  threshold: solved.kind === 'threshold' ? solved.threshold : null,
  rates,
})

/** Returns the cost of manoeuvres; without a mass or a known engine it is unknown. */
function costs(
  manoeuvres: number,
  { massKg, specificImpulseS, ...burn }: AnnualTask['burn'],
): AnnualStatistics['costs']['perYear'] {
  const found: Costs = costsOf(manoeuvres, { ...burn, massKg: massKg ?? 0, specificImpulseS })
  return massKg === null || specificImpulseS === null ? { ...found, propellantKg: null } : found
}

type History = {
  readonly from: Date
  readonly historyDays: number
  readonly question: Pick<AnnualTask, 'times' | 'ownThreshold'>
}

/** Divides the own history into months of 30 days counted back from its end, so that the newest month is complete. */
function monthsOf(
  events: readonly AnnualEvent[],
  { from, historyDays, question }: History,
): AnnualStatistics['months'] {
  const months = Math.ceil(historyDays / DAYS_PER_MONTH)
  return Array.from({ length: months }, (_, i) => {
    const [begin, end] = [historyDays - (months - i) * DAYS_PER_MONTH, historyDays - (months - i - 1) * DAYS_PER_MONTH]
    const some = events.filter(({ tcaDay }) => tcaDay >= begin && tcaDay < end)
    const decided = some.flatMap(({ updates }) => commitUpdate(updates, question.times) ?? [])
    const probabilities = decided.map(({ probability }) => probability)
    return {
      from: new Date(from.getTime() + Math.max(0, begin) * DAY_MS).toISOString(),
      to: new Date(from.getTime() + end * DAY_MS).toISOString(),
      events: some.length,
      decidable: decided.length,
      reached: probabilities.filter((probability) => probability >= question.ownThreshold).length,
      largestProbability: probabilities.length === 0 ? null : Math.max(...probabilities),
    }
  })
}
