import { missing } from '../missing.ts'
import type { Determination, DeterminedOrbit, NotDetermined } from './determination.ts'
import { determineOrbit } from './determine-orbit.ts'
import type { Measurement } from './observation.ts'

/** Of fewer degrees of freedom the scatter is no proof: it is taken at its word. */
const LEAST_PROVING = 30
/** A part that chance makes less often than once in twenty. */
const CHANCE_SIGMAS = 2

/**
 * The orbit of measurements that may have an error in common. The positions of a precise orbit come out of one fit and err alike: they
 * scatter far less than their covariance says, and a thousand of them are not better than one. The scatter tells: of the variance σ²
 * that is stated for each, the part 1 − χ²/ν is not in the differences from the fitted orbit and is common to all of them. Of n
 * measurements whose errors have the part ρ in common the mean has 1 + (n − 1) ρ times the variance of independent ones (L. Kish, Survey
 * Sampling (1965), §5.4: design effect). By that factor the variances of the positions are enlarged, and the orbit is determined again,
 * so that all that is known beside them counts as it should. Positions that scatter as they say keep their weight; what sensors on the
 * ground measure is left as it is. The answer has the factor in `correlationFactor`. Reached: common-error.test.ts.
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

/** By how many times the variances of the positions are too small for an orbit that all of them go into; 1 where they are not. */
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
