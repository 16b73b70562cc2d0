import type { Method } from '@apsis/astro/conjunction/probability/assess.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import type { BurnTrial } from '@apsis/astro/manoeuvre/burn-trial.ts'
import type { Counting } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import { deltaVInAxes, directionOf, smaChangeM } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import type { EncounterAfter } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { writeIgnition } from '@apsis/astro/manoeuvre/engine-steps.ts'
import { type ExecutionError, sizeShare } from '@apsis/astro/manoeuvre/execution-error.ts'
import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { type AssessedPlan, confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import type { TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { add, scale } from '@apsis/astro/vec3.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { distancesOf } from './plan-distance.ts'
import {
  COVARIANCE_FACTORS,
  conventionOf,
  type DesignedBurn,
  howConfirmed,
  judgementOf,
  type Limit,
  NO_DRAG,
  type PlanTask,
  statesOf,
  targetOfPlan,
  withFactor,
} from './plan-parts.ts'
import { type PlannedEvent, reachedBy } from './planned-event.ts'

/**
 * Besides meeting its target, a plan has to be sufficient with a burn that is 3σ too strong or too weak (flight rule
 * F1).
 */
const OFF_SIGMAS = 3

export type Engine = Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>

/** The goal of a plan and its means. */
export type BurnWish = {
  readonly task: PlanTask
  readonly event: PlannedEvent
  readonly engine: Engine
  readonly target: Target
  readonly error: ExecutionError | null
  /** Counts drawn pairs if no other method confirms an encounter; null during a search, where only the result is counted. */
  readonly counting: Counting | null
}

/** A burn, the length of its arc, and the limit that prevents it from reaching its target. */
export type FoundBurn = { readonly plan: TargetPlan; readonly arcS: number; readonly limit: Limit | null }

/** Returns a plan in the form of the contract. */
export function describe(wanted: BurnWish, { plan, arcS, limit }: FoundBurn): DesignedBurn {
  const { task, event, engine, target, error } = wanted
  const { request } = task
  const { model, tca } = event
  const trial = trialOf(model, {
    burnS: plan.burnS,
    ...(arcS > 0 ? { arcS } : {}),
    ...(error === null ? {} : { executionError: error }),
  })
  const ignition = addSeconds(tca, plan.burnS)
  const at = { frame: 'GCRF', epoch: ignition, ...plan.state } as const
  const end = endOf(wanted, plan, arcS)
  const before = reachedBy(trial.attempt([0, 0, 0]).after, event)
  return {
    manoeuvreType: engine.type,
    orbitsBeforeTca: -plan.burnS / model.periodS,
    ...thrustOf(wanted, plan, arcS),
    ...changeOf(wanted, plan, at),
    ...NO_DRAG,
    manoeuvreDuration: arcS,
    ignitionEpoch: `${writeIgnition(ignition)}Z`,
    ...statesOf(request.referenceFrame, at, { ...end, epoch: addSeconds(ignition, arcS) }),
    smaChange: smaChangeM(plan.state, plan.deltaV, GM_EARTH),
    referenceFrame: request.referenceFrame,
    dynamics: request.dynamics,
    target: targetOfPlan(target),
    before,
    after: { ...reachedBy(plan.after, event), probability: plan.confirmedProbability },
    ...offNominal(event, { plan, trial, error, method: task.message.confirmedBy ?? event.method }),
    ...judgementOf(plan, limit),
    ...distancesOf({ ...plan, arcS }, event, { ...task, target }),
    ...howConfirmed(task, { before, counted: plan.counted }),
    convention: conventionOf(model.encounter),
  }
}

/** Returns the thrust of the engine and its consumption: propellant by the rocket equation, and its duration at full thrust. */
function thrustOf({ task: { massKg }, engine }: BurnWish, { deltaVMps }: TargetPlan, arcS: number) {
  const exhaustMps = engine.ispS * STANDARD_GRAVITY
  const usedKg = massKg === null ? null : massKg * (1 - Math.exp(-deltaVMps / exhaustMps))
  const thrustingS = usedKg === null ? null : arcS > 0 ? arcS * dutyOf(engine) : (usedKg * exhaustMps) / engine.thrustN
  return {
    totalDeltaMass: usedKg,
    deltaMass: usedKg,
    totalThrustingTime: thrustingS,
    effectiveThrustMagnitude: arcS > 0 && massKg !== null ? (massKg * deltaVMps) / arcS : engine.thrustN,
    specificImpulse: engine.ispS,
    dutyCycle: engine.type === 'CONTINUOUS' ? engine.dutyCycle : null,
    spacecraftInitialMass: massKg,
  } satisfies Partial<DesignedBurn>
}

/** Returns the change of velocity in the requested axes, with its direction, and in R, T, N. */
function changeOf({ task: { request }, engine }: BurnWish, plan: TargetPlan, at: Parameters<typeof deltaVInAxes>[1]) {
  const deltaVReferenceFrame = request.deltaVReferenceFrame ?? engine.deltaVReferenceFrame
  const deltaVVector = deltaVInAxes(deltaVReferenceFrame, at, plan.deltaV) as [number, number, number]
  const { azimuthRad, elevationRad } = directionOf(deltaVVector)
  return {
    totalDeltaVMagnitude: plan.deltaVMps,
    deltaVMagnitude: plan.deltaVMps,
    deltaVReferenceFrame,
    deltaVVector,
    deltaVDirection: request.deltaVDirection ?? engine.deltaVDirection,
    azimuthDeg: (azimuthRad * 180) / Math.PI,
    elevationDeg: (elevationRad * 180) / Math.PI,
    deltaVRtn: [...plan.deltaVRtnMps],
  } satisfies Partial<DesignedBurn>
}

const dutyOf = (engine: Engine) => (engine.type === 'CONTINUOUS' ? engine.dutyCycle : 1)

/** Returns the satellite at the end of the burn: right after an impulse, or after the constant acceleration of an arc, in short steps. */
function endOf({ event: { model } }: BurnWish, { state, deltaV, burnS }: TargetPlan, arcS: number) {
  if (arcS === 0) return { r: state.r, v: add(state.v, deltaV) }
  let now = { r: state.r, v: state.v }
  const share = 1 / ARC_STEPS
  for (let step = 0; step < ARC_STEPS; step += 1) {
    const fromS = burnS + step * share * arcS
    const middle = model.dynamics.fly(now, { fromS, toS: fromS + (share * arcS) / 2 }, 'primary')
    const kicked = { r: middle.r, v: add(middle.v, scale(deltaV, share)) }
    now = model.dynamics.fly(kicked, { fromS: fromS + (share * arcS) / 2, toS: fromS + share * arcS }, 'primary')
  }
  return now
}
/** The arc is replaced by this many impulses, each in the middle of its part: the error falls with the square of their number; 64 leave 0.01 mm. */
const ARC_STEPS = 64

type Off = {
  readonly plan: AssessedPlan
  readonly trial: BurnTrial
  readonly error: ExecutionError | null
  /** The method that confirmed the plan. */
  readonly method: Method
}

/**
 * Returns the probabilities with a burn that is 3σ too strong or too weak, and with covariances of another size, by the method that
 * confirms the plan. The former are null if the plan allows for no error. A value is null if the method has none, except for a weak burn
 * that was counted. All are null for co-orbiting objects.
 */
function offNominal(
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

/** Returns an encounter whose sigmas are multiplied by a factor. */
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
