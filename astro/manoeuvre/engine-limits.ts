import { STANDARD_GRAVITY } from '../dynamics/burn.ts'
import { degToRad } from '../units.ts'
import type { ScaledError } from './execution-error.ts'

/** The limits of an engine as its operator enters them; an absent value is no limit. */
export interface EngineGiven {
  readonly thrustN: number
  readonly ispS: number
  readonly dutyCycle?: number
  /** The largest burn, m/s, and the longest burn, s. */
  readonly maxDeltaVMps?: number
  readonly maxBurnS?: number
  /** The remaining propellant, kg, and the remaining Δv, m/s. */
  readonly propellantKg?: number | undefined
  readonly deltaVBudgetMps?: number | undefined
}

/** The limit that applies to a burn. */
export type EngineLimit = 'DELTA_V' | 'BURN_DURATION' | 'PROPELLANT' | 'BUDGET'

/**
 * Returns the Δv of an amount of propellant: v_e ln(m₀ / (m₀ − m)) (Tsiolkovsky). With v_e = g₀ I_sp, in m/s and kg. The logarithm of 1 − m/m₀
 * (log1p) keeps the digits for a small fraction of propellant.
 */
function deltaVOfPropellant(exhaustMps: number, massKg: number, usedKg: number): number {
  return usedKg >= massKg ? Infinity : -exhaustMps * Math.log1p(-usedKg / massKg)
}

/**
 * Returns the Δv of an engine over a given time, with its duty cycle; Infinity if the mass is not known. The propellant for this time is F d
 * t/v_e.
 */
export function deltaVOfTime({ thrustN, ispS, dutyCycle = 1 }: EngineGiven, massKg: number | null, seconds: number) {
  if (massKg === null) return Infinity
  const exhaustMps = ispS * STANDARD_GRAVITY
  return deltaVOfPropellant(exhaustMps, massKg, (thrustN * dutyCycle * seconds) / exhaustMps)
}

/**
 * Returns the largest burn that an engine can make now, m/s, and the limit that applies: the smallest of the burn limit, the longest burn, the
 * remaining propellant and the remaining Δv. A time or an amount of propellant gives a Δv only if the mass is known.
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

/** An engine's execution errors as its operator enters them, 1σ. */
export interface ErrorsGiven {
  readonly sigmaMagnitude: number
  readonly sigmaPointingDeg: number
  readonly sigmaMagnitudeMps?: number
  readonly sigmaPointingMps?: number
}

/**
 * Returns the same errors for Gates's model (flight rule F8): fractions of the size, and fixed parts. Angles become radians. A fixed part of 0 is
 * left out, which is the model of an engine without fixed parts.
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
