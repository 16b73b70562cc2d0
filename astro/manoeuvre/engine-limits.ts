import { STANDARD_GRAVITY } from '../dynamics/burn.ts'
import { degToRad } from '../units.ts'
import type { ScaledError } from './execution-error.ts'

/** What an engine may do, as its operator enters it; what is left out does not limit it. */
export interface EngineGiven {
  readonly thrustN: number
  readonly ispS: number
  readonly dutyCycle?: number
  /** Largest burn, m/s, and longest, s. */
  readonly maxDeltaVMps?: number
  readonly maxBurnS?: number
  /** What is left: propellant, kg, and Δv, m/s. */
  readonly propellantKg?: number | undefined
  readonly deltaVBudgetMps?: number | undefined
}

/** Which of them limits a burn. */
export type EngineLimit = 'DELTA_V' | 'BURN_DURATION' | 'PROPELLANT' | 'BUDGET'

/**
 * Δv of so much propellant: v_e ln(m₀ / (m₀ − m)) (Tsiolkovsky). With v_e = g₀ I_sp, in m/s and kg. As a logarithm of 1
 * − m/m₀ it keeps the digits of a small share of propellant (log1p).
 */
function deltaVOfPropellant(exhaustMps: number, massKg: number, usedKg: number): number {
  return usedKg >= massKg ? Infinity : -exhaustMps * Math.log1p(-usedKg / massKg)
}

/**
 * Δv of an engine that is on for so long, duty cycle counted; no limit where the mass is not known. The propellant of
 * that time is F d t/v_e.
 */
export function deltaVOfTime({ thrustN, ispS, dutyCycle = 1 }: EngineGiven, massKg: number | null, seconds: number) {
  if (massKg === null) return Infinity
  const exhaustMps = ispS * STANDARD_GRAVITY
  return deltaVOfPropellant(exhaustMps, massKg, (thrustN * dutyCycle * seconds) / exhaustMps)
}

/**
 * The largest burn that an engine can make now, m/s, and what limits it: the smallest of its own limit, its longest burn, the propellant that
 * is left and the Δv that is left. Of a time and of propellant there is a Δv only where the mass is known.
 */
export function largestBurn(engine: EngineGiven, massKg: number | null): { deltaVMps: number; limit: EngineLimit } {
  const { ispS, maxDeltaVMps = Infinity, maxBurnS = Infinity, propellantKg, deltaVBudgetMps = Infinity } = engine
  const ofPropellant =
    massKg === null || propellantKg === undefined
      ? Infinity
      : deltaVOfPropellant(ispS * STANDARD_GRAVITY, massKg, propellantKg)
  const limits = [
    { limit: 'DELTA_V', deltaVMps: maxDeltaVMps },
    { limit: 'BURN_DURATION', deltaVMps: deltaVOfTime(engine, massKg, maxBurnS) },
    { limit: 'PROPELLANT', deltaVMps: ofPropellant },
    { limit: 'BUDGET', deltaVMps: deltaVBudgetMps },
  ] as const
  return limits.reduce<{ deltaVMps: number; limit: EngineLimit }>(
    (least, one) => (one.deltaVMps < least.deltaVMps ? one : least),
    limits[0],
  )
}

/** The errors of an engine as its operator enters them, 1σ. */
export interface ErrorsGiven {
  readonly sigmaMagnitude: number
  readonly sigmaPointingDeg: number
  readonly sigmaMagnitudeMps?: number
  readonly sigmaPointingMps?: number
}

/**
 * The same for the model of Gates (flight rule F8): shares of the size, and parts that do not depend on it. Angles
 * become radians. A fixed part of 0 is left out, which is the model of an engine without one.
 */
export function errorOfEngine(engine: ErrorsGiven): ScaledError {
  const { sigmaMagnitude, sigmaPointingDeg, sigmaMagnitudeMps = 0, sigmaPointingMps = 0 } = engine
  return {
    magnitude: sigmaMagnitude,
    pointingRad: degToRad(sigmaPointingDeg),
    ...(sigmaMagnitudeMps > 0 ? { fixedMagnitudeMps: sigmaMagnitudeMps } : {}),
    ...(sigmaPointingMps > 0 ? { fixedPointingMps: sigmaPointingMps } : {}),
  }
}
