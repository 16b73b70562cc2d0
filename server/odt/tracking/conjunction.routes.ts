import * as contract from '@apsis/contract/odt/tracking/conjunction.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import { getEventTracking } from './conjunction.service.ts'

export function trackingRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const platform = { db, now, isSimulationAllowed: config.demoFleet }
  bind(door, contract.getEventTracking, ({ caller, params, signal }) =>
    getEventTracking(platform, { caller, signal }, params['conjunction-id']),
  )
}
