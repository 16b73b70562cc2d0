import type { Method } from '@apsis/astro/conjunction/probability/assess.ts'
import type { BurnTrial } from '@apsis/astro/manoeuvre/burn-trial.ts'
import type { EncounterAfter } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { type ExecutionError, sizeShare } from '@apsis/astro/manoeuvre/execution-error.ts'
import { type AssessedPlan, confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { scale } from '@apsis/astro/vec3.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { COVARIANCE_FACTORS, withFactor } from './plan-parts.ts'
import type { PlannedEvent } from './planned-event.ts'

/** A burn 3σ off is what a plan has to stand besides its target (flight rule F1). */
const OFF_SIGMAS = 3

type Off = {
  readonly plan: AssessedPlan
  readonly trial: BurnTrial
  readonly error: ExecutionError | null
  /** By which the plan was confirmed. */
  readonly method: Method
}

/**
 * The probabilities of a burn that comes out 3σ off, null without an error, and of covariances of another size, by the method that confirms the
 * plan; null where that has no value, but of a weak burn that was counted. All of them are null where the objects fly along together.
 */
export function offNominal(
  { model, isBySeparation }: Pick<PlannedEvent, 'model' | 'isBySeparation'>,
  { plan, trial, error, method }: Off,
): Pick<Burn, 'hotProbability' | 'coldProbability' | 'sensitivity'> {
  const whenOff = (sigmas: number) => {
    if (error === null || plan.deltaVMps === 0 || isBySeparation) return null
    const factor = Math.max(0, 1 + sigmas * sizeShare(plan.deltaVRtnMps, error))
    return confirm(trial.attempt(scale(plan.deltaV, factor)).after, model, method)
  }
  const stretched = (factor: number) =>
    method === 'hall-3d'
      ? confirm(stretch(plan.after, factor), model, method)
      : withFactor(plan.after, model.encounter.radiusM, factor)
  return {
    hotProbability: whenOff(OFF_SIGMAS),
    coldProbability: whenOff(-OFF_SIGMAS) ?? (isBySeparation ? null : plan.coldProbability),
    sensitivity: COVARIANCE_FACTORS.map((covarianceFactor) => ({
      covarianceFactor,
      probability: isBySeparation ? null : stretched(covarianceFactor),
    })),
  }
}

/** An encounter whose sigmas are so many times as large. */
function stretch({ planar, atMessageEpoch }: EncounterAfter, factor: number) {
  const { primary, secondary } = atMessageEpoch
  const covarianceOf = ({ covariance }: typeof primary) => covariance.map((row) => row.map((one) => one * factor ** 2))
  return {
    planar,
    atMessageEpoch: {
      primary: { ...primary, covariance: covarianceOf(primary) },
      secondary: { ...secondary, covariance: covarianceOf(secondary) },
    },
  }
}
