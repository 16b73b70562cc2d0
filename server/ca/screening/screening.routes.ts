import * as contract from '@apsis/contract/ca/screening/screening.ts'
import { bind, bindFile, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { getResultFile } from './result-file/result-file.service.ts'
import * as service from './screening.service.ts'

export function screeningRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.listScreenings, async ({ caller, query, header }) => {
    const { 'satellite-id': satelliteId, 'oem-id': ephemerisId, ...rest } = query
    const { items, total } = await service.listScreenings(platform, caller, { satelliteId, ephemerisId, ...rest })
    tellPages(header, { path: contract.listScreenings.path, query, total })
    return items
  })
  bind(door, contract.createScreening, ({ caller: owner, body, requestId }) => {
    const { 'satellite-id': satelliteId, 'oem-id': ephemerisId, ...rest } = body
    return service.startScreening(platform, { owner, requestId }, { satelliteId, ephemerisId, ...rest })
  })
  bind(door, contract.getScreening, ({ caller, params }) =>
    service.getScreening(platform, caller, params['screening-id']),
  )
  bind(door, contract.removeScreening, async ({ caller: owner, params, requestId }) => {
    await service.removeScreening(platform, { owner, requestId }, params['screening-id'])
    return undefined
  })
  bind(door, contract.resumeScreening, ({ caller: owner, params, requestId }) =>
    service.resumeScreening(platform, { owner, requestId }, params['screening-id']),
  )
  bind(door, contract.listEncounters, async ({ caller, params, query, header }) => {
    const id = params['screening-id']
    const { 'object-id': objectId, ...rest } = query
    const { items, total } = await service.listEncounters(platform, caller, { id, objectId, ...rest })
    tellPages(header, { path: contract.listEncounters.path.replace('{screening-id}', id), query, total })
    return items
  })
  bindFile(door, contract.getEncounterMessages, ({ caller, params, query }) =>
    getResultFile(platform, caller, {
      id: params['screening-id'],
      message: query.message,
      format: query.format,
      objectId: query['object-id'],
      after: query['tca-after'],
      before: query['tca-before'],
    }),
  )
  bind(door, contract.listNotScreened, async ({ caller, params, query, header }) => {
    const id = params['screening-id']
    const { items, total } = await service.listNotScreened(platform, caller, { id, ...query })
    tellPages(header, { path: contract.listNotScreened.path.replace('{screening-id}', id), query, total })
    return items
  })
}
