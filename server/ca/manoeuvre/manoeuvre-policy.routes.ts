import * as contract from '@apsis/contract/ca/manoeuvre-policy.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import * as service from './life/manoeuvre.service.ts'
import type { ManoeuvreFloor } from './record/record-step.ts'

export function manoeuvrePolicyRoutes(door: Door, floor: ManoeuvreFloor): void {
  bind(door, contract.getManoeuvrePolicy, ({ caller }) => service.getPolicy(floor, caller))
  bind(door, contract.setManoeuvrePolicy, ({ caller: owner, body, requestId }) =>
    service.setPolicy(floor, { owner, requestId }, body),
  )
}
