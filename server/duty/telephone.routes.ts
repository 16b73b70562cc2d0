import * as contract from '@apsis/contract/duty/telephone.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './telephone.service.ts'

export function telephoneRoutes(door: Door, { db, box, now, config }: Platform): void {
  const platform = { db, box, now, publicUrl: config.publicUrl, isSimulated: config.databaseUrl === undefined }
  bind(door, contract.getTelephone, ({ caller }) => service.getTelephone(platform, caller))
  bind(door, contract.updateTelephone, ({ caller, requestId, body }) =>
    service.updateTelephone(platform, { caller, requestId }, body),
  )
  bind(door, contract.removeTelephone, async ({ caller, requestId }) => {
    await service.removeTelephone(platform, { caller, requestId })
    return undefined
  })
  bind(door, contract.listSimulatedCalls, ({ caller }) => service.listSimulatedCalls(platform, caller))
  bind(door, contract.pressSimulatedKey, ({ caller, requestId, params, body }) =>
    service.pressSimulatedKey(platform, { caller, requestId }, { callId: params['call-id'], key: body.key }),
  )
}
