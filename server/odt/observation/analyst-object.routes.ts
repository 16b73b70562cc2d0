import * as contract from '@apsis/contract/odt/observation/analyst-object.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { cutPage, tellPages } from '../../platform/http/paging.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './analyst-object.service.ts'

export function analystObjectRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const platform = { db, now, isSimulationAllowed: config.demoFleet }
  bind(door, contract.listAnalystObjects, async ({ query, header, caller }) => {
    const objects = await service.listAnalystObjects(platform, caller, query)
    tellPages(header, { path: contract.listAnalystObjects.path, query, total: objects.length })
    return cutPage(objects, query)
  })
  bind(door, contract.createAnalystObject, ({ caller, requestId, body, signal }) =>
    service.createAnalystObject(platform, { caller, requestId, signal }, body),
  )
  bind(door, contract.removeAnalystObject, async ({ caller, requestId, params }) => {
    await service.removeAnalystObject(platform, { caller, requestId }, params['catalogue-id'])
    return undefined
  })
}
