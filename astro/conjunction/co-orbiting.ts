import type { Assessment } from './probability/assess.ts'

/** Objects that pass each other more slowly meet again and again: a straight line through one meeting is no model. */
export const CO_ORBITING_MPS = 10

/**
 * Whether two objects fly along together and have no probability to plan with: straight lines are no model of them, and the curved method has no
 * value. They are planned by separation (flight rule F2).
 */
export function isPlannedBySeparation({
  encounter,
  method,
}: {
  readonly encounter: Pick<Assessment['encounter'], 'relativeSpeedMps'>
  readonly method: Assessment['method']
}): boolean {
  return encounter.relativeSpeedMps < CO_ORBITING_MPS && method !== 'hall-3d'
}

/** As assess() has it: below this speed a planar value is not taken even where its checks pass. */
const STRAIGHT_MPS = 100

/**
 * Whether the plane, whose value is all that an assessment has, may not confirm a plan: it does not hold, the curved method failed, and the
 * encounter is so slow that straight lines are none. Then counting is the only method (flight rule F2).
 */
export function isPlaneNoProof({
  reason,
  relativeSpeedMps,
}: {
  readonly reason: string
  readonly relativeSpeedMps: number
}): boolean {
  const planeIsOff: Assessment['reason'] = 'planar-does-not-hold-and-curved-failed'
  return reason === planeIsOff && relativeSpeedMps < STRAIGHT_MPS
}
