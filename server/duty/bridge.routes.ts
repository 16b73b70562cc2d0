import * as contract from '@apsis/contract/duty/bridge.ts'
import { bind, bindSigned, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './bridge.service.ts'

export function bridgeRoutes(door: Door, { db, box, now, config }: Platform): void {
  const { publicUrl, delivery, databaseUrl } = config
  const isSimulated = databaseUrl === undefined
  const floor = { db, box, now, publicUrl, isSimulated, allowLoopback: delivery.allowLoopback }
  bind(door, contract.getBridge, ({ caller }) => service.getBridge(floor, caller))
  bind(door, contract.updateBridge, ({ caller, requestId, body }) =>
    service.updateBridge(floor, { caller, requestId }, body.url),
  )
  bind(door, contract.removeBridge, async ({ caller, requestId }) => {
    await service.removeBridge(floor, { caller, requestId })
    return undefined
  })
  bind(door, contract.rotateBridgeSecret, ({ caller, requestId, query }) =>
    service.rotateBridgeSecret(floor, { caller, requestId }, query['old-secret-hours']),
  )
  bindSigned(
    door,
    contract.bridgeCallback,
    ({ token, bytes, sentHeader }) => service.requireSigned(floor, token, { bytes, header: sentHeader }),
    ({ params, body, bytes, sentHeader, requestId }) =>
      service.takeBridgeCallback(floor, params.token, body, { bytes, header: sentHeader, requestId }),
  )
}
