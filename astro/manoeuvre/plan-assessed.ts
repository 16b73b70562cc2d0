import type { Method } from '../conjunction/probability/assess.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { hall2021 } from '../conjunction/probability/hall-2021.ts'
import { scale } from '../vec3.ts'
import type { EncounterAfter, EncounterModel } from './encounter-model.ts'
import { sizeShare } from './execution-error.ts'
import type { Target } from './local-risk.ts'
import { flyImpulse, type ImpulseOptions, type ImpulsePlan, MARGIN, planImpulse, trialOf } from './plan-impulse.ts'

/** What a plan has to stand besides its target. */
export interface AssessedOptions extends Omit<ImpulseOptions, 'target'> {
  readonly target: Target
  /** The method that assessed the event: the plan is confirmed by it. The exact disc where not said. */
  readonly method?: Method
  /** What a burn that is 3σ too weak must stay below (flight rule F1); nothing is asked of it without one. */
  readonly acceptedProbability?: number
}

/** What keeps a plan from being sufficient: a limit of the burn, or what it leaves when it comes out too weak. */
export interface AssessedPlan extends ImpulsePlan {
  /** By the method of the event; null where it has no value. */
  readonly confirmedProbability: number | null
  /** What the burn leaves when it comes out 3σ too weak; null where that is not asked for. */
  readonly coldProbability: number | null
}

/** A post-manoeuvre goal is this share of what is accepted: 10^-1.5 (Hall, AAS 19-631 (2019), RemReduction). */
export const REMEDIATION = 0.03
/** Runs of a method outside the iteration: each brings the inner target nearer by the ratio of the two. */
const MOST_CONFIRMATIONS = 6
/** Sigmas by which a cold burn is too weak. */
const COLD_SIGMAS = 3
/** By how much a burn grows until its cold case holds. */
const GROWTH = 1.02
const MOST_GROWTHS = 120

/**
 * The smallest impulse that is sufficient by the method which assessed the event (flight rules F1 and F2). The plan is made with the
 * disc in the plane; where the event is assessed along curved orbits (hall2021), each plan is confirmed once by that, and the inner
 * target lowered by the ratio of the two values until it holds. Where a burn 3σ too weak would leave more than what is accepted, the
 * burn is enlarged.
 */
export function planAssessed(model: EncounterModel, options: AssessedOptions): AssessedPlan {
  const { target, method = 'circle-2d', acceptedProbability, ...rest } = options
  let inner = target
  let plan = planImpulse(model, { ...rest, target })
  let confirmed = confirm(plan.after, model, method)
  for (let run = 1; run < MOST_CONFIRMATIONS && target.kind === 'probability'; run += 1) {
    if (method !== 'hall-3d' || confirmed === null || confirmed <= MARGIN * target.probability) break
    if (inner.kind !== 'probability' || plan.limit !== null) break
    // At least halved, so that a ratio next to 1 does not use up the runs.
    inner = { ...inner, probability: inner.probability * Math.min(0.5, target.probability / confirmed) }
    plan = planImpulse(model, { ...rest, target: inner })
    confirmed = confirm(plan.after, model, method)
  }
  const held = holdCold(model, plan, options)
  if (held !== plan) confirmed = confirm(held.after, model, method)
  // A distance is judged by the plan itself; a probability by the method of the event, too.
  const isEnough = target.kind === 'miss' || (confirmed !== null && confirmed <= MARGIN * target.probability)
  const cold = acceptedProbability === undefined ? null : coldProbability(model, held, options)
  const isColdHeld = cold === null || acceptedProbability === undefined || cold < acceptedProbability
  const meetsTarget = held.meetsTarget && isEnough && isColdHeld
  const limit = meetsTarget ? null : (held.limit ?? 'delta-v')
  return { ...held, meetsTarget, limit, confirmedProbability: confirmed, coldProbability: cold }
}

/** The value of a method for an encounter as it is after a burn. */
export function confirm(
  { primary, secondary, planar }: EncounterAfter,
  model: EncounterModel,
  method: Method,
): number | null {
  const { radiusM } = model.encounter
  if (method !== 'hall-3d') return planar === null ? null : circle2d(planar.miss, radiusM)
  const result = hall2021(primary, secondary, { radiusM })
  return result.ok ? result.probability : null
}

/** The plan itself, or one that is stronger by so much that its cold case holds. */
function holdCold(model: EncounterModel, plan: ImpulsePlan, options: AssessedOptions): ImpulsePlan {
  const { acceptedProbability } = options
  if (acceptedProbability === undefined || options.executionError === undefined || plan.deltaVMps === 0) return plan
  let held = plan
  for (let run = 0; run < MOST_GROWTHS; run += 1) {
    const cold = coldProbability(model, held, options)
    if (cold === null || cold < acceptedProbability) return held
    // The direction stays; only the size grows, by 2 % a time.
    const size = held.deltaVMps * GROWTH
    if (size > (options.maxDeltaVMps ?? Infinity)) return held
    held = flyImpulse(model, options, scale(held.deltaVRtnMps, GROWTH))
  }
  return held
}

/** What a burn leaves that comes out 3σ too weak, its direction as asked for; null without an execution error. */
function coldProbability(
  model: EncounterModel,
  plan: ImpulsePlan,
  { executionError, burnS, arcS }: AssessedOptions,
): number | null {
  if (executionError === undefined || plan.deltaVMps === 0) return null
  // Three sigmas of the size, as a share of it; a burn does not come out negative.
  const weak = COLD_SIGMAS * sizeShare(plan.deltaVRtnMps, executionError)
  const trial = trialOf(model, { burnS, ...(arcS === undefined ? {} : { arcS }) })
  const { planar } = trial.attempt(scale(plan.deltaV, Math.max(0, 1 - weak))).after
  return planar === null ? null : circle2d(planar.miss, model.encounter.radiusM)
}
