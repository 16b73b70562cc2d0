import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { burningTime } from '@apsis/astro/manoeuvre/burning-time.ts'
import { largestBurn } from '@apsis/astro/manoeuvre/engine-limits.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

/** The propulsion, and the mass where it is known. */
export type Craft = {
  readonly propulsion: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>
  readonly massKg: number | null
}
/** The wanted length of an arc of thrust, s; null stands for the length that its Δv needs. */
type ArcWish = { readonly arcS: number | null }
type Burning = { readonly plan: { readonly deltaVMps: number }; readonly arcS: number }

/** Returns the propellant of a burn, kg (Tsiolkovsky); null where the mass is not known. */
export function propellantOf({ propulsion, massKg }: Craft, deltaVMps: number): number | null {
  return massKg === null ? null : massKg * (1 - Math.exp(-deltaVMps / (propulsion.ispS * STANDARD_GRAVITY)))
}

/** Returns the length of constant thrust for a burn in either direction, s; 0 stands for an impulse. */
export const arcOf = (given: Craft, wish: ArcWish, deltaVMps: number): number =>
  given.propulsion.type === 'CONTINUOUS' && deltaVMps !== 0 ? lengthOf(given, wish, Math.abs(deltaVMps)) : 0

/** Returns the length of a planned burn from its start on, s. */
export const lastsOf = (given: Craft, { plan: { deltaVMps }, arcS }: Burning): number =>
  given.propulsion.type === 'CONTINUOUS' ? arcS : lengthOf(given, { arcS: null }, deltaVMps)

/**
 * Returns the length of a burn from its start on, s, as on the server: without a mass an impulse counts with the
 * longest burn, and no arc is planned.
 */
export function lengthOf(given: Craft, { arcS }: ArcWish, deltaVMps: number): number {
  const { propulsion } = given
  const isImpulse = propulsion.type === 'IMPULSIVE'
  if (given.massKg === null) return isImpulse && deltaVMps > 0 ? propulsion.maxBurnS : 0
  if (!isImpulse && arcS !== null) return arcS
  return burningTime(propulsion, given.massKg, deltaVMps) / (isImpulse ? 1 : propulsion.dutyCycle)
}

/** Returns the largest burn that the engine can make, as on the server. */
export const mostDeltaV = ({ propulsion, massKg }: Craft): number => largestBurn(propulsion, massKg).deltaVMps

/** Returns the times that commands need before a burn: their lead, and the time to warm up or to turn. */
export const leadOf = ({ propulsion }: Craft) => ({
  leadTimeH: propulsion.leadTimeH,
  readyS: propulsion.type === 'CONTINUOUS' ? propulsion.warmUpS : propulsion.slewS,
})
