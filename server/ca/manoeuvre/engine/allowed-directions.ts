import { allowedBy, angleTo, directionsAt, sensesWithin } from '@apsis/astro/manoeuvre/direction/allowed-directions.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { Refusal } from '../plan-parts.ts'
import type { Engine } from './describe-burn.ts'

/** Told to a tenth of a degree. */
const PER_DEGREE = 10

/** Throws Refusal where an engine cannot push along a line, R, T, N, in either sense. */
export function refuseUnreachable({ thrustDirections }: Engine, directionRtn: Vec3, state: CartesianState): void {
  const { allowed } = allowedBy(thrustDirections)
  if (allowed === undefined) return
  const set = directionsAt(allowed, state)
  if (sensesWithin(set, directionRtn).thrusters.length > 0) return
  throw new Refusal('direction', {
    angleDeg: Math.round(PER_DEGREE * radToDeg(angleTo(set, directionRtn))) / PER_DEGREE,
  })
}
