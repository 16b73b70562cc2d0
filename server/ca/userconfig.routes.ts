import * as contract from '@apsis/contract/ca/userconfig.ts'
import type { CaUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { etagOf } from '../platform/http/etag.ts'
import * as service from '../userconfig/userconfig.service.ts'

const CA = { service: 'ca' } as const

export function caUserconfigRoutes(door: Door, platform: service.Platform): void {
  bind(door, contract.getCaUserconfig, async ({ caller, requestId, header }) =>
    present(await service.getUserconfig(platform, { ...CA, caller, requestId }), caller.subject, header),
  )
  bind(door, contract.createCaUserconfig, async ({ caller, body, requestId, header }) => {
    service.requireOwn(caller, caller.subject, body._id)
    return present(
      await service.createUserconfig(platform, { ...CA, caller, requestId }, givenIn(body)),
      caller.subject,
      header,
    )
  })
  bind(door, contract.updateCaUserconfig, async ({ caller, body, ifMatch, requestId, header }) => {
    service.requireOwn(caller, caller.subject, body._id)
    const change = { ...givenIn(body), ifMatch }
    return present(
      await service.updateUserconfig(platform, { ...CA, caller, requestId }, change),
      caller.subject,
      header,
    )
  })
  bind(door, contract.updateCaUserconfigById, async ({ caller, params, body, ifMatch, requestId, header }) => {
    service.requireOwn(caller, params['user-config-id'], body._id)
    const change = { ...givenIn(body), ifMatch }
    return present(
      await service.updateUserconfig(platform, { ...CA, caller, requestId }, change),
      caller.subject,
      header,
    )
  })
  bind(door, contract.removeCaUserconfig, async ({ caller, params, requestId }) => {
    service.requireOwn(caller, params['user-config-id'], undefined)
    await service.removeUserconfig(platform, { ...CA, caller, requestId })
    return undefined
  })
}

const givenIn = ({ notifications, conjunctionViews }: CaUserconfig) => ({
  settings: notifications.default,
  views: conjunctionViews,
})

type StoredConfig = Awaited<ReturnType<typeof service.getUserconfig>>

function present(saved: StoredConfig, subject: string, header: (name: 'etag', value: string) => void): CaUserconfig {
  header('etag', etagOf(saved))
  return { _id: subject, notifications: { default: saved.settings }, conjunctionViews: [...saved.views] }
}
