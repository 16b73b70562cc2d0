import { STANDARD_GRAVITY } from '../dynamics/burn.ts'
import type { EngineGiven } from './engine-limits.ts'
import { wholeSteps } from './engine-steps.ts'

/**
 * Returns how long an engine must burn for an impulse, s, by the rocket equation (Tsiolkovsky). With the exhaust speed v_e = g₀ I_sp the engine
 * burns F/v_e kilograms a second, and a Δv takes m₀ (1 − exp(−Δv/v_e)) of propellant:
 *
 *   t = m₀ (v_e/F) (1 − exp(−Δv/v_e)), in N, s, kg and m/s.
 *
 * The mass decreases during the burn, so the time is shorter than m₀ Δv/F by a relative Δv/(2 v_e): 2e-4 for 1 m/s at an I_sp of 225 s.
 */
export function burningTime({ thrustN, ispS }: EngineGiven, massKg: number, deltaVMps: number): number {
  const exhaustMps = ispS * STANDARD_GRAVITY
  return (massKg * (1 - Math.exp(-deltaVMps / exhaustMps)) * exhaustMps) / thrustN
}

/**
 * Returns how long the arc of a planned burn takes, s, to milliseconds: the announced duration, or otherwise the time for its Δv at full thrust.
 * The latter is for a constant mass, t = m Δv/(F d), where d is the fraction of the time in which thrust is on; NaN if the mass is not known.
 */
export function plannedArcS(
  { thrustN, dutyCycle = 1 }: EngineGiven,
  massKg: number | null,
  { durationS, deltaVMps }: { readonly durationS: number; readonly deltaVMps: number },
): number {
  return wholeSteps(durationS > 0 ? durationS : (deltaVMps * (massKg ?? Number.NaN)) / (thrustN * dutyCycle))
}
