import { plannedArcS } from '@apsis/astro/manoeuvre/burning-time.ts'
import { startWithin } from '@apsis/astro/manoeuvre/engine-steps.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { type DistanceGiven, flyToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import { moveForward, type PlannedBurn, plannedBurnOf, wholeRevolutions } from '@apsis/astro/manoeuvre/planned-burn.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { MovedBurn } from '@apsis/contract/ca/plan/confirmed.ts'
import { APART_S, burningS, hintsOf, shutFor } from './burn-span.ts'
import type { BurnWish, FoundBurn } from './describe-burn.ts'
import { limitOf, noWindow, type PlanTask, Refusal } from './plan-parts.ts'

/** Returns the basis on which a plan by distance of a satellite is judged. */
export const distanceGiven = ({ separationM, message }: PlanTask): DistanceGiven => ({
  ofSatelliteM: separationM,
  meetsAgain: message.meetsAgain === true,
})

/**
 * Returns the next announced burn of the satellite, with its own Δv: at the requested start, or, for a search, moved forward so that it reaches
 * the target. Throws Refusal if none is announced, or its axes are not known.
 */
export function movePlanned(
  wanted: BurnWish,
  startS: number,
  options: Omit<AssessedOptions, 'burnS'>,
): FoundBurn & { readonly told: MovedBurn } {
  const { task, event, engine } = wanted
  const { model } = event
  const { notice, planned } = nextOf(wanted)
  const deltaVMps = norm(planned.deltaVRtnMps)
  const arcS =
    engine.type === 'CONTINUOUS' ? plannedArcS(engine, task.massKg, { durationS: notice.durationS, deltaVMps }) : 0
  const flyBy = (judging: Omit<AssessedOptions, 'burnS'>) => (burnS: number) =>
    flyToTarget(
      model,
      { ...judging, ...(arcS > 0 ? { arcS } : {}), burnS },
      { ...distanceGiven(task), deltaVRtnMps: planned.deltaVRtnMps },
    )
  const fly = flyBy(options)
  // A count takes seconds: it is made once, at the end of the search.
  const { counting: _, ...uncounted } = options
  const found = { planned, deltaVMps, arcS, fly: flyBy(uncounted) }
  const plan = fly(task.request.until === undefined ? startS : search(wanted, { ...found, startS }).burnS)
  const { plannedS } = planned
  return {
    plan,
    arcS,
    limit: limitOf(plan, { maxDeltaVMps: plan.deltaVMps, name: 'PLANNED_BURN' }),
    told: {
      noticeId: notice.noticeId,
      announcedBy: notice.announcedBy,
      ignition: notice.ignition,
      movedByS: plannedS - plan.burnS,
      revolutions: wholeRevolutions({ plannedS, burnS: plan.burnS }, model.periodS),
      extraDeltaVMps: 0,
    },
  }
}

type BurnMove = {
  readonly planned: PlannedBurn
  readonly startS: number
  readonly deltaVMps: number
  readonly arcS: number
  readonly fly: (burnS: number) => TargetPlan
}

function search(wanted: BurnWish, { planned: { plannedS }, startS, deltaVMps, arcS, fly }: BurnMove): TargetPlan {
  const { task, event, engine } = wanted
  const lengthS = burningS(wanted, deltaVMps, arcS)
  const lastS = secondsBetween(event.tca, parseTime(task.request.until ?? ''))
  const startAt = startWithin(event.tca, engine.startStepS)
  const latest = { toS: Math.min(lastS, -arcS - APART_S), blackouts: shutFor(wanted, lengthS) }
  const window = { fromS: startS, ...latest, startAt }
  const plan = moveForward(event.model, { plannedS, window }, fly)
  if (plan === null) throw noWindow(task, hintsOf(wanted))
  return plan
}

function nextOf({ task: { nextBurn }, event: { model, tca } }: BurnWish): {
  readonly notice: BurnNotice
  readonly planned: PlannedBurn
} {
  if (nextBurn === null || nextBurn.deltaV === null) throw new Refusal('planned-burn', { case: 'none' })
  const { frame, vector } = nextBurn.deltaV
  const ignition = parseTime(nextBurn.ignition)
  try {
    const planned = plannedBurnOf(model, tca, { ignition, frame, vector })
    return { notice: nextBurn, planned }
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('planned-burn', { case: 'frame', frame })
    throw error
  }
}
