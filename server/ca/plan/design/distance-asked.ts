import type { Confirmation } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { acceptedDistance } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { OpenEventRow, PlanRow } from '../record/plan.repository.ts'
import type { DistanceAsked } from './plan-distance.ts'

/**
 * Returns the distance by which an event is judged. For the event of the plan it includes the distance that was accepted when the plan was
 * made; for another event of co-orbiting objects it is the accepted distance alone. Null if no distance applies.
 */
export function distanceAsked(
  { burn, conjunction_id: targetId }: Pick<PlanRow, 'burn' | 'conjunction_id'>,
  { conjunction_id: id }: Pick<OpenEventRow, 'conjunction_id'>,
  { satellite, confirmation }: { readonly satellite: SatelliteRow; readonly confirmation: Confirmation | null },
): DistanceAsked | null {
  // A change of area is never planned for co-orbiting objects.
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
