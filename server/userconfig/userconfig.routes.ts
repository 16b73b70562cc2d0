import * as contract from '@apsis/contract/userconfig/userconfig.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { etagOf } from '../platform/http/etag.ts'
import * as service from './userconfig.service.ts'

const ODT = { service: 'odt' } as const

export function userconfigRoutes(door: Door, platform: service.Platform): void {
  bind(door, contract.getUserconfig, async ({ caller, params, requestId, header }) => {
    service.requireOwn(caller, params['config-id'], undefined)
    return present(await service.getUserconfig(platform, { ...ODT, caller, requestId }), caller.subject, header)
  })
  bind(door, contract.updateUserconfig, async ({ caller, params, body, ifMatch, requestId, header }) => {
    service.requireOwn(caller, params['config-id'], body._id)
    const saved = await service.updateUserconfig(
      platform,
      { ...ODT, caller, requestId },
      { settings: body.notifications, views: undefined, ifMatch },
    )
    return present(saved, caller.subject, header)
  })
}

type StoredConfig = Awaited<ReturnType<typeof service.getUserconfig>>

function present(
  saved: StoredConfig,
  subject: string,
  header: (name: 'etag', value: string) => void,
): contract.OdtUserconfig {
  header('etag', etagOf(saved))
  return { _id: subject, notifications: saved.settings }
}
