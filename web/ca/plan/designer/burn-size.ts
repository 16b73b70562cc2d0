import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { burningTime } from '@apsis/astro/manoeuvre/burning-time.ts'
import { largestBurn } from '@apsis/astro/manoeuvre/engine-limits.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

/** What burns, and its mass where that is known. */
export type Craft = {
  readonly propulsion: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>
  readonly massKg: number | null
}
/** How long an arc of thrust shall take, s; null: as long as its Δv needs. */
type ArcWish = { readonly arcS: number | null }
type Burning = { readonly plan: { readonly deltaVMps: number }; readonly arcS: number }

/** The propellant of a burn, kg (Tsiolkovsky); null where the mass is not known. */
export function propellantOf({ propulsion, massKg }: Craft, deltaVMps: number): number | null {
  return massKg === null ? null : massKg * (1 - Math.exp(-deltaVMps / (propulsion.ispS * STANDARD_GRAVITY)))
}

/** How long thrust is constant for a burn of either sense, s; 0: it is an impulse. */
export const arcOf = (given: Craft, wish: ArcWish, deltaVMps: number): number =>
  given.propulsion.type === 'CONTINUOUS' && deltaVMps !== 0 ? lengthOf(given, wish, Math.abs(deltaVMps)) : 0

/** How long a burn that was planned takes from its start on, s. */
export const lastsOf = (given: Craft, { plan: { deltaVMps }, arcS }: Burning): number =>
  given.propulsion.type === 'CONTINUOUS' ? arcS : lengthOf(given, { arcS: null }, deltaVMps)

/** How long a burn takes from its start on, s, as for the server: without a mass an impulse may take the longest, and no arc is planned. */
export function lengthOf(given: Craft, { arcS }: ArcWish, deltaVMps: number): number {
  const { propulsion } = given
  const isImpulse = propulsion.type === 'IMPULSIVE'
  if (given.massKg === null) return isImpulse && deltaVMps > 0 ? propulsion.maxBurnS : 0
  if (!isImpulse && arcS !== null) return arcS
  return burningTime(propulsion, given.massKg, deltaVMps) / (isImpulse ? 1 : propulsion.dutyCycle)
}

/** The largest burn that the engine can make, as for the server. */
export const mostDeltaV = ({ propulsion, massKg }: Craft): number => largestBurn(propulsion, massKg).deltaVMps

/** What commands need before a burn: their lead, and the time to warm up or to turn. */
export const leadOf = ({ propulsion }: Craft) => ({
  leadTimeH: propulsion.leadTimeH,
  readyS: propulsion.type === 'CONTINUOUS' ? propulsion.warmUpS : propulsion.slewS,
})
