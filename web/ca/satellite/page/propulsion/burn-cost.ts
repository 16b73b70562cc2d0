import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

/** The cost of a change of velocity. */
export type BurnCost = {
  readonly propellantKg: number
  /** The duration of thrust. */
  readonly burnS: number
  /** The time from the first thrust to the last, including pauses; without pauses it equals the duration of the burn. */
  readonly wholeS: number
  /** The number of revolutions over which the thrust is spread; undefined if one burn is enough. */
  readonly revolutions: number | undefined
  /** The reason why one manoeuvre is not enough. */
  readonly limit: 'too-small' | 'too-large' | 'too-long' | undefined
}

type Engine = Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>

/**
 * Returns the propellant by the rocket equation, m (1 − exp(−Δv / (g₀ Isp))), and the time that the engine needs to eject it at constant
 * thrust. A continuous engine thrusts only for a fraction of the time and of each revolution, whose duration is `periodS`.
 */
export function burnCost(engine: Engine, deltaVMps: number, craft: { massKg: number; periodS: number }): BurnCost {
  const { massKg, periodS } = craft
  const speed = STANDARD_GRAVITY * engine.ispS
  const propellantKg = -massKg * Math.expm1(-deltaVMps / speed)
  const burnS = (propellantKg * speed) / engine.thrustN
  if (engine.type === 'IMPULSIVE') {
    const { minDeltaVMps, maxDeltaVMps, maxBurnS } = engine
    const isTooLong = burnS > maxBurnS ? 'too-long' : undefined
    const limit = deltaVMps < minDeltaVMps ? 'too-small' : deltaVMps > maxDeltaVMps ? 'too-large' : isTooLong
    return { propellantKg, burnS, wholeS: burnS, revolutions: undefined, limit }
  }
  const perRevolutionS = Math.min(engine.maxThrustPerOrbitS, engine.dutyCycle * periodS)
  const revolutions = Math.ceil(burnS / perRevolutionS)
  const lastS = burnS - (revolutions - 1) * perRevolutionS
  const wholeS = (revolutions - 1) * periodS + lastS
  return { propellantKg, burnS, wholeS, revolutions: revolutions > 1 ? revolutions : undefined, limit: undefined }
}
