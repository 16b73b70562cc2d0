import type { Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import * as contract from '@apsis/contract/ca/neighbour/neighbour.ts'
import type { Database } from '../../platform/database/database.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { listNear, type NearFileRow } from './record/neighbour.repository.ts'

export function neighbourRoutes(door: Door, { db }: { readonly db: Database }): void {
  bind(door, contract.listNeighbours, ({ query, caller }) =>
    db.tenant(caller.tenantId, async (tx) => (await listNear(tx, query['satellite-id'])).map(present)),
  )
}

function present({ file, ...row }: NearFileRow): Neighbour {
  const until = file === null ? null : new Date(file.usable_to)
  return {
    satelliteId: row.satellite_id,
    noradId: row.norad_id,
    name: row.name,
    tca: row.tca.toISOString(),
    missM: row.miss_m,
    foundAt: row.found_at.toISOString(),
    file:
      file === null
        ? null
        : {
            source: new URL(file.address).host,
            name: file.name,
            madeAt: file.made_at === null ? null : new Date(file.made_at).toISOString(),
            receivedAt: new Date(file.received_at).toISOString(),
            from: new Date(file.usable_from).toISOString(),
            until: new Date(file.usable_to).toISOString(),
            hasCovariance: file.has_covariance,
            envelopeFrom: file.envelope_from === null ? null : new Date(file.envelope_from).toISOString(),
            isSimulated: file.is_simulated,
            change: file.change,
          },
    endsBeforeTca: until === null || until < row.tca,
  }
}
