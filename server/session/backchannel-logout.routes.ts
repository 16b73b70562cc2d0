import * as contract from '@apsis/contract/session/backchannel-logout.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './backchannel-logout.service.ts'

export function sessionRoutes(door: Door, platform: Platform): void {
  bind(door, contract.endSession, async ({ body, header }) => {
    header('cache-control', 'no-store')
    await service.endSession(platform, body.logout_token)
    return undefined
  })
}
