import * as contract from '@apsis/contract/ca/screening.ts'
import { bind, bindFile, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { CaFloor } from '../ca-floor.ts'
import { getResultFile } from './result-file/result-file.service.ts'
import * as service from './screening.service.ts'

export function screeningRoutes(door: Door, floor: CaFloor): void {
  bind(door, contract.listScreenings, async ({ caller, query, header }) => {
    const { 'satellite-id': satelliteId, 'oem-id': ephemerisId, ...rest } = query
    const { items, total } = await service.listScreenings(floor, caller, { satelliteId, ephemerisId, ...rest })
    tellPages(header, { path: contract.listScreenings.path, query, total })
    return items
  })
  bind(door, contract.createScreening, ({ caller: owner, body, requestId }) => {
    const { 'satellite-id': satelliteId, 'oem-id': ephemerisId, ...rest } = body
    return service.startScreening(floor, { owner, requestId }, { satelliteId, ephemerisId, ...rest })
  })
  bind(door, contract.getScreening, ({ caller, params }) => service.getScreening(floor, caller, params['screening-id']))
  bind(door, contract.removeScreening, async ({ caller: owner, params, requestId }) => {
    await service.removeScreening(floor, { owner, requestId }, params['screening-id'])
    return undefined
  })
  bind(door, contract.resumeScreening, ({ caller: owner, params, requestId }) =>
    service.resumeScreening(floor, { owner, requestId }, params['screening-id']),
  )
  bind(door, contract.listEncounters, async ({ caller, params, query, header }) => {
    const id = params['screening-id']
    const { 'object-id': objectId, ...rest } = query
    const { items, total } = await service.listEncounters(floor, caller, { id, objectId, ...rest })
    tellPages(header, { path: contract.listEncounters.path.replace('{screening-id}', id), query, total })
    return items
  })
  bindFile(door, contract.getEncounterMessages, ({ caller, params, query }) =>
    getResultFile(floor, caller, {
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
    const { items, total } = await service.listNotScreened(floor, caller, { id, ...query })
    tellPages(header, { path: contract.listNotScreened.path.replace('{screening-id}', id), query, total })
    return items
  })
}
