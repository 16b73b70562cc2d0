import * as contract from '@apsis/contract/connections/connection.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { etagOf } from '../platform/http/etag.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './connection.service.ts'

export function connectionRoutes(door: Door, platform: service.ConnectionPlatform): void {
  bind(door, contract.listConnections, ({ caller }) => service.listConnections(platform, caller))
  bind(door, contract.createConnection, async ({ body, header, ...request }) => {
    const made = await service.createConnection(platform, request, body)
    header('etag', etagOf(made))
    return made
  })
  bind(door, contract.updateConnection, async ({ body: given, query, ifMatch, header, ...request }) => {
    const changed = await service.updateConnection(platform, request, { id: query['connection-id'], given, ifMatch })
    header('etag', etagOf(changed))
    return changed
  })
  bind(door, contract.removeConnection, async ({ query, ...request }) => {
    await service.removeConnection(platform, request, query['connection-id'])
    return undefined
  })
  bind(door, contract.testConnection, ({ params, ...request }) =>
    service.testConnection(platform, request, params['connection-id']),
  )
  bind(door, contract.listConnectionReadings, async ({ params, query, header, caller }) => {
    const id = params['connection-id']
    const { items, total } = await service.listConnectionReadings(platform, caller, { id, ...query })
    const path = contract.listConnectionReadings.path.replace('{connection-id}', id)
    tellPages(header, { path, query, total })
    return items
  })
}
