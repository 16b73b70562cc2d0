import {
  type DifferenceSpan,
  type EphemerisDifference,
  ephemerisDifference,
} from '@apsis/astro/ephemeris/difference.ts'
import { unpackOrbit } from './packed-orbit.ts'

/** Two orbits as they are stored (packed-orbit.ts), and when to look at them. */
export type OrbitsToCompare = DifferenceSpan & { readonly reference: Uint8Array; readonly other: Uint8Array }

/** How far two orbits are from each other. For the pool: to unpack a large one takes a second. */
export async function compareOrbits({ reference, other, ...span }: OrbitsToCompare): Promise<EphemerisDifference> {
  return ephemerisDifference(await unpackOrbit(reference), await unpackOrbit(other), span)
}
