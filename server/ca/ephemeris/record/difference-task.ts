import {
  type DifferenceSpan,
  type EphemerisDifference,
  ephemerisDifference,
} from '@apsis/astro/ephemeris/difference.ts'
import { unpackOrbit } from './packed-orbit.ts'

/** Two orbits in their stored form (packed-orbit.ts), and the times at which they are compared. */
export type OrbitsToCompare = DifferenceSpan & { readonly reference: Uint8Array; readonly other: Uint8Array }

/** Returns the distance of two orbits from each other. Runs in the pool: unpacking a large one takes a second. */
export async function compareOrbits({ reference, other, ...span }: OrbitsToCompare): Promise<EphemerisDifference> {
  return ephemerisDifference(await unpackOrbit(reference), await unpackOrbit(other), span)
}
