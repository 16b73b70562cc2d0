import * as contract from '@apsis/contract/duty/paging.ts'
import { bind, bindSigned, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './paging.service.ts'

export function pagingRoutes(door: Door, { db, box, now, config }: Platform): void {
  const platform = { db, box, now, publicUrl: config.publicUrl, allowLoopback: config.delivery.allowLoopback }
  bind(door, contract.getPaging, ({ caller }) => service.getPaging(platform, caller))
  bind(door, contract.updatePaging, ({ caller, requestId, body }) =>
    service.updatePaging(platform, { caller, requestId }, body),
  )
  bind(door, contract.removePaging, async ({ caller, requestId }) => {
    await service.removePaging(platform, { caller, requestId })
    return undefined
  })
  bind(door, contract.testPaging, ({ caller, requestId }) => service.testPaging(platform, { caller, requestId }))
  bindSigned(
    door,
    contract.pagingCallback,
    ({ token, bytes, sentHeader }) =>
      service.requireSigned(platform, token, { bytes, signature: sentHeader('x-pagerduty-signature') }),
    ({ params, body, bytes, sentHeader, requestId }) =>
      service.takeCallback(platform, params.token, body, {
        bytes,
        requestId,
        signature: sentHeader('x-pagerduty-signature'),
      }),
  )
}
