import { STANDARD_GRAVITY } from '../dynamics/burn.ts'

/** What one avoidance manoeuvre costs, and the satellite that flies it. */
export interface BurnCost {
  /** Δv of one manoeuvre, with its way back, m/s. */
  readonly deltaVMps: number
  /** Payload time lost with one manoeuvre, hours. */
  readonly outageHours: number
  readonly massKg: number
  /** Specific impulse, s; null where nothing is thrown out, as with differential drag. */
  readonly specificImpulseS: number | null
}

/** The same over a time. */
export interface Costs {
  readonly manoeuvres: number
  readonly deltaVMps: number
  readonly propellantKg: number
  readonly outageHours: number
}

/**
 * What a number of manoeuvres costs: the propellant of their whole Δv from the mass at the beginning, m (1 − exp(−Δv/(g₀
 * Isp))) (Tsiolkovsky 1903), which for a life is less than as many years one by one.
 */
export function costsOf(manoeuvres: number, { deltaVMps, outageHours, massKg, specificImpulseS }: BurnCost): Costs {
  const total = manoeuvres * deltaVMps
  return {
    manoeuvres,
    deltaVMps: total,
    propellantKg:
      specificImpulseS === null ? 0 : 0 - massKg * Math.expm1(-total / (STANDARD_GRAVITY * specificImpulseS)),
    outageHours: manoeuvres * outageHours,
  }
}
