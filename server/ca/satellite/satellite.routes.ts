import * as contract from '@apsis/contract/ca/satellite/satellite.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { cutPage, tellPages } from '../../platform/http/paging.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as operators from './record/operator.service.ts'
import * as service from './satellite.service.ts'

export function satelliteRoutes(door: Door, platform: CaPlatform): void {
  const { db } = platform
  bind(door, contract.listSatellites, async ({ caller, query, header }) => {
    const { 'satellite-id': satelliteId, 'cospar-id': cosparId, 'norad-id': noradId, ...rest } = query
    const { items, total } = await service.listSatellites(db, caller, { satelliteId, cosparId, noradId, ...rest })
    tellPages(header, { path: contract.listSatellites.path, query, total })
    return items
  })
  bind(door, contract.createSatellite, async ({ caller: owner, body, requestId, header }) => {
    const satellite = await service.createSatellite(platform, { owner, requestId }, body)
    header('etag', etagOf(satellite))
    return satellite
  })
  bind(door, contract.updateSatellite, async ({ caller: owner, body, ifMatch, requestId, header }) => {
    const { satelliteId: id, ...input } = body
    const satellite = await service.updateSatellite(platform, { owner, requestId }, { id, input, ifMatch })
    header('etag', etagOf(satellite))
    return satellite
  })
  bind(door, contract.removeSatellite, async ({ caller: owner, params, requestId }) => {
    await service.removeSatellite(db, { owner, requestId }, params['satellite-id'])
    return undefined
  })
  bind(door, contract.restoreSatellite, async ({ caller: owner, params, requestId, header }) => {
    const satellite = await service.restoreSatellite(platform, { owner, requestId }, params['satellite-id'])
    header('etag', etagOf(satellite))
    return satellite
  })
  bind(door, contract.listSatelliteHistory, async ({ caller, params: { 'satellite-id': id }, query, header }) => {
    const steps = await service.listHistory(db, caller, id)
    const path = contract.listSatelliteHistory.path.replace('{satellite-id}', id)
    tellPages(header, { path, query, total: steps.length })
    return cutPage(steps, query)
  })
  bind(door, contract.getSatelliteOperator, ({ caller, params }) => operators.getOperator(db, caller, params.noradId))
  bind(door, contract.importSatelliteOperators, ({ caller: owner, body, requestId }) =>
    operators.importOperators(db, { owner, requestId }, body),
  )
}
