import { type Burn, type Impulse, STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import type { OrbitState } from '@apsis/astro/dynamics/force.ts'
import { axesRotation } from '@apsis/astro/ephemeris/axes.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import type { Opm, OpmManoeuvre } from '@apsis/ccsds/opm/opm.ts'

/** The manoeuvres and the mass of an object. */
export interface Thrust {
  readonly impulses: readonly Impulse[]
  readonly burns: readonly Burn[]
}

/** An Isp so high that a burn uses no mass. Without MAN_DELTA_MASS the thrust follows only from the velocity increment. */
const EVERLASTING_ISP_S = 1e12

/**
 * Returns the manoeuvres of a message: those without a duration are impulses; the others are burns with constant thrust along the increment, whose
 * direction rotates with their axes. Mass changes by MAN_DELTA_MASS, if the mass is known. Throws RangeError for unknown axes, and for an ignition in
 * an unknown time.
 */
export function thrustOf({ manoeuvres, spacecraft }: Opm): Thrust {
  let massKg = spacecraft?.massKg
  const impulses: Impulse[] = []
  const burns: Burn[] = []
  for (const manoeuvre of manoeuvres) {
    const { ignition, durationS = 0, deltaVMps, deltaMassKg = 0 } = manoeuvre
    if (!isResolved(ignition)) throw new RangeError(`MAN_EPOCH_IGNITION is in ${ignition.timeSystem}`)
    const speed = norm(deltaVMps)
    if (speed === 0) continue
    const used = massKg === undefined ? 0 : Math.min(-deltaMassKg, massKg)
    const ispS =
      used > 0 && massKg !== undefined ? speed / (STANDARD_GRAVITY * Math.log(massKg / (massKg - used))) : null
    const direction = directionOf(manoeuvre)
    if (durationS > 0) burns.push(burnOf(ignition, durationS, { speed, used, ispS, massKg: massKg ?? 1, direction }))
    else impulses.push({ epoch: ignition, deltaV: direction, ...(ispS === null ? {} : { ispS }) })
    if (massKg !== undefined) massKg -= used
  }
  return { impulses, burns }
}

interface BurnParts {
  readonly speed: number
  readonly used: number
  readonly ispS: number | null
  readonly massKg: number
  readonly direction: (at: OrbitState) => Vec3
}

function burnOf(start: Epoch, durationS: number, { speed, used, ispS, massKg, direction }: BurnParts): Burn {
  if (ispS === null)
    return { start, durationS, thrustN: (massKg * speed) / durationS, ispS: EVERLASTING_ISP_S, direction }
  return { start, durationS, thrustN: (used / durationS) * STANDARD_GRAVITY * ispS, ispS, direction }
}

/** Returns the increment in GCRF, converted from the axes of the message at that time. */
function directionOf({ refFrame, deltaVMps }: OpmManoeuvre): (at: OrbitState) => Vec3 {
  return ({ epoch, r, v }) => {
    const axes = axesRotation(refFrame, { frame: 'GCRF', epoch, r, v }, { model: { outside: 'hold' } })
    if (axes === undefined) throw new RangeError(`MAN_REF_FRAME ${refFrame} is not known`)
    return transform(transpose(axes.matrix), deltaVMps)
  }
}
