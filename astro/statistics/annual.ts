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

/** The inputs of the annual statistics. */
export interface AnnualQuestion {
  /** Every event that was reported during the history, with any probability. */
  readonly events: readonly AnnualEvent[]
  /** The length of the history, days. */
  readonly historyDays: number
  /** The limits, before TCA, of the time in which a message is used for the decision. */
  readonly times: DecisionTimes
  /** The accepted probabilities of the curves, in ascending order. */
  readonly thresholds: readonly number[]
  /** The threshold of the operator. */
  readonly ownThreshold: number
  /** The remaining years of the mission. */
  readonly lifeYears: number
  /** The probability of a collision over the life that a licence allows. */
  readonly lifeLimit: number
  /** The wished number of manoeuvres a year, for which a threshold is found; optional. */
  readonly wishedPerYear?: number | undefined
  /** Assumptions that differ from the messages, for every number of the result. */
  readonly variation: Variation
  /** The number of resamples; default RESAMPLES. */
  readonly resamples?: number
  readonly random: Random
}

/** The flux and its sources. */
export interface AnnualFlux {
  /** The flux from the misses within 1, 2, 5 and 10 km. */
  readonly discs: readonly (FluxEstimate & { readonly discM: number })[]
  /** The flux by the height above or below the satellite. */
  readonly slices: readonly (FluxEstimate & { readonly fromM: number; readonly toM: number })[]
  /** The selected disc; null if none has enough crossings. */
  readonly chosen: ChosenFlux | null
}

/** A group of secondaries at the operator's threshold. */
export interface AnnualPart {
  readonly name: string
  readonly events: number
  readonly fluxPerM2Year: number
  /** Only for display: the rates are averages over the messages, and are never computed from the median. */
  readonly medianSigmaMinorM: number | null
  readonly medianSigmaMajorM: number | null
  readonly rates: ThresholdRates
}

/** The agreement of the closed form and the history at the operator's threshold. */
export interface Agreement {
  /** The rate by the closed form, with today's number of objects, because a history contains no growth. */
  readonly predictedPerYear: number
  /** Events of the history that reached the threshold. */
  readonly observed: number
  /** The 95 % interval (Garwood) of the rate, from this number of events in the history. */
  readonly interval: { readonly lower: number; readonly upper: number }
  readonly verdict: 'inside' | 'prediction-higher' | 'prediction-lower'
}

/** The expected year of one satellite. */
export interface AnnualStatistics {
  /** The length of the history in years of 365.25 days. */
  readonly historyYears: number
  readonly events: number
  /** The number of events with a message between consider and commit, and the number of these with a covariance. */
  readonly decidable: number
  readonly withErrors: number
  /** The number of messages whose hard body is larger than their minor sigma: the closed form is inaccurate for them. */
  readonly rough: number
  readonly flux: AnnualFlux
  /** Null if no disc has enough crossings, or if no message has a covariance. */
  readonly closed: ClosedForm | null
  readonly bootstrap: Bootstrap
  /** The threshold that meets the limit over the life, according to the bootstrap only. */
  readonly solvedFromHistory: Band | null
}

/** The results of the closed form. */
export interface ClosedForm {
  /** The rates at every requested threshold and at the operator's own. */
  readonly curve: readonly ThresholdRates[]
  readonly own: ThresholdRates
  /** The probability of a collision over the life, without and with the manoeuvres at the own threshold. */
  readonly riskOverLife: number
  readonly residualOverLife: number
  /** Each group with its own flux and its own errors; the rates of the groups add up to the total. */
  readonly byKind: readonly AnnualPart[]
  readonly bySize: readonly AnnualPart[]
  readonly sensitivity: Readonly<Record<Sensitivity, readonly RatesAtValue[]>>
  /** The largest threshold that meets the limit over the life. */
  readonly solved: SolvedThreshold
  /** The same for limits around the own one, the highest first, each with the rates of its threshold. */
  readonly solvedAround: readonly SolvedLimit[]
  /** The smallest threshold that needs at most the wished number of manoeuvres; null if no number is given. */
  readonly wished: WishedRate | null
  readonly agreement: Agreement
}

/** A wished number of manoeuvres a year and the threshold that needs this number. */
export interface WishedRate {
  readonly perYear: number
  readonly solved: SolvedRate
  /** The rates at the threshold; null if there is none. */
  readonly rates: ThresholdRates | null
}

/** The quantities that are varied one at a time at the operator's threshold. */
export type Sensitivity = 'radius' | 'errors' | 'sigmas' | 'growth' | 'commit'

/** A limit over the life and the threshold that meets it. */
export interface SolvedLimit {
  readonly limit: number
  readonly solved: SolvedThreshold
  /** The rates at the threshold; null if no threshold was found. */
  readonly rates: ThresholdRates | null
}

export interface RatesAtValue {
  /** The factor, or for the commit time the days before TCA. */
  readonly value: number
  readonly rates: ThresholdRates
}

/** Edges of the radial slices, m: half-sizes of the usual screening boxes in low orbit, then kilometres. */
const SLICE_EDGES_M = [0, 250, 500, 1_000, 2_000, 5_000, 10_000]
const SLICE_REACH_M = 10_000
/** Factors by which the combined hard-body radius is multiplied. */
const RADIUS_FACTORS = [0.5, 0.75, 1, 1.5, 2]
/** True errors in units of the stated ones (F25). */
const ERROR_FACTORS = [0.5, 1, 2, 3]
const SIGMA_FACTORS = [0.5, 0.75, 1, 1.5, 2]
/** Number of objects relative to today's. */
const GROWTH_FACTORS = [1, 1.25, 1.5, 2]
/** The limits around the own one, relative to it. */
const LIMIT_FACTORS = [5, 2, 1, 0.5, 0.1]
/** Latest times of a decision, days before TCA. */
const COMMIT_DAYS = [0.5, 1, 1.5, 2, 3]

/**
 * Returns the yearly statistics of one satellite from its own messages, with two methods. The closed form counts the flux from the misses of all
 * events, and averages over the errors of the messages on which they were decided; the bootstrap draws the probabilities themselves. The
 * bootstrap contains no event that has not happened yet; the closed form neglects the correlation of misses and errors. `agreement` gives their
 * difference. Sources: Hall, AAS 19-631 (2019); the flight rules F24 to F26.
 */
export function annualStatistics(question: AnnualQuestion): AnnualStatistics {
  const { events, historyDays, times, ownThreshold, lifeYears, variation } = question
  const historyYears = historyDays / DAYS_PER_YEAR
  const decided = events.map((event) => ({ event, update: commitUpdate(event.updates, times) }))
  const probabilities = decided.flatMap(({ update }) => (update === null ? [] : [update.probability]))
  const flux = fluxOf(events, historyYears)
  // In ascending order without duplicates, including the operator's own.
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

/** The inputs that both methods share. */
interface AnnualBasis {
  readonly thresholds: readonly number[]
  readonly historyYears: number
  readonly flux: AnnualFlux
}

/**
 * Returns the closed form with the flux of the chosen disc and the errors of the messages on which decisions were made. The expected manoeuvres a
 * year are the flux times the area in which the probability reaches the threshold, averaged over the errors of the messages: a mean covariance
 * would be wrong, because the area is not a linear function of it.
 */
function closedForm(question: AnnualQuestion, { thresholds, historyYears, flux }: AnnualBasis): ClosedForm | null {
  const { events, times, ownThreshold, lifeYears, lifeLimit, variation, wishedPerYear } = question
  const disc = flux.discs[flux.chosen?.index ?? -1]
  if (disc === undefined) return null
  const classesOf = (some: readonly AnnualEvent[], at: DecisionTimes = times) =>
    oneClass(some, { times: at, years: historyYears, discM: disc.discM, fallback: events })
  // All secondaries as one class: the flux in the chosen disc, and the errors of each message on which a decision was made.
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
  // One quantity at a time; all others keep the values of the question.
  const vary = (values: readonly number[], more: (value: number) => Variation): RatesAtValue[] =>
    values.map((value) => ({ value, rates: thresholdRates([whole], ownThreshold, { ...variation, ...more(value) }) }))
  // A group whose messages have no covariance uses the errors of all messages.
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
        // Only the latest time of the decision changes: earlier messages do not change.
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
  /** The events whose errors are used if the group has none of its own. */
  readonly fallback: readonly AnnualEvent[]
}

/** Returns the secondaries of some events as one class; null if no message of the history has errors. */
function oneClass(
  events: readonly AnnualEvent[],
  { times, years, discM, fallback }: ClassContext,
): EncounterClass | null {
  const crossings = events.flatMap(({ crossing }) => crossing ?? [])
  const own = errorsOf(events, times)
  const errors = own.length > 0 ? own : errorsOf(fallback, times)
  return errors.length === 0 ? null : { fluxPerM2Year: fluxInDisc(crossings, years, discM).perM2Year, errors }
}

/** Returns the errors on which the events were decided, one set for each event (F25: never a mean). */
function errorsOf(events: readonly AnnualEvent[], times: DecisionTimes): EncounterErrors[] {
  return events.flatMap(({ updates }) => commitUpdate(updates, times)?.errors ?? [])
}

/** Returns the flux in discs and slices (F26). */
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

/** Returns one group of secondaries: its own flux, its own errors, and the resulting rates at the threshold. */
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
 * Compares the prediction with the observed number, which has the uncertainty of a Poisson count. The history is used unchanged, without growth
 * and without the question's variation.
 */
function compare({ events, times, ownThreshold }: AnnualQuestion, years: number, predictedPerYear: number): Agreement {
  // Events whose message at the time of the decision reached the threshold: the operator would have made a manoeuvre.
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

/** Returns the threshold that meets the limit for the median of the resamples and for the ends of their band; null if there is none. */
function solveFromBands({ rates }: Bootstrap, limit: number): Band | null {
  const largest = (pick: (band: Band) => number) =>
    rates.findLast(({ residualOverLife }) => pick(residualOverLife) <= limit)?.threshold
  // A larger threshold leaves more risk: the threshold that meets the limit at the upper end of the risk is the lower end of the result.
  const [median, lower, upper] = [
    largest((band) => band.median),
    largest((band) => band.upper),
    largest((band) => band.lower),
  ]
  return median === undefined || lower === undefined || upper === undefined ? null : { median, lower, upper }
}

/** Returns the middle value, for an even number the upper of the two; null for an empty list. */
function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
