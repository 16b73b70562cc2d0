import { allowedBy, angleTo, directionsAt, sensesWithin } from '@apsis/astro/manoeuvre/direction/allowed-directions.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Engine } from './describe-burn.ts'
import { Refusal } from './plan-parts.ts'

/** Told to a tenth of a degree. */
const PER_DEGREE = 10

/** Whether an engine can push along a line, R, T, N, in a sense of it. */
export function canPushAlong({ thrustDirections }: Engine, directionRtn: Vec3, state: CartesianState): boolean {
  const { allowed } = allowedBy(thrustDirections)
  return allowed === undefined || sensesWithin(directionsAt(allowed, state), directionRtn).thrusters.length > 0
}

/** Throws Refusal where an engine cannot push along a line, R, T, N, in either sense. */
export function refuseUnreachable(engine: Engine, directionRtn: Vec3, state: CartesianState): void {
  const { allowed } = allowedBy(engine.thrustDirections)
  if (allowed === undefined || canPushAlong(engine, directionRtn, state)) return
  const set = directionsAt(allowed, state)
  throw new Refusal('direction', {
    angleDeg: Math.round(PER_DEGREE * radToDeg(angleTo(set, directionRtn))) / PER_DEGREE,
  })
}
