import { STANDARD_GRAVITY } from '../../dynamics/burn.ts'
import type { EngineGiven } from '../engine-limits.ts'
import { wholeSteps } from './engine-steps.ts'

/** How long an engine is on for an impulse, s, by the rocket equation (Tsiolkovsky). */
export function burningTime({ thrustN, ispS }: EngineGiven, massKg: number, deltaVMps: number): number {
  const exhaustMps = ispS * STANDARD_GRAVITY
  return (massKg * (1 - Math.exp(-deltaVMps / exhaustMps)) * exhaustMps) / thrustN
}

/** How long the arc of a planned burn takes, s: as it was announced, or where nobody told that, as its Δv takes at full thrust; to milliseconds. */
export function plannedArcS(
  { thrustN, dutyCycle = 1 }: EngineGiven,
  massKg: number | null,
  { durationS, deltaVMps }: { readonly durationS: number; readonly deltaVMps: number },
): number {
  return wholeSteps(durationS > 0 ? durationS : (deltaVMps * (massKg ?? Number.NaN)) / (thrustN * dutyCycle))
}
