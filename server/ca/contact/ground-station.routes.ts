import * as contract from '@apsis/contract/ca/contact/ground-station.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { cutPage, tellPages } from '../../platform/http/paging.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './ground-station.service.ts'

export function groundStationRoutes(door: Door, { db }: Pick<CaPlatform, 'db'>): void {
  bind(door, contract.listGroundStations, async ({ caller, query, header }) => {
    const known = await service.listStations(db, caller)
    tellPages(header, { path: contract.listGroundStations.path, query, total: known.length })
    return cutPage(known, query)
  })
  bind(door, contract.createGroundStation, ({ caller: owner, body, requestId }) =>
    service.createStation(db, { owner, requestId }, body),
  )
  bind(door, contract.updateGroundStation, ({ caller: owner, params, body, requestId }) =>
    service.updateStation(db, { owner, requestId }, params['station-id'], body),
  )
  bind(door, contract.removeGroundStation, async ({ caller: owner, params, requestId }) => {
    await service.removeStation(db, { owner, requestId }, params['station-id'])
    return undefined
  })
}
