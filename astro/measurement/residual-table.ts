import { secondsBetween } from '../time/epoch.ts'
import { type Evaluation, inSigmas, type Problem, type ResidualRow, type Row } from './determination.ts'
import type { Measurement, Quantity } from './observation.ts'

/** Measurements farther apart than this belong to different passes, s. */
const PASS_GAP_S = 600
/** Above this a track counts as one measurement. The factor (1 + ρ)/(1 − ρ) is then at most 39. */
const LARGEST_CORRELATION = 0.95

/**
 * Returns the factor by which the effective number of measurements is smaller: (1 + ρ)/(1 − ρ), where ρ is the correlation of the residuals of
 * one quantity with the next of its pass, if it is larger than a chance value (2/√n). Source: G. V. Bayley and J. M. Hammersley, J. R. Stat. Soc.
 * Suppl. 8 (1946) 184, for a first-order autoregressive series. Errors of the force model and of the atmosphere change slowly, so a pass of a
 * thousand ranges does not contain a thousand independent numbers; least squares nevertheless divides by √1000, and the covariance becomes too
 * small. Only the first lag is estimated, because a short pass does not show more.
 */
export function correlationOf({ input }: Problem, rows: readonly Row[]): number {
  const series = Map.groupBy(rows, ({ observation, comparison }) => {
    const sensorId = input.observations[observation]?.sensorId ?? ''
    return `${sensorId} ${comparison.quantity}`
  })
  let [product, square, count] = [0, 0, 0]
  for (const each of series.values()) {
    const inOrder = [...each].sort((a, b) => secondsBetween(b.comparison.at, a.comparison.at))
    inOrder.forEach((row, k) => {
      const next = inOrder[k + 1]
      if (next === undefined || secondsBetween(row.comparison.at, next.comparison.at) > PASS_GAP_S) return
      product += inSigmas(row) * inSigmas(next)
      square += (inSigmas(row) ** 2 + inSigmas(next) ** 2) / 2
      count += 1
    })
  }
  // The lag-one autocorrelation Σ z_k z_(k+1) / Σ ½ (z_k² + z_(k+1)²); for n uncorrelated pairs, its chance value is 1/√n (1σ).
  const correlation = square > 0 ? Math.min(LARGEST_CORRELATION, product / square) : 0
  return correlation > 2 / Math.sqrt(count) ? (1 + correlation) / (1 - correlation) : 1
}

/**
 * Returns all measurements in the order of their time: used, edited, and not computed. An edited measurement keeps its numbers, so that the table
 * shows its error.
 */
export function residualTable(
  { input }: Problem,
  { rows, unusable }: Evaluation,
  edited: ReadonlySet<string>,
): readonly ResidualRow[] {
  const computed = rows.map(({ key, observation, comparison, residual }): ResidualRow => {
    const { sensorId = '', epoch = comparison.at } = input.observations[observation] ?? {}
    const { quantity, measured, sigma, elevationRad } = comparison
    const isEdited = edited.has(key)
    return {
      observation,
      sensorId,
      epoch,
      quantity,
      measured,
      residual,
      sigma,
      elevationRad,
      edited: isEdited ? 'beyond-limit' : null,
    }
  })
  const rest = [...unusable].flatMap(([index, reason]): ResidualRow[] => {
    const observation = input.observations[index]
    if (observation === undefined) return []
    const { epoch, sensorId } = observation
    const quantity = quantityOf(observation)
    // NaN is used for the numbers of a measurement without a computed value; `edited` gives the reason.
    const none = { measured: Number.NaN, residual: Number.NaN, sigma: Number.NaN, elevationRad: Number.NaN }
    return [{ observation: index, sensorId, epoch, quantity, ...none, edited: reason }]
  })
  // Both quantities of one measurement have the same time: the index of the measurement keeps them together.
  return [...computed, ...rest].sort((a, b) => secondsBetween(b.epoch, a.epoch) || a.observation - b.observation)
}

function quantityOf({ kind }: Measurement): Quantity {
  if (kind === 'azimuth-elevation') return 'azimuth'
  if (kind === 'position') return 'radial'
  return kind === 'right-ascension-declination' ? 'right-ascension' : kind
}
