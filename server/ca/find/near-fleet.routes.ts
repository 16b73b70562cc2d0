import { getNearFleet } from '@apsis/contract/ca/find/near-fleet.ts'
import { bindKept, type Door } from '../../platform/http/bind.ts'
import type { FindPlatform } from './find.service.ts'
import { openNearFleet } from './near-fleet.service.ts'

export function nearFleetRoutes(door: Door, platform: FindPlatform): void {
  const readNearFleet = openNearFleet(platform)
  bindKept(door, getNearFleet, ({ caller, query }) => {
    const { 'distance-km': distanceKm, 'satellite-id': satelliteId, hours } = query
    return readNearFleet(caller, { distanceKm, hours, satelliteId })
  })
}
