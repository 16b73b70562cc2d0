import type { Mat3 } from '../mat3.ts'
import type { Epoch } from '../time/epoch.ts'
import { add, type Vec3 } from '../vec3.ts'

/** The object at one instant of its motion: r in m, v in m/s, in GCRF; mass in kg. */
export interface OrbitState {
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3
  readonly massKg: number
}

/** An acceleration, m/s² in GCRF; if its slope has discontinuities, `edges` has values that pass 0 there. */
export interface Force {
  (at: OrbitState): Vec3
  /** Smooth values whose zeros are discontinuities of the force's slope: an integrator that steps over one does not notice it. */
  readonly edges?: readonly ((at: OrbitState) => number)[]
}

/** Geocentric position of a body at an epoch, m in GCRF. */
export type BodyPath = (epoch: Epoch) => Vec3

/** Returns the matrix that converts components in GCRF to the Earth-fixed frame (ITRF). */
export type EarthAttitude = (epoch: Epoch) => Mat3

/** Projected area of an object in m² for a direction (unit vector in GCRF, towards the wind or the light), depending on its attitude. */
export type AreaTowards = number | ((at: OrbitState, towards: Vec3) => number)

/** Returns the area of `area` towards a direction, m². */
export function areaTowards(area: AreaTowards, at: OrbitState, towards: Vec3): number {
  return typeof area === 'number' ? area : area(at, towards)
}

/**
 * Returns the sum of forces at an instant, m/s² in GCRF. Forces are independent of each other, so a model of an orbit is a list: gravity first,
 * then the smaller forces, each a function of the same state.
 */
export function sumForces(forces: readonly Force[], at: OrbitState): Vec3 {
  let sum: Vec3 = [0, 0, 0]
  for (const force of forces) sum = add(sum, force(at))
  return sum
}
