import { readFile } from 'node:fs/promises'
import * as contract from '@apsis/contract/odt/observation/observation.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { bind, bindFile, bindUpload, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import { withFiles } from '../../platform/http/upload.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import { findInitialOrbitsOf } from './initial-orbits.service.ts'
import * as service from './observation.service.ts'
import * as reports from './report.service.ts'

/**
 * Accepts a track, as the result of a pass if one is named. The code for requests imports this folder, which
 * therefore cannot import it, and passes this function in.
 */
export type Deliver = (
  platform: service.ObservationPlatform,
  request: service.Request & { readonly caller: Pick<Caller, 'roles'> },
  given: service.OwnText & { readonly passId: string | undefined },
) => Promise<contract.Observation[]>

/**
 * Withdraws a file and the results that depend on it. The code for events imports this folder, which therefore cannot
 * import it, and passes this function in.
 */
export type Withdraw = (
  platform: service.ObservationPlatform,
  asked: {
    readonly caller: Caller
    readonly requestId: string
    readonly id: string
    readonly reason: string
  },
) => Promise<contract.Observation>

type ObservationParts = Pick<Platform, 'db' | 'now' | 'config'> & {
  readonly deliver: Deliver
  readonly withdraw: Withdraw
}

export function observationRoutes(door: Door, { db, now, config, deliver, withdraw }: ObservationParts): void {
  const platform = { db, now, isSimulationAllowed: config.demoFleet }
  bind(door, contract.listObservations, async ({ query, header, caller }) => {
    const { items, total } = await service.listObservations(platform, caller, query)
    tellPages(header, { path: contract.listObservations.path, query, total })
    return items
  })
  bindUpload(door, contract.createObservation, ({ caller, requestId, upload, query, signal }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files }) => {
      const text = files[0] === undefined ? '' : await readFile(files[0].path, 'utf8')
      const positionSigmaM = query['position-sigma']
      return deliver(platform, { caller, requestId, signal }, { text, positionSigmaM, passId: query['pass-id'] })
    }),
  )
  bindFile(door, contract.getObservationFile, ({ caller, params, query, signal }) =>
    service.getFile(platform, caller, { id: params['file-id'], ...query, signal }),
  )
  bindFile(door, contract.zipObservationFiles, ({ caller, body, signal }) =>
    service.getFiles(platform, caller, { ...body, signal }),
  )
  bind(door, contract.withdrawObservation, ({ caller, requestId, params, query: { reason } }) =>
    withdraw(platform, { caller, requestId, id: params['file-id'], reason }),
  )
  bind(door, contract.getObservationReport, ({ caller, params, query, signal }) =>
    reports.getReport(platform, caller, { id: params['file-id'], ...query, signal }),
  )
  bind(door, contract.getInitialOrbits, async ({ caller: { tenantId }, params, signal }) => {
    return (await findInitialOrbitsOf(platform, { tenantId, id: params['file-id'], signal })).orbits
  })
  bind(door, contract.getPositionResiduals, ({ caller, params, query, signal }) =>
    reports.getPositionResiduals(platform, caller, { id: params['file-id'], ...query, signal }),
  )
}
