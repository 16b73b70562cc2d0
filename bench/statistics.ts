/**
 * Computes the annual statistics and compares them with plain methods in the same run. The bootstrap is compared with plain resampling (Efron 1979),
 * which tests each drawn event against each threshold, on the same draws; the closed form is compared with a Monte Carlo of misses, each with its
 * exact probability. The run fails if the results differ.
 */
import { parseArgs } from 'node:util'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { AFTER_BURN_SHARE } from '@apsis/astro/statistics/alert-region.ts'
import { type BootstrapInput, bootstrap } from '@apsis/astro/statistics/bootstrap.ts'
import { thresholdRates } from '@apsis/astro/statistics/threshold-rates.ts'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- statistics [--events N] [--draws N] [--rounds N] [--seed N]'
/** Eight thresholds per decade, as the page draws them. */
const THRESHOLDS = Array.from({ length: 33 }, (_, place) => 10 ** (-7 + place / 8))
const RESAMPLES = 1_000
/** The example of the flight rules: 60 m × 200 m, an object of 5 m, 1e-5 objects per square metre and year. */
const ERRORS = { sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 }
const FLUX_PER_M2_YEAR = 1e-5
const THRESHOLD = 1e-4
/** No miss further out has a probability that reaches the threshold. */
const DISC_M = 1_500
/** The medians of both methods differ only by rounding. */
const ROUNDING = 1e-9
const MOST_STANDARD_ERRORS = 3

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '2000' },
    draws: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '20261120' },
    help: { type: 'boolean', default: false },
  },
})
const [events, draws, rounds, seed] = [values.events, values.draws, values.rounds, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

function main(): number {
  const isAsked = [events, draws, rounds, seed].every((value) => Number.isInteger(value) && value > 0)
  if (values.help || !isAsked) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  say(machineLine())
  say(`median of ${rounds} rounds, contestants in turn, processor time`)
  const doDrawsAgree = compareBootstraps()
  const doRatesAgree = compareRates()
  return doDrawsAgree && doRatesAgree ? 0 : 1
}

function compareBootstraps(): boolean {
  const random = seededRandom(seed)
  const probabilities = Array.from({ length: events }, () => 10 ** (-10 + 7.5 * random()))
  const input = () => ({
    probabilities,
    years: 3,
    thresholds: THRESHOLDS,
    lifeYears: 5,
    resamples: RESAMPLES,
    random: seededRandom(seed),
  })
  const [ours, plain] = timesOf([() => bootstrap(input()), () => plainBootstrap(input())])
  const found = bootstrap(input()).rates.map(({ manoeuvresPerYear, residualOverLife }) => [
    manoeuvresPerYear.median,
    residualOverLife.median,
  ])
  const expected = plainBootstrap(input())
  const worst = Math.max(
    ...found.flatMap((pair, place) =>
      pair.map((value, which) => Math.abs(value - (expected[place]?.[which] ?? Number.NaN)) / Math.max(value, 1e-300)),
    ),
  )
  const about = `${events} events, ${THRESHOLDS.length} thresholds, ${RESAMPLES} draws of the history`
  say(`bootstrap         ${ms(ours)}  plain resampling  ${ms(plain)}  ${about}`)
  say(
    `ratio of bootstrap to plain resampling  ${(plain / ours).toFixed(1)} ×, medians within ${worst.toExponential(1)}`,
  )
  return worst <= ROUNDING
}

/**
 * Draws a history, then tests each of its events against each threshold; returns the medians of the manoeuvres per year and of the remaining risk.
 */
function plainBootstrap({ probabilities, years, thresholds, lifeYears, resamples = 0, random }: BootstrapInput) {
  const drawn = thresholds.map(() => ({ manoeuvres: [] as number[], left: [] as number[] }))
  for (let resample = 0; resample < resamples; resample += 1) {
    const history = probabilities.flatMap((probability) =>
      Array.from({ length: poisson(1, random) }, () => probability),
    )
    thresholds.forEach((threshold, place) => {
      let [manoeuvres, logNone] = [0, 0]
      for (const probability of history) {
        if (probability >= threshold) manoeuvres += 1
        logNone += Math.log1p(-(probability >= threshold ? AFTER_BURN_SHARE * threshold : probability))
      }
      drawn[place]?.manoeuvres.push(manoeuvres / years)
      drawn[place]?.left.push(-Math.expm1((lifeYears / years) * logNone))
    })
  }
  // Returns the median as the bootstrap does: the upper one of two.
  const middle = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
  return drawn.map(({ manoeuvres, left }) => [middle(manoeuvres), middle(left)])
}

/** Returns a Poisson quantile: the smallest count that at least this share of all counts does not exceed. */
function poisson(mean: number, random: () => number): number {
  const wanted = random()
  let [count, term, sum] = [0, Math.exp(-mean), Math.exp(-mean)]
  while (sum <= wanted && term > 0) {
    count += 1
    term *= mean / count
    sum += term
  }
  return count
}

function compareRates(): boolean {
  const classes = [{ fluxPerM2Year: FLUX_PER_M2_YEAR, errors: [ERRORS] }]
  const closed = () => thresholdRates(classes, THRESHOLD).manoeuvresPerYear
  const [ours, plain] = timesOf([closed, () => drawnRate(draws)])
  const [rate, { drawn, standardError }] = [closed(), drawnRate(draws)]
  const apart = Math.abs(drawn - rate) / standardError
  say(`closed form       ${ms(ours)}  Monte Carlo       ${ms(plain)}  ${draws} misses, one threshold`)
  say(
    `manoeuvres a year ${rate.toFixed(4)} and ${drawn.toFixed(4)}: ${apart.toFixed(1)} standard errors of ${standardError.toFixed(4)} apart`,
  )
  say(`ratio of closed form to Monte Carlo     ${(plain / ours).toFixed(0)} ×`)
  return apart <= MOST_STANDARD_ERRORS
}

/** Draws `count` misses uniformly over a disc; returns how many a year have a collision probability of at least the threshold. */
function drawnRate(count: number): { readonly drawn: number; readonly standardError: number } {
  const random = seededRandom(seed + 1)
  let reached = 0
  for (let draw = 0; draw < count; draw += 1) {
    const [distance, angle] = [DISC_M * Math.sqrt(random()), 2 * Math.PI * random()]
    const miss = {
      xM: distance * Math.cos(angle),
      yM: distance * Math.sin(angle),
      sigmaXM: ERRORS.sigmaMinorM,
      sigmaYM: ERRORS.sigmaMajorM,
    }
    if (circle2d(miss, ERRORS.radiusM) >= THRESHOLD) reached += 1
  }
  const [share, perYear] = [reached / count, FLUX_PER_M2_YEAR * Math.PI * DISC_M ** 2]
  return { drawn: perYear * share, standardError: perYear * Math.sqrt((share * (1 - share)) / count) }
}

/** Returns the processor time of each, ms; work that is too short for the clock is repeated. */
function timesOf(contestants: readonly (() => unknown)[]): [number, number] {
  const times = contestants.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    contestants.forEach((run, place) => {
      let runs = 0
      const start = process.cpuUsage()
      let spent = 0
      do {
        run()
        runs += 1
        const { user, system } = process.cpuUsage(start)
        spent = (user + system) / 1_000
      } while (spent < LEAST_MS)
      times[place]?.push(spent / runs)
    })
  const [first = Number.NaN, second = Number.NaN] = times.map(median)
  return [first, second]
}

/** The processor clock does not resolve shorter spans. */
const LEAST_MS = 20

const ms = (value: number) => `${value.toPrecision(3).padStart(8)} ms`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = main()
