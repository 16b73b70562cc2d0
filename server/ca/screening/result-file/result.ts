import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { KnownCovariance } from '@apsis/astro/screening/encounter-probability.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

/** One of the two objects of a message, in GCRF at the closest approach. */
export type ResultObject = CartesianState & {
  readonly designator: string
  readonly name: string
  /** In R, T and N of this object; 3 × 3 for the position alone, or 6 × 6 with the velocity. */
  readonly covarianceRtn: Matrix
  readonly covarianceFrom: KnownCovariance['source']
  /** Seconds from its epoch to the closest approach; undefined: its orbit is from an ephemeris or a message. */
  readonly ageS: number | undefined
  readonly path: readonly (CartesianState & { readonly epoch: Epoch })[]
}

/** All data for the messages about a close approach. */
export type Result = {
  readonly originator: string
  readonly screeningId: string
  /** True for simulated orbits: the organisation's own orbits, and the orbits that they were compared with. */
  readonly simulated: { readonly own: boolean; readonly other: boolean }
  readonly messageId: string
  readonly createdAt: Epoch
  readonly tca: Epoch
  readonly objects: readonly [ResultObject, ResultObject]
  readonly missM: number
  readonly relativeSpeedMps: number
  /** In the axes of object 1, m and m/s. */
  readonly missRtnM: Vec3
  readonly velocityRtnMps: Vec3
  readonly probability: number | null
  readonly method: string | null
  readonly reason: string
  readonly radiusM: number
}

/** Returns the comment about simulated orbits, by which they are recognised when the organisation receives its own message. */
export function simulatedComments({ simulated: { own, other } }: Pick<Result, 'simulated'>): string[] {
  const orbits = [...(own ? ['AN OWN ORBIT'] : []), ...(other ? ['WHAT IT WAS SCREENED AGAINST'] : [])]
  return orbits.length === 0 ? [] : [`SIMULATED: ${orbits.join(' AND ')} IS MADE UP`]
}
