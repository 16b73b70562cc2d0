import * as contract from '@apsis/contract/odt/observation.ts'
import { bind, bindFile, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './observation.service.ts'

export function observationRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const floor = { db, now, isSimulationAllowed: config.demoFleet }
  bind(door, contract.listObservations, async ({ query, header, caller }) => {
    const { items, total } = await service.listObservations(floor, caller, query)
    tellPages(header, { path: contract.listObservations.path, query, total })
    return items
  })
  bindFile(door, contract.getObservationFile, ({ caller, params, query }) =>
    service.getFile(floor, caller, { id: params['file-id'], ...query }),
  )
  bind(door, contract.getObservationReport, ({ caller, params, query }) =>
    service.getReport(floor, caller, { id: params['file-id'], metric: query.metric }),
  )
}
