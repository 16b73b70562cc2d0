import * as contract from '@apsis/contract/ca/report/handover.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { tellPages } from '../../platform/http/paging.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './handover.service.ts'

export function handoverRoutes(door: Door, { db, now }: Pick<CaPlatform, 'db' | 'now'>): void {
  bind(door, contract.listHandovers, async ({ caller, query, header }) => {
    const { items, total } = await service.listHandovers(db, caller, query)
    tellPages(header, { path: contract.listHandovers.path, query, total })
    return items
  })
  bind(door, contract.createHandover, ({ caller, body, requestId }) =>
    service.createHandover(db, caller, { text: body.text, requestId, now: new Date(now()) }),
  )
  bind(door, contract.readHandover, ({ caller, params, requestId }) =>
    service.readHandover(db, caller, { id: params['handover-id'], requestId, now: new Date(now()) }),
  )
}
