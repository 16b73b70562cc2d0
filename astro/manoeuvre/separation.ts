import { SECONDS_PER_DAY } from '../constants.ts'
import { entry } from '../matrix.ts'
import type { EncounterAfter, EncounterModel } from './encounter-model.ts'
import { type Nearest, nearestPassage } from './passages.ts'
import { COLD_SIGMAS } from './plan-assessed.ts'

/** The nearest distance of two objects without a burn, with it, and with a burn that deviates by 3σ. */
export interface Separation {
  readonly before: Nearest
  readonly nominal: Nearest
  /** Null: the burn has no error. */
  readonly hot: Nearest | null
  readonly cold: Nearest | null
  /** 1σ of the distance at the TCA of the message, m (distanceSigma). */
  readonly sigmaM: number
}

/** The window in which passages are searched, in seconds after the TCA of the message; null: only the passage of the message. */
export type Passages = { readonly fromS: number; readonly toS: number } | null

const WEEK_DAYS = 7

/**
 * Returns the window of passages for a burn: from its end until a week after ignition, as in a screening of its path, and at least until a day
 * after TCA.
 */
export function passagesAfter({ burnS, arcS = 0 }: { readonly burnS: number; readonly arcS?: number }): Passages {
  return { fromS: burnS + arcS, toS: Math.max(SECONDS_PER_DAY, burnS + WEEK_DAYS * SECONDS_PER_DAY) }
}

/**
 * Returns the nearest distance in one encounter: without a window the miss of the current passage, otherwise the least distance of all passages
 * in the window.
 */
export function nearestOf(model: EncounterModel, after: EncounterAfter, passages: Passages): Nearest {
  return passages === null
    ? { atS: after.tcaS, distanceM: after.missDistanceM }
    : nearestPassage(model, after, passages)
}

/**
 * Returns the distances after a burn; `attempt` takes a factor on its Δv, and `share` is the relative 1σ of its size, 0 without an error. The
 * evaluated burns are 1 and 1 ± 3 share times the planned burn, along its direction; none is below 0, because no engine pushes backwards.
 */
export function separationOf(
  model: EncounterModel,
  attempt: (factor: number) => EncounterAfter,
  { share, passages }: { readonly share: number; readonly passages: Passages },
): Separation {
  const at = (factor: number) => nearestOf(model, attempt(Math.max(0, factor)), passages)
  const nominal = at(1)
  return {
    before: at(0),
    nominal,
    hot: share > 0 ? at(1 + COLD_SIGMAS * share) : null,
    cold: share > 0 ? at(1 - COLD_SIGMAS * share) : null,
    sigmaM: distanceSigma(model),
  }
}

/**
 * Returns the root of the sum of all position variances of both objects, m: at least the largest deviation of their distance. With independent
 * errors Δr has the covariance P₁ + P₂, whose largest eigenvalue is at most its trace: √tr(P₁ + P₂) is at least σ in any direction, also in the
 * direction of the miss. It expresses a distance of two objects in units of their uncertainty; it is no confidence level.
 */
export function distanceSigma({ encounter: { primary, secondary } }: Pick<EncounterModel, 'encounter'>): number {
  const variances = [primary, secondary].flatMap(({ covariance }) => [0, 1, 2].map((k) => entry(covariance, k, k)))
  return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0))
}
