import { type Assessment, METHODS, type Method } from './assess.ts'

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

/** What an assessment that has no probability says of objects that are planned by separation. */
export const CO_ORBITING = 'co-orbiting'

/** By what a plan is made and confirmed. */
export interface Confirmation {
  /** What assessed the event; where nothing did, the curved method, which has no value there, either. */
  readonly method: Method
  /** What confirms a plan: the same, but where the plane is no proof. */
  readonly confirmedBy: Method
  /** There is no probability: a distance is planned. */
  readonly isBySeparation: boolean
  /** The objects are so slow past each other that they meet again: a distance is judged at every passage. */
  readonly meetsAgain: boolean
}

/**
 * By what a plan for an event is confirmed (flight rule F2), from what its assessment says: the one choice of server, designer and command
 * line. Null where there is nothing to plan with.
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
