import { missing } from '../missing.ts'
import type { Determination, DeterminedOrbit, NotDetermined } from './determination.ts'
import { determineOrbit } from './determine-orbit.ts'
import type { Measurement } from './observation.ts'

/** With fewer degrees of freedom the scatter proves nothing: it is used as it is. */
const LEAST_PROVING = 30
/** A common fraction below this many sigmas may be chance, which exceeds it less than once in twenty. */
const CHANCE_SIGMAS = 2

/**
 * Determines an orbit from measurements that may have a common error. The positions of a precise orbit are from one fit and have correlated
 * errors: they scatter far less than their covariance, and a thousand of them are not better than one. The scatter shows this: of the stated
 * variance σ² the fraction 1 − χ²/ν does not appear in the differences from the fitted orbit, and is common to all of them. If the errors of n
 * measurements have the fraction ρ in common, their mean has 1 + (n − 1) ρ times the variance of independent ones (L. Kish, Survey Sampling
 * (1965), §5.4: design effect). The variances of the positions are enlarged by this factor, and the orbit is determined again, so that other data
 * keep their correct weight. Positions that scatter as stated keep their weight; measurements of ground sensors do not change. The result has the
 * factor in `correlationFactor`. Verified in common-error.test.ts.
 */
export function determineWithCommonError(input: Determination): DeterminedOrbit | NotDetermined {
  const first = determineOrbit(input)
  if (!first.ok) return first
  const factor = designEffect(input.observations, first)
  if (factor <= 1) return first
  const observations = input.observations.map(
    (one): Measurement =>
      one.kind === 'position' ? { ...one, covariance: one.covariance.map((row) => row.map((x) => x * factor)) } : one,
  )
  const found = determineOrbit({ ...input, observations })
  return found.ok ? { ...found, correlationFactor: Math.max(factor, found.correlationFactor) } : found
}

/** Returns the factor by which the variances of the positions are too small for an orbit from all of them; 1 if they are not. */
function designEffect(observations: readonly Measurement[], { residuals, state }: DeterminedOrbit): number {
  const rows = residuals.filter(
    ({ observation, edited }) => edited === null && (observations[observation] ?? missing()).kind === 'position',
  )
  const parameters = state.r.length + state.v.length
  const freedom = rows.length - parameters
  const count = rows.length / 3
  if (count <= 1) return 1
  if (freedom <= 0) return count
  const share = 1 - rows.reduce((sum, { residual, sigma }) => sum + (residual / sigma) ** 2, 0) / freedom
  // χ²/ν has the sigma √(2/ν).
  const isChance = freedom >= LEAST_PROVING && share <= CHANCE_SIGMAS * Math.sqrt(2 / freedom)
  return isChance ? 1 : 1 + (count - 1) * Math.max(0, share)
}
