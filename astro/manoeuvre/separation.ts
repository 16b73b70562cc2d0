import { SECONDS_PER_DAY } from '../constants.ts'
import { entry } from '../matrix.ts'
import type { EncounterAfter, EncounterModel } from './encounter-model.ts'
import { type Nearest, nearestPassage } from './passages.ts'
import { COLD_SIGMAS } from './plan-assessed.ts'

/** How near two objects come without a burn, with it, and with one that is 3σ off. */
export interface Separation {
  readonly before: Nearest
  readonly nominal: Nearest
  /** Null: the burn has no error. */
  readonly hot: Nearest | null
  readonly cold: Nearest | null
  /** 1σ of the distance at the TCA of the message, m (distanceSigma). */
  readonly sigmaM: number
}

/** Where to look for passages, in seconds after the TCA of the message; null: at the passage of the message alone. */
export type Passages = { readonly fromS: number; readonly toS: number } | null

const WEEK_DAYS = 7

/** The passages that a burn answers for: from its end on, as far as its path is screened, a week after ignition and a day after TCA at least. */
export function passagesAfter({ burnS, arcS = 0 }: { readonly burnS: number; readonly arcS?: number }): Passages {
  return { fromS: burnS + arcS, toS: Math.max(SECONDS_PER_DAY, burnS + WEEK_DAYS * SECONDS_PER_DAY) }
}

/**
 * How near the objects come in one encounter. Without a window that is the miss of the passage at hand, else the least
 * distance of all passages in the window.
 */
export function nearestOf(model: EncounterModel, after: EncounterAfter, passages: Passages): Nearest {
  return passages === null
    ? { atS: after.tcaS, distanceM: after.missDistanceM }
    : nearestPassage(model, after, passages)
}

/**
 * What a burn makes of the distance, of `attempt` by the factor on its Δv; `share`: 1σ of its size as a share of it, 0
 * of one without error. The burns that are looked at are 1 and 1 ± 3 share times the planned one, along its direction;
 * none is below 0, as no engine pushes backwards.
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
 * The root of the sum of all position variances of both objects, m: at least the largest of the deviations of their
 * distance. With independent errors Δr has the covariance P₁ + P₂, whose largest eigenvalue is at most its trace:
 * √tr(P₁ + P₂) is no smaller than σ in any direction, also in that of the miss. It says how far apart two objects are
 * in units of what is known of them; it is no confidence level.
 */
export function distanceSigma({ encounter: { primary, secondary } }: Pick<EncounterModel, 'encounter'>): number {
  const variances = [primary, secondary].flatMap(({ covariance }) => [0, 1, 2].map((k) => entry(covariance, k, k)))
  return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0))
}
