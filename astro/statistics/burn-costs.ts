import { STANDARD_GRAVITY } from '../dynamics/burn.ts'

/** The cost of one avoidance manoeuvre, and the data of the satellite. */
export interface BurnCost {
  /** Δv of one manoeuvre including the return, m/s. */
  readonly deltaVMps: number
  /** Payload time lost with one manoeuvre, hours. */
  readonly outageHours: number
  readonly massKg: number
  /** Specific impulse, s; null if no propellant is used, as with differential drag. */
  readonly specificImpulseS: number | null
}

/** The costs over a time. */
export interface Costs {
  readonly manoeuvres: number
  readonly deltaVMps: number
  readonly propellantKg: number
  readonly outageHours: number
}

/**
 * Returns the costs of a number of manoeuvres: the propellant for their total Δv from the mass at the start, m (1 − exp(−Δv/(g₀ Isp)))
 * (Tsiolkovsky 1903). For a whole life this is less than the sum of single years.
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
