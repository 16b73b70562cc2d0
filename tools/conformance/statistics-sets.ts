import { garwood } from '@apsis/astro/poisson-interval.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { AFTER_BURN_SHARE } from '@apsis/astro/statistics/alert-region.ts'
import { bootstrap } from '@apsis/astro/statistics/bootstrap.ts'
import { commitUpdate } from '@apsis/astro/statistics/commit-update.ts'
import { covarianceRealism, squaredDistance } from '@apsis/astro/statistics/covariance-realism.ts'
import { breakUp } from '@apsis/astro/statistics/fragments.ts'
import { orbitQuality } from '@apsis/astro/statistics/orbit-quality.ts'
import { SECONDS_PER_YEAR } from '@apsis/astro/statistics/periods.ts'
import { countAbove, fitProbabilityLaw } from '@apsis/astro/statistics/probability-law.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { orbitDeterminationOf } from '@apsis/ccsds/cdm/orbit-determination.ts'
import { cell, numberCell, onlyFile, readJson, readMessage, readTable } from './collection.ts'
import { relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Tally } from './tally.ts'

interface RealismCases {
  readonly expected_scale: Readonly<Record<string, number>>
}

/** Of the factor on sigma (README.md of the set). */
const SCALE_LIMIT = 0.05

function compareRealism(tally: Tally, { files: [file = ''] }: Source): void {
  for (const [set, wanted] of Object.entries(readJson<RealismCases>(file).expected_scale)) {
    tally.run(`residuals ${set}`, (check) => {
      const distances = readTable(file.replace(/\.json$/, `_${set}.csv`)).map((row) => {
        const [c11, c22, c33, c12, c13, c23] = ['c11', 'c22', 'c33', 'c12', 'c13', 'c23'].map((name) =>
          numberCell(row, name),
        ) as [number, number, number, number, number, number]
        const covariance = [
          [c11, c12, c13],
          [c12, c22, c23],
          [c13, c23, c33],
        ]
        const residual = ['r1', 'r2', 'r3'].map((name) => numberCell(row, name))
        return squaredDistance(residual, covariance) ?? Number.NaN
      })
      const found = covarianceRealism(distances)
      const error = relative(found?.scale ?? Number.NaN, wanted)
      check.within('factor on sigma', { error, limit: SCALE_LIMIT, unit: '' })
    })
  }
}

interface Consequence {
  readonly primary_mass_kg: number
  readonly relative_speed_mps: number
  readonly secondary_mass_kg: readonly number[]
  readonly expected_catastrophic: readonly number[]
  readonly expected_pieces: readonly number[]
}

function compareConsequence(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson<Consequence>(file)
  set.secondary_mass_kg.forEach((secondaryKg, index) => {
    tally.run(`${secondaryKg} kg`, (check) => {
      const impact = { primaryKg: set.primary_mass_kg, secondaryKg, speedMps: set.relative_speed_mps }
      const { pieces, isCatastrophic } = breakUp(impact)
      check.holds(Math.round(pieces) === set.expected_pieces[index], `${set.expected_pieces[index]} pieces`)
      check.holds(Number(isCatastrophic) === set.expected_catastrophic[index], 'catastrophic or not')
    })
  })
}

interface QualityCases {
  readonly cases: readonly {
    readonly change?: string
    readonly change_set?: Readonly<Record<string, string | number>>
    readonly expected_composite: number
    readonly expected_zero_scores: number
  }[]
}

function compareQuality(tally: Tally, { files: [file = ''] }: Source): void {
  // NaN is how CARA's reader is told that a value is not there; the standard leaves the line out.
  const text = readMessage(file.replace(/\.json$/, '_cdm.txt')).replaceAll(/^\w+ *= *NaN.*\n/gm, '')
  readJson<QualityCases>(file).cases.forEach(({ change, change_set, ...expected }, index) => {
    tally.run(change ?? `change ${index + 1}`, (check) => {
      // Exchanged, and the first of them assessed, it is the same object again.
      const message = parseCdm(changeSecond(text, change_set ?? {}), { strict: false })
      const { composite, ...groups } = orbitQuality(orbitDeterminationOf(message, 1))
      const zeros = Object.values(groups)
        .flatMap((group) => Object.values(group))
        .filter((pass) => !pass).length
      const error = relative(composite, expected.expected_composite)
      check.within('composite', { error, limit: 1e-4, unit: '' })
      check.holds(zeros === expected.expected_zero_scores, `${expected.expected_zero_scores} tests fail, not ${zeros}`)
    })
  })
}

/** The message with other values of its second object. */
function changeSecond(text: string, changes: Readonly<Record<string, string | number>>): string {
  const at = text.indexOf('OBJECT2')
  return Object.entries(changes).reduce((changed, [keyword, value]) => {
    const line = new RegExp(`^(${keyword} *= *)[^[\\n]*`, 'm')
    const [head, tail] = [changed.slice(0, at), changed.slice(at)]
    return head + tail.replace(line, (_, begin: string) => `${begin}${value} `)
  }, text)
}

interface EventCounts {
  readonly counts: Readonly<Record<string, number>>
  readonly cumulative_pc_usable_last: number
  readonly whole_year_cara_unit_test?: Readonly<Record<string, number>>
}

/** When CARA's published events could be decided: days before TCA (expected.json, event_columns). */
const TIMES = { commitDays: 0.5, considerDays: 3 }
/** Below it the screening box of the originator leaves events out: counts of half decades fall there instead of growing. */
const LAW_FROM = 1e-8
/** One count in a thousand would fall out of this interval by chance. */
const CONFIDENCE = 0.999
/** A year of messages has whole-year rates to be judged; half of one has not. */
const WHOLE_YEAR = 0.9

/** The statistics of the history as a satellite's own: decided, counted, predicted, drawn again. */
function compareStatistics(tally: Tally, { files: [file = ''] }: Source): void {
  const { counts, cumulative_pc_usable_last, whole_year_cara_unit_test: cara } = readJson<EventCounts>(file)
  const history = readTable(onlyFile('events/cdm_history_*.csv'))
  const decided = readTable(onlyFile('events/events_*expected.csv')).flatMap((event) => {
    const updates = cell(event, 'rows')
      .split(' ')
      .map((row) => {
        const update = history[Number(row)] ?? {}
        const seconds = secondsBetween(parseTime(cell(update, 'creation_utc')), parseTime(cell(update, 'tca_utc')))
        return { daysBefore: seconds / 86_400, probability: numberCell(update, 'pc_hbr_4p5m') }
      })
    return commitUpdate(updates, TIMES)?.probability ?? []
  })
  const thresholds = Object.entries(counts).flatMap(([name, count]) => {
    const limit = /^usable_last_update_pc_ge_(.+)$/.exec(name)?.[1]
    return limit === undefined ? [] : [{ threshold: Number(limit), count }]
  })
  const years = yearsOf(history)
  const drawn = bootstrap({
    probabilities: decided,
    years,
    thresholds: thresholds.map(({ threshold }) => threshold),
    lifeYears: years,
    random: seededRandom(1),
  })
  tally.run('events that could be decided', (check) => {
    check.holds(decided.length === counts.events_with_usable_last_update, `${decided.length} events`)
  })
  for (const { threshold, count } of thresholds) {
    tally.run(`events of ${threshold} and more`, (check) => {
      const found = drawn.rates.find((rate) => rate.threshold === threshold)?.observed
      check.holds(found === count, `${count} events, not ${found}`)
      const law = predicted(decided, threshold)
      const { lower, upper } = garwood(count, CONFIDENCE)
      check.holds(law >= lower && law <= upper, `${law.toFixed(1)} predicted is within ${lower} and ${upper}`)
      tally.note(`at ${threshold}: ${law.toFixed(1)} events predicted from the other half, ${count} observed`)
    })
  }
  tally.run('cumulative probability', (check) => {
    const cumulative = 0 - Math.expm1(decided.reduce((sum, p) => sum + Math.log1p(-p), 0))
    check.within('relative', { error: relative(cumulative, cumulative_pc_usable_last), limit: 1e-9, unit: '' })
    const { lower, upper } = drawn.riskOverLife
    check.holds(lower <= cumulative && cumulative <= upper, 'within the band of its own resamples')
  })
  if (cara !== undefined) noteCara(tally, { cara, decided, years })
}

/** Each half of the events from the law of the other: no count is predicted from itself. */
function predicted(decided: readonly number[], threshold: number): number {
  const halves = [0, 1].map((half) => decided.filter((_, index) => index % 2 === half))
  return halves.reduce((sum, half) => {
    const law = fitProbabilityLaw(half, LAW_FROM)
    return sum + (law === null ? Number.NaN : countAbove(law, threshold))
  }, 0)
}

function yearsOf(history: readonly Readonly<Record<string, string>>[]): number {
  const times = history.map((row) => Date.parse(cell(row, 'tca_utc')))
  const [first, last] = [Math.min(...times), times.reduce((latest, time) => Math.max(latest, time), 0)]
  return (last - first) / 1000 / SECONDS_PER_YEAR
}

/** Whole-year scalars of CARA's own model, beside ours: another method, so for information, and never a verdict. */
function noteCara(
  tally: Tally,
  { cara, decided, years }: { cara: Readonly<Record<string, number>>; decided: readonly number[]; years: number },
): void {
  const life = cara.mission_years ?? Number.NaN
  const { rates, riskOverLife } = bootstrap({
    probabilities: decided,
    years,
    thresholds: [1e-4],
    lifeYears: life,
    random: seededRandom(2),
  })
  const [own] = rates
  const whole = years >= WHOLE_YEAR ? 'the whole year' : `${years.toFixed(2)} of its years, so another sample`
  tally.note(`for information, CARA of the whole year beside ours of ${whole}; a burn leaves ${AFTER_BURN_SHARE}:`)
  const atLeast = garwood(own?.observed ?? 0)
  tally.note(
    `events of 1e-4 a year: CARA ${cara.median_event_rate_per_year_pc_ge_1e_4} (95 %: ${cara.p95_event_rate}), ours ${own?.manoeuvresPerYear.median} (up to ${(atLeast.upper / years).toFixed(2)})`,
  )
  tally.note(
    `probability over ${life} years: CARA ${cara.cumulative_pc_no_rmm?.toExponential(2)}, with manoeuvres ${cara.cumulative_pc_with_rmm?.toExponential(2)}; ours ${riskOverLife.median.toExponential(2)} and ${own?.residualOverLife.median.toExponential(2)}`,
  )
}

export const STATISTICS_SETS: readonly ReferenceSet[] = [
  { name: 'events/expected*.json', compare: compareStatistics },
  { name: 'beyond/covariance_realism*.json', compare: compareRealism },
  { name: 'beyond/consequence*.json', compare: compareConsequence },
  { name: 'beyond/od_quality*.json', compare: compareQuality },
]
