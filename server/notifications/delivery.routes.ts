import * as contract from '@apsis/contract/notifications/delivery.ts'
import * as service from '../delivery/delivery.service.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { tellPages } from '../platform/http/paging.ts'
import type { Platform } from '../platform/operation/platform.ts'

export function deliveryRoutes(door: Door, platform: Pick<Platform, 'db' | 'now'>): void {
  bind(door, contract.listDeliveries, async ({ caller, query, header }) => {
    const { items, total } = await service.listDeliveries(platform.db, caller, query)
    tellPages(header, { path: contract.listDeliveries.path, query, total })
    return items
  })
  bind(door, contract.replayDelivery, ({ caller, params, requestId }) =>
    service.replayDelivery(platform, { caller, requestId }, params['delivery-id']),
  )
}
