import type { Vec3 } from '../vec3.ts'
import type { EncounterModel } from './encounter-model.ts'
import { type AssessedOptions, type AssessedPlan, assessGiven, planAssessed } from './plan-assessed.ts'
import { planSeparation, type SeparationOptions, separateGiven } from './plan-separation.ts'
import { type Passages, passagesAfter, type Separation } from './separation.ts'

/** The criteria of a plan by distance. */
export interface DistanceGiven {
  /** The accepted distance of the satellite, m; 0: none is given. */
  readonly ofSatelliteM: number
  /** True if the relative motion is so slow that the objects meet again. */
  readonly meetsAgain: boolean
}

/** A plan, and for a plan by distance the distances of the objects. */
export interface TargetPlan extends AssessedPlan {
  readonly separation?: Separation
}

/** Returns the accepted distance of a satellite, by default the target of the plan. */
export const acceptedDistance = (ofSatelliteM: number, targetM: number) => (ofSatelliteM > 0 ? ofSatelliteM : targetM)

/** Returns the passages that count: all of them for objects that meet again, otherwise only the passage of the message. */
export const passagesOf = (
  { meetsAgain }: Pick<DistanceGiven, 'meetsAgain'>,
  burn: { readonly burnS: number; readonly arcS?: number },
): Passages => (meetsAgain ? passagesAfter(burn) : null)

/**
 * Plans by the criterion of the plan: a probability, or a distance at every passage, also for a burn that deviates by 3σ (flight rules F1 and
 * F2). Server and designer use this function. A distance is used if a probability has little meaning: for objects that meet again, or if the
 * operator asks for it.
 */
export function planToTarget(model: EncounterModel, options: AssessedOptions, given: DistanceGiven): TargetPlan {
  const byDistance = distanceOptions(options, given)
  if (byDistance === null) return planAssessed(model, options)
  const plan = planSeparation(model, byDistance)
  return plan.largerFor === null && isRaised(options, byDistance) ? { ...plan, largerFor: 'accepted-distance' } : plan
}

const isRaised = ({ target }: AssessedOptions, { target: wanted }: SeparationOptions) =>
  target.kind === 'miss' && target.missM < wanted.missM

/** Judges a given burn in R, T, N at its start by the same criterion, without changing it. */
export function flyToTarget(
  model: EncounterModel,
  options: AssessedOptions,
  { deltaVRtnMps, ...given }: DistanceGiven & { readonly deltaVRtnMps: Vec3 },
): TargetPlan {
  const byDistance = distanceOptions(options, given)
  return byDistance === null
    ? assessGiven(model, options, deltaVRtnMps)
    : separateGiven(model, byDistance, deltaVRtnMps)
}

/** Returns the conditions of a plan by distance; null for a plan by probability. */
function distanceOptions(options: AssessedOptions, given: DistanceGiven): SeparationOptions | null {
  const { target } = options
  if (target.kind !== 'miss') return null
  const acceptedM = acceptedDistance(given.ofSatelliteM, target.missM)
  // A target below the accepted distance is raised to it at once, because the plan would be enlarged to it anyway.
  const wanted = { ...target, missM: Math.max(target.missM, acceptedM) }
  return { ...options, target: wanted, acceptedM, passages: passagesOf(given, options) }
}
