import * as contract from '@apsis/contract/payments/demo.ts'
import type { Config } from '../platform/config.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import { getPaymentsDemo, openPaymentsDemo } from './demo.service.ts'
import type { Platform } from './write/request.ts'

export function paymentsDemoRoutes(door: Door, { db, now, config }: Platform & { readonly config: Config }): void {
  const platform = { db, now, isAllowed: config.demoFleet }
  bind(door, contract.getPaymentsDemo, (request) => getPaymentsDemo(platform, request))
  bind(door, contract.openPaymentsDemo, (request) => openPaymentsDemo(platform, request))
}
