import { degToRad } from '@apsis/astro/units.ts'
import { reducedMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { placeAt } from '../pass/track.ts'
import type { TimedMagnitude } from './facts.ts'

/**
 * Returns magnitudes at 1,000 km and full phase for measurements with known distance and phase; none if the track of the pass is not known.
 */
export function standardOf(
  magnitudes: readonly TimedMagnitude[],
  track: readonly TrackPlace[],
): readonly TimedMagnitude[] {
  return magnitudes.flatMap((one) => {
    const place = placeAt(track, one.atMs)
    if (!place) return []
    const { range: rangeM, phaseAngle } = place
    const magnitude = reducedMagnitude({ magnitude: one.magnitude, rangeM, phaseAngleRad: degToRad(phaseAngle) })
    return Number.isFinite(magnitude) ? [{ ...one, magnitude }] : []
  })
}
