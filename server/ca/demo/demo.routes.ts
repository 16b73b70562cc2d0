import * as contract from '@apsis/contract/ca/demo.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './demo.service.ts'

export function demoRoutes(door: Door, { db, now, config }: Platform): void {
  const floor = { db, now, isAllowed: config.demoFleet }
  bind(door, contract.getDemo, ({ caller }) => service.getDemo(floor, caller))
  bind(door, contract.openDemo, ({ caller: owner, query, requestId }) =>
    service.openDemo(floor, { owner, requestId }, query.seed),
  )
  bind(door, contract.closeDemo, async ({ caller: owner, requestId }) => {
    await service.closeDemo(floor, { owner, requestId })
    return undefined
  })
}
