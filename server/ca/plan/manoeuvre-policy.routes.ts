import * as contract from '@apsis/contract/ca/plan/manoeuvre-policy.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { CaPlatform } from '../ca-platform.ts'
import * as service from './life/plan.service.ts'

export function manoeuvrePolicyRoutes(door: Door, platform: CaPlatform): void {
  bind(door, contract.getManoeuvrePolicy, ({ caller }) => service.getPolicy(platform, caller))
  bind(door, contract.setManoeuvrePolicy, ({ caller: owner, body, requestId }) =>
    service.setPolicy(platform, { owner, requestId }, body),
  )
}
