import * as contract from '@apsis/contract/status/status.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import * as service from './status.service.ts'

export function statusRoutes(door: Door, platform: Platform): void {
  bind(door, contract.getStatus, ({ caller }) => service.getStatus(platform, caller))
}
