import { STANDARD_GRAVITY } from '../dynamics/burn.ts'
import type { EngineGiven } from './engine-limits.ts'
import { wholeSteps } from './engine-steps.ts'

/**
 * How long an engine is on for an impulse, s, by the rocket equation (Tsiolkovsky). With the exhaust speed
 * v_e = g₀ I_sp the engine burns F/v_e kilograms a second, and a Δv takes m₀ (1 − exp(−Δv/v_e)) of propellant:
 *
 *   t = m₀ (v_e/F) (1 − exp(−Δv/v_e)), in N, s, kg and m/s.
 *
 * The mass falls along the burn, which makes the time shorter than m₀ Δv/F by the share Δv/(2 v_e): 2e-4 for 1 m/s at
 * an I_sp of 225 s.
 */
export function burningTime({ thrustN, ispS }: EngineGiven, massKg: number, deltaVMps: number): number {
  const exhaustMps = ispS * STANDARD_GRAVITY
  return (massKg * (1 - Math.exp(-deltaVMps / exhaustMps)) * exhaustMps) / thrustN
}

/**
 * How long the arc of a planned burn takes, s: as it was announced, or where nobody told that, as its Δv takes at full
 * thrust; to milliseconds. The latter with constant mass, t = m Δv/(F d), where d is the share of the time in which
 * thrust is on; NaN where the mass is not known.
 */
export function plannedArcS(
  { thrustN, dutyCycle = 1 }: EngineGiven,
  massKg: number | null,
  { durationS, deltaVMps }: { readonly durationS: number; readonly deltaVMps: number },
): number {
  return wholeSteps(durationS > 0 ? durationS : (deltaVMps * (massKg ?? Number.NaN)) / (thrustN * dutyCycle))
}
