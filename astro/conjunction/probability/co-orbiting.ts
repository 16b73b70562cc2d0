import { type Assessment, METHODS, type Method } from './assess.ts'

/** Below this relative speed objects meet repeatedly: a straight line through one encounter is not a valid model. */
export const CO_ORBITING_MPS = 10

/**
 * Returns true if two objects move together and have no probability for planning: straight lines are invalid, and the curved method has no value.
 * Their plans are by separation (flight rule F2).
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

/** As in assess(): below this speed a planar value is not used even if its checks pass. */
const STRAIGHT_MPS = 100

/**
 * Returns true if the planar value, the only value of an assessment, may not confirm a plan: the plane is invalid, the curved method failed, and
 * the encounter is too slow for straight lines. Counting is then the only method (flight rule F2).
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

/** The reason of an assessment without a probability if the objects are planned by separation. */
export const CO_ORBITING = 'co-orbiting'

/** How a plan is made and confirmed. */
export interface Confirmation {
  /** The method that assessed the event; without an assessment, the curved method, which then has no value. */
  readonly method: Method
  /** The method that confirms a plan: the same, unless the planar value is no proof. */
  readonly confirmedBy: Method
  /** True if there is no probability and a distance is planned. */
  readonly isBySeparation: boolean
  /** True if the relative motion is so slow that the objects meet again: a distance is judged at every passage. */
  readonly meetsAgain: boolean
}

/**
 * Returns how a plan for an event is confirmed (flight rule F2), from the event's assessment: server, designer and command line all use this
 * function. Null if a plan is impossible.
 */
export function confirmationOf({
  method,
  reason,
  relativeSpeedMps,
}: {
  readonly method: string | null
  readonly reason: string
  readonly relativeSpeedMps: number
}): Confirmation | null {
  const known = METHODS.find((one) => one === method)
  const isBySeparation = known === undefined && reason === CO_ORBITING
  if (known === undefined && !isBySeparation) return null
  const isNoProof = isPlaneNoProof({ reason, relativeSpeedMps })
  return {
    method: known ?? 'hall-3d',
    confirmedBy: isNoProof ? 'hall-3d' : (known ?? 'hall-3d'),
    isBySeparation,
    meetsAgain: isBySeparation || isNoProof || relativeSpeedMps < CO_ORBITING_MPS,
  }
}
