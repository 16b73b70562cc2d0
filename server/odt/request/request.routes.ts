import * as contract from '@apsis/contract/odt/request/request.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './request.service.ts'

export function requestRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const platform = { db, now, isSimulationAllowed: config.demoFleet }
  bind(door, contract.listRequests, async ({ query, header, caller }) => {
    const { items, total } = await service.listRequests(platform, { caller }, query)
    tellPages(header, { path: contract.listRequests.path, query, total })
    return items
  })
  bind(door, contract.createRequest, ({ body, ...request }) => service.createRequest(platform, request, body))
  bind(door, contract.cancelRequest, ({ query, ...request }) =>
    service.cancelRequest(platform, request, query['observation-request-id']),
  )
}
