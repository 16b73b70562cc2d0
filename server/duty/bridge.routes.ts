import * as contract from '@apsis/contract/duty/bridge.ts'
import { bind, bindSigned, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './bridge.service.ts'

export function bridgeRoutes(door: Door, { db, box, now, config }: Platform): void {
  const { publicUrl, delivery, databaseUrl } = config
  const isSimulated = databaseUrl === undefined
  const platform = { db, box, now, publicUrl, isSimulated, allowLoopback: delivery.allowLoopback }
  bind(door, contract.getBridge, ({ caller }) => service.getBridge(platform, caller))
  bind(door, contract.updateBridge, ({ caller, requestId, body }) =>
    service.updateBridge(platform, { caller, requestId }, body.url),
  )
  bind(door, contract.removeBridge, async ({ caller, requestId }) => {
    await service.removeBridge(platform, { caller, requestId })
    return undefined
  })
  bind(door, contract.rotateBridgeSecret, ({ caller, requestId, query }) =>
    service.rotateBridgeSecret(platform, { caller, requestId }, query['old-secret-hours']),
  )
  bindSigned(
    door,
    contract.bridgeCallback,
    ({ token, bytes, sentHeader }) => service.requireSigned(platform, token, { bytes, header: sentHeader }),
    ({ params, body, bytes, sentHeader, requestId }) =>
      service.takeBridgeCallback(platform, params.token, body, { bytes, header: sentHeader, requestId }),
  )
}
