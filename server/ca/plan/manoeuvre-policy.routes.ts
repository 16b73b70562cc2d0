import * as contract from '@apsis/contract/ca/plan/manoeuvre-policy.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import * as service from './life/plan.service.ts'
import type { ManoeuvrePlatform } from './record/record-step.ts'

export function manoeuvrePolicyRoutes(door: Door, platform: ManoeuvrePlatform): void {
  bind(door, contract.getManoeuvrePolicy, ({ caller }) => service.getPolicy(platform, caller))
  bind(door, contract.setManoeuvrePolicy, ({ caller: owner, body, requestId }) =>
    service.setPolicy(platform, { owner, requestId }, body),
  )
}
