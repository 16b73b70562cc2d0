import type { Confirmation } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { acceptedDistance } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { ManoeuvreRow, OpenEventRow } from '../record/plan.repository.ts'
import type { DistanceAsked } from './plan-distance.ts'

/**
 * The distance that an event is judged by: that of a plan made for one, with what the satellite accepted as it was made; of another event whose
 * objects fly along together, what the satellite accepts. Null: by no distance.
 */
export function distanceAsked(
  { burn, conjunction_id: targetId }: Pick<ManoeuvreRow, 'burn' | 'conjunction_id'>,
  { conjunction_id: id }: Pick<OpenEventRow, 'conjunction_id'>,
  { satellite, confirmation }: { readonly satellite: SatelliteRow; readonly confirmation: Confirmation | null },
): DistanceAsked | null {
  // A change of area is planned for no objects that fly along together.
  if (burn.drag !== null) return null
  const ofSatelliteM = satellite.configuration.thresholds.acceptedMinimumDistanceM
  const { target, separation } = burn
  if (id === targetId && target !== null) {
    if (target.kind !== 'MISS_DISTANCE') return null
    return { targetM: target.value, acceptedM: separation?.acceptedM ?? acceptedDistance(ofSatelliteM, target.value) }
  }
  const acceptedM = separation?.acceptedM ?? ofSatelliteM
  return confirmation?.isBySeparation === true && acceptedM > 0 ? { targetM: null, acceptedM } : null
}
