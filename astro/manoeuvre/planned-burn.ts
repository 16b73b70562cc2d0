import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { type BurnWindow, openSpans } from './burn-time.ts'
import { deltaVFromAxes, deltaVInAxes } from './delta-v-frame.ts'
import type { EncounterModel } from './encounter-model.ts'
import type { TargetPlan } from './plan-to-target.ts'

/** A burn as it was announced. */
export interface AnnouncedBurn {
  readonly ignition: Epoch
  /** The name of its axes in the registry of frames. */
  readonly frame: string
  readonly vector: Vec3
}

/** A burn that was planned for a time after TCA. */
export interface PlannedBurn {
  /** Its ignition, seconds after TCA. */
  readonly plannedS: number
  /** In the axes of the primary at that ignition: a moved burn keeps these components, so that it has the planned effect on the orbit. */
  readonly deltaVRtnMps: Vec3
}

/** Samples per revolution if no whole number of revolutions is sufficient, and the total number of samples: ten revolutions. */
const [LOOKS, MOST_LOOKS] = [24, 240]
/** The tolerance, in revolutions, for a start that is a whole number of revolutions earlier. */
const WHOLE_SHARE = 1e-3

/**
 * Returns the announced burn of the primary, on its orbit without an earlier burn. Throws RangeError for axes with an unknown name. The axes are
 * those of the primary at the announced ignition, which is after TCA, on the orbit from the message.
 */
export function plannedBurnOf(
  { encounter: { primary }, dynamics }: EncounterModel,
  tca: Epoch,
  { ignition, frame, vector }: AnnouncedBurn,
): PlannedBurn {
  const plannedS = secondsBetween(tca, ignition)
  const state = dynamics.fly(primary, { fromS: 0, toS: plannedS }, 'primary')
  const at = { frame: 'GCRF', epoch: addSeconds(tca, plannedS), r: state.r, v: state.v } as const
  return { plannedS, deltaVRtnMps: deltaVInAxes('RTN', at, deltaVFromAxes(frame, at, vector)) }
}

/** Returns by how many whole revolutions a burn is earlier than planned; null: the difference is not a whole number. */
export function wholeRevolutions(
  { plannedS, burnS }: Pick<PlannedBurn, 'plannedS'> & { readonly burnS: number },
  periodS: number,
) {
  const turns = (plannedS - burnS) / periodS
  return Math.abs(turns - Math.round(turns)) < WHOLE_SHARE ? Math.round(turns) : null
}

/**
 * Moves a planned burn earlier so that it reaches a target. It first tries the smallest number of whole revolutions: the burn is then at the same
 * point of its orbit, and changes eccentricity and inclination as planned. If no number is sufficient, it uses the latest sufficient time in the
 * last ten revolutions; if no time is sufficient, the best time. Null if the window has no time outside its blackouts. Whole revolutions are
 * tried first, and the latest time first, because the smallest move is closest to the mission's plan. A transverse Δv drifts by −3 Δv t along the
 * track (Clohessy and Wiltshire), so each revolution earlier adds 3 Δv times the period, 17 km for 1 m/s in low orbit.
 */
export function moveForward(
  { periodS }: Pick<EncounterModel, 'periodS'>,
  { plannedS, window }: Pick<PlannedBurn, 'plannedS'> & { readonly window: BurnWindow },
  fly: (burnS: number) => TargetPlan,
): TargetPlan | null {
  const { fromS, toS } = window
  const open = openSpans(window)
  const { startAt = (burnS: number) => burnS } = window
  const startOf = (burnS: number) => {
    const span = open.find((one) => one.fromS <= burnS && burnS <= one.toS)
    return span === undefined ? null : startAt(burnS, span)
  }
  const least = Math.max(1, Math.ceil((plannedS - toS) / periodS))
  const most = Math.floor((plannedS - fromS) / periodS)
  const whole = Array.from({ length: Math.max(0, most - least + 1) }, (_, k) => plannedS - (least + k) * periodS)
  const looks = Array.from({ length: MOST_LOOKS }, (_, k) => toS - (k * periodS) / LOOKS).filter((at) => at >= fromS)
  let best: TargetPlan | null = null
  for (const burnS of [...whole, ...looks].map(startOf)) {
    if (burnS === null) continue
    const plan = fly(burnS)
    if (plan.meetsTarget) return plan
    if (best === null || leftBy(plan) < leftBy(best)) best = plan
  }
  return best
}

/** Returns the risk after a burn: smaller is better. */
function leftBy({ separation, confirmedProbability, probability }: TargetPlan): number {
  if (separation !== undefined) return -Math.min(separation.nominal.distanceM, separation.cold?.distanceM ?? Infinity)
  return confirmedProbability ?? probability ?? 1
}
