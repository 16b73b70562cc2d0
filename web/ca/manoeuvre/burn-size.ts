import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { deltaVOfTime, largestBurn } from '@apsis/astro/manoeuvre/engine-limits.ts'
import type { Propulsion } from '@apsis/contract/ca/propulsion.ts'

/** What burns, and its mass where that is known. */
export type Craft = {
  readonly propulsion: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>
  readonly massKg: number | null
}
/** How long an arc of thrust shall take, s; null: as long as its Δv needs. */
type Asked = { readonly arcS: number | null }

/** The propellant of a burn, kg (Tsiolkovsky); null where the mass is not known. */
export function propellantOf({ propulsion, massKg }: Craft, deltaVMps: number): number | null {
  return massKg === null ? null : massKg * (1 - Math.exp(-deltaVMps / (propulsion.ispS * STANDARD_GRAVITY)))
}

/** How long thrust is constant for a burn of either sense, s; 0: it is an impulse. */
export const arcOf = (given: Craft, wish: Asked, deltaVMps: number): number =>
  given.propulsion.type === 'CONTINUOUS' && deltaVMps !== 0 ? lengthOf(given, wish, Math.abs(deltaVMps)) : 0

/** How long a burn takes from its start on, s, as for the server: without a mass an impulse may take the longest, and no arc is planned. */
export function lengthOf(given: Craft, { arcS }: Asked, deltaVMps: number): number {
  const { propulsion } = given
  const isImpulse = propulsion.type === 'IMPULSIVE'
  const usedKg = propellantOf(given, deltaVMps)
  if (usedKg === null) return isImpulse && deltaVMps > 0 ? propulsion.maxBurnS : 0
  if (!isImpulse && arcS !== null) return arcS
  const meanN = propulsion.thrustN * (isImpulse ? 1 : propulsion.dutyCycle)
  return (usedKg * propulsion.ispS * STANDARD_GRAVITY) / meanN
}

/** The Δv of an engine that is on for so long, duty cycle and rocket equation counted. */
export const deltaVOf = ({ propulsion, massKg }: Craft, seconds: number): number =>
  deltaVOfTime(propulsion, massKg, seconds)

/** The largest burn that the engine can make, as for the server. */
export const mostDeltaV = ({ propulsion, massKg }: Craft): number => largestBurn(propulsion, massKg).deltaVMps

/** What commands need before a burn: their lead, and the time to warm up or to turn. */
export const leadOf = ({ propulsion }: Craft) => ({
  leadTimeH: propulsion.leadTimeH,
  readyS: propulsion.type === 'CONTINUOUS' ? propulsion.warmUpS : propulsion.slewS,
})
