import { garwood } from '@apsis/astro/poisson-interval.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { decadesOf } from '../../chart/log-series.ts'
import type { Size } from '../../ui/page/size.ts'
import { historyYears, isFew } from './history-rate.ts'

/** The methods that are drawn. */
export const ENGINES = ['closed', 'bootstrap', 'both'] as const
export type Engine = (typeof ENGINES)[number]

/** A value with its interval of 95 %. */
export type IntervalPoint = {
  readonly threshold: number
  readonly value: number
  readonly low: number
  readonly high: number
}
/** The values of the plot, by threshold; all rates are per year. */
export type Curves = {
  readonly closed: readonly IntervalPoint[]
  readonly drawn: readonly IntervalPoint[]
  /** True if the history is too small to be resampled: `drawn` then has the interval of its counts, and the residual risk has no band. */
  readonly isCounted: boolean
  readonly observed: readonly (IntervalPoint & { readonly count: number })[]
  readonly closedKept: readonly IntervalPoint[]
  readonly drawnKept: readonly IntervalPoint[]
  readonly perAvoided: readonly { readonly threshold: number; readonly value: number }[]
}
type Panel = { readonly top: number; readonly bottom: number; readonly y: ScaleLinear<number, number> }
export type Scene = {
  readonly left: number
  readonly right: number
  readonly isNarrow: boolean
  readonly x: (threshold: number) => number
  readonly exponents: readonly number[]
  readonly rates: Panel
  readonly kept: Panel
  /** The plot of manoeuvres per avoided collision; undefined if no closed form gives that number. */
  readonly perAvoided: Panel | undefined
}

/** The satellite's history is drawn at the full decades: more thresholds would repeat the same count. */
const OBSERVED_AT = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3]
const NARROW_PX = 560
const SHOWN_DECADES = [-7, -3] as const
const MOST_DECADES = 5

/** Returns the constant yearly rate that gives a probability over the life: −ln(1 − p) divided by the years. */
export function ratePerYear(probability: number, years: number): number {
  return -Math.log1p(-Math.min(probability, 1 - Number.EPSILON)) / years
}

export function curvesOf(found: AnnualStatistics): Curves {
  const { closed, bootstrap, flux, assumptions } = found
  const years = historyYears(found)
  const disc = flux.discs.find(({ withinM }) => withinM === flux.chosenM)
  // The rates of the closed form are proportional to the flux, so they have its relative interval.
  const [low, high] = disc && disc.perM2Year > 0 ? [disc.lower / disc.perM2Year, disc.upper / disc.perM2Year] : [1, 1]
  const curve = closed?.curve ?? []
  const around = (threshold: number, value: number) => ({ threshold, value, low: low * value, high: high * value })
  const isCounted = isFew(found)
  const counted = (threshold: number, observed: number) => {
    const { lower, upper } = garwood(observed)
    return { threshold, value: observed / years, low: lower / years, high: upper / years }
  }
  return {
    closed: curve.map(({ threshold, manoeuvresPerYear }) => around(threshold, manoeuvresPerYear)),
    closedKept: curve.map(({ threshold, residualPerYear }) => around(threshold, residualPerYear)),
    perAvoided: curve.flatMap(({ threshold, manoeuvresPerCollisionAvoided: value, manoeuvresPerYear }) =>
      value === null || manoeuvresPerYear === 0 ? [] : [{ threshold, value }],
    ),
    isCounted,
    drawn: bootstrap.rates.map(({ threshold, observed, manoeuvresPerYear: { median, lower, upper } }) =>
      isCounted ? counted(threshold, observed) : { threshold, value: median, low: lower, high: upper },
    ),
    drawnKept: (isCounted ? [] : bootstrap.rates).map(({ threshold, residualOverLife: { median, lower, upper } }) => ({
      threshold,
      value: ratePerYear(median, assumptions.years),
      low: ratePerYear(lower, assumptions.years),
      high: ratePerYear(upper, assumptions.years),
    })),
    observed: bootstrap.rates
      .filter(({ threshold }) => OBSERVED_AT.some((at) => Math.abs(threshold / at - 1) < 1e-6))
      .map(({ threshold, observed }) => ({ ...counted(threshold, observed), count: observed })),
  }
}

/** Returns three plots, one above the other, on one axis of thresholds. */
export function thresholdScene(found: AnnualStatistics, curves: Curves, { width, height }: Size): Scene {
  const { threshold: own } = found.assumptions
  const isNarrow = width < NARROW_PX
  const [left, right] = [isNarrow ? 46 : 64, width - (isNarrow ? 14 : 150)]
  const [fromLog, toLog] = [
    Math.min(SHOWN_DECADES[0], Math.floor(Math.log10(own))),
    Math.max(SHOWN_DECADES[1], Math.ceil(Math.log10(own))),
  ]
  const logX = scaleLinear([fromLog, toLog], [left, right])
  const isShown = ({ threshold }: { readonly threshold: number }) =>
    threshold >= 10 ** fromLog * (1 - 1e-9) && threshold <= 10 ** toLog * (1 + 1e-9)
  const shares = curves.perAvoided.length > 0 ? [0.44, 0.32, 0.24] : [0.56, 0.44]
  const [top, bottom, gap] = [6, height - 44, 18]
  const room = bottom - top - gap * (shares.length - 1)
  const places = shares.map((share, place) => {
    const before = shares.slice(0, place).reduce((sum, one) => sum + one * room + gap, 0)
    return { top: top + before, bottom: top + before + share * room }
  })
  const [first, second, third] = places
  if (!first || !second) throw new RangeError('a plot of thresholds has two panels at least')
  // An interval may extend beyond the plot, because with few data its end is far above all values.
  const values = [...curves.closed, ...curves.drawn, ...curves.observed].filter(isShown)
  const most = Math.max(
    ...values.map(({ value }) => value),
    ...curves.drawn.filter(isShown).map(({ high }) => high),
    1e-3,
  )
  const kept = [...curves.closedKept, ...curves.drawnKept].filter(isShown).map(({ value }) => value)
  const levels = [...kept, ...(found.closed ? [found.closed.own.riskPerYear] : []), limitPerYear(found)]
  return {
    left,
    right,
    isNarrow,
    x: (threshold) => logX(Math.log10(threshold)),
    exponents: Array.from({ length: toLog - fromLog + 1 }, (_, place) => fromLog + place),
    rates: { ...first, y: scaleLinear([0, most], [first.bottom, first.top]).nice(5) },
    kept: { ...second, y: powers(levels, second) },
    perAvoided: third
      ? {
          ...third,
          y: powers(
            curves.perAvoided.filter(isShown).map(({ value }) => value),
            third,
          ),
        }
      : undefined,
  }
}

/** Returns the yearly rate that a limit over the life allows, with today's number of objects. */
export function limitPerYear({ assumptions: { limit, years } }: AnnualStatistics): number {
  return ratePerYear(limit, years)
}

/** Returns a logarithmic scale with as many decades as can be distinguished. */
function powers(values: readonly number[], { top, bottom }: { readonly top: number; readonly bottom: number }) {
  const [low, high] = decadesOf(values, 1e-12)
  return scaleLinear([Math.max(low, high - MOST_DECADES), high], [bottom, top]).clamp(true)
}
