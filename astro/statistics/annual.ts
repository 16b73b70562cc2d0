import { missing } from '../missing.ts'
import { garwood } from '../poisson-interval.ts'
import type { Random } from '../random.ts'
import { type EncounterErrors, isRough } from './alert-region.ts'
import type { AnnualEvent } from './annual-event.ts'
import { type Band, type Bootstrap, bootstrap } from './bootstrap.ts'
import { commitUpdate, type DecisionTimes } from './commit-update.ts'
import { type ChosenFlux, chooseFlux, DISCS_M, type FluxEstimate, fluxByRadialSlice, fluxInDisc } from './flux.ts'
import { DAYS_PER_YEAR } from './periods.ts'
import { type SolvedRate, solveRate } from './solve-rate.ts'
import { type SolvedThreshold, solveThreshold } from './solve-threshold.ts'
import {
  type EncounterClass,
  probabilityOverLife,
  type ThresholdRates,
  thresholdRates,
  type Variation,
} from './threshold-rates.ts'

/** What is asked of a history. */
export interface AnnualQuestion {
  /** Every event that was reported in the time of the history, whatever its probability. */
  readonly events: readonly AnnualEvent[]
  /** How long the history is, days. */
  readonly historyDays: number
  /** Between which times before TCA a message can be decided on. */
  readonly times: DecisionTimes
  /** The accepted probabilities of the curves, rising. */
  readonly thresholds: readonly number[]
  /** The operator's own. */
  readonly ownThreshold: number
  /** The years of the mission that lie ahead. */
  readonly lifeYears: number
  /** The probability of a collision over the life that a licence allows. */
  readonly lifeLimit: number
  /** Manoeuvres a year that are wished, where somebody asks which threshold takes so many. */
  readonly wishedPerYear?: number | undefined
  /** What is taken for other than the messages say, in every number of the answer. */
  readonly variation: Variation
  /** How often the history is drawn again; RESAMPLES where nothing is said. */
  readonly resamples?: number
  readonly random: Random
}

/** The flux and where it comes from. */
export interface AnnualFlux {
  /** From the misses within 1, 2, 5 and 10 km. */
  readonly discs: readonly (FluxEstimate & { readonly discM: number })[]
  /** By the height above or below the satellite. */
  readonly slices: readonly (FluxEstimate & { readonly fromM: number; readonly toM: number })[]
  /** The disc that counts; null where none has enough crossings. */
  readonly chosen: ChosenFlux | null
}

/** Secondaries of one group at the operator's threshold. */
export interface AnnualPart {
  readonly name: string
  readonly events: number
  readonly fluxPerM2Year: number
  /** Shown to a reader only: the rates are averaged over the messages, never taken at the median. */
  readonly medianSigmaMinorM: number | null
  readonly medianSigmaMajorM: number | null
  readonly rates: ThresholdRates
}

/** How the closed form and the history compare at the operator's threshold. */
export interface Agreement {
  /** By the closed form, with today's number of objects: a history has not grown yet. */
  readonly predictedPerYear: number
  /** Events of the history that reached the threshold. */
  readonly observed: number
  /** The rates that so many events in the history allow, by Garwood at 95 %. */
  readonly interval: { readonly lower: number; readonly upper: number }
  readonly verdict: 'inside' | 'prediction-higher' | 'prediction-lower'
}

/** The year ahead of one satellite. */
export interface AnnualStatistics {
  /** In years of 365.25 days. */
  readonly historyYears: number
  readonly events: number
  /** Events with a message between consider and commit, and those of them with a covariance. */
  readonly decidable: number
  readonly withErrors: number
  /** Messages whose hard body is larger than their minor sigma: the closed form is rough there. */
  readonly rough: number
  readonly flux: AnnualFlux
  /** Null where no disc has enough crossings, or no message a covariance. */
  readonly closed: ClosedForm | null
  readonly bootstrap: Bootstrap
  /** Which of the thresholds meets the limit over the life by the bootstrap alone. */
  readonly solvedFromHistory: Band | null
}

/** What the closed form says. */
export interface ClosedForm {
  /** At every threshold that was asked for, and the operator's own. */
  readonly curve: readonly ThresholdRates[]
  readonly own: ThresholdRates
  /** The probability of a collision over the life, without and with the manoeuvres at the own threshold. */
  readonly riskOverLife: number
  readonly residualOverLife: number
  /** Each group with its own flux and its own errors; the rates of the groups add up to the whole. */
  readonly byKind: readonly AnnualPart[]
  readonly bySize: readonly AnnualPart[]
  readonly sensitivity: Readonly<Record<Sensitivity, readonly RatesAtValue[]>>
  /** The largest threshold that meets the limit over the life. */
  readonly solved: SolvedThreshold
  /** The same for limits around the own one, the loosest first, each with what its threshold means. */
  readonly solvedAround: readonly SolvedLimit[]
  /** The smallest threshold that takes no more manoeuvres than wished; null where none are. */
  readonly wished: WishedRate | null
  readonly agreement: Agreement
}

/** A wished number of manoeuvres a year and the threshold that takes so many. */
export interface WishedRate {
  readonly perYear: number
  readonly solved: SolvedRate
  /** At the threshold; null where there is none. */
  readonly rates: ThresholdRates | null
}

/** What is varied one at a time at the operator's threshold. */
export type Sensitivity = 'radius' | 'errors' | 'sigmas' | 'growth' | 'commit'

/** A limit over the life and the threshold that meets it. */
export interface SolvedLimit {
  readonly limit: number
  readonly solved: SolvedThreshold
  /** At the threshold; null where there is none to fly by. */
  readonly rates: ThresholdRates | null
}

export interface RatesAtValue {
  /** The factor, or for the commit time the days before TCA. */
  readonly value: number
  readonly rates: ThresholdRates
}

/** Edges of the radial slices, m: the halves of the usual screening boxes of low orbit, then kilometres. */
const SLICE_EDGES_M = [0, 250, 500, 1_000, 2_000, 5_000, 10_000]
const SLICE_REACH_M = 10_000
/** On the combined hard-body radius. */
const RADIUS_FACTORS = [0.5, 0.75, 1, 1.5, 2]
/** True errors in units of the stated ones (F25). */
const ERROR_FACTORS = [0.5, 1, 2, 3]
const SIGMA_FACTORS = [0.5, 0.75, 1, 1.5, 2]
/** Number of objects over that of today. */
const GROWTH_FACTORS = [1, 1.25, 1.5, 2]
/** The limits beside the own one, in units of it. */
const LIMIT_FACTORS = [5, 2, 1, 0.5, 0.1]
/** Latest times of a decision, days before TCA. */
const COMMIT_DAYS = [0.5, 1, 1.5, 2, 3]

/**
 * The yearly statistics of one satellite from its own messages, both ways: the closed form, whose flux is counted from the
 * misses of all events and averaged over the errors of the messages on which they were decided, and the bootstrap of the
 * probabilities themselves. One is blind to what has not happened yet, the other to how misses and errors hang together; where
 * they disagree, `agreement` says by how much. Sources: Hall, AAS 19-631 (2019); the flight rules F24 to F26.
 */
export function annualStatistics(question: AnnualQuestion): AnnualStatistics {
  const { events, historyDays, times, ownThreshold, lifeYears, variation } = question
  const historyYears = historyDays / DAYS_PER_YEAR
  const decided = events.map((event) => ({ event, update: commitUpdate(event.updates, times) }))
  const probabilities = decided.flatMap(({ update }) => (update === null ? [] : [update.probability]))
  const flux = fluxOf(events, historyYears)
  // Rising, each once, the operator's own among them.
  const thresholds = [...new Set([...question.thresholds, ownThreshold])].sort((a, b) => a - b)
  const resampled = bootstrap({
    probabilities,
    years: historyYears,
    thresholds,
    lifeYears,
    growth: variation.growth,
    resamples: question.resamples,
    random: question.random,
  })
  const errors = decided.flatMap(({ update }) => update?.errors ?? [])
  return {
    historyYears,
    events: events.length,
    decidable: probabilities.length,
    withErrors: errors.length,
    rough: errors.filter(isRough).length,
    flux,
    closed: closedForm(question, { thresholds, historyYears, flux }),
    bootstrap: resampled,
    solvedFromHistory: solveFromBands(resampled, question.lifeLimit),
  }
}

/** What both ways share. */
interface AnnualBasis {
  readonly thresholds: readonly number[]
  readonly historyYears: number
  readonly flux: AnnualFlux
}

/**
 * The closed form with the flux of the chosen disc and the errors of the messages that were decided on. The expected
 * manoeuvres a year are flux times the area of the region of the plane in which the probability reaches the threshold,
 * averaged over the errors of the messages: a mean covariance would not do, as the area is no linear function of it.
 */
function closedForm(question: AnnualQuestion, { thresholds, historyYears, flux }: AnnualBasis): ClosedForm | null {
  const { events, times, ownThreshold, lifeYears, lifeLimit, variation, wishedPerYear } = question
  const disc = flux.discs[flux.chosen?.index ?? -1]
  if (disc === undefined) return null
  const classesOf = (some: readonly AnnualEvent[], at: DecisionTimes = times) =>
    oneClass(some, { times: at, years: historyYears, discM: disc.discM, fallback: events })
  // All secondaries as one class: the flux in the chosen disc, and the errors of each message that was decided on.
  const whole = classesOf(events)
  if (whole === null) return null
  const own = thresholdRates([whole], ownThreshold, variation)
  const overLife = (threshold: number) =>
    probabilityOverLife(thresholdRates([whole], threshold, variation).residualPerYear, lifeYears)
  const wish = (perYear: number): WishedRate => {
    const solved = solveRate(perYear, (at) => thresholdRates([whole], at, variation).manoeuvresPerYear)
    const rates = solved.kind === 'threshold' ? thresholdRates([whole], solved.threshold, variation) : null
    return { perYear, solved, rates }
  }
  // One quantity at a time; all others stay as the question has them.
  const vary = (values: readonly number[], more: (value: number) => Variation): RatesAtValue[] =>
    values.map((value) => ({ value, rates: thresholdRates([whole], ownThreshold, { ...variation, ...more(value) }) }))
  // A group whose messages have no covariance takes the errors of all messages.
  const parts = (names: readonly string[], nameOf: (event: AnnualEvent) => string) =>
    names.flatMap((name) => {
      const some = events.filter((event) => nameOf(event) === name)
      const part = some.length === 0 ? null : classesOf(some)
      return part === null ? [] : [describePart(name, some, part, thresholdRates([part], ownThreshold, variation))]
    })
  return {
    curve: thresholds.map((threshold) => thresholdRates([whole], threshold, variation)),
    own,
    riskOverLife: probabilityOverLife(own.riskPerYear, lifeYears),
    residualOverLife: probabilityOverLife(own.residualPerYear, lifeYears),
    byKind: parts([...new Set(events.map(({ kind }) => kind))], ({ kind }) => kind),
    bySize: parts([...new Set(events.map(({ size }) => size))], ({ size }) => size),
    sensitivity: {
      radius: vary(RADIUS_FACTORS, (radiusFactor) => ({ radiusFactor })),
      errors: vary(ERROR_FACTORS, (errorFactor) => ({ errorFactor })),
      sigmas: vary(SIGMA_FACTORS, (sigmaFactor) => ({ sigmaFactor })),
      growth: vary(GROWTH_FACTORS, (growth) => ({ growth })),
      commit: COMMIT_DAYS.flatMap((commitDays) => {
        // Only the latest moment of the decision moves: the messages before it stay the same.
        if (commitDays >= times.considerDays) return []
        const moved = classesOf(events, { ...times, commitDays })
        return moved === null ? [] : [{ value: commitDays, rates: thresholdRates([moved], ownThreshold, variation) }]
      }),
    },
    solved: solveThreshold(lifeLimit, overLife),
    solvedAround: LIMIT_FACTORS.map((factor) => factor * lifeLimit)
      .filter((limit) => limit < 1)
      .map((limit) => {
        const solved = solveThreshold(limit, overLife)
        const rates = solved.kind === 'threshold' ? thresholdRates([whole], solved.threshold, variation) : null
        return { limit, solved, rates }
      }),
    wished: wishedPerYear === undefined ? null : wish(wishedPerYear),
    agreement: compare(question, historyYears, thresholdRates([whole], ownThreshold).manoeuvresPerYear),
  }
}

interface ClassContext {
  readonly times: DecisionTimes
  readonly years: number
  readonly discM: number
  /** Whose errors stand in where the group has none of its own. */
  readonly fallback: readonly AnnualEvent[]
}

/** The secondaries of some events as one class; null where no message of the history has errors. */
function oneClass(
  events: readonly AnnualEvent[],
  { times, years, discM, fallback }: ClassContext,
): EncounterClass | null {
  const crossings = events.flatMap(({ crossing }) => crossing ?? [])
  const own = errorsOf(events, times)
  const errors = own.length > 0 ? own : errorsOf(fallback, times)
  return errors.length === 0 ? null : { fluxPerM2Year: fluxInDisc(crossings, years, discM).perM2Year, errors }
}

/** The errors on which the events were decided, one of each (F25: never a mean). */
function errorsOf(events: readonly AnnualEvent[], times: DecisionTimes): EncounterErrors[] {
  return events.flatMap(({ updates }) => commitUpdate(updates, times)?.errors ?? [])
}

/** The flux in discs and slices (F26). */
function fluxOf(events: readonly AnnualEvent[], years: number): AnnualFlux {
  const crossings = events.flatMap(({ crossing }) => crossing ?? [])
  const discs = DISCS_M.map((discM) => ({ discM, ...fluxInDisc(crossings, years, discM) }))
  const slices = fluxByRadialSlice(crossings, years, { edgesM: SLICE_EDGES_M, reachM: SLICE_REACH_M })
  return {
    discs,
    slices: slices.map((slice, index) => ({
      fromM: SLICE_EDGES_M[index] ?? missing(),
      toM: SLICE_EDGES_M[index + 1] ?? missing(),
      ...slice,
    })),
    chosen: chooseFlux(discs),
  }
}

/** One group beside the whole: its own flux, its own errors and what they make of the threshold. */
function describePart(
  name: string,
  events: readonly AnnualEvent[],
  { fluxPerM2Year, errors }: EncounterClass,
  rates: ThresholdRates,
): AnnualPart {
  return {
    name,
    events: events.length,
    fluxPerM2Year,
    medianSigmaMinorM: median(errors.map(({ sigmaMinorM }) => sigmaMinorM)),
    medianSigmaMajorM: median(errors.map(({ sigmaMajorM }) => sigmaMajorM)),
    rates,
  }
}

/**
 * Beside the observed number, whose own uncertainty is that of a Poisson count. The verdict compares with the history
 * as it was, without growth and without the question's variation.
 */
function compare({ events, times, ownThreshold }: AnnualQuestion, years: number, predictedPerYear: number): Agreement {
  // Events whose message at the time of the decision reached the threshold: what the operator would have flown.
  const observed = events.filter(
    ({ updates }) => (commitUpdate(updates, times)?.probability ?? 0) >= ownThreshold,
  ).length
  const { lower, upper } = garwood(observed)
  const interval = { lower: lower / years, upper: upper / years }
  const isHigher = predictedPerYear > interval.upper
  const isLower = predictedPerYear < interval.lower
  return {
    predictedPerYear,
    observed,
    interval,
    verdict: isHigher ? 'prediction-higher' : isLower ? 'prediction-lower' : 'inside',
  }
}

/** The threshold that meets the limit on the median of the resamples and on the ends of their band; null where none does. */
function solveFromBands({ rates }: Bootstrap, limit: number): Band | null {
  const largest = (pick: (band: Band) => number) =>
    rates.findLast(({ residualOverLife }) => pick(residualOverLife) <= limit)?.threshold
  // A larger threshold leaves more risk: the threshold that meets the limit on the upper end of the risk is the lower
  // end of the answer.
  const [median, lower, upper] = [
    largest((band) => band.median),
    largest((band) => band.upper),
    largest((band) => band.lower),
  ]
  return median === undefined || lower === undefined || upper === undefined ? null : { median, lower, upper }
}

/** The middle value, of an even number the upper of the two; null of none. */
function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
