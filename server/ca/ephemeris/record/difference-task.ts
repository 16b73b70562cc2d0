import {
  type DifferenceSpan,
  type EphemerisDifference,
  ephemerisDifference,
} from '@apsis/astro/ephemeris/difference.ts'
import { type VersionBurn, versionBurn } from '@apsis/astro/ephemeris/version-burn.ts'
import { unpackOrbit } from './packed-orbit.ts'

/** Two orbits in their stored form (packed-orbit.ts), and the times at which they are compared. */
export type OrbitsToCompare = DifferenceSpan & { readonly reference: Uint8Array; readonly other: Uint8Array }

/**
 * Returns how far a version of a prediction is from the previous version, and the burn that only one of the two
 * contains. Runs in the pool.
 */
export async function compareVersions({
  reference,
  other,
  ...span
}: OrbitsToCompare): Promise<EphemerisDifference & { readonly burn: VersionBurn | null }> {
  const [older, newer] = [await unpackOrbit(reference), await unpackOrbit(other)]
  return { ...ephemerisDifference(older, newer, span), burn: versionBurn(older, newer, span) }
}

/** Returns the distance of two orbits from each other. Runs in the pool: unpacking a large one takes a second. */
export async function compareOrbits({ reference, other, ...span }: OrbitsToCompare): Promise<EphemerisDifference> {
  return ephemerisDifference(await unpackOrbit(reference), await unpackOrbit(other), span)
}
