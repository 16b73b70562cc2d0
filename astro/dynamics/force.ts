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

/** An acceleration, m/s² in GCRF; where its slope has a corner, `edges` has a value that passes 0. */
export interface Force {
  (at: OrbitState): Vec3
  /** Smooth values whose zeros are corners of the force: an integrator that jumps one does not see that it did. */
  readonly edges?: readonly ((at: OrbitState) => number)[]
}

/** Geocentric position of a body at an epoch, m in GCRF. */
export type BodyPath = (epoch: Epoch) => Vec3

/** The matrix that takes components in GCRF to those of the Earth-fixed frame (ITRF). */
export type EarthAttitude = (epoch: Epoch) => Mat3

/** Area in m² that an object shows to a direction (unit vector in GCRF, towards the wind or the light): its attitude. */
export type AreaTowards = number | ((at: OrbitState, towards: Vec3) => number)

/** The area of `area` towards a direction, m². */
export function areaTowards(area: AreaTowards, at: OrbitState, towards: Vec3): number {
  return typeof area === 'number' ? area : area(at, towards)
}

/**
 * The sum of forces at an instant, m/s² in GCRF. Forces act independently of each other, so that a model of an orbit is a list:
 * gravity first, then what is smaller, each a function of the same state.
 */
export function sumForces(forces: readonly Force[], at: OrbitState): Vec3 {
  let sum: Vec3 = [0, 0, 0]
  for (const force of forces) sum = add(sum, force(at))
  return sum
}
