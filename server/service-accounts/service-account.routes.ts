import * as contract from '@apsis/contract/service-accounts/service-account.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { tellPages } from '../platform/http/paging.ts'
import * as service from './service-account.service.ts'

export function serviceAccountRoutes(door: Door, platform: service.Platform): void {
  bind(door, contract.listServiceAccounts, async ({ caller, query, header }) => {
    const { items, total } = await service.listServiceAccounts(platform, caller, query)
    tellPages(header, { path: contract.listServiceAccounts.path, query, total })
    return items
  })
  bind(door, contract.createServiceAccount, ({ caller, body, requestId, header }) => {
    header('cache-control', 'no-store')
    return service.createServiceAccount(platform, { caller, requestId }, body)
  })
  bind(door, contract.rotateServiceAccount, ({ caller, params, body, requestId, header }) => {
    header('cache-control', 'no-store')
    return service.rotateServiceAccount(platform, { caller, requestId }, { id: params['service-account-id'], ...body })
  })
  bind(door, contract.revokeServiceAccount, async ({ caller, params, requestId }) => {
    await service.revokeServiceAccount(platform, { caller, requestId }, params['service-account-id'])
    return undefined
  })
}
