import type { Vec3 } from '../vec3.ts'
import type { EncounterModel } from './encounter-model.ts'
import { type AssessedOptions, type AssessedPlan, assessGiven, planAssessed } from './plan-assessed.ts'
import { planSeparation, type SeparationOptions, separateGiven } from './plan-separation.ts'
import { type Passages, passagesAfter, type Separation } from './separation.ts'

/** What a plan by distance is judged by. */
export interface DistanceGiven {
  /** The distance that the satellite accepts, m; 0: it says none. */
  readonly ofSatelliteM: number
  /** So slow past each other that the objects meet again. */
  readonly meetsAgain: boolean
}

/** A plan, and where it is by distance how near the objects come. */
export interface TargetPlan extends AssessedPlan {
  readonly separation?: Separation
}

/** What a satellite accepts; where it says nothing, what its plan is made for. */
export const acceptedDistance = (ofSatelliteM: number, targetM: number) => (ofSatelliteM > 0 ? ofSatelliteM : targetM)

/** Where passages count: of objects that meet again all of them, else that of the message. */
export const passagesOf = (
  { meetsAgain }: Pick<DistanceGiven, 'meetsAgain'>,
  burn: { readonly burnS: number; readonly arcS?: number },
): Passages => (meetsAgain ? passagesAfter(burn) : null)

/**
 * A plan by its own measure: a probability, or a distance that every passage keeps, also with a burn 3σ off (flight
 * rules F1 and F2). Server and designer plan with it. A distance is planned for where a probability means little: of
 * objects that meet again, or where the operator asks for one.
 */
export function planToTarget(model: EncounterModel, options: AssessedOptions, given: DistanceGiven): TargetPlan {
  const byDistance = distanceOptions(options, given)
  if (byDistance === null) return planAssessed(model, options)
  const plan = planSeparation(model, byDistance)
  return plan.largerFor === null && isRaised(options, byDistance) ? { ...plan, largerFor: 'accepted-distance' } : plan
}

const isRaised = ({ target }: AssessedOptions, { target: wanted }: SeparationOptions) =>
  target.kind === 'miss' && target.missM < wanted.missM

/** A burn that is given in R, T, N at its start, judged by the same measure; nothing of it is changed. */
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

/** What a plan by distance has to stand; null of one by probability. */
function distanceOptions(options: AssessedOptions, given: DistanceGiven): SeparationOptions | null {
  const { target } = options
  if (target.kind !== 'miss') return null
  const acceptedM = acceptedDistance(given.ofSatelliteM, target.missM)
  // Less than what is accepted is not planned: the plan would only be enlarged for it.
  const wanted = { ...target, missM: Math.max(target.missM, acceptedM) }
  return { ...options, target: wanted, acceptedM, passages: passagesOf(given, options) }
}
