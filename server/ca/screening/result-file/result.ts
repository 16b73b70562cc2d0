import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { KnownCovariance } from '@apsis/astro/screening/encounter-probability.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

/** One of the two objects of a message: in GCRF at the closest approach. */
export type ResultObject = CartesianState & {
  readonly designator: string
  readonly name: string
  /** In its own R, T and N; of position alone, 3 × 3, or of position and velocity. */
  readonly covarianceRtn: Matrix
  readonly covarianceFrom: KnownCovariance['source']
  /** Seconds from its epoch to the closest approach; undefined: it flies by an ephemeris or a message. */
  readonly ageS: number | undefined
  readonly path: readonly (CartesianState & { readonly epoch: Epoch })[]
}

/** All that messages about a close approach say. */
export type Result = {
  readonly originator: string
  readonly screeningId: string
  /** Whose orbits are made up: those of the organisation, those that they were compared with. */
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

/** What a message says of orbits that are made up; intake knows a message by it whose originator is the organisation. */
export function simulatedComments({ simulated: { own, other } }: Pick<Result, 'simulated'>): string[] {
  const orbits = [...(own ? ['AN OWN ORBIT'] : []), ...(other ? ['WHAT IT WAS SCREENED AGAINST'] : [])]
  return orbits.length === 0 ? [] : [`SIMULATED: ${orbits.join(' AND ')} IS MADE UP`]
}
