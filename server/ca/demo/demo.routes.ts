import * as contract from '@apsis/contract/ca/demo.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import * as service from './demo.service.ts'

export function demoRoutes(door: Door, { db, now, config }: Platform): void {
  const platform = { db, now, isAllowed: config.demoFleet }
  bind(door, contract.getDemo, ({ caller }) => service.getDemo(platform, caller))
  bind(door, contract.openDemo, ({ caller: owner, query, requestId }) =>
    service.openDemo(platform, { owner, requestId }, query.seed),
  )
  bind(door, contract.closeDemo, async ({ caller: owner, requestId }) => {
    await service.closeDemo(platform, { owner, requestId })
    return undefined
  })
}
