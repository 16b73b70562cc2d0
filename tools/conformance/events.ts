import { CARA_TOLERANCE_S, groupUpdates } from '@apsis/astro/conjunction/group-updates.ts'
import { garwood } from '@apsis/astro/poisson-interval.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { AFTER_BURN_SHARE } from '@apsis/astro/statistics/alert-region.ts'
import { bootstrap } from '@apsis/astro/statistics/bootstrap.ts'
import { commitUpdate } from '@apsis/astro/statistics/commit-update.ts'
import { SECONDS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import { countAbove, fitProbabilityLaw } from '@apsis/astro/statistics/probability-law.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type Json, onlyFile, readJson, readTable } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

const HISTORY = 'events/cdm_history_*.csv'
const EVENTS = 'events/events_*expected.csv'
const COUNTS = 'events/expected*.json'

function readUpdates() {
  const primary = readJson(onlyFile(COUNTS)).text('primary')
  return readTable(onlyFile(HISTORY)).map((row) => ({
    objects: [primary, row.text('secondary')] as const,
    tca: parseTime(row.text('tca_utc')),
    row: row.text('row'),
  }))
}

function compareHistory(tally: Tally): void {
  const counts = readJson(onlyFile(COUNTS))
  tally.run('updates and events', (check) => {
    const updates = readUpdates()
    check.same(updates.length, counts.number('n_updates'), 'updates')
    check.same(groupUpdates(updates, CARA_TOLERANCE_S).length, counts.number('n_events'), 'events')
  })
}

function compareEvents(tally: Tally): void {
  const found = new Set(groupUpdates(readUpdates()).map((group) => group.map(({ row }) => row).join(' ')))
  for (const event of readTable(onlyFile(EVENTS)))
    tally.run(`event ${event.text('event')}`, (check) => check.holds(found.has(event.text('rows')), 'the same updates'))
}

/** The times, in days before TCA, at which CARA's published events could be decided (expected.json, event_columns). */
const TIMES = { commitDays: 0.5, considerDays: 3 }
/** Below this probability the originator's screening box leaves events out: counts per half decade fall there instead of growing. */
const LAW_FROM = 1e-8
/** By chance, one count in a thousand would fall outside this interval. */
const CONFIDENCE = 0.999
/** Yearly rates are judged if the messages cover at least this share of a year; half a year is too little. */
const WHOLE_YEAR = 0.9

/** Compares the statistics of the history as if it were one satellite's: decided, counted, predicted, and resampled. */
function compareStatistics(tally: Tally, { files: [file = ''] }: Source): void {
  const [set, history] = [readJson(file), readTable(onlyFile(HISTORY))]
  const decided = readTable(onlyFile(EVENTS)).flatMap((event) => {
    const updates = event
      .text('rows')
      .split(' ')
      .map((place) => updateOf(history[Number(place)]))
    return commitUpdate(updates, TIMES)?.probability ?? []
  })
  const thresholds = set.entries('counts').flatMap(([name, count]) => {
    const limit = /^usable_last_update_pc_ge_(.+)$/.exec(name)?.[1]
    return limit === undefined ? [] : [{ threshold: Number(limit), count: count.number() }]
  })
  const years = yearsOf(history)
  const drawn = bootstrap({
    probabilities: decided,
    years,
    thresholds: thresholds.map(({ threshold }) => threshold),
    lifeYears: years,
    random: seededRandom(1),
  })
  tally.run('events that could be decided', (check) =>
    check.same(decided.length, set.number('counts', 'events_with_usable_last_update'), 'events'),
  )
  for (const { threshold, count } of thresholds) {
    tally.run(`events of ${threshold} and more`, (check) => {
      check.same(drawn.rates.find((rate) => rate.threshold === threshold)?.observed, count, 'events')
      const law = predicted(decided, threshold)
      const { lower, upper } = garwood(count, CONFIDENCE)
      check.holds(law >= lower && law <= upper, `${law.toFixed(1)} predicted is within ${lower} and ${upper}`)
      check.note(`at ${threshold}: ${law.toFixed(1)} events predicted from the other half, ${count} observed`)
    })
  }
  tally.run('cumulative probability', (check) => {
    const cumulative = 0 - Math.expm1(decided.reduce((sum, p) => sum + Math.log1p(-p), 0))
    check.relative('relative', cumulative, set.number('cumulative_pc_usable_last'), 1e-9)
    const { lower, upper } = drawn.riskOverLife
    check.holds(lower <= cumulative && cumulative <= upper, 'within the band of its own resamples')
  })
  if (set.has('whole_year_cara_unit_test')) noteCara(tally, set.at('whole_year_cara_unit_test'), decided, years)
}

function updateOf(row: Json | undefined) {
  if (row === undefined) throw new RangeError('an event has an update that the history has not')
  const seconds = secondsBetween(parseTime(row.text('creation_utc')), parseTime(row.text('tca_utc')))
  return { daysBefore: seconds / 86_400, probability: row.number('pc_hbr_4p5m') }
}

/** Predicts each half of the events from the law fitted to the other half, so that no count is predicted from itself. */
function predicted(decided: readonly number[], threshold: number): number {
  const halves = [0, 1].map((half) => decided.filter((_, index) => index % 2 === half))
  return halves.reduce((sum, half) => {
    const law = fitProbabilityLaw(half, LAW_FROM)
    return sum + (law === null ? Number.NaN : countAbove(law, threshold))
  }, 0)
}

function yearsOf(history: readonly Json[]): number {
  const times = history.map((row) => Date.parse(row.text('tca_utc')))
  const [first, last] = [Math.min(...times), times.reduce((latest, time) => Math.max(latest, time), 0)]
  return (last - first) / 1000 / SECONDS_PER_YEAR
}

/** Notes the yearly values of CARA's own model next to those of Apsis. The methods differ, so this is only information and never a verdict. */
function noteCara(tally: Tally, cara: Json, decided: readonly number[], years: number): void {
  const lifeYears = cara.number('mission_years')
  const random = seededRandom(2)
  const { rates, riskOverLife } = bootstrap({ probabilities: decided, years, thresholds: [1e-4], lifeYears, random })
  const [own] = rates
  const whole = years >= WHOLE_YEAR ? 'the whole year' : `${years.toFixed(2)} of its years, so another sample`
  tally.note(`for information, CARA of the whole year beside ours of ${whole}; a burn leaves ${AFTER_BURN_SHARE}:`)
  const most = (garwood(own?.observed ?? 0).upper / years).toFixed(2)
  const [rate, p95] = [cara.text('median_event_rate_per_year_pc_ge_1e_4'), cara.text('p95_event_rate')]
  tally.note(
    `events of 1e-4 a year: CARA ${rate} (95 %: ${p95}), ours ${own?.manoeuvresPerYear.median} (up to ${most})`,
  )
  const [without, burnt] = ['no', 'with'].map((which) => cara.number(`cumulative_pc_${which}_rmm`).toExponential(2))
  const [risk, left] = [riskOverLife.median.toExponential(2), own?.residualOverLife.median.toExponential(2)]
  tally.note(`probability over ${lifeYears} years: CARA ${without}, with manoeuvres ${burnt}; ours ${risk} and ${left}`)
}

export const EVENT_SETS: readonly ReferenceSet[] = [
  { name: HISTORY, compare: compareHistory },
  { name: EVENTS, compare: compareEvents },
  { name: COUNTS, compare: compareStatistics },
]
