import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { type BurnWindow, openSpans } from './burn-time.ts'
import { deltaVFromAxes, deltaVInAxes } from './delta-v-frame.ts'
import type { EncounterModel } from './encounter-model.ts'
import type { TargetPlan } from './plan-to-target.ts'

/** A burn as it is announced. */
export interface AnnouncedBurn {
  readonly ignition: Epoch
  /** Its axes by any name of the registry of frames. */
  readonly frame: string
  readonly vector: Vec3
}

/** A burn that is planned for after TCA. */
export interface PlannedBurn {
  /** Its ignition, seconds after TCA. */
  readonly plannedS: number
  /** In the axes of the primary at that ignition: moved, it keeps these, so that it does to the orbit what it was planned for. */
  readonly deltaVRtnMps: Vec3
}

/** Looks per revolution where no whole number of them helps, and how far back: of ten revolutions. */
const [LOOKS, MOST_LOOKS] = [24, 240]
/** A start that is a whole number of revolutions earlier but for its rounding. */
const WHOLE_SHARE = 1e-3

/**
 * The announced burn of the primary, on its orbit without a burn before. Throws RangeError for axes of no known name.
 * The axes are those of the primary at the announced ignition, which lies after TCA, on the orbit that the message
 * gives it.
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

/** By how many whole revolutions a burn is earlier than it was planned for; null: by another time. */
export function wholeRevolutions(
  { plannedS, burnS }: Pick<PlannedBurn, 'plannedS'> & { readonly burnS: number },
  periodS: number,
) {
  const turns = (plannedS - burnS) / periodS
  return Math.abs(turns - Math.round(turns)) < WHOLE_SHARE ? Math.round(turns) : null
}

/**
 * A planned burn moved forward so that it reaches a target: by the fewest whole revolutions, after which it is at the
 * same place of its orbit and turns eccentricity and inclination as it was planned to; where none of these does, to the
 * latest time of the last ten revolutions that does. Where none reaches it, to where most is reached. Null where the
 * window has no time outside its black-outs. Whole revolutions come first, the latest of them before the others: what
 * is moved least is what the mission planned. A transverse Δv drifts by −3 Δv t along the track (Clohessy and
 * Wiltshire), so that each revolution earlier adds 3 Δv times the period, 17 km for 1 m/s in low orbit.
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

/** What a burn leaves: the smaller, the better. */
function leftBy({ separation, confirmedProbability, probability }: TargetPlan): number {
  if (separation !== undefined) return -Math.min(separation.nominal.distanceM, separation.cold?.distanceM ?? Infinity)
  return confirmedProbability ?? probability ?? 1
}
